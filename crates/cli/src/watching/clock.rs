//! The watcher's clock.

use std::time::{Duration, Instant};

use crate::calendar::since_epoch;

/// A clock that never runs backwards, and where it stood in the epoch when it was started. The
/// machine's own clock may jump: it is asked once.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    started: Instant,
    epoch: f64,
}

impl Clock {
    /// Starts it.
    pub fn start() -> Self {
        Self {
            started: Instant::now(),
            epoch: since_epoch().as_secs_f64(),
        }
    }

    /// Seconds since it was started.
    pub fn now(&self) -> f64 {
        self.seconds(Instant::now())
    }

    /// The same at another moment.
    pub fn seconds(&self, at: Instant) -> f64 {
        at.saturating_duration_since(self.started).as_secs_f64()
    }

    /// Its start, in seconds of the epoch.
    pub fn epoch(&self) -> f64 {
        self.epoch
    }

    /// How long it is until a moment of this clock.
    pub fn until(&self, at: f64) -> Duration {
        Duration::from_secs_f64((at - self.now()).clamp(0.0, 3600.0))
    }
}
