//! What else the screen says: activity, background work, failure, what comes by itself, offers, permission mode,
//! session facts.

use serde::{Deserialize, Serialize};

/// What the running turn is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ActivityKind {
    /// Starting (MCP servers, hooks, …).
    Starting,
    /// The request is out; nothing has come back.
    Waiting,
    /// Reasoning.
    Thinking,
    /// Text of the answer arrives.
    Streaming,
    /// A tool runs (or waits for approval, under a dialog).
    Tool,
    /// The API failed and a retry is scheduled.
    Retrying,
    /// The conversation is being compacted.
    Compacting,
    /// Running; what exactly is not shown.
    #[default]
    Unknown,
}

/// A scheduled retry, as shown.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Retry {
    /// Which attempt, from 1.
    pub attempt: Option<u32>,
    /// Of how many.
    pub of: Option<u32>,
    /// Seconds until the next attempt.
    pub in_seconds: Option<f64>,
}

/// The running turn's activity.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Activity {
    /// What kind.
    pub kind: ActivityKind,
    /// The label as shown (`Baking…`, `Working`, `Reconnecting`).
    pub label: Option<String>,
    /// Elapsed time as shown, in seconds.
    pub elapsed_seconds: Option<f64>,
    /// Token count as shown.
    pub tokens: Option<u64>,
    /// The retry, when one is scheduled.
    pub retry: Option<Retry>,
}

/// Kind of a piece of background work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BackgroundKind {
    /// A shell or terminal.
    Shell,
    /// A subagent.
    Agent,
    /// A monitor.
    Monitor,
    /// A workflow: a script of agents.
    Workflow,
    /// Something else, or not told.
    #[default]
    Unknown,
}

/// One piece of background work that the screen lists.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct BackgroundItem {
    /// What kind.
    pub kind: BackgroundKind,
    /// Its label as shown; empty where only a count is shown.
    pub label: String,
}

/// Work outside the turn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Background {
    /// What the screen lists, in order.
    pub items: Vec<BackgroundItem>,
    /// How many run (a shown count may exceed the listed items).
    pub count: u32,
    /// Whether its end will start a turn by itself.
    pub wakes_itself: bool,
}

/// Why the last turn failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FailureKind {
    /// Credentials missing, wrong or expired.
    Auth,
    /// Too many requests.
    RateLimit,
    /// A usage limit of the plan is reached.
    Quota,
    /// The service is overloaded.
    Overloaded,
    /// No connection, or it broke.
    Network,
    /// The conversation is too long.
    ContextLimit,
    /// The request was refused as malformed.
    InvalidRequest,
    /// Failed; the kind is not told.
    #[default]
    Unknown,
}

/// Which allowance of the plan is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum QuotaScope {
    /// The session's.
    Session,
    /// That of five hours.
    FiveHour,
    /// The week's, all models together.
    Weekly,
    /// One model's.
    Model,
    /// The month's.
    Monthly,
    /// What is paid beyond the plan.
    ExtraUsage,
    /// Credits that were bought.
    Credits,
    /// A limit; which one is not told.
    #[default]
    Unknown,
}

/// The failure of the last turn.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Failure {
    /// What kind.
    pub kind: FailureKind,
    /// Of a quota: which one. Null for any other kind.
    #[serde(default)]
    pub scope: Option<QuotaScope>,
    /// The message as shown, soft wraps undone.
    pub text: String,
    /// When the limit resets, as shown.
    pub resets_at: Option<String>,
    /// Seconds until a retry makes sense, as shown.
    pub retry_in_seconds: Option<f64>,
}

/// The CLI has said that it will go on by itself: a turn will begin that nobody submits.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Continues {
    /// When, as shown; null where it does not say.
    pub at: Option<String>,
    /// First and last row, from 0.
    pub rows: [u32; 2],
}

/// What is offered beside a live composer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum OfferKind {
    /// How the session is going, to be rated.
    Survey,
    /// Something to be switched on or set up.
    Setup,
    /// Something else.
    #[default]
    Unknown,
}

/// What stands beside a live composer and takes a single key before the draft does.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Offer {
    /// What kind.
    pub kind: OfferKind,
    /// The offer as shown, its keys aside.
    pub text: String,
    /// The keys that it takes, in tmux key names.
    pub keys: Vec<String>,
    /// First and last row, from 0.
    pub rows: [u32; 2],
}

impl Offer {
    /// Whether a text is nothing but one key that this takes before the draft does: sent as a prompt, it would answer the offer.
    /// Not part of [`SurfaceAssessment::safe_to_type`](super::SurfaceAssessment::safe_to_type), which knows no prompt.
    ///
    /// ```
    /// # use shadow_tui_core as shadow_tui;
    /// use shadow_tui::contract::Offer;
    ///
    /// let survey = Offer { keys: vec!["1".into(), "2".into(), "0".into()], ..Offer::default() };
    /// assert!(survey.is_answered_by("1"));
    /// assert!(!survey.is_answered_by("1 more"));
    /// ```
    #[must_use]
    pub fn is_answered_by(&self, prompt: &str) -> bool {
        self.keys.iter().any(|key| key == prompt.trim())
    }
}

/// What the agent may do without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PermissionKind {
    /// Asks as configured.
    Default,
    /// Plans only.
    Plan,
    /// Edits without asking.
    AcceptEdits,
    /// Decides by itself.
    Auto,
    /// Asks for nothing.
    Bypass,
    /// Reads only.
    ReadOnly,
    /// Not known.
    #[default]
    Unknown,
}

/// The permission mode as shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PermissionMode {
    /// What kind.
    pub kind: PermissionKind,
    /// The label as shown; null where the mode is shown by absence.
    pub label: Option<String>,
}

/// Facts about the session, each as shown and null where not shown.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SessionFacts {
    /// The model's name.
    pub model: Option<String>,
    /// The reasoning effort.
    pub effort: Option<String>,
    /// The working directory.
    pub directory: Option<String>,
    /// The session's name.
    pub session_name: Option<String>,
    /// How much context is left, in percent.
    pub context_left_percent: Option<f64>,
    /// Tokens used in the session.
    pub tokens_used: Option<u64>,
    /// The command that resumes the session (shown in the farewell).
    pub resume_command: Option<String>,
}
