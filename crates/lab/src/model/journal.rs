//! What happened, with its time: the truth that whatever watches the session from outside is held against.
//!
//! The model notes what it was asked and said, the runner what it pressed; one list, in order.

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// When, in seconds of the epoch.
    pub at: f64,
    /// What.
    #[serde(flatten)]
    pub fact: Fact,
}

impl Note {
    /// A fact of this moment.
    pub fn now(fact: Fact) -> Self {
        Self { at: epoch(), fact }
    }
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Fact {
    /// The recording of the pane began; its times count from here.
    RecordingBegan,
    /// Enter was pressed on a prompt.
    Entered {
        /// The whole prompt.
        prompt: String,
    },
    /// A prompt was entered by a key beside others, perhaps while a turn ran.
    Queued {
        /// What had been typed.
        prompt: String,
    },
    /// Keys were pressed.
    Pressed {
        /// By tmux name.
        keys: Vec<String>,
    },
    /// A step of the scenario began.
    StepBegan,
    /// The witness of a step did not hold: from its beginning until the next step that is captured nothing is known.
    StepFailed,
    /// A step was captured: its witness held.
    Captured {
        /// No turn ran.
        idle: bool,
    },
    /// The model was asked, as part of a turn.
    Asked,
    /// It called a tool.
    Called {
        /// The call's id.
        id: String,
    },
    /// A tool's result came back.
    Returned {
        /// The call's id.
        id: String,
    },
    /// A response that was part of a turn ended.
    Ended {
        /// How.
        ending: Ending,
    },
    /// The session is over; nothing is pressed or said any more.
    SessionOver,
}

/// How a response came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It was said to its end.
    Completed,
    /// It was said to its end, and that end was not a proper one (`max_tokens` and such).
    Cut,
    /// It ended in an error or a dropped connection, as scripted.
    Failed,
    /// The client went away before.
    Aborted,
}

/// Seconds of the epoch.
pub fn epoch() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::{Ending, Fact, Note};

    #[test]
    fn a_note_is_one_flat_line() {
        let note = Note {
            at: 1.5,
            fact: Fact::Ended {
                ending: Ending::Failed,
            },
        };
        let line = serde_json::to_string(&note).unwrap();
        assert_eq!(line, r#"{"at":1.5,"fact":"ended","ending":"failed"}"#);
        assert_eq!(serde_json::from_str::<Note>(&line).unwrap(), note);
    }
}
