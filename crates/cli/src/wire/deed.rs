//! A request of the co-process that acts on live panes: one line of `shadow parse --ndjson --act`.

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shadow_act::OptionName;
use shadow_live::Until;

/// A prompt to send, or to send and wait for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sent {
    /// The pane, by any name that commands take.
    pub pane: String,
    /// The prompt.
    pub text: String,
    /// Allow a draft in the composer and send it together with the text.
    #[serde(default)]
    pub allow_draft: bool,
    /// Refuse at once if the screen does not show whether a turn runs, instead of waiting for silence.
    #[serde(default)]
    pub no_quiet: bool,
    /// Only while this is the last turn of the pane, by `turn` of the events of this `life`. A relay over a NATS server takes it.
    #[serde(default)]
    pub if_turn: Option<u64>,
    /// Replace each tab by four spaces. Without this, a text with tabs is refused for Claude Code, which would replace them.
    #[serde(default)]
    pub expand_tabs: bool,
    /// When the act is done, also wait for what comes of the turn (`ask` always does, and answers once): a second answer with this `id`, as after `ask`.
    /// `timeout` does not limit this wait. It ends with standard input.
    #[serde(default)]
    pub wait: bool,
    /// Give up after this many seconds.
    #[serde(default)]
    pub timeout: Option<f64>,
}

/// An answer to a dialog: `option` or `match`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Chosen {
    /// The pane, by any name that commands take.
    pub pane: String,
    /// The option by its number (counted from the top if none is printed) or by its hotkey.
    #[serde(default)]
    pub option: Option<OptionName>,
    /// The option whose label is this text, else the only one whose label contains it.
    #[serde(default, rename = "match")]
    pub label: Option<String>,
    /// The signature of the dialog that was read. Another dialog gets no keys.
    pub signature: String,
    /// The number that a living observer gave to that dialog, such as this co-process where it watches.
    #[serde(default)]
    pub appearance: Option<u64>,
    /// When the act is done, also wait for what comes of the turn: a second answer with this `id`, as after `ask`.
    /// `timeout` does not limit this wait. It ends with standard input.
    #[serde(default)]
    pub wait: bool,
    /// Give up after this many seconds.
    #[serde(default)]
    pub timeout: Option<f64>,
}

/// A running turn to stop.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Interrupted {
    /// The pane, by any name that commands take.
    pub pane: String,
    /// Press the key even if no turn is seen to run.
    #[serde(default)]
    pub force: bool,
    /// Press the key even if a dialog is open; this answers the dialog. A relay needs its `signature`.
    #[serde(default)]
    pub dialog: bool,
    /// The signature of the dialog that was read. Another dialog gets no key.
    #[serde(default)]
    pub signature: Option<String>,
    /// Only while this is the last turn of the pane, by `turn` of the events of this `life`. A relay over a NATS server takes it.
    #[serde(default)]
    pub turn: Option<u64>,
    /// Give up after this many seconds.
    #[serde(default)]
    pub timeout: Option<f64>,
}

/// Panes to watch: their events are printed as they happen, each with this request's `id`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Watched {
    /// The panes, by any names that commands take; every pane that holds an agent if the list is empty.
    #[serde(default)]
    pub panes: Vec<String>,
    /// Also print how each pane looks, at most every half second and before its events: lines with this request's `id` and
    /// `look`.
    #[serde(default)]
    pub looks: bool,
    /// Watch panes without an agent, too; only if `panes` is empty.
    #[serde(default)]
    pub all: bool,
}

/// Panes to list: one response with all of them, as `shadow panes --json` prints them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// List panes without an agent, too.
    #[serde(default)]
    pub all: bool,
}

/// The state of a pane that a wait ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Awaited {
    /// No turn runs, no dialog is open, and the CLI accepts a prompt.
    Ready,
    /// As ready, and text typed now becomes a prompt of its own: no draft, no queued prompt, not shell or memory mode, not vim's normal mode.
    Safe,
    /// A dialog needs an answer.
    Blocked,
    /// A turn has ended.
    Completed,
    /// No turn runs and no dialog is open; a list of commands may be open.
    Idle,
    /// The CLI or the pane is gone.
    Gone,
}

impl From<Awaited> for Until {
    fn from(awaited: Awaited) -> Self {
        match awaited {
            Awaited::Ready => Self::Ready,
            Awaited::Safe => Self::Safe,
            Awaited::Blocked => Self::Blocked,
            Awaited::Completed => Self::Completed,
            Awaited::Idle => Self::Idle,
            Awaited::Gone => Self::Gone,
        }
    }
}

/// A pane to wait for: until it is in a state, or until a turn has ended. The response is the event that ends the wait.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    /// The pane, by any name that commands take.
    pub pane: String,
    /// The state to wait for. The default is `completed`.
    #[serde(default)]
    pub until: Option<Awaited>,
    /// Wait for the end of this turn, by the number that `shadow send` printed. It may have ended already.
    #[serde(default)]
    pub turn: Option<u64>,
    /// Give up after this many seconds.
    #[serde(default)]
    pub timeout: Option<f64>,
}

/// What is to be done.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Deed {
    /// Print events as they happen. Once for each process.
    Watch(Watched),
    /// Send a prompt.
    Send(Sent),
    /// Send a prompt and wait for what comes of it.
    Ask(Sent),
    /// Answer a dialog.
    Choose(Chosen),
    /// Interrupt the running turn.
    Interrupt(Interrupted),
    /// List panes.
    Panes(Listed),
    /// Wait until a pane is in a state.
    Wait(Waiting),
}

impl Deed {
    /// Whether it presses keys.
    pub const fn acts(&self) -> bool {
        match self {
            Self::Send(_) | Self::Ask(_) | Self::Choose(_) | Self::Interrupt(_) => true,
            Self::Watch(_) | Self::Panes(_) | Self::Wait(_) => false,
        }
    }

    /// Whether it presses no key and waits.
    pub const fn only_waits(&self) -> bool {
        matches!(self, Self::Wait(_))
    }

    /// Whether it waits, perhaps after an act.
    pub const fn waits(&self) -> bool {
        match self {
            Self::Wait(_) => true,
            Self::Send(sent) => sent.wait,
            Self::Choose(chosen) => chosen.wait,
            _ => false,
        }
    }
}

/// A request that acts. Its answer comes when it is done; other answers may come before.
#[derive(Debug, JsonSchema)]
pub struct ActRequest {
    /// Any JSON value; the answer carries it unchanged.
    #[schemars(default)]
    #[expect(dead_code, reason = "the schema alone names it; it is read apart")]
    pub id: Value,
    /// What is to be done.
    #[schemars(flatten)]
    #[expect(dead_code, reason = "the schema alone names it; it is read apart")]
    pub deed: Deed,
}
