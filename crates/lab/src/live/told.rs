//! What shadow reported of a session: its events, and its turn log.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::error::{Context, Result};
use crate::session::{EVENTS, TURNS};

/// A turn as a turn log reports it.
#[derive(Debug, Clone, PartialEq)]
pub struct ToldTurn {
    /// How it began, in the log's own word.
    pub how: String,
    /// The prompt.
    pub prompt: Option<String>,
    /// When it began.
    pub started: f64,
    /// When its end was reported.
    pub told: f64,
    /// How it ended, in the log's own word.
    pub outcome: String,
    /// The answer, if it is reported to be whole; parts that were seen depend on when one looked.
    pub answer: Option<String>,
    /// Whether the screen showed the end by itself: not silence, and not the next prompt.
    pub shown: bool,
}

/// A state of readiness, from a moment on.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// From when.
    pub at: f64,
    /// Its name.
    pub name: String,
    /// Whether it was inferred only from silence.
    pub by_silence: bool,
}

/// The reported turns and dialogs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Told {
    /// The turns of the log.
    pub turns: Vec<ToldTurn>,
    /// Readiness over time.
    pub readiness: Vec<State>,
    /// When a dialog was reported.
    pub blocked: Vec<f64>,
    /// Whether the CLI reported its program status by itself.
    pub reports: bool,
}

impl Told {
    /// Reads what lies beside a session.
    pub fn read(session: &Path) -> Result<Self> {
        let mut told = Self::default();
        for event in &lines(&session.join(EVENTS))? {
            told.take(event);
        }
        let log = lines(&session.join(TURNS))?;
        told.turns = log.iter().filter_map(turn).collect();
        Ok(told)
    }

    fn take(&mut self, event: &Value) {
        let at = event["at"].as_f64().unwrap_or_default();
        match event["event"].as_str() {
            Some("readiness_changed") => self.readiness.push(State {
                at,
                name: text(&event["to"]),
                by_silence: event["inferred_by_silence"] == true,
            }),
            Some("operator_blocked") => self.blocked.push(at),
            Some("self_report") => self.reports |= event["channel"] == "program_status",
            _ => {}
        }
    }
}

/// A turn of an event, if it is the end of one.
pub fn turn(event: &Value) -> Option<ToldTurn> {
    let record = event.get("record")?;
    let whole = record["answer"]["complete"] == true;
    let last = record["evidence"].as_array().and_then(|all| all.last());
    let last = last.map(|fact| text(&fact["signal"])).unwrap_or_default();
    Some(ToldTurn {
        how: text(&record["how"]),
        prompt: record["prompt"].as_str().map(str::to_owned),
        started: record["started"].as_f64()?,
        told: event["at"].as_f64()?,
        outcome: text(&record["outcome"]),
        answer: whole.then(|| text(&record["answer"]["text"])),
        shown: last == "submit_ready_held",
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The lines of a file of JSON lines.
pub fn lines<T: serde::de::DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let all = fs::read_to_string(path).context(path.display())?;
    let read = |line: &str| serde_json::from_str(line).context(path.display());
    all.lines().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::{Told, turn};
    use serde_json::json;

    #[test]
    fn events_become_states_and_turns() {
        let mut told = Told::default();
        let ended = json!({"event": "turn_ended", "at": 4.5, "record": {"how": "inferred_composer", "prompt": "a", "started": 2.0,
            "outcome": "success", "answer": {"text": "b", "complete": true},
            "evidence": [{"signal": "user_cell"}, {"signal": "silence"}]}});
        for event in [
            json!({"event": "readiness_changed", "at": 1.0, "to": "ready", "inferred_by_silence": false}),
            ended.clone(),
            json!({"event": "operator_blocked", "at": 5.0}),
        ] {
            told.take(&event);
        }
        assert_eq!(told.readiness[0].name, "ready");
        assert_eq!(told.blocked, [5.0]);
        let turn = turn(&ended).unwrap();
        assert_eq!((turn.told, turn.outcome.as_str()), (4.5, "success"));
        assert_eq!((turn.answer.as_deref(), turn.shown), (Some("b"), false));
    }
}
