//! One observation, reduced to what the reducer reads of a payload.

use crate::contract::{
    Activity, ActivityKind, AnomalyCode, Availability, Axis, BlockOrigin, BusinessState,
    ComposerContent, DialogCell, Evidence, Failure, InputMode, OperatorBlock, Payload,
    PendingInput, ShadowAnomaly, UiContext,
};
use crate::event::SurfaceAxes;
use crate::snapshot::{Channels, ProcessState};
use crate::surface::{INTERRUPTED, SUSPENDED, TITLE_IDLE, TITLE_WORKING, TitleFact, Zone};
use crate::text::printable;

/// The program's self-reports, safe to print.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SelfReports {
    /// The title.
    pub title: Option<String>,
    /// The meaning of the title for the turn, if known: `working`, `blocked` or `idle`.
    pub title_says: Option<&'static str>,
    /// The current program status records, each `id state kind`.
    pub program_status: Option<String>,
    /// The progress payload.
    pub progress: Option<String>,
    /// Notifications since the last observation.
    pub notifications: Vec<String>,
}

/// One observation of one pane.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Observation {
    /// The axes.
    pub axes: SurfaceAxes,
    /// The block in front.
    pub block: Option<OperatorBlock>,
    /// Columns and rows of the pane, where both are known.
    pub size: Option<[u16; 2]>,
    /// The composer's draft, when it holds one.
    pub draft: Option<String>,
    /// Messages queued behind the turn.
    pub pending: PendingInput,
    /// The running turn's activity.
    pub activity: Option<Activity>,
    /// The last turn's failure.
    pub failure: Option<Failure>,
    /// Whether work goes on outside the turn.
    pub background: bool,
    /// The newest end mark on the screen says that the turn was interrupted.
    pub interrupted: bool,
    /// An end mark of the turn is on the screen, below everything of the turn.
    pub end_mark: bool,
    /// Only the title says that a turn runs.
    pub only_title_works: bool,
    /// Only the title says that no turn runs.
    pub only_title_rests: bool,
    /// The screen does not show that a turn runs. At most, a channel beside it does.
    pub screen_rests: bool,
    /// The CLI is suspended. It left the pane to a shell and may come back.
    pub suspended: bool,
    /// The given channels cannot separate a running turn from a finished one.
    pub unwitnessed: bool,
    /// The parser's anomalies.
    pub anomalies: Vec<ShadowAnomaly>,
    /// The dialog's cells.
    pub cells: Vec<DialogCell>,
    /// The program's self-reports.
    pub reports: SelfReports,
    /// Whether the process is alive.
    pub process: ProcessState,
    /// The number of the process, counted from 1, if the source knows it.
    pub generation: Option<u64>,
}

impl Observation {
    /// Makes an observation of a payload and its channels.
    #[must_use]
    pub fn new(payload: &Payload, channels: &Channels) -> Self {
        let assessment = &payload.surface_assessment;
        let has = |code| assessment.anomalies.iter().any(|a| a.code == code);
        let end_mark = assessment
            .evidence
            .iter()
            .any(|evidence| evidence.zone == Zone::Finished);
        let freeform = assessment.input_mode == InputMode::Freeform;
        let contradicted = has(AnomalyCode::ContradictoryEvidence) && end_mark;
        Self {
            axes: axes(payload),
            block: assessment.operator_block.clone(),
            size: channels.cols.zip(channels.rows).map(Into::into),
            draft: draft(payload),
            pending: assessment.pending_input,
            activity: assessment.activity.clone(),
            failure: assessment.failure.clone(),
            background: assessment.background.is_some(),
            interrupted: assessment.business_state == BusinessState::Idle
                && signals(payload).any(|signal| signal == INTERRUPTED),
            end_mark,
            only_title_works: only_title(payload, BusinessState::Working, TITLE_WORKING),
            only_title_rests: only_title(payload, BusinessState::Idle, TITLE_IDLE),
            screen_rests: screen_rests(payload),
            suspended: suspended(payload),
            unwitnessed: freeform && (has(AnomalyCode::NoTurnWitness) || contradicted),
            anomalies: assessment.anomalies.clone(),
            cells: payload.dialog_projection.cells.clone(),
            reports: reports(channels),
            process: channels.process,
            generation: channels.generation,
        }
    }

    /// Adds the provider's reading of the title.
    #[must_use]
    pub fn hearing(mut self, title: TitleFact) -> Self {
        self.reports.title_says = match title {
            TitleFact::Working => Some("working"),
            TitleFact::Blocked => Some("blocked"),
            TitleFact::Idle => Some("idle"),
            TitleFact::Absent | TitleFact::Neutral | TitleFact::Unmoved | TitleFact::Still(_) => {
                None
            }
        };
        self
    }

