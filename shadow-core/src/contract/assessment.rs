//! The assessment of one snapshot's surface.

use serde::{Deserialize, Serialize};

use super::zone::Zone;
use super::{
    Activity, Availability, Axis, Background, BusinessState, ComposerView, Continues, Failure,
    Goal, InputMode, Offer, OperatorBlock, PendingInput, PendingMessage, PermissionMode,
    SessionFacts, ShadowAnomaly, ShadowParserMetadata, UiContext,
};

/// A fact that the verdict rests on, with its place on the screen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Evidence {
    /// The zone of the fact; `channel` for facts beside the screen.
    pub zone: Zone,
    /// The signal's name, e.g. `running_row`, `live_composer`, `title_working`.
    pub signal: String,
    /// First and last row on the visible screen, from 0; null for facts beside the screen.
    pub rows: Option<[u32; 2]>,
    /// The text in these rows, trimmed. For a channel, its report without control characters.
    pub text: String,
    /// The axis that the fact supports.
    #[serde(rename = "for")]
    pub axis: Axis,
}

/// The state of the surface at one moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SurfaceAssessment {
    /// Whether the pane shows a CLI that shadow can read.
    pub availability: Availability,
    /// What the agent is doing.
    pub business_state: BusinessState,
    /// Where keystrokes would go.
    pub input_mode: InputMode,
    /// Which surface is in front.
    pub ui_context: UiContext,
    /// The base of `ui_context`.
    pub ui_context_base: UiContext,
    /// How the screen was read.
    pub parser_metadata: ShadowParserMetadata,
    /// Anomalies: doubts, and things that are not as expected.
    pub anomalies: Vec<ShadowAnomaly>,
    /// The open dialog as text, with the proposal cell directly above it. Present when `awaiting_operator`.
    pub operator_blocked_excerpt: Option<String>,
    /// The open dialog, parsed. Present when `awaiting_operator`.
    pub operator_block: Option<OperatorBlock>,
    /// The live composer, if there is one.
    pub composer: Option<ComposerView>,
    /// Messages queued behind the turn.
    pub pending_input: PendingInput,
    /// The queued messages that the screen shows, from the top. Empty if no message is queued, or if the
    /// screen shows only a hint.
    #[serde(default)]
    pub pending_messages: Vec<PendingMessage>,
    /// The activity of the running turn, also under a dialog.
    pub activity: Option<Activity>,
    /// Background work, outside the turn; null if the screen lists none.
    pub background: Option<Background>,
    /// The failure of the last turn.
    pub failure: Option<Failure>,
    /// The CLI's announcement that it will go on by itself.
    #[serde(default)]
    pub continues: Option<Continues>,
    /// The goal that the CLI pursues over turns.
    #[serde(default)]
    pub goal: Option<Goal>,
    /// Offers beside the live composer. An offer takes a single key before the draft does.
    #[serde(default)]
    pub offers: Vec<Offer>,
    /// The permission mode, if the screen shows it.
    pub permission_mode: Option<PermissionMode>,
    /// Facts about the session.
    pub session_facts: SessionFacts,
    /// All facts that the verdict rests on.
    pub evidence: Vec<Evidence>,
    /// Confidence, from 0 to 1.
    pub confidence: f64,
}

impl SurfaceAssessment {
    /// Whether the CLI would accept a prompt now: `supported` ∧ `idle` ∧ `freeform`, and nothing else.
    #[must_use]
    pub fn submit_ready(&self) -> bool {
        self.availability == Availability::Supported
            && self.business_state == BusinessState::Idle
            && self.input_mode == InputMode::Freeform
    }

    /// Whether text typed into the composer would become a prompt of its own if no turn ran. A composer of unknown content is
    /// taken to hold a draft.
    pub(super) fn composer_takes_a_prompt(&self) -> bool {
        let composer = self.composer.as_ref();
        composer.is_some_and(|it| it.takes_a_prompt(false))
            && self.pending_input != PendingInput::Yes
    }
}
