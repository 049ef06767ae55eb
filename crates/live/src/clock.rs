//! The clock of a watch, a pane or a hosted program.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A clock that never runs backwards, with its start in the epoch. The machine's clock may jump, so it
/// is read only once.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    started: Instant,
    epoch: f64,
}

impl Clock {
    /// Starts it.
    #[must_use]
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
            epoch: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0.0, |since| since.as_secs_f64()),
        }
    }

    /// Seconds since it was started.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.seconds(Instant::now())
    }

    /// Seconds from its start to this moment.
    #[must_use]
    pub fn seconds(&self, at: Instant) -> f64 {
        at.saturating_duration_since(self.started).as_secs_f64()
    }

    /// Its start, in seconds of the epoch.
    #[must_use]
    pub fn epoch(&self) -> f64 {
        self.epoch
    }

    /// The time until a moment of this clock.
    #[must_use]
    pub fn until(&self, at: f64) -> Duration {
        Duration::from_secs_f64((at - self.now()).clamp(0.0, 3600.0))
    }
}
