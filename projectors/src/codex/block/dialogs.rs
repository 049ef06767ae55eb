//! The dialogs of the Codex CLI: a row each. That something is a dialog is settled by its place; words only name it.

use shadow_core::contract::BlockKind;
use shadow_core::screen::Row;

use super::super::shape::is_question_count;
use crate::dialogs::{
    self, AGENT_LIST, COMMAND, Dialog, EDIT, MODEL, Named, OTHER, PICKER, PLAN, QUESTION, RENAME,
    RESUME, REWIND, Role, SETTINGS, SETUP, Says, Strength, TASKS, TRUST,
};
use crate::letters::Words;

/// The first row whose words a row of the block holds names it, from the block's top; what no heading names, a choice or a
/// line of keys may. Seen in 0.20 to 0.169.
static DIALOGS: &[Dialog] = &[
    Dialog::approval(
        "run-command",
        COMMAND,
        &["Would you like to run the following"],
        &[],
    )
    .alone(),
    Dialog::headed("allow-command", COMMAND, &["Allow command?"]).alone(),
    Dialog::approval(
        "make-edits",
        EDIT,
        &["Would you like to make the following"],
        &[],
    )
    .alone(),
    Dialog::headed("apply-changes", EDIT, &["Apply changes?"]).alone(),
    Dialog::headed(
        "grant-permissions",
        OTHER,
        &["Would you like to grant these permissions"],
    )
    .alone(),
    Dialog::headed(
        "network-access",
        OTHER,
        &["Do you want to approve network access"],
    )
    .alone(),
    Dialog::headed("needs-approval", OTHER, &["needs your approval"]).alone(),
    Dialog::headed("run-tool", OTHER, &["MCP server to run tool"]).alone(),
    Dialog::headed("request-access", OTHER, &["requests access to"]).alone(),
    Dialog::headed("implement-plan", PLAN, &["Implement this plan?"]).alone(),
    Dialog::headed(
        "trust-folder",
        TRUST,
        &[
            "Do you trust the contents",
            "You are running Codex in",
            "You are in ",
        ],
    )
    .alone(),
    Dialog::headed(
        "review-hooks",
        TRUST,
        &["Hooks need review", "hooks need review"],
    )
    .alone(),
    Dialog::headed(
        "sign-in",
        SETUP,
        &[
            "Sign in with ChatGPT",
            "Choose how you want to use Codex",
            "Sign in another way",
            "OpenAI API key",
        ],
    )
    .alone(),
    Dialog::headed("update", SETUP, &["Update available"]).alone(),
    Dialog::headed(
        "new-model",
        SETUP,
        &["Introducing", "just got an upgrade", "Try new model"],
    )
    .alone(),
    Dialog::headed(
        "usage-limit",
        SETUP,
        &[
            "Approaching rate limits",
            "Usage limit reached",
            "reached your workspace credit limit",
        ],
    )
    .alone(),
    Dialog::headed(
        "working-directory",
        SETUP,
        &["working directory to resume", "Choose working directory"],
    )
    .alone(),
    Dialog::headed("full-access", SETUP, &["Enable full access?"]).alone(),
    Dialog::headed("create-plan", PLAN, &["Create a plan?"]).alone(),
    Dialog::headed(
        "select-model",
        MODEL,
        &[
            "Select Model",
            "Select model",
            "Select Reasoning",
            "Select reasoning",
        ],
    )
    .alone(),
    Dialog::headed("model-permissions", SETTINGS, &["Update Model Permissions"]),
    Dialog::headed("approval-mode", SETTINGS, &["Select Approval Mode"]),
    Dialog::headed(
        "resume-session",
        RESUME,
        &[
            "Resume a previous session",
            "Fork a previous session",
            "Resume Session",
        ],
    ),
    Dialog::headed("experimental", SETTINGS, &["Experimental features"]),
    Dialog::headed("status-line", SETTINGS, &["Configure Status Line"]),
    Dialog::headed("terminal-title", SETTINGS, &["Configure Terminal Title"]),
    Dialog::headed("syntax-theme", SETTINGS, &["Select Syntax Theme"]),
    Dialog::headed("personality", SETTINGS, &["Select Personality"]),
    Dialog::headed("skills", SETTINGS, &["Skills"]),
    Dialog::headed("shared-agents", AGENT_LIST, &["Shared agents"]),
    Dialog::headed("toggle-skills", SETTINGS, &["Enable/Disable Skills"]),
    Dialog::headed("keymap", SETTINGS, &["Keymap"]),
    Dialog::headed(
        "collaboration-mode",
        SETTINGS,
        &["Select Collaboration Mode"],
    ),
    Dialog::headed("configuration", SETTINGS, &["Configuration"]),
    Dialog::headed("tui-mode", SETTINGS, &["TUI mode"]),
    Dialog::headed("warnings", SETTINGS, &["Warnings ·"]),
    Dialog::headed("presets", SETTINGS, &["Presets"]),
    Dialog::headed("name-thread", RENAME, &["Rename thread", "Name thread"]),
    Dialog::headed("browse-transcript", REWIND, &["Browsing transcript"]),
    Dialog::headed("export", PICKER, &["Export conversation"]),
    Dialog::headed("archive-session", PICKER, &["Archive this session?"]),
    Dialog::headed("memories", SETTINGS, &["Enable memories?", "Memories"]),
    Dialog::headed("plugins", SETTINGS, &["Plugins"]),
    Dialog::headed("hooks", SETTINGS, &["Hooks"]),
    Dialog::headed("permissions", SETTINGS, &["Permissions"]),
    Dialog::headed("settings", SETTINGS, &["Settings"]),
    Dialog::headed("servers", SETTINGS, &["MCP"]),
    Dialog::headed(
        "agents",
        AGENT_LIST,
        &["Subagents", "Agent command center", "Agents"],
    ),
    Dialog::headed("background-terminals", TASKS, &["Background terminals"]),
    Dialog::headed("review-preset", PICKER, &["Select a review preset"]),
    Dialog::headed("feedback", PICKER, &["How was this?"]),
    Dialog::headed("multi-agent", PICKER, &["Enable multi-agent?"]),
    Dialog::headed("action-required", QUESTION, &["Action required"]),
    Dialog::said(
        "model-choices",
        MODEL,
        &[Says::Holds("reasoning effort"), Says::Holds(". gpt-")],
    ),
    Dialog::said(
        "access-choices",
        SETTINGS,
        &[Says::Holds(". Full Access"), Says::Holds(". Read Only")],
    ),
    Dialog::said("edit-keys", REWIND, &[Says::Holds("enter to edit")]),
    Dialog::said(
        "answer-keys",
        QUESTION,
        &[Says::Holds("to answer"), Says::Holds("submit answer")],
    ),
    Dialog::said(
        "continue-keys",
        SETUP,
        &[Says::Reads("press enter to continue")],
    ),
];

