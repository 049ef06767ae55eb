//! The surface's context and its base.

use serde::{Deserialize, Serialize};

/// Which surface of the CLI is in front, in the contract's section 3 vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum UiContext {
    /// The plain composer.
    NormalPrompt,
    /// The command popup is open, or the draft is a command.
    SlashCommand,
    /// A menu without a more specific context.
    SelectionMenu,
    /// Unknown.
    #[default]
    Unknown,
    /// The agent asks to run a command, edit a file, fetch, call a tool.
    ApprovalPrompt,
    /// The agent asks the person a question.
    QuestionPrompt,
    /// The agent presents a plan to be approved.
    PlanApproval,
    /// The CLI asks whether the person trusts this folder.
    TrustPrompt,
    /// Theme, sign-in, API key, migration, update, warnings at start.
    SetupBlock,
    /// The model (or effort) picker.
    ModelPicker,
    /// Settings, help, permissions, MCP and similar panels.
    SettingsPanel,
    /// Choosing an earlier message to go back to.
    RewindMenu,
    /// Choosing an earlier session.
    ResumePicker,
    /// The list of agents.
    AgentsView,
    /// The list of background tasks.
    TasksPanel,
    /// The file completion popup over the composer.
    FilePicker,
    /// Searching earlier prompts from the composer.
    HistorySearch,
    /// The composer takes a shell command.
    BashMode,
    /// The composer takes a memory note.
    MemoryMode,
    /// The shortcuts overlay beside a live composer.
    HelpPanel,
    /// A side chat has the keys: a conversation over the main session, or beside it.
    SideChat,
    /// A pager over the transcript.
    TranscriptView,
    /// A fatal error fills the surface, without a live composer.
    ErrorBanner,
}

impl UiContext {
    /// The base context: one of `normal_prompt`, `slash_command`, `selection_menu`, `unknown`.
    #[must_use]
    pub const fn base(self) -> Self {
        use UiContext::{
            BashMode, ErrorBanner, FilePicker, HelpPanel, HistorySearch, MemoryMode, NormalPrompt,
            SelectionMenu, SideChat, SlashCommand, TranscriptView, Unknown,
        };
        match self {
            NormalPrompt | FilePicker | HistorySearch | BashMode | MemoryMode | HelpPanel
            | SideChat => NormalPrompt,
            SlashCommand => SlashCommand,
            Unknown | TranscriptView | ErrorBanner => Unknown,
            _ => SelectionMenu,
        }
    }
}
