//! The waits of a co-process or a relay: how many there are, and when they end although what they wait for has not come.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
#[cfg(feature = "fleet")]
use std::time::Duration;
use std::time::Instant;

use shadow_live::Departure;

/// The waits, and whether they have been ended.
#[derive(Clone, Default)]
pub struct Waits(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    ended: bool,
    each: Vec<Wait>,
}

/// A wait.
struct Wait {
    departure: Departure,
    /// Whether it follows an act, whose thread waits.
    follows: bool,
    /// Who waits, and when they were heard of last; none where the wait ends with its requester anyway.
    #[cfg_attr(
        not(feature = "fleet"),
        expect(dead_code, reason = "requesters are silent over NATS alone")
    )]
    requester: Option<(String, Instant)>,
}

impl Waits {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.each.retain(|it| !it.departure.has_left());
        kept
    }

    /// One more begins, for a requester that may go without a word. It ends at once where all have been ended.
    pub fn begin(&self, departure: Departure, requester: Option<&str>, follows: bool) {
        let mut kept = self.kept();
        if kept.ended {
            departure.ask();
        }
        let requester = requester.map(|it| (it.to_owned(), Instant::now()));
        kept.each.push(Wait {
            departure,
            follows,
            requester,
        });
    }

    /// How many go on, and how many of them follow an act.
    pub fn count(&self) -> (usize, usize) {
        let kept = self.kept();
        let follow = kept.each.iter().filter(|it| it.follows);
        (kept.each.len(), follow.count())
    }

    /// A requester is there: its waits go on.
    #[cfg(feature = "fleet")]
    pub fn renew(&self, requester: &str) {
        let mut kept = self.kept();
        let requesters = kept.each.iter_mut().filter_map(|it| it.requester.as_mut());
        let own = requesters.filter(|(name, _)| name == requester);
        own.for_each(|(_, heard)| *heard = Instant::now());
    }

    /// Ends the waits of requesters that have been silent for so long.
    #[cfg(feature = "fleet")]
    pub fn expire(&self, silence: Duration) {
        for wait in &self.kept().each {
            let heard = wait.requester.as_ref().map(|(_, heard)| heard);
            if heard.is_some_and(|heard| heard.elapsed() >= silence) {
                wait.departure.release();
            }
        }
    }

    /// All end, and those that begin later.
    pub fn end(&self) -> Vec<Departure> {
        let mut kept = self.kept();
        kept.ended = true;
        kept.each.iter().for_each(|it| it.departure.ask());
        let each = std::mem::take(&mut kept.each).into_iter();
        each.map(|it| it.departure).collect()
    }
}

#[cfg(all(test, feature = "fleet"))]
mod tests {
    use std::time::Duration;

    use shadow_live::Scope;

    use super::Waits;
    use crate::setup;

    #[test]
    fn a_wait_ends_when_its_requester_is_silent() {
        let waits = Waits::default();
        let watcher = || setup::watcher(None, Scope::Named).expect("a watcher");
        let (silent, lasting) = (watcher(), watcher());
        waits.begin(silent.departure(), Some("viewer"), false);
        waits.begin(lasting.departure(), None, true);
        assert_eq!(waits.count(), (2, 1));
        waits.renew("viewer");
        waits.expire(Duration::from_secs(30));
        assert!(!silent.departure().is_released());
        waits.expire(Duration::ZERO);
        assert!(silent.departure().is_released() && !lasting.departure().is_released());
        drop(silent);
        assert_eq!(waits.count(), (1, 1));
    }
}
