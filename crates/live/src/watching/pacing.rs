//! When to look at a pane. Pure: times in, a time out, in seconds of the watcher's clock.

/// How long output must rest before a look, so that a frame is whole: tmux draws what it has read
/// so far, and knows nothing of synchronized frames (3.3a).
pub const REST: f64 = 0.02;

/// How long a synchronized frame may stay open before the pane is looked at all the same.
const FRAME: f64 = 0.25;

/// How long a pane that says nothing is not looked at: what changes a pane without output and
/// without a flag (a reset by hand) is noticed then.
const HEARTBEAT: f64 = 10.0;

/// A change of a pane that is followed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Changed {
    /// When the pane first changed since the last look.
    pub first: f64,
    /// When it last changed.
    pub last: f64,
    /// Whether it stands in the middle of a synchronized frame.
    pub drawing: bool,
}

/// What is known of one pane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// When it was last looked at; none before the first look.
    pub looked: Option<f64>,
    /// Whether its changes are told of.
    pub followed: bool,
    /// What has been told since.
    pub changed: Option<Changed>,
    /// The shortest time between two looks.
    pub interval: f64,
}

impl Pace {
    /// When to look at it next.
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
        let changed = changed.map(|(first, last, drawing)| Changed {
            first,
            last,
            drawing,
        });
        let pace = Pace {
            looked: Some(looked),
            followed: true,
            changed,
            interval: 0.25,
        };
        pace.due()
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
        let unfollowed = Pace {
            looked: Some(1.0),
            followed: false,
            changed: None,
            interval: 0.25,
        };
        assert_eq!(unfollowed.due(), 1.25);
        assert_eq!(
            Pace {
                looked: None,
                ..unfollowed
            }
            .due(),
            0.0
        );
    }
}
