//! The artifacts of Claude Code by the names of its own interface, for whoever knows that it is Claude Code.

use std::ops::Deref;

use shadow_core::contract::{DialogView, Evidence, Payload, SurfaceView, UiContext};

use crate::ID;

/// Which surface of Claude Code is in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClaudeContext {
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
    /// A composer that takes a note for the memory (`#`, old versions).
    MemoryMode,
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

impl From<UiContext> for ClaudeContext {
    fn from(context: UiContext) -> Self {
        match context {
            UiContext::NormalPrompt => Self::NormalPrompt,
            UiContext::SlashCommand => Self::SlashCommand,
            UiContext::FilePicker => Self::FilePicker,
            UiContext::HistorySearch => Self::HistorySearch,
            UiContext::BashMode => Self::BashMode,
            UiContext::MemoryMode => Self::MemoryMode,
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

/// The assessment of a surface of Claude Code, with its evidence by name.
///
/// ```
/// use shadow_core::{Parser, Snapshot};
/// use shadow_claude::{ClaudeContext, ClaudeSurfaceAssessment};
///
/// let payload = Parser::new(shadow_claude::provider()).parse(&Snapshot::from_text("a shell"));
/// let surface = ClaudeSurfaceAssessment::of(&payload).expect("its own parser read it");
/// assert_eq!(surface.context(), ClaudeContext::Other);
/// assert!(surface.running_row().is_none() && !surface.submit_ready());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ClaudeSurfaceAssessment<'p>(SurfaceView<'p>);

impl<'p> ClaudeSurfaceAssessment<'p> {
    /// The view, where the payload is of Claude Code.
    #[must_use]
    pub fn of(payload: &'p Payload) -> Option<Self> {
        SurfaceView::of(payload, ID).map(Self)
    }

    /// Which surface is in front.
    #[must_use]
    pub fn context(&self) -> ClaudeContext {
        self.0.ui_context.into()
    }

    /// The hint at shortcuts, which gives way while a turn runs.
    #[must_use]
    pub fn shortcuts_hint(&self) -> Option<&'p Evidence> {
        self.0.signal(&["shortcuts_hint"])
    }

    /// The prompt glyph, which is dim while a turn runs.
    #[must_use]
    pub fn prompt_glyph(&self) -> Option<&'p Evidence> {
        self.0.signal(&["prompt_glyph_bright"])
    }

    /// The output of a command of its own, which is no turn.
    #[must_use]
    pub fn command_output(&self) -> Option<&'p Evidence> {
        self.0.signal(&["command_output"])
    }
}

impl<'p> Deref for ClaudeSurfaceAssessment<'p> {
    type Target = SurfaceView<'p>;

    fn deref(&self) -> &SurfaceView<'p> {
        &self.0
    }
}

/// What a dialog of Claude Code says, with its cells by name.
#[derive(Debug, Clone, Copy)]
pub struct ClaudeDialogProjection<'p>(DialogView<'p>);

impl<'p> ClaudeDialogProjection<'p> {
    /// The view, where the payload is of Claude Code.
    #[must_use]
    pub fn of(payload: &'p Payload) -> Option<Self> {
        DialogView::of(payload, ID).map(Self)
    }
}

impl<'p> Deref for ClaudeDialogProjection<'p> {
    type Target = DialogView<'p>;

    fn deref(&self) -> &DialogView<'p> {
        &self.0
    }
}
