//! The dialogs by their words: a row each. That something is a dialog is settled by its place; words only name it.

use shadow_core::contract::{BlockKind, BlockOrigin, UiContext};
use shadow_core::screen::Row;

use crate::letters::Words;

/// A kind with its context and who raises it.
pub(super) type Named = (BlockKind, UiContext, BlockOrigin);

pub(super) const COMMAND: Named = (
    BlockKind::ApprovalCommand,
    UiContext::ApprovalPrompt,
    BlockOrigin::Agent,
);
pub(super) const EDIT: Named = (
    BlockKind::ApprovalEdit,
    UiContext::ApprovalPrompt,
    BlockOrigin::Agent,
);
pub(super) const OTHER: Named = (
    BlockKind::ApprovalOther,
    UiContext::ApprovalPrompt,
    BlockOrigin::Agent,
);
pub(super) const QUESTION: Named = (
    BlockKind::Question,
    UiContext::QuestionPrompt,
    BlockOrigin::Agent,
);
pub(super) const PLAN: Named = (BlockKind::Plan, UiContext::PlanApproval, BlockOrigin::Agent);
pub(super) const TRUST: Named = (BlockKind::Trust, UiContext::TrustPrompt, BlockOrigin::Cli);
pub(super) const SETUP: Named = (BlockKind::Setup, UiContext::SetupBlock, BlockOrigin::Cli);
pub(super) const MODEL: Named = (
    BlockKind::Picker,
    UiContext::ModelPicker,
    BlockOrigin::Operator,
);
pub(super) const RESUME: Named = (
    BlockKind::Picker,
    UiContext::ResumePicker,
    BlockOrigin::Operator,
);
pub(super) const PANEL: Named = (
    BlockKind::Panel,
    UiContext::SettingsPanel,
    BlockOrigin::Operator,
);
pub(super) const PICKER: Named = (
    BlockKind::Picker,
    UiContext::SelectionMenu,
    BlockOrigin::Operator,
);
pub(super) const AGENTS: Named = (
    BlockKind::Picker,
    UiContext::AgentsView,
    BlockOrigin::Operator,
);
pub(super) const TASKS: Named = (
    BlockKind::Panel,
    UiContext::TasksPanel,
    BlockOrigin::Operator,
);
pub(super) const REWIND: Named = (
    BlockKind::Rewind,
    UiContext::RewindMenu,
    BlockOrigin::Operator,
);
pub(super) const RENAME: Named = (
    BlockKind::Panel,
    UiContext::SelectionMenu,
    BlockOrigin::Operator,
);
pub(super) const UNNAMED: Named = (
    BlockKind::Unknown,
    UiContext::SelectionMenu,
    BlockOrigin::Unknown,
);

/// How a dialog's words count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strength {
    /// The heading in which an approval of a command or a change asks: the dialog begins there.
    Asks,
    /// Long enough to stand for a dialog by themselves, where the rest is off the pane.
    Alone,
    /// Among a dialog's rows only.
    Among,
}

/// A dialog.
struct Dialog {
    /// Words of its heading or question.
    words: &'static str,
    strength: Strength,
    named: Named,
}

const fn row(words: &'static str, strength: Strength, named: Named) -> Dialog {
    Dialog {
        words,
        strength,
        named,
    }
}

const fn asks(words: &'static str, named: Named) -> Dialog {
    row(words, Strength::Asks, named)
}

const fn alone(words: &'static str, named: Named) -> Dialog {
    row(words, Strength::Alone, named)
}

const fn among(words: &'static str, named: Named) -> Dialog {
    row(words, Strength::Among, named)
}

