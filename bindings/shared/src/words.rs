//! The wire names of the axes. They are worked out without a text being written.

use shadow_tui::contract::{Availability, BusinessState, InputMode, UiContext};

/// Declares a function from a value to its wire name, and what its test compares.
macro_rules! words {
    ($name:ident: $type:ident { $($value:ident => $word:literal,)* }) => {
        pub(crate) fn $name(value: $type) -> &'static str {
            #[allow(unreachable_patterns, reason = "some of these enumerations are open")]
            match value {
                $($type::$value => $word,)*
                _ => "unknown",
            }
        }

        #[cfg(test)]
        mod $name {
            use shadow_tui::contract::{$type, wire_name};

            #[test]
            fn is_the_wire_name() {
                for value in [$($type::$value),*] {
                    assert_eq!(super::$name(value), wire_name(&value));
                }
            }
        }
    };
}

words!(availability: Availability {
    Supported => "supported",
    Unsupported => "unsupported",
    Disconnected => "disconnected",
    Unknown => "unknown",
});

words!(business_state: BusinessState {
    Idle => "idle",
    Working => "working",
    AwaitingOperator => "awaiting_operator",
    Unknown => "unknown",
});

words!(input_mode: InputMode {
    Freeform => "freeform",
    Modal => "modal",
    Closed => "closed",
    Unknown => "unknown",
});

words!(ui_context: UiContext {
    NormalPrompt => "normal_prompt",
    SlashCommand => "slash_command",
    SelectionMenu => "selection_menu",
    Unknown => "unknown",
    ApprovalPrompt => "approval_prompt",
    QuestionPrompt => "question_prompt",
    PlanApproval => "plan_approval",
    TrustPrompt => "trust_prompt",
    SetupBlock => "setup_block",
    ModelPicker => "model_picker",
    SettingsPanel => "settings_panel",
    RewindMenu => "rewind_menu",
    ResumePicker => "resume_picker",
    AgentsView => "agents_view",
    TasksPanel => "tasks_panel",
    FilePicker => "file_picker",
    HistorySearch => "history_search",
    BashMode => "bash_mode",
    MemoryMode => "memory_mode",
    HelpPanel => "help_panel",
    SideChat => "side_chat",
    TranscriptView => "transcript_view",
    ErrorBanner => "error_banner",
});
