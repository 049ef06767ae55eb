//! The artifacts of the Codex CLI by the names of its own interface, for callers that know that it is the Codex CLI.

use crate::ID;

shadow_core::provider_views! {
    /// Which surface of the Codex CLI is in front.
    contexts CodexContext {
        NormalPrompt, SlashCommand, FilePicker, HistorySearch, BashMode, ApprovalPrompt,
        QuestionPrompt, PlanApproval, TrustPrompt, SetupBlock, ModelPicker, SettingsPanel,
        RewindMenu, ResumePicker, AgentsView, TasksPanel, TranscriptView, HelpPanel,
        SideChat,
    }

    /// The assessment of a surface of the Codex CLI, with its evidence by name.
    ///
    /// ```
    /// use shadow_tui::{CodexContext, CodexSurfaceAssessment, ProviderChoice, Snapshot};
    ///
    /// let payload = shadow_tui::stack().parse(ProviderChoice::Auto, &Snapshot::from_text("\
    /// › count them
    ///
    /// • Working (3s • esc to interrupt)
    ///
    ///
    /// › Explain this codebase
    ///
    ///   gpt-5 default · ~/project
    /// "));
    /// let surface = CodexSurfaceAssessment::of(&payload).expect("its own parser read it");
    /// assert_eq!(surface.context(), CodexContext::NormalPrompt);
    /// assert_eq!(surface.running_row().and_then(|it| it.rows), Some([2, 2]));
    /// assert!(surface.end_mark().is_none() && !surface.submit_ready());
    /// ```
    surface CodexSurfaceAssessment of ID => {
        /// The offer to go back to an earlier message, which stands only while no turn runs.
        rewind_offer => "footer_offers_rewind",
        /// The newest cell above a dialog.
        newest_cell => "last_cell",
        /// A footer that offers no queue over a draft: no turn runs.
        footer_without_queue_offer => "footer_without_queue_offer",
        /// What shows that a side chat has the keys.
        side_chat => "side_chat",
    }

    /// What a dialog of the Codex CLI says, with its cells by name.
    ///
    /// ```
    /// use shadow_tui::{CodexDialogProjection, ProviderChoice, Snapshot};
    ///
    /// let payload = shadow_tui::stack().parse(ProviderChoice::Auto, &Snapshot::from_text("\
    /// › count them
    ///
    /// • Ran ls | wc -l
    ///   └ 3
    ///
    /// • There are three.
    ///
    /// › Explain this codebase
    ///
    ///   gpt-5 default · ~/project
    /// "));
    /// let dialog = CodexDialogProjection::of(&payload).expect("its own parser read it");
    /// let calls: Vec<&str> = dialog.tool_calls().map(|call| &*call.text).collect();
    /// assert_eq!(calls, ["Ran ls | wc -l\n└ 3"]);
    /// assert!(dialog.prompts().any(|prompt| prompt.text == "count them"));
    /// assert!(dialog.answers().any(|answer| answer.text == "There are three."));
    /// ```
    dialog CodexDialogProjection of ID;
}
