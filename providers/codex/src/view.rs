//! The artifacts of the Codex CLI by the names of its own interface, for whoever knows that it is the Codex CLI.

use std::ops::Deref;

use shadow_core::contract::{DialogView, Evidence, Payload, SurfaceView, UiContext};

use crate::ID;

/// Which surface of the Codex CLI is in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CodexContext {
    /// The plain composer.
    NormalPrompt,
    /// The popup of commands, or a draft that is one.
    SlashCommand,
    /// The popup of files.
    FilePicker,
    /// The search of earlier prompts.
    HistorySearch,
    /// A composer that takes a shell command.
    BashMode,
    /// It asks to run, edit, fetch or call.
    ApprovalPrompt,
    /// It asks the person a question.
    QuestionPrompt,
    /// It presents a plan.
    PlanApproval,
    /// Is the folder trusted?
    TrustPrompt,
    /// Sign-in, update, migration, warnings at start.
    SetupBlock,
    /// The choice of a model.
    ModelPicker,
    /// Settings, help, permissions, servers.
    SettingsPanel,
    /// The choice of an earlier message.
    RewindMenu,
    /// The choice of an earlier session.
    ResumePicker,
    /// The list of agents.
    AgentsView,
    /// The list of background work.
    TasksPanel,
    /// The pager over the transcript.
    TranscriptView,
    /// The overlay of shortcuts.
    HelpPanel,
    /// A menu that has no name of its own, or nothing that is known.
    Other,
}

impl From<UiContext> for CodexContext {
    fn from(context: UiContext) -> Self {
        match context {
            UiContext::NormalPrompt => Self::NormalPrompt,
            UiContext::SlashCommand => Self::SlashCommand,
            UiContext::FilePicker => Self::FilePicker,
            UiContext::HistorySearch => Self::HistorySearch,
            UiContext::BashMode => Self::BashMode,
            UiContext::ApprovalPrompt => Self::ApprovalPrompt,
            UiContext::QuestionPrompt => Self::QuestionPrompt,
            UiContext::PlanApproval => Self::PlanApproval,
            UiContext::TrustPrompt => Self::TrustPrompt,
            UiContext::SetupBlock => Self::SetupBlock,
            UiContext::ModelPicker => Self::ModelPicker,
            UiContext::SettingsPanel => Self::SettingsPanel,
            UiContext::RewindMenu => Self::RewindMenu,
            UiContext::ResumePicker => Self::ResumePicker,
            UiContext::AgentsView => Self::AgentsView,
            UiContext::TasksPanel => Self::TasksPanel,
            UiContext::TranscriptView => Self::TranscriptView,
            UiContext::HelpPanel => Self::HelpPanel,
            _ => Self::Other,
        }
    }
}

/// The assessment of a surface of the Codex CLI, with its evidence by name.
///
/// ```
/// use shadow_core::{Parser, Snapshot};
/// use shadow_codex::{CodexContext, CodexSurfaceAssessment};
///
/// let payload = Parser::new(shadow_codex::provider()).parse(&Snapshot::from_text("a shell"));
/// let surface = CodexSurfaceAssessment::of(&payload).expect("its own parser read it");
/// assert_eq!(surface.context(), CodexContext::Other);
/// assert!(surface.running_row().is_none() && !surface.submit_ready());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct CodexSurfaceAssessment<'p>(SurfaceView<'p>);

impl<'p> CodexSurfaceAssessment<'p> {
    /// The view, where the payload is of the Codex CLI.
    #[must_use]
    pub fn of(payload: &'p Payload) -> Option<Self> {
        SurfaceView::of(payload, ID).map(Self)
    }

    /// Which surface is in front.
    #[must_use]
    pub fn context(&self) -> CodexContext {
        self.0.ui_context.into()
    }

    /// The offer to go back to an earlier message, which stands only while no turn runs.
    #[must_use]
    pub fn rewind_offer(&self) -> Option<&'p Evidence> {
        self.0.signal(&["footer_offers_rewind"])
    }

    /// A footer that offers no queue over a draft: no turn runs.
    #[must_use]
    pub fn footer_without_queue_offer(&self) -> Option<&'p Evidence> {
        self.0.signal(&["footer_without_queue_offer"])
    }
}

impl<'p> Deref for CodexSurfaceAssessment<'p> {
    type Target = SurfaceView<'p>;

    fn deref(&self) -> &SurfaceView<'p> {
        &self.0
    }
}

/// What a dialog of the Codex CLI says, with its cells by name.
#[derive(Debug, Clone, Copy)]
pub struct CodexDialogProjection<'p>(DialogView<'p>);

impl<'p> CodexDialogProjection<'p> {
    /// The view, where the payload is of the Codex CLI.
    #[must_use]
    pub fn of(payload: &'p Payload) -> Option<Self> {
        DialogView::of(payload, ID).map(Self)
    }
}

impl<'p> Deref for CodexDialogProjection<'p> {
    type Target = DialogView<'p>;

    fn deref(&self) -> &DialogView<'p> {
        &self.0
    }
}
