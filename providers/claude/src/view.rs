//! The artifacts of Claude Code by the names of its own interface, for callers that know that it is Claude Code.

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
    /// use shadow_tui::{ClaudeContext, ClaudeSurfaceAssessment, ProviderChoice, Snapshot};
    ///
    /// let payload = shadow_tui::stack().parse(ProviderChoice::Auto, &Snapshot::from_text("\
    /// ❯ count them
    ///
    /// ⏺ There are three.
    ///
    /// ✻ Baked for 4s
    ///
    /// ────────────────────
    /// ❯
    /// ────────────────────
    ///   ⏵⏵ accept edits on · ? for shortcuts
    /// "));
    /// let surface = ClaudeSurfaceAssessment::of(&payload).expect("its own parser read it");
    /// assert_eq!(surface.context(), ClaudeContext::NormalPrompt);
    /// assert_eq!(surface.end_mark().map(|it| &*it.text), Some("✻ Baked for 4s"));
    /// assert_eq!(surface.mode_row().and_then(|it| it.label.as_deref()), Some("accept edits on"));
    /// // The verdict rests on the turn's end, and needs no footer.
    /// assert!(surface.footer().is_none());
    /// assert!(surface.running_row().is_none() && surface.submit_ready());
    /// ```
    surface ClaudeSurfaceAssessment of ID => {
        /// The hint at shortcuts, which gives way while a turn runs.
        shortcuts_hint => "shortcuts_hint",
        /// The prompt glyph, which is dim while a turn runs.
        prompt_glyph => "prompt_glyph_bright",
        /// The label above the composer that says that the transcript is scrolled up.
        scrolled_view => "scrolled_view",
        /// The list below the composer, where an agent's dialog is in front.
        agent_shown => "agent_shown",
        /// The output of a command of its own, which is no turn.
        command_output => "command_output",
    }

    /// What a dialog of Claude Code says, with its cells by name.
    ///
    /// ```
    /// use shadow_tui::{ClaudeDialogProjection, ProviderChoice, Snapshot};
    ///
    /// let payload = shadow_tui::stack().parse(ProviderChoice::Auto, &Snapshot::from_text("\
    /// ❯ count them
    ///
    /// ⏺ Bash(ls | wc -l)
    ///   ⎿  3
    ///
    /// ⏺ There are three.
    ///
    /// ✻ Baked for 4s
    ///
    /// ────────────────────
    /// ❯
    /// ────────────────────
    /// "));
    /// let dialog = ClaudeDialogProjection::of(&payload).expect("its own parser read it");
    /// let calls: Vec<&str> = dialog.tool_calls().map(|call| &*call.text).collect();
    /// assert_eq!(calls, ["Bash(ls | wc -l)"]);
    /// assert!(dialog.prompts().any(|prompt| prompt.text == "count them"));
    /// assert!(dialog.answers().any(|answer| answer.text == "There are three."));
    /// ```
    dialog ClaudeDialogProjection of ID;
}