/// The words of the headings, looked for together, and whose they are.
const HEADINGS: usize = dialogs::count(DIALOGS, false);
const HEADED: ([&str; HEADINGS], [usize; HEADINGS]) = dialogs::words(DIALOGS, false);
static WORDS: Words<HEADINGS> = Words::exact(HEADED.0);
static OWNERS: [usize; HEADINGS] = HEADED.1;

/// The ids of the table's rows, in its order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    DIALOGS.iter().map(|dialog| dialog.id)
}

fn headed(text: &str) -> Option<&'static Dialog> {
    WORDS.first_in(text).map(|word| &DIALOGS[OWNERS[word]])
}

/// The dialog that a row's words name.
pub(super) fn named(text: &str) -> Option<Named> {
    headed(text).map(Dialog::named)
}

/// Whether a row's words stand for a dialog by themselves.
pub(in super::super) fn stands_alone(text: &str) -> bool {
    headed(text).is_some_and(|dialog| dialog.strength == Strength::Alone)
}

/// Whether a row is the heading in which an approval of a command or a change asks (0.44 and later): the dialog begins
/// there.
pub(super) fn asks_approval(row: Row<'_>) -> bool {
    let mut asking = DIALOGS
        .iter()
        .filter(|dialog| dialog.role == Role::Approval)
        .flat_map(|dialog| dialog.headings);
    row.indent() == 2 && asking.any(|words| row.trimmed().starts_with(words))
}

/// The approval whose question a row is and nothing else, as it stands above a list (0.20 to 0.42).
pub(super) fn asked(text: &str) -> Option<Named> {
    let approves = |kind| matches!(kind, BlockKind::ApprovalCommand | BlockKind::ApprovalEdit);
    let dialog = DIALOGS.iter().find(|dialog| {
        dialog.role == Role::Heading
            && approves(dialog.named().kind)
            && dialog.headings.contains(&text)
    })?;
    Some(dialog.named())
}

/// The dialog that a choice or a line of keys names; `any` asks for a row of it.
pub(super) fn by_choice(any: impl Fn(&dyn Fn(&str) -> bool) -> bool) -> Option<Named> {
    let lines = DIALOGS.iter().filter(|dialog| dialog.role == Role::Line);
    let said =
        |dialog: &&Dialog| any(&|row: &str| dialog.asks.iter().any(|says| says.is_in(row.trim())));
    lines.into_iter().find(said).map(Dialog::named)
}

/// Whether a row carries the heading or question of a known block.
pub(in super::super) fn is_named(text: &str) -> bool {
    is_question_count(text.trim()) || stands_alone(text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn each_row_has_a_name_of_its_own_and_words() {
        crate::dialogs::check(super::DIALOGS);
    }
}
