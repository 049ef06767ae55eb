//! Further facts on the screen: activity, background work, failure, announcements, offers, permission mode, session
//! facts.

use serde::{Deserialize, Serialize};

/// What the running turn is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ActivityKind {
    /// Starting (MCP servers, hooks, …).
    Starting,
    /// The request is sent, and nothing has come back.
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
    /// The turn runs, and the screen does not show its activity.
    #[default]
    Unknown,
}

/// A scheduled retry, as shown.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Retry {
    /// The number of the attempt, from 1.
    pub attempt: Option<u32>,
    /// The number of attempts in all.
    pub of: Option<u32>,
    /// Seconds until the next attempt.
    pub in_seconds: Option<f64>,
}

/// The running turn's activity.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Activity {
    /// The kind.
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
    /// Another kind, or an unknown kind.
    #[default]
    Unknown,
}

/// One piece of background work that the screen lists.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct BackgroundItem {
    /// The kind.
    pub kind: BackgroundKind,
    /// Its label as shown; empty if only a count is shown.
    pub label: String,
}

/// Background work, outside the turn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Background {
    /// What the screen lists, in order.
    pub items: Vec<BackgroundItem>,
    /// The number of running pieces. A shown count may exceed the listed items.
    pub count: u32,
    /// Whether its end starts a turn.
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
    /// A failure of unknown kind.
    #[default]
    Unknown,
}

/// The allowance of the plan that is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum QuotaScope {
    /// The session's allowance.
    Session,
    /// The allowance of five hours.
    FiveHour,
    /// The week's allowance for all models.
    Weekly,
    /// The allowance of one model.
    Model,
    /// The month's allowance.
    Monthly,
    /// Usage that is paid in addition to the plan.
    ExtraUsage,
    /// Purchased credits.
    Credits,
    /// A limit of unknown scope.
    #[default]
    Unknown,
}

/// The failure of the last turn.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// The allowance of a quota. Null for other kinds.
    #[serde(default)]
    pub scope: Option<QuotaScope>,
    /// The message as shown, soft wraps undone.
    pub text: String,
    /// When the limit resets, as shown.
    pub resets_at: Option<String>,
    /// Seconds until a retry makes sense, as shown.
    pub retry_in_seconds: Option<f64>,
}

/// The CLI's announcement that it will go on by itself: a turn will begin without a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Continues {
    /// The time as shown; null if the screen gives none.
    pub at: Option<String>,
    /// First and last row, from 0.
    pub rows: [u32; 2],
}

/// The state of a goal that the CLI pursues over turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum GoalState {
    /// It is pursued: turns begin by themselves.
    Active,
    /// It waits for a person.
    Paused,
    /// It is tried again in a while, without a person.
    Retrying,
    /// It is reached.
    Complete,
    /// Not known.
    #[default]
    Unknown,
}

/// A goal that the CLI pursues over turns (`/goal`).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Goal {
    /// Its state.
    pub state: GoalState,
    /// The goal in the person's words; null if the screen does not show them.
    pub text: Option<String>,
    /// For how many seconds it has been pursued, as shown.
    pub elapsed_seconds: Option<f64>,
}

/// The kind of an offer beside a live composer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum OfferKind {
    /// A request to rate the session.
    Survey,
    /// Something to switch on or set up.
    Setup,
    /// Something else.
    #[default]
    Unknown,
}

/// An offer beside a live composer, which takes a single key before the draft does.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Offer {
    /// The kind.
    pub kind: OfferKind,
    /// The offer as shown, without its keys.
    pub text: String,
    /// Its keys, as tmux key names.
    pub keys: Vec<String>,
    /// First and last row, from 0.
    pub rows: [u32; 2],
}

impl Offer {
    /// Whether a prompt is a single key of this offer, so that sending it would answer the offer.
    ///
    /// [`Payload::safe_to_type`](super::Payload::safe_to_type) does not know the prompt and cannot check this.
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

/// What the agent may do without a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PermissionKind {
    /// It asks as configured.
    Default,
    /// It only plans.
    Plan,
    /// It edits without asking.
    AcceptEdits,
    /// It decides by itself.
    Auto,
    /// It never asks.
    Bypass,
    /// It only reads.
    ReadOnly,
    /// Unknown.
    #[default]
    Unknown,
}

/// The permission mode as shown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PermissionMode {
    /// The kind.
    pub kind: PermissionKind,
    /// The label as shown; null if the mode is shown by the absence of a label.
    pub label: Option<String>,
}

/// Facts about the session, as shown. A fact that is not shown is null.
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
    /// The remaining context, in percent.
    pub context_left_percent: Option<f64>,
    /// Tokens used in the session.
    pub tokens_used: Option<u64>,
    /// The command that resumes the session (shown in the farewell).
    pub resume_command: Option<String>,
}
