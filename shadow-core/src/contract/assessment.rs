//! The assessment of one snapshot's surface.

use serde::{Deserialize, Serialize};

use super::zone::Zone;
use super::{
    Activity, Availability, Axis, Background, BusinessState, ComposerContent, ComposerMode,
    ComposerView, Continues, Editor, Failure, InputMode, Offer, OperatorBlock, PendingInput,
    PendingMessage, PermissionMode, SessionFacts, ShadowAnomaly, ShadowParserMetadata, UiContext,
};

/// One fact that the verdict rests on, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Evidence {
    /// The zone that it stands in; `channel` for facts beside the screen.
    pub zone: Zone,
    /// The signal's name, e.g. `running_row`, `live_composer`, `title_working`.
    pub signal: String,
    /// First and last row on the visible screen, from 0; null for facts beside the screen.
    pub rows: Option<[u32; 2]>,
    /// What stands there, trimmed; for channels what they said, control characters gone.
    pub text: String,
    /// The axis that it speaks for.
    #[serde(rename = "for")]
    pub axis: Axis,
}

/// What the surface is, right now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SurfaceAssessment {
    /// Is there a CLI to read?
    pub availability: Availability,
    /// What is the agent doing?
    pub business_state: BusinessState,
    /// Where do keystrokes go?
    pub input_mode: InputMode,
    /// Which surface is in front?
    pub ui_context: UiContext,
    /// The base of `ui_context`.
    pub ui_context_base: UiContext,
    /// How the screen was read.
    pub parser_metadata: ShadowParserMetadata,
    /// What went other than expected.
    pub anomalies: Vec<ShadowAnomaly>,
    /// The block as text with the proposal cell directly above it; only when `awaiting_operator`.
    pub operator_blocked_excerpt: Option<String>,
    /// The block parsed; only when `awaiting_operator`.
    pub operator_block: Option<OperatorBlock>,
    /// The composer, when one lives.
    pub composer: Option<ComposerView>,
    /// Messages queued behind the turn.
    pub pending_input: PendingInput,
    /// Those messages, as far as the screen shows them, from the top. Empty where none waits, and where
    /// only a hint tells that some do.
    #[serde(default)]
    pub pending_messages: Vec<PendingMessage>,
    /// The running turn's activity, under a dialog too.
    pub activity: Option<Activity>,
    /// Work outside the turn; null where the screen lists none.
    pub background: Option<Background>,
    /// The failure of the last turn.
    pub failure: Option<Failure>,
    /// Whether the CLI has said that it will go on by itself.
    #[serde(default)]
    pub continues: Option<Continues>,
    /// What stands beside a live composer and takes a single key before the draft does.
    #[serde(default)]
    pub offers: Vec<Offer>,
    /// The permission mode, where shown.
    pub permission_mode: Option<PermissionMode>,
    /// Facts about the session.
    pub session_facts: SessionFacts,
    /// Everything that the verdict rests on.
    pub evidence: Vec<Evidence>,
    /// How sure, 0 to 1.
    pub confidence: f64,
}

impl SurfaceAssessment {
    /// `supported` ∧ `idle` ∧ `freeform`; nothing else enters it.
    #[must_use]
    pub fn submit_ready(&self) -> bool {
        self.availability == Availability::Supported
            && self.business_state == BusinessState::Idle
            && self.input_mode == InputMode::Freeform
    }

    /// `submit_ready`, and text typed now would become a prompt of its own: the composer holds no
    /// draft, takes prompts, is not in vim's normal mode, and nothing is queued.
    ///
    /// A composer of unknown content counts as free only with the cursor on its first cell and no
    /// draft style; `unknown_composer_is_free` says whether the projector saw that.
    #[must_use]
    pub fn safe_to_type(&self, unknown_composer_is_free: bool) -> bool {
        self.submit_ready() && self.composer_takes_a_prompt(unknown_composer_is_free)
    }

    /// Whether text typed into the composer would become a prompt of its own, were no turn running.
    pub(super) fn composer_takes_a_prompt(&self, unknown_composer_is_free: bool) -> bool {
        let Some(composer) = &self.composer else {
            return false;
        };
        let content_is_free = match composer.content {
            ComposerContent::Empty | ComposerContent::Placeholder | ComposerContent::Suggestion => {
                true
            }
            ComposerContent::Unknown => unknown_composer_is_free,
            ComposerContent::Draft | ComposerContent::CollapsedPaste => false,
        };
        content_is_free
            && composer.mode == ComposerMode::Prompt
            && composer.editor != Editor::VimNormal
            && self.pending_input != PendingInput::Yes
    }
}
