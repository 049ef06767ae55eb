//! The artifacts of Claude Code by the names of its own interface, for whoever knows that it is Claude Code.

use crate::ID;

shadow_core::provider_views! {
    /// Which surface of Claude Code is in front.
    contexts ClaudeContext {
        NormalPrompt, SlashCommand, FilePicker, HistorySearch, BashMode, MemoryMode,
        ApprovalPrompt, QuestionPrompt, PlanApproval, TrustPrompt, SetupBlock, ModelPicker,
        SettingsPanel, RewindMenu, ResumePicker, AgentsView, TasksPanel, TranscriptView, HelpPanel,
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
    surface ClaudeSurfaceAssessment of ID => {
        /// The hint at shortcuts, which gives way while a turn runs.
        shortcuts_hint => "shortcuts_hint",
        /// The prompt glyph, which is dim while a turn runs.
        prompt_glyph => "prompt_glyph_bright",
        /// The output of a command of its own, which is no turn.
        command_output => "command_output",
    }

    /// What a dialog of Claude Code says, with its cells by name.
    dialog ClaudeDialogProjection of ID;
}
