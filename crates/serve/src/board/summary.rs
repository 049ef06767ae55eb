//! What a list of panes says of one: the same as a line of `shadow top`, in fields.

use axum::body::Bytes;
use schemars::JsonSchema;
use serde::Serialize;
use shadow_legible::json_line;
use shadow_tui::Need;
use shadow_tui::contract::{
    Activity, Availability, Background, BusinessState, ComposerView, Failure, InputMode,
    OperatorBlock, PendingInput, PendingMessage, PermissionMode, SessionFacts, ShadowAnomaly,
    UiContext,
};
use shadow_tui::reducer::Lifecycle;

use super::panes::PaneNow;

/// The place of a pane, and what tmux reports about it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Placed {
    /// The other machine that has it, by its name for ssh; null for this machine.
    pub host: Option<String>,
    /// The name of a pane of another machine for every command, such as `devbox/default/%3`; null for this machine.
    pub there: Option<String>,
    /// Socket of its server.
    pub socket: String,
    /// Its id there, such as `%3`.
    pub pane: String,
    /// The session that holds it.
    pub session: String,
    /// `session:window.pane`.
    pub place: String,
    /// The foreground program.
    pub command: String,
    /// Its title; null if it is only tmux's default.
    pub title: Option<String>,
    /// Columns and rows.
    pub size: [u16; 2],
    /// The states that keep keys from reaching it: `dead`, `in_mode`, `synchronized`, `input_off`.
    pub flags: Vec<&'static str>,
}

/// A dialog that does not show all that it asks to approve.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Unseen {
    /// What is missing, in words.
    pub missing: &'static str,
    /// The options that would approve it, by their places from 0.
    pub options: Vec<usize>,
}

impl Unseen {
    fn of(block: &OperatorBlock) -> Option<Self> {
        let missing = block.missing()?;
        let options = 0..block.options.len();
        let options = options.filter(|at| block.approves_unseen(*at)).collect();
        Some(Self { missing, options })
    }
}

/// A pane in a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PaneSummary {
    /// Its name in addresses.
    pub key: String,
    /// The number of the look, counted over all panes. A greater number is a later look.
    pub revision: u64,
    /// The time of the look, in seconds of the epoch.
    pub at: f64,
    /// What it needs from a person.
    pub need: Need,
    /// The time when this need began, in seconds of the epoch.
    pub since: f64,
    /// Its place.
    pub placed: Placed,
    /// Whether this server knows the words of its screen only from its machine, which it asks for each request for the pane. A
    /// screen that changes is then no new look.
    pub brief: bool,
    /// The CLI.
    pub provider: String,
    /// The CLI's version, if known.
    pub version: Option<String>,
    /// Whether the pane shows a CLI that shadow can read.
    pub availability: Availability,
    /// What the agent is doing.
    pub business_state: BusinessState,
    /// Where keystrokes would go.
    pub input_mode: InputMode,
    /// Which surface is in front.
    pub ui_context: UiContext,
    /// Whether the CLI would accept a prompt now.
    pub submit_ready: bool,
    /// Whether, in addition, typing would overwrite no draft and be read as a prompt.
    pub safe_to_type: bool,
    /// `safe_to_type`, also if only silence has shown that no turn runs.
    pub takes_a_prompt: bool,
    /// Readiness and turn.
    pub lifecycle: Option<Lifecycle>,
    /// The open dialog.
    pub operator_block: Option<OperatorBlock>,
    /// What only a person at the terminal may approve of it; null if the dialog is shown whole.
    pub unseen: Option<Unseen>,
    /// The running turn's activity.
    pub activity: Option<Activity>,
    /// Background work, outside the turn.
    pub background: Option<Background>,
    /// The failure of the last turn.
    pub failure: Option<Failure>,
    /// The live composer, if there is one.
    pub composer: Option<ComposerView>,
    /// Messages queued behind the turn.
    pub pending_input: PendingInput,
    /// The queued messages that the screen shows.
    pub pending_messages: Vec<PendingMessage>,
    /// The permission mode, if shown.
    pub permission_mode: Option<PermissionMode>,
    /// Facts about the session.
    pub session_facts: SessionFacts,
    /// Anomalies: doubts, and things that are not as expected.
    pub anomalies: Vec<ShadowAnomaly>,
    /// Confidence, from 0 to 1.
    pub confidence: f64,
}

impl PaneSummary {
    /// The summary of a pane.
    pub fn of(now: &PaneNow) -> Self {
        let payload = &now.look.payload;
        let surface = payload.surface_assessment.clone();
        let metadata = &payload.parser_metadata;
        let requested = metadata.requested_version.as_ref();
        Self {
            key: now.name.clone(),
            revision: now.revision,
            at: now.at,
            need: now.need,
            since: now.since,
            placed: placed(now),
            brief: now.look.brief,
            provider: metadata.provider_id.clone(),
            version: requested.or(metadata.detected_version.as_ref()).cloned(),
            availability: surface.availability,
            business_state: surface.business_state,
            input_mode: surface.input_mode,
            ui_context: surface.ui_context,
            submit_ready: payload.submit_ready,
            safe_to_type: payload.safe_to_type,
            takes_a_prompt: payload.takes_a_prompt(),
            lifecycle: payload.lifecycle,
            unseen: surface.operator_block.as_ref().and_then(Unseen::of),
            operator_block: surface.operator_block,
            activity: surface.activity,
            background: surface.background,
            failure: surface.failure,
            composer: surface.composer,
            pending_input: surface.pending_input,
            pending_messages: surface.pending_messages,
            permission_mode: surface.permission_mode,
            session_facts: surface.session_facts,
            anomalies: surface.anomalies,
            confidence: surface.confidence,
        }
    }
}

impl PaneNow {
    /// Its summary as a frame of a stream, made once for all readers.
    pub fn frame(&self) -> Bytes {
        let made = || {
            let summary = json_line(&PaneSummary::of(self));
            Bytes::from(format!("event: pane\ndata: {summary}\n\n"))
        };
        self.frame.get_or_init(made).clone()
    }
}

fn placed(now: &PaneNow) -> Placed {
    let pane = &now.look.pane;
    let flags = [
        (pane.dead, "dead"),
        (pane.in_mode, "in_mode"),
        (pane.synchronized, "synchronized"),
        (pane.input_off, "input_off"),
    ];
    Placed {
        host: now.key.host.clone(),
        there: now.look.there.clone(),
        socket: now.key.socket.display().to_string(),
        pane: now.key.pane.to_string(),
        session: pane.session.clone(),
        place: now.place(),
        command: pane.command.clone(),
        title: pane.title.clone(),
        size: [pane.cols, pane.rows],
        flags: flags
            .iter()
            .filter(|(on, _)| *on)
            .map(|(_, flag)| *flag)
            .collect(),
    }
}