/// The first match from the top of the block wins. Seen in 0.20 to 0.169.
static DIALOGS: [Dialog; COUNT] = [
    asks("Would you like to run the following", COMMAND),
    alone("Allow command?", COMMAND),
    asks("Would you like to make the following", EDIT),
    alone("Apply changes?", EDIT),
    alone("Would you like to grant these permissions", OTHER),
    alone("Do you want to approve network access", OTHER),
    alone("needs your approval", OTHER),
    alone("MCP server to run tool", OTHER),
    alone("requests access to", OTHER),
    alone("Implement this plan?", PLAN),
    alone("Do you trust the contents", TRUST),
    alone("You are running Codex in", TRUST),
    alone("You are in ", TRUST),
    alone("Hooks need review", TRUST),
    alone("hooks need review", TRUST),
    alone("Sign in with ChatGPT", SETUP),
    alone("Choose how you want to use Codex", SETUP),
    alone("Sign in another way", SETUP),
    alone("OpenAI API key", SETUP),
    alone("Update available", SETUP),
    alone("Introducing", SETUP),
    alone("just got an upgrade", SETUP),
    alone("Try new model", SETUP),
    alone("Approaching rate limits", SETUP),
    alone("Usage limit reached", SETUP),
    alone("reached your workspace credit limit", SETUP),
    alone("working directory to resume", SETUP),
    alone("Choose working directory", SETUP),
    alone("Enable full access?", SETUP),
    alone("Create a plan?", PLAN),
    alone("Select Model", MODEL),
    alone("Select model", MODEL),
    alone("Select Reasoning", MODEL),
    alone("Select reasoning", MODEL),
    among("Update Model Permissions", PANEL),
    among("Select Approval Mode", PANEL),
    among("Resume a previous session", RESUME),
    among("Fork a previous session", RESUME),
    among("Resume Session", RESUME),
    among("Experimental features", PANEL),
    among("Configure Status Line", PANEL),
    among("Configure Terminal Title", PANEL),
    among("Select Syntax Theme", PANEL),
    among("Select Personality", PANEL),
    among("Skills", PANEL),
    among("Shared agents", AGENTS),
    among("Enable/Disable Skills", PANEL),
    among("Keymap", PANEL),
    among("Select Collaboration Mode", PANEL),
    among("Configuration", PANEL),
    among("TUI mode", PANEL),
    among("Warnings ·", PANEL),
    among("Presets", PANEL),
    among("Rename thread", RENAME),
    among("Name thread", RENAME),
    among("Browsing transcript", REWIND),
    among("Export conversation", PICKER),
    among("Archive this session?", PICKER),
    among("Enable memories?", PANEL),
    among("Memories", PANEL),
    among("Plugins", PANEL),
    among("Hooks", PANEL),
    among("Permissions", PANEL),
    among("Settings", PANEL),
    among("MCP", PANEL),
    among("Subagents", AGENTS),
    among("Agent command center", AGENTS),
    among("Agents", AGENTS),
    among("Background terminals", TASKS),
    among("Select a review preset", PICKER),
    among("How was this?", PICKER),
    among("Enable multi-agent?", PICKER),
    among("Action required", QUESTION),
];
const COUNT: usize = 73;

/// Their words, looked for together.
static WORDS: Words<COUNT> = Words::exact(words());

const fn words() -> [&'static str; COUNT] {
    let mut words = [""; COUNT];
    let mut index = 0;
    while index < COUNT {
        words[index] = DIALOGS[index].words;
        index += 1;
    }
    words
}

/// The dialog that a row's words name.
pub(super) fn named(text: &str) -> Option<Named> {
    WORDS.first_in(text).map(|index| DIALOGS[index].named)
}

/// Whether a row's words stand for a dialog by themselves.
pub(super) fn stands_alone(text: &str) -> bool {
    WORDS
        .first_in(text)
        .is_some_and(|index| DIALOGS[index].strength != Strength::Among)
}

/// Whether a row is the heading in which an approval of a command or a change asks (0.44 and later).
pub(super) fn asks_approval(row: Row<'_>) -> bool {
    let mut asking = DIALOGS
        .iter()
        .filter(|dialog| dialog.strength == Strength::Asks);
    row.indent() == 2 && asking.any(|dialog| row.trimmed().starts_with(dialog.words))
}
