//! The turns that there truly were, from the journal of a session.

use crate::model::{Ending, Fact, Note};

/// How a turn truly ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The model said its last word, and no tool was left to run.
    Success,
    /// The last answer was an error, and none followed.
    Failure,
    /// A key stopped it.
    Interrupted,
    /// It ended, and the CLI may show that as a success or as a failure.
    Either,
    /// The model said its last word right after the key that stops a turn: the CLI took the one or the other.
    Raced,
    /// The model was asked with a queued prompt besides, which begins the next turn; its answer may have been broken off.
    Superseded,
}

/// A turn that there truly was.
#[derive(Debug, Clone, PartialEq)]
pub struct TrueTurn {
    /// The prompt, if it was entered at a free prompt; a queued one is known to the CLI alone.
    pub prompt: Option<String>,
    /// When Enter was first pressed on it, or the model asked.
    pub entered: f64,
    /// When the model was first asked.
    pub began: f64,
    /// When it ended, and how; none while it ran on to the end of the session.
    pub ended: Option<(f64, End)>,
}

/// Keys that stop a turn.
const STOPS: [&str; 2] = ["Escape", "C-c"];

/// How long before the model hears of it a turn may have been stopped by a key.
const NOTICE: f64 = 3.0;

/// How soon after such a key a last word may be one that the CLI has not taken any more.
const RACE: f64 = 0.3;

#[derive(Default)]
struct Reader {
    turns: Vec<TrueTurn>,
    /// The last turn may go on.
    open: bool,
    entered: Option<(f64, String)>,
    /// A prompt waits to be sent along.
    queued: bool,
    tools: Vec<String>,
    /// When the last answer failed or was cut off by the CLI, and that may have been the turn's end.
    perhaps: Option<(f64, End)>,
    stopped: Option<f64>,
}

/// The turns, in order.
pub fn turns(journal: &[Note]) -> Vec<TrueTurn> {
    let mut reader = Reader::default();
    for note in journal {
        reader.read(note);
    }
    reader.turns
}

impl Reader {
    fn read(&mut self, note: &Note) {
        match &note.fact {
            Fact::RecordingBegan | Fact::StepBegan | Fact::StepFailed => {}
            Fact::Captured { idle } => self.captured(*idle),
            Fact::Queued { .. } => self.queued = self.open,
            Fact::Entered { prompt } => {
                self.close();
                // Enter is pressed again where it was swallowed.
                let again = self.entered.take().filter(|(_, before)| before == prompt);
                let at = again.map_or(note.at, |(at, _)| at);
                self.entered = Some((at, prompt.clone()));
            }
            Fact::Pressed { keys } => {
                if keys.iter().any(|key| STOPS.contains(&key.as_str())) {
                    self.stopped = Some(note.at);
                }
            }
            Fact::Asked => self.asked(note.at),
            Fact::Called { id } => self.tools.push(id.clone()),
            Fact::Returned { id } => self.tools.retain(|open| open != id),
            Fact::Ended { ending } => self.ended(note.at, *ending),
            Fact::SessionOver => self.close(),
        }
    }

    fn asked(&mut self, at: f64) {
        if let Some((at, End::Interrupted)) = self.perhaps {
            // No key has stopped it: the CLI broke the answer off to send the queued prompt along (Codex 0.171).
            if self.queued && self.stopped.is_none() {
                self.perhaps = Some((at, End::Superseded));
            }
            self.close();
        }
        if self.queued && self.open && self.perhaps.is_none() && self.tools.is_empty() {
            self.perhaps = Some((at, End::Superseded));
            self.close();
        }
        // A failed answer that is asked for again was not the end.
        self.perhaps = None;
        if !self.open {
            self.open = true;
            self.stopped = None;
            self.queued = false;
            self.tools.clear();
            let (entered, prompt) = self.entered.take().unzip();
            self.turns.push(TrueTurn {
                prompt,
                entered: entered.unwrap_or(at),
                began: at,
                ended: None,
            });
        }
    }

    fn ended(&mut self, at: f64, ending: Ending) {
        if !self.open {
            return;
        }
        let end = match ending {
            Ending::Completed if !self.tools.is_empty() => return,
            Ending::Completed if self.stopped.is_some_and(|key| at - key < RACE) => End::Raced,
            Ending::Completed => End::Success,
            Ending::Cut => End::Either,
            Ending::Failed => End::Failure,
            Ending::Aborted => End::Interrupted,
        };
        let at = match self.stopped {
            Some(stopped) if end == End::Interrupted && at - stopped < NOTICE => stopped,
            _ => at,
        };
        self.perhaps = Some((at, end));
        if matches!(end, End::Success | End::Raced) {
            self.close();
        }
    }

    /// A key that stopped a turn did so, whether or not the CLI lets go of the model.
    fn captured(&mut self, idle: bool) {
        let stopped = self.stopped.filter(|_| idle && self.open);
        if let (Some(at), Some(turn)) = (stopped, self.turns.last_mut()) {
            turn.ended = Some((at, End::Interrupted));
            self.open = false;
            self.perhaps = None;
        }
    }

    /// Nothing more belongs to the last turn.
    fn close(&mut self) {
        // A key that stops a turn whose tool waits or runs is all that there is of its end.
        let stopped = self.stopped.filter(|_| !self.tools.is_empty());
        let stopped = stopped.map(|at| (at, End::Interrupted));
        if let Some(turn) = self.turns.last_mut().filter(|_| self.open) {
            turn.ended = self.perhaps.or(stopped);
            self.open = turn.ended.is_none();
        }
        self.perhaps = None;
    }
}

