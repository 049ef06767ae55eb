//! How many notifications go out: one a pane in a while, a dozen a minute in all. What may not go out yet waits, the
//! newest of each pane: a person who is needed is called late rather than never. Pure.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use shadow_tui::event::{Event, EventBody};

use crate::notice::notice;

/// Seconds between two of one pane.
const PANE: f64 = 2.0;
/// The most in [`WINDOW`] seconds.
const MOST: usize = 12;
const WINDOW: f64 = 60.0;

/// A notification that may go out.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// What it is about.
    pub event: Arc<Event>,
    /// Its words, with how many of the pane it stands for beside itself.
    pub words: String,
}

/// What waits of a pane.
#[derive(Debug)]
struct Held {
    event: Arc<Event>,
    words: String,
    /// Those that it has taken the place of.
    passed: u64,
}

/// What has gone out, and what waits.
#[derive(Debug, Default)]
pub struct Rate {
    panes: BTreeMap<String, f64>,
    sent: VecDeque<f64>,
    held: BTreeMap<String, Held>,
}

impl Rate {
    /// Takes an event. One that calls a person waits until [`Rate::due`]; one that shows that nobody is needed any more
    /// takes back what waits of its pane.
    pub fn take(&mut self, event: &Arc<Event>) {
        let pane = event.pane.clone().unwrap_or_default();
        if let Some(words) = notice(event) {
            let passed = self.held.get(&pane).map_or(0, |held| held.passed + 1);
            let event = Arc::clone(event);
            self.held.insert(
                pane,
                Held {
                    event,
                    words,
                    passed,
                },
            );
        } else if matches!(event.body, EventBody::OperatorUnblocked) {
            let asks = |held: &Held| matches!(held.event.body, EventBody::OperatorBlocked { .. });
            if self.held.get(&pane).is_some_and(asks) {
                self.held.remove(&pane);
            }
        }
    }

    /// What may go out now.
    pub fn due(&mut self, now: f64) -> Vec<Call> {
        self.sent.retain(|at| now - at < WINDOW);
        self.panes.retain(|_, at| now - *at < PANE);
        let free = |pane: &&String| !self.panes.contains_key(*pane);
        let room = MOST.saturating_sub(self.sent.len());
        let panes: Vec<String> = self.held.keys().filter(free).take(room).cloned().collect();
        let calls = panes.into_iter().filter_map(|pane| {
            let held = self.held.remove(&pane)?;
            self.panes.insert(pane, now);
            self.sent.push_back(now);
            let words = match held.passed {
                0 => held.words,
                passed => format!("{} (and {passed} more)", held.words),
            };
            let event = held.event;
            Some(Call { event, words })
        });
        calls.collect()
    }

    /// When the next of those that wait may go out; none where none waits.
    pub fn next(&self) -> Option<f64> {
        let full = self.sent.len() >= MOST;
        let room = self
            .sent
            .front()
            .filter(|_| full)
            .map_or(0.0, |at| at + WINDOW);
        let free = |pane: &String| self.panes.get(pane).map_or(0.0, |at| at + PANE);
        self.held
            .keys()
            .map(free)
            .min_by(f64::total_cmp)
            .map(|at| at.max(room))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use shadow_tui::contract::OperatorBlock;
    use shadow_tui::event::{Event, EventBody, Happening, Stamp};

    use super::Rate;

    fn event(pane: &str, body: EventBody) -> Arc<Event> {
        let happening = Happening {
            at: 0.0,
            turn: None,
            body,
        };
        Arc::new(Stamp::pane(pane, 0.0).event(happening))
    }

    fn asks(pane: &str, question: &str) -> Arc<Event> {
        let operator_block = Box::new(OperatorBlock {
            question: Some(question.to_owned()),
            ..OperatorBlock::default()
        });
        event(pane, EventBody::OperatorBlocked { operator_block })
    }

    /// What is told of an event at a time.
    fn told(rate: &mut Rate, event: &Arc<Event>, now: f64) -> Vec<String> {
        rate.take(event);
        rate.due(now).into_iter().map(|call| call.words).collect()
    }

    #[test]
    fn what_may_not_go_out_yet_goes_out_late() {
        let mut rate = Rate::default();
        assert_eq!(
            told(&mut rate, &asks("%1", "a?"), 0.0),
            ["shadow: %1 asks: a?"]
        );
        assert!(told(&mut rate, &asks("%1", "b?"), 0.5).is_empty());
        assert!(told(&mut rate, &asks("%1", "c?"), 1.0).is_empty());
        assert_eq!(
            told(&mut rate, &asks("%2", "d?"), 1.0),
            ["shadow: %2 asks: d?"]
        );
        assert_eq!(rate.next(), Some(2.0));
        let late: Vec<_> = rate.due(2.0).into_iter().map(|call| call.words).collect();
        assert_eq!(late, ["shadow: %1 asks: c? (and 1 more)"]);
        assert_eq!(rate.next(), None);
    }

    #[test]
    fn nobody_is_called_to_a_dialog_that_has_gone() {
        let mut rate = Rate::default();
        told(&mut rate, &asks("%1", "a?"), 0.0);
        told(&mut rate, &asks("%1", "b?"), 1.0);
        rate.take(&event("%1", EventBody::OperatorUnblocked));
        assert_eq!((rate.next(), rate.due(9.0)), (None, Vec::new()));
    }

    #[test]
    fn a_pane_that_flaps_and_a_crowd_are_both_bounded() {
        let mut rate = Rate::default();
        let crowd = (0..600).map(|n| {
            let now = f64::from(n) / 10.0;
            told(&mut rate, &asks(&format!("%{}", n % 300), "?"), now).len()
        });
        assert!(crowd.sum::<usize>() <= 12);
        assert_eq!(rate.next(), Some(60.0));
        assert_eq!(rate.due(60.0).len(), 1);
        let mut rate = Rate::default();
        let flaps =
            (0..100).map(|n| told(&mut rate, &asks("%1", "?"), 200.0 + f64::from(n) / 10.0).len());
        assert!(flaps.sum::<usize>() <= 6);
    }
}