    /// Whether the block, if there is one, was raised by the agent or the CLI itself.
    pub(super) fn agent_asks(&self) -> bool {
        let operators = |block: &OperatorBlock| block.origin == BlockOrigin::Operator;
        self.axes.business_state == BusinessState::AwaitingOperator
            && !self.another_asks()
            && !self.block.as_ref().is_some_and(operators)
    }

    /// Whether another agent asks, below the mark of the turn's end.
    pub(super) fn another_asks(&self) -> bool {
        self.end_mark && self.block.is_some()
    }

    /// Whether what is in front, if anything, is known to be the agent's: what the CLI asks for itself, as for trust, is no
    /// turn, and what nothing names may be the CLI's.
    pub(super) fn agent_alone_asks(&self) -> bool {
        let block = self.block.as_ref();
        block.is_none_or(|block| block.origin == BlockOrigin::Agent)
    }

    /// Whether it is work that no panel looks like while it is drawn.
    pub(super) fn is_compacting(&self) -> bool {
        self.does(ActivityKind::Compacting)
    }

    /// Whether it is work that comes before any turn: servers and hooks starting.
    pub(super) fn is_starting(&self) -> bool {
        self.does(ActivityKind::Starting)
    }

    fn does(&self, kind: ActivityKind) -> bool {
        self.activity
            .as_ref()
            .is_some_and(|activity| activity.kind == kind)
    }

    /// Whether a side chat has the keys.
    pub(super) fn is_aside(&self) -> bool {
        self.axes.ui_context == UiContext::SideChat
    }

    /// Whether the surface replaces the dialog by an older one (resume, rewind).
    pub(super) fn replaces_dialog(&self) -> bool {
        matches!(
            self.axes.ui_context,
            UiContext::ResumePicker | UiContext::RewindMenu
        )
    }
}

fn axes(payload: &Payload) -> SurfaceAxes {
    let assessment = &payload.surface_assessment;
    SurfaceAxes {
        availability: assessment.availability,
        business_state: assessment.business_state,
        input_mode: assessment.input_mode,
        ui_context: assessment.ui_context,
        ui_context_base: assessment.ui_context_base,
        submit_ready: payload.submit_ready,
        safe_to_type: payload.safe_to_type,
    }
}

fn draft(payload: &Payload) -> Option<String> {
    let composer = payload.surface_assessment.composer.as_ref()?;
    let holds = matches!(
        composer.content,
        ComposerContent::Draft | ComposerContent::CollapsedPaste
    );
    holds.then(|| composer.text.clone())
}

/// The signals that bear on what the agent does.
fn signals(payload: &Payload) -> impl Iterator<Item = &str> {
    let evidence = payload.surface_assessment.evidence.iter();
    evidence
        .filter(|evidence| evidence.axis == Axis::BusinessState)
        .map(|evidence| evidence.signal.as_str())
}

fn only_title(payload: &Payload, state: BusinessState, says: &str) -> bool {
    let assessment = &payload.surface_assessment;
    assessment.availability == Availability::Supported
        && assessment.business_state == state
        && signals(payload).all(|signal| signal == says)
}

/// Whether a witness of the CLI's absence says that it is suspended.
fn suspended(payload: &Payload) -> bool {
    let mut evidence = payload.surface_assessment.evidence.iter();
    evidence.any(|it| it.axis == Axis::Availability && it.signal == SUSPENDED)
}

/// Whether nothing on the screen itself bears on what the agent does.
fn screen_rests(payload: &Payload) -> bool {
    let assessment = &payload.surface_assessment;
    let told = |evidence: &Evidence| {
        evidence.axis == Axis::BusinessState && evidence.zone != Zone::Channel
    };
    assessment.business_state != BusinessState::Working || !assessment.evidence.iter().any(told)
}

fn reports(channels: &Channels) -> SelfReports {
    let records: Vec<String> = channels
        .program_status
        .iter()
        .map(|record| {
            let state = format!("{:?}", record.state).to_lowercase();
            let words = [record.id.as_deref(), Some(&state), record.kind.as_deref()];
            let words: Vec<&str> = words.into_iter().flatten().collect();
            printable(&words.join(" "))
        })
        .collect();
    SelfReports {
        title: channels.title.as_deref().map(printable),
        title_says: None,
        program_status: (!records.is_empty()).then(|| records.join("; ")),
        progress: channels.progress.as_deref().map(printable),
        notifications: channels
            .notifications
            .iter()
            .map(|n| printable(n))
            .collect(),
    }
}