/// Times in which nothing is known: from the beginning of a step whose witness did not hold to the next capture.
pub fn blind(journal: &[Note]) -> Vec<(f64, f64)> {
    let mut spans: Vec<(f64, f64)> = Vec::new();
    let (mut began, mut open) = (0.0, false);
    for note in journal {
        match note.fact {
            Fact::StepBegan => began = note.at,
            Fact::StepFailed if !open => {
                spans.push((began, f64::MAX));
                open = true;
            }
            Fact::Captured { .. } if open => {
                spans.last_mut().into_iter().for_each(|it| it.1 = note.at);
                open = false;
            }
            _ => {}
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::{End, blind, turns};
    use crate::model::{Ending, Fact, Note};

    fn journal(facts: Vec<Fact>) -> Vec<Note> {
        let timed = facts.into_iter().enumerate();
        timed
            .map(|(at, fact)| Note {
                at: at as f64,
                fact,
            })
            .collect()
    }

    fn entered(prompt: &str) -> Fact {
        Fact::Entered {
            prompt: prompt.into(),
        }
    }

    fn ended(ending: Ending) -> Fact {
        Fact::Ended { ending }
    }

    fn pressed(key: &str) -> Fact {
        Fact::Pressed {
            keys: vec![key.into()],
        }
    }

    fn ends(facts: Vec<Fact>) -> Vec<Option<(f64, End)>> {
        let turns = turns(&journal(facts)).into_iter();
        turns.map(|it| it.ended).collect()
    }

    #[test]
    fn a_turn_with_a_tool_ends_with_the_answer_behind_it() {
        let id = || "call".to_owned();
        let facts = vec![
            entered("a"),
            Fact::Asked,
            Fact::Called { id: id() },
            ended(Ending::Completed),
            pressed("Enter"),
            Fact::Returned { id: id() },
            Fact::Asked,
            ended(Ending::Completed),
            Fact::Asked,
            Fact::SessionOver,
        ];
        let all = turns(&journal(facts));
        let brief: Vec<_> = all
            .iter()
            .map(|it| (it.prompt.as_deref(), it.ended))
            .collect();
        let first = (Some("a"), Some((7.0, End::Success)));
        assert_eq!(brief, [first, (None, None)]);
        assert_eq!(
            (all[0].entered, all[0].began, all[1].began),
            (0.0, 1.0, 8.0)
        );
    }

    #[test]
    fn a_retry_goes_on_and_the_last_failure_ends() {
        let facts = vec![
            entered("a"),
            Fact::Asked,
            ended(Ending::Failed),
            Fact::Asked,
            ended(Ending::Failed),
            entered("b"),
            Fact::Asked,
            ended(Ending::Cut),
            Fact::SessionOver,
        ];
        let ends = ends(facts);
        assert_eq!(ends, [Some((4.0, End::Failure)), Some((7.0, End::Either))]);
    }

    #[test]
    fn a_queued_prompt_that_is_sent_along_begins_a_turn() {
        let id = || "call".to_owned();
        let facts = vec![
            entered("a"),
            Fact::Asked,
            Fact::Called { id: id() },
            Fact::Queued { prompt: "b".into() },
            Fact::Returned { id: id() },
            Fact::Asked,
            ended(Ending::Completed),
        ];
        let ends = ends(facts);
        let both = [Some((5.0, End::Superseded)), Some((6.0, End::Success))];
        assert_eq!(ends, both);
    }

    #[test]
    fn an_answer_that_is_broken_off_for_a_queued_prompt_is_not_interrupted() {
        let facts = |key: &str| {
            vec![
                entered("a"),
                Fact::Asked,
                Fact::Queued { prompt: "b".into() },
                Fact::Pressed {
                    keys: vec![key.into()],
                },
                ended(Ending::Aborted),
                Fact::Asked,
                ended(Ending::Completed),
            ]
        };
        let first = |key: &str| ends(facts(key))[0];
        assert_eq!(first("Enter"), Some((4.0, End::Superseded)));
        assert_eq!(first("Escape"), Some((3.0, End::Interrupted)));
    }

    #[test]
    fn nothing_is_known_behind_a_step_that_failed() {
        let facts = vec![
            Fact::StepBegan,
            Fact::Captured { idle: true },
            Fact::StepBegan,
            Fact::StepFailed,
            Fact::StepBegan,
            Fact::Captured { idle: false },
            Fact::StepFailed,
        ];
        assert_eq!(blind(&journal(facts)), [(2.0, 5.0), (4.0, f64::MAX)]);
    }

    #[test]
    fn a_last_word_right_after_the_key_may_not_have_been_taken() {
        for (said, end) in [(2.1, End::Raced), (4.0, End::Success)] {
            let at = |at, fact| Note { at, fact };
            let journal = [
                at(0.0, entered("a")),
                at(1.0, Fact::Asked),
                at(2.0, pressed("Escape")),
                at(2.05, Fact::Asked),
                at(said, ended(Ending::Completed)),
            ];
            assert_eq!(turns(&journal)[0].ended, Some((said, end)));
        }
    }

    #[test]
    fn a_key_stops_a_stream_and_a_tool() {
        let facts = vec![
            entered("a"),
            Fact::Asked,
            pressed("Escape"),
            ended(Ending::Aborted),
            Fact::Asked,
            Fact::Called { id: "call".into() },
            ended(Ending::Completed),
            pressed("C-c"),
            entered("b"),
            Fact::Asked,
            pressed("Escape"),
            Fact::Captured { idle: true },
            ended(Ending::Aborted),
            Fact::SessionOver,
        ];
        let ends = ends(facts);
        let all = [2.0, 7.0, 10.0].map(|at| Some((at, End::Interrupted)));
        assert_eq!(ends, all);
    }
}
