//! One look at the pane, reduced to what acting on it depends on.

use shadow_core::Manners;
use shadow_core::contract::{
    AnomalyCode, Availability, Axis, BusinessState, CellRole, ComposerView, Evidence, InputMode,
    Offer, OperatorBlock, Payload, PendingInput, UiContext,
};
use shadow_core::surface::SUSPENDED;

use crate::shown::solid;

/// What the terminal multiplexer says of the pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PaneFlags {
    /// The program has ended and the pane is kept.
    pub dead: bool,
    /// A mode of the multiplexer (copy mode, a chooser) takes the keys.
    pub in_mode: bool,
    /// Input to the pane is switched off.
    pub input_off: bool,
    /// Keys go to every pane of the window.
    pub synchronized: bool,
    /// Nothing tells that an agent's CLI has the keys: a program of which nothing is known is in front, or it is not known
    /// which one is. The caller has not allowed for that.
    pub stranger: bool,
}

/// A cell of the dialog: who speaks, and the words as far as a terminal shows them.
pub(crate) type Words = (CellRole, String);

/// One look.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sight {
    /// The pane's flags.
    pub flags: PaneFlags,
    /// Names the process in the pane; another one is another life.
    pub life: u64,
    /// The process in front of the pane's terminal and when it was started, where both are known.
    pub front: Option<(u32, u64)>,
    /// How the CLI takes what is typed.
    pub manners: Manners,
    /// Is there a CLI to read?
    pub availability: Availability,
    /// The CLI is suspended: it comes back where it stood.
    pub suspended: bool,
    /// What is the agent doing?
    pub business_state: BusinessState,
    /// Where do keystrokes go?
    pub input_mode: InputMode,
    /// Which surface is in front?
    pub ui_context: UiContext,
    /// Text typed now would become a prompt of its own, by what the screen shows or what silence has settled.
    pub takes_a_prompt: bool,
    /// The dialog in front.
    pub block: Option<OperatorBlock>,
    /// The composer.
    pub composer: Option<ComposerView>,
    /// What is offered beside the composer and takes a key before the draft does.
    pub offers: Vec<Offer>,
    /// The CLI says that it will go on by itself.
    pub continues: bool,
    /// Messages queued behind the turn.
    pub pending: PendingInput,
    /// Nothing on the given channels tells a running turn from a finished one.
    pub unwitnessed: bool,
    /// Silence alone has settled that no turn runs.
    pub silent: bool,
    /// The dialog's cells.
    pub(crate) cells: Vec<Words>,
    /// How many calls of what the dialog asks to approve are over.
    pub(crate) over: usize,
}

impl Sight {
    /// What a payload, the pane's flags and its CLI's manners (`Stack::manners`) make. `life` names the process in the pane.
    #[must_use]
    pub fn new(payload: &Payload, flags: PaneFlags, life: u64, manners: Manners) -> Self {
        let assessment = &payload.surface_assessment;
        let unwitnessed = |anomaly: &shadow_core::contract::ShadowAnomaly| {
            anomaly.code == AnomalyCode::NoTurnWitness
        };
        let cells = payload.dialog_projection.cells.iter();
        Self {
            flags,
            life,
            front: None,
            manners,
            availability: assessment.availability,
            suspended: assessment.evidence.iter().any(tells_suspended),
            business_state: assessment.business_state,
            input_mode: assessment.input_mode,
            ui_context: assessment.ui_context,
            takes_a_prompt: payload.takes_a_prompt(),
            block: assessment.operator_block.clone(),
            composer: assessment.composer.clone(),
            offers: assessment.offers.clone(),
            continues: assessment.continues.is_some(),
            pending: assessment.pending_input,
            unwitnessed: assessment.anomalies.iter().any(unwitnessed),
            silent: payload.is_settled_by_silence(),
            cells: cells.map(|cell| (cell.role, solid(&cell.text))).collect(),
            over: assessment.operator_block.as_ref().map_or(0, |block| {
                block.calls_over(&payload.dialog_projection.cells)
            }),
        }
    }

    /// A dialog, picker or panel is in front of the composer.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.business_state == BusinessState::AwaitingOperator || self.block.is_some()
    }

    /// Keystrokes go into the composer, and no turn is seen to run.
    pub(crate) fn is_free(&self) -> bool {
        self.availability == Availability::Supported
            && self.input_mode == InputMode::Freeform
            && !self.is_blocked()
            && self.business_state != BusinessState::Working
    }

    /// The text in the composer, without white space; none without a composer.
    pub(crate) fn draft(&self) -> Option<String> {
        use shadow_core::contract::ComposerContent::{Empty, Placeholder, Suggestion};
        let composer = self.composer.as_ref()?;
        match composer.content {
            Empty | Placeholder | Suggestion => Some(String::new()),
            _ => Some(solid(&composer.text)),
        }
    }
}

/// Whether a witness of the CLI's absence says that it is suspended.
fn tells_suspended(evidence: &Evidence) -> bool {
    evidence.axis == Axis::Availability && evidence.signal == SUSPENDED
}
