//! Believing a sight: at once where it keeps hands off, otherwise when it has held, so that half a
//! frame does not count.

use super::sight::Sight;

/// A sight and since when.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Held {
    pub(super) sight: Sight,
    pub(super) since: f64,
}

/// How sure a sight is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Surely {
    /// Whatever the screen shows.
    Certain,
    /// It is on the screen.
    Seen,
    /// A dialog that nothing names: where the pane takes another size, half a frame of a composer looks like one. And one that
    /// a report alone tells of: the report comes before the frame that shows it, or that shows work still.
    HalfDrawn,
}

/// The sight that is believed, and the one that asks to be.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Settling {
    pub(super) believed: Held,
    asking: Option<Held>,
}

impl Settling {
    /// A CLI that is coming up.
    pub(super) fn starting(since: f64) -> Self {
        let sight = Sight::Startup;
        Self {
            believed: Held { sight, since },
            asking: None,
        }
    }

    /// Takes a sight; says whether it is believed. One that is certain is at once; one that may be half a frame of work is
    /// not, though it keeps hands off: so does what it follows.
    pub(super) fn see(&mut self, sight: Sight, surely: Surely, now: f64, settle: f64) -> bool {
        if sight == self.believed.sight {
            self.asking = None;
            return true;
        }
        let asking = match self.asking {
            Some(held) if held.sight == sight => held,
            _ => Held { sight, since: now },
        };
        let guarded = match surely {
            Surely::Certain => true,
            Surely::Seen => sight.is_guarded(),
            Surely::HalfDrawn => sight.is_guarded() && self.believed.sight != Sight::Working,
        };
        let believed = guarded || now >= asking.since + settle;
        if believed {
            self.believed = asking;
        }
        self.asking = (!believed).then_some(asking);
        believed
    }

    /// When to look again, if a sight asks to be believed.
    pub(super) fn deadline(&self, settle: f64) -> Option<f64> {
        self.asking.map(|held| held.since + settle)
    }
}
