//! When to look at a pane. Pure: times in, a time out, in seconds of the watcher's clock.

/// How long output must rest before a look, so that a frame is whole: tmux draws what it has read
/// so far, and knows nothing of synchronized frames (3.3a).
pub const REST: f64 = 0.02;

/// How long a synchronized frame may stay open before the pane is looked at all the same.
const FRAME: f64 = 0.25;

/// How long a pane that says nothing is not looked at: what changes a pane without output and
/// without a flag (a reset by hand) is noticed then.
const HEARTBEAT: f64 = 10.0;

/// What a pane that is followed has told since the last look.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Changed {
    first: f64,
    last: f64,
    drawing: bool,
}

impl Changed {
    /// It first changed at a time and last at another, which is no earlier; `drawing` is whether it stands in the middle of a
    /// synchronized frame.
    #[must_use]
    pub fn new(first: f64, last: f64, drawing: bool) -> Self {
        Self {
            first,
            last: last.max(first),
            drawing,
        }
    }

    /// Whether it stands in the middle of a synchronized frame.
    #[must_use]
    pub fn is_drawing(&self) -> bool {
        self.drawing
    }
}

/// When to look at one pane, by what is known of it.
///
/// ```
/// use shadow_live::pacing::{Changed, Pace, REST};
///
/// let pace = Pace::new(0.25);
/// assert_eq!(pace.due(), 0.0);
/// assert_eq!(pace.looked(8.0).due(), 8.25);
/// // A pane that is followed is looked at when it has changed and rests.
/// let told = Changed::new(9.0, 9.0, false);
/// assert_eq!(pace.looked(8.0).followed(Some(told)).due(), 9.0 + REST);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    looked: Option<f64>,
    followed: bool,
    changed: Option<Changed>,
    interval: f64,
}

impl Pace {
    /// A pane before its first look, which reports no changes. Two looks are at least `interval` apart.
    #[must_use]
    pub fn new(interval: f64) -> Self {
        Self {
            looked: None,
            followed: false,
            changed: None,
            interval,
        }
    }

    /// Sets the time of the last look; `None` if there was none.
    #[must_use]
    pub fn looked(mut self, at: impl Into<Option<f64>>) -> Self {
        self.looked = at.into();
        self
    }

    /// Sets the reported change of a pane that reports its changes.
    #[must_use]
    pub fn followed(mut self, changed: Option<Changed>) -> Self {
        (self.followed, self.changed) = (true, changed);
        self
    }

    /// When to look at it next.
    #[must_use]
    pub fn due(&self) -> f64 {
        let Some(looked) = self.looked else {
            return 0.0;
        };
        match self.changed {
            _ if !self.followed => looked + self.interval,
            None => looked + HEARTBEAT.max(self.interval),
            Some(changed) => {
                let rest = if changed.drawing { FRAME } else { REST };
                let latest = changed.first + self.interval.max(rest);
                let rested = (changed.last + rest).min(latest);
                rested.max(looked + self.interval)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Changed, Pace};

    fn due(looked: f64, changed: Option<(f64, f64, bool)>) -> f64 {
        let changed = changed.map(|(first, last, drawing)| Changed::new(first, last, drawing));
        Pace::new(0.25).looked(looked).followed(changed).due()
    }

    #[test]
    fn a_resting_pane_is_looked_at_when_its_frame_is_whole() {
        assert_eq!(due(1.0, Some((5.0, 5.0, false))), 5.02);
        assert_eq!(due(1.0, Some((5.0, 5.01, false))), 5.01 + 0.02);
        assert_eq!(due(1.0, Some((5.0, 5.01, true))), 5.25);
    }

    #[test]
    fn a_pane_that_never_rests_is_looked_at_every_interval() {
        assert_eq!(due(1.0, Some((5.0, 7.0, false))), 5.25);
        assert_eq!(due(4.9, Some((5.0, 5.0, false))), 4.9 + 0.25);
    }

    #[test]
    fn a_pane_that_says_nothing_is_left_alone() {
        assert_eq!(due(1.0, None), 11.0);
        let unfollowed = Pace::new(0.25).looked(1.0);
        assert_eq!(unfollowed.due(), 1.25);
        assert_eq!(unfollowed.looked(None).due(), 0.0);
    }
}
