//! The clock of a run of the relay, by which the age of a request is measured.
//!
//! No two wall clocks are compared: the requester reads this clock and says until when its request holds on it. A request
//! that waited in a connection is too old then, whatever the requester's own clock says.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

use crate::wire::relay::Ticket;

/// The most seconds that a request may hold.
pub(super) const LONGEST: f64 = 600.0;

/// A run of the relay: its name, and its clock from 0.
#[derive(Debug)]
pub struct Life {
    name: String,
    begun: Duration,
}

impl Life {
    /// A run that begins now.
    pub fn begin() -> Self {
        let random = RandomState::new().build_hasher().finish();
        Self {
            name: format!("{random:016x}"),
            begun: running(),
        }
    }

    /// Its name, which no other run has.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Seconds since it began, those in which the machine slept included.
    pub fn now(&self) -> f64 {
        running().saturating_sub(self.begun).as_secs_f64()
    }

    /// The second of the clock that only a start of the machine sets back.
    pub fn running(&self) -> f64 {
        running().as_secs_f64()
    }

    /// Why a request may not begin any more; none if it may.
    pub fn refuses(&self, ticket: &Ticket) -> Option<String> {
        let now = self.now();
        if ticket.life != self.name {
            return Some(
                "it was meant for another run of the relay, so its age is not known".into(),
            );
        }
        if !ticket.before.is_finite() || ticket.before > now + LONGEST {
            return Some(format!(
                "`before` is more than {LONGEST} s ahead of the relay's clock, so its age is not known"
            ));
        }
        (now > ticket.before).then(|| format!("it is {:.1} s too old", now - ticket.before))
    }
}

/// How long the machine runs.
fn running() -> Duration {
    // Elsewhere the monotonic clock runs on while the machine sleeps.
    #[cfg(target_os = "linux")]
    let clock = ClockId::Boottime;
    #[cfg(not(target_os = "linux"))]
    let clock = ClockId::Monotonic;
    Duration::try_from(clock_gettime(clock)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, Life};
    use crate::wire::relay::Ticket;

    #[test]
    fn a_request_holds_for_its_run_and_its_time() {
        let life = Life::begin();
        let ticket = |name: &str, before| Ticket {
            key: "k".repeat(8),
            life: name.to_owned(),
            before,
            by: String::new(),
            from: None,
        };
        let now = life.now();
        assert_eq!(life.refuses(&ticket(life.name(), now + 30.0)), None);
        for (name, before, why) in [
            (Life::begin().name(), now + 30.0, "another run"),
            (life.name(), now - 0.5, "too old"),
            (life.name(), now + LONGEST + 9.0, "ahead of"),
            (life.name(), f64::NAN, "ahead of"),
        ] {
            let refused = life.refuses(&ticket(name, before)).expect(why);
            assert!(refused.contains(why), "{refused}");
        }
    }
}
