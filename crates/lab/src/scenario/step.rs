//! One step of a scenario: actions, then a wait, then (if it is named) a capture with witness and truth.

use serde::{Deserialize, Serialize};

use crate::model::Reply;
use crate::version::Version;

/// One step. Actions happen in the order of the fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Step {
    /// Name of the capture; a step without one captures nothing.
    pub name: Option<String>,
    /// First version that has this step.
    pub since: Option<Version>,
    /// Last version that has this step.
    pub until: Option<Version>,
    /// If it fails, the session goes on (its capture is dropped all the same).
    pub optional: bool,
    /// Replies that the model will give, in order.
    pub say: Vec<Reply>,
    /// Gates to release.
    pub release: Vec<String>,
    /// Files to make empty, such as the one that a running tool waits for.
    pub touch: Vec<String>,
    /// Kill the CLI that was started from the shell (`shell = true`).
    pub kill: bool,
    /// New size of the pane: columns, rows.
    pub resize: Option<[u16; 2]>,
    /// The terminal tells a program that asked for it that it has got the focus, or lost it.
    pub focus: Option<bool>,
    /// Keys by tmux name, such as `Escape`, `C-o`, `Down`.
    pub keys: Vec<String>,
    /// Keys pressed again and again until the screen shows what it shall.
    pub repeat: Option<Repeat>,
    /// Text typed as it is.
    #[serde(rename = "type")]
    pub text: Option<String>,
    /// Text pasted in brackets.
    pub paste: Option<String>,
    /// A prompt: typed, seen in the composer, Enter, seen by the server.
    pub submit: Option<String>,
    /// Keys pressed after typing or pasting.
    pub then: Vec<String>,
    /// What to wait for afterwards.
    pub wait: Wait,
    /// Something moves on the screen although no turn runs, such as a clock or an agent's row.
    pub moving: bool,
    /// The surface itself repeats words of the dialog, such as a picker that names sessions by their first prompt: which
    /// lines stand in a transcript is not known, and none are recorded.
    pub repeats: bool,
    /// Where the screen shows none of these texts (alternatives with `||`), it shows nothing of the activity, and none is
    /// recorded.
    pub tells: Vec<String>,
    /// What is true in the short form `idle`, `working`, `blocked:approval_prompt`, `popup:slash_command`, …
    pub is: Option<String>,
    /// Fields of the truth beside the four axes (or instead of them).
    pub truth: toml::Table,
    /// What proves it.
    pub witness: Witness,
}

impl Step {
    /// Whether this version has the step.
    pub fn applies(&self, version: Version) -> bool {
        self.since.is_none_or(|since| version >= since)
            && self.until.is_none_or(|until| version <= until)
    }

    /// Whether a screen that still moves would contradict the truth: an idle surface is painted once and stays.
    pub fn must_stand_still(&self) -> bool {
        let idle = self.is.as_deref().is_some_and(|is| is.starts_with("idle"));
        idle && !self.moving
    }
}

/// Keys that are pressed until the screen shows some texts and no longer shows others, at most five times; nothing is
/// pressed if it does.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Repeat {
    /// Keys by tmux name.
    pub keys: Vec<String>,
    /// All of these must be shown (alternatives with `||`).
    pub screen: Vec<String>,
    /// None of these may be shown.
    pub gone: Vec<String>,
}

/// What a step waits for. All conditions must hold, within `timeout` seconds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wait {
    /// This gate is reached and holds its stream open.
    pub gate: Option<String>,
    /// No stream is open and no reply is left to say.
    pub answered: bool,
    /// The server has had this many main requests since the session began.
    pub requests: Option<u64>,
    /// The plain screen contains all of these.
    pub screen: Vec<String>,
    /// The plain screen contains none of these.
    pub gone: Vec<String>,
    /// This file exists.
    pub file: Option<String>,
    /// Pause before anything else is looked at, in seconds.
    pub seconds: Option<f64>,
    /// The screen has not changed for this long, in milliseconds (best effort: after `settle` seconds it goes on).
    pub stable: Option<u64>,
    /// Limit in seconds on a quiet machine; 10 if absent.
    pub timeout: Option<f64>,
}

/// What must hold before and after the capture, so that the truth is known.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Witness {
    /// These gates hold streams open.
    pub gates: Vec<String>,
    /// No stream is open, no tool call is unanswered: no turn runs.
    pub idle: bool,
    /// A tool call was delivered and its result has not come: it waits for the operator, or runs.
    pub tool_open: bool,
    /// This many main requests in all.
    pub requests: Option<u64>,
    /// These files exist (a tool made them).
    pub files: Vec<String>,
    /// These files do not exist (a tool that waits would make them).
    pub no_files: Vec<String>,
    /// The screen contains all of these: a guard beside other witnesses, never alone for what the model did.
    pub screen: Vec<String>,
    /// The screen contains none of these.
    pub lacks: Vec<String>,
    /// The process has ended.
    pub exited: bool,
    /// What else proves it, in words: the keys that were pressed.
    pub why: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::Step;

    #[test]
    fn only_an_idle_surface_must_stand_still() {
        let step = |text: &str| toml::from_str::<Step>(text).unwrap();
        assert!(step("is = 'idle'").must_stand_still());
        assert!(!step("is = 'working'").must_stand_still());
        assert!(!step("is = 'idle'\nmoving = true").must_stand_still());
    }
}
