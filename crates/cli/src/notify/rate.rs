//! How many notifications go out: one a pane in a while, a dozen a minute in all. Pure.

use std::collections::{BTreeMap, VecDeque};

/// Seconds between two of one pane.
const PANE: f64 = 2.0;
/// The most in [`WINDOW`] seconds.
const MOST: usize = 12;
const WINDOW: f64 = 60.0;

/// What has gone out.
#[derive(Debug, Default)]
pub struct Rate {
    panes: BTreeMap<String, f64>,
    sent: VecDeque<f64>,
    held: u64,
}

impl Rate {
    /// Whether one of a pane may go out now; with how many were held back since the last that did.
    pub fn take(&mut self, pane: &str, now: f64) -> Option<u64> {
        self.sent.retain(|at| now - at < WINDOW);
        self.panes.retain(|_, at| now - *at < PANE);
        if self.panes.contains_key(pane) || self.sent.len() >= MOST {
            self.held += 1;
            return None;
        }
        self.panes.insert(pane.to_owned(), now);
        self.sent.push_back(now);
        Some(std::mem::take(&mut self.held))
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;

    #[test]
    fn a_pane_that_flaps_and_a_crowd_are_both_bounded() {
        let mut rate = Rate::default();
        assert_eq!(rate.take("%1", 0.0), Some(0));
        assert_eq!(rate.take("%1", 1.0), None);
        assert_eq!(rate.take("%2", 1.0), Some(1));
        assert_eq!(rate.take("%1", 3.0), Some(0));
        let sent = (0..600).filter(|n| {
            rate.take(&format!("%{n}"), 10.0 + f64::from(*n) / 10.0)
                .is_some()
        });
        assert!(sent.count() <= 24);
    }
}
