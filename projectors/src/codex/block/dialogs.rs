//! The dialogs of the Codex CLI: a row each. That something is a dialog is settled by its place; words only name it, where
//! they stand in theirs: a heading's in the heading, a choice's in the dialog's own list, keys' below that.

use shadow_core::contract::BlockOrigin;
use shadow_core::screen::Row;

use super::super::shape::{BAR, is_question_count};
use crate::dialogs::{
    self, AGENT_LIST, COMMAND, Dialog, EDIT, MODEL, Named, OTHER, Only, PICKER, PLAN, QUESTION,
    RENAME, RESUME, REWIND, Role, SETTINGS, SETUP, Says, Strength, TRUST, dialog_table,
};
use crate::letters::Words;

/// What asks to run a server's tool.
const RUN_TOOL: [&str; 2] = ["MCP server to run tool", "MCP server wants to run the tool"];

/// What the footer says while the transcript has the composer's keys.
const BROWSING: [&str; 2] = ["Browsing transcript", "Browsing · "];

/// How headings begin below which there is a command or a change, and so any row: the dialog begins with them.
const OVER_ANYTHING: [&str; 2] = [
    "Would you like to run the following",
    "Would you like to make the following",
];

/// How headings begin behind whose words there is a folder.
const BEFORE_FOLDER: [&str; 3] = [
    "You are running Codex in ",
    "You are in ",
    "Do you trust the contents",
];

dialog_table! {
    /// The first row whose words the block's heading has names it; what no heading names, a choice or a line of keys may. Seen
    /// in 0.20 to 0.169.
    "run-command": COMMAND headed [OVER_ANYTHING[0]], alone;
    "allow-command": COMMAND asked [Is("Allow command?")], alone;
    "make-edits": EDIT headed [OVER_ANYTHING[1]], alone;
    "apply-changes": EDIT asked [Is("Apply changes?")], alone;
    "grant-permissions": OTHER headed ["Would you like to grant these permissions"], alone;
    "network-access": OTHER headed ["Do you want to approve network access"], alone;
    "needs-approval": OTHER headed ["needs your approval"], alone;
    "run-tool": OTHER headed RUN_TOOL, alone;
    "implement-plan": PLAN headed ["Implement this plan?"], alone;
    "archive-side-chat": PICKER headed ["This will remove it from Side chats."];
    "trust-folder": TRUST headed BEFORE_FOLDER, alone;
    // The folder is in the row below (0.157 and later).
    "folder-access": TRUST headed ["Folder access", "Trust this folder?"], alone;
    "review-hooks": TRUST headed ["Hooks need review", "hooks need review"], alone;
    "sign-in": SETUP headed [
        "Sign in with ChatGPT", "Choose how you want to use Codex", "Sign in another way", "Finish signing in",
        "Use your own OpenAI API key",
    ], alone;
    "update": SETUP headed ["Update available"], alone;
    "new-model": SETUP headed ["Introducing", "Codex just got an upgrade"], alone;
    "usage-limit": SETUP headed [
        "Approaching rate limits", "Usage limit reached", "You've reached your workspace credit limit",
    ], alone;
    "full-access": SETTINGS headed ["Enable full access?"], alone;
    "select-model": MODEL headed ["Select Model", "Select model", "Select Reasoning", "Select reasoning"], alone;
    "model-permissions": SETTINGS headed ["Update Model Permissions"];
    "approval-mode": SETTINGS headed ["Select Approval Mode"];
    "resume-session": RESUME headed ["Resume a previous session", "Fork a previous session", "Resume Session"];
    "experimental": SETTINGS headed ["Experimental features"];
    "status-line": SETTINGS headed ["Configure Status Line"];
    "terminal-title": SETTINGS headed ["Configure Terminal Title"];
    "syntax-theme": SETTINGS headed ["Select Syntax Theme"];
    "personality": SETTINGS headed ["Select Personality"];
    "skills": SETTINGS headed ["Skills"];
    "shared-agents": AGENT_LIST headed ["Shared agents"];
    "toggle-skills": SETTINGS headed ["Enable/Disable Skills"];
    "keymap": SETTINGS headed ["Keymap"];
    "collaboration-mode": SETTINGS headed ["Select Collaboration Mode"];
    "configuration": SETTINGS headed ["Configuration"];
    "tui-mode": SETTINGS headed ["TUI mode"];
    "warnings": SETTINGS headed ["Warnings ·"];
    "presets": SETTINGS headed ["Presets"];
    "name-thread": RENAME headed ["Rename thread", "Name thread"];
    "export": PICKER headed ["Export conversation"];
    "archive-session": PICKER headed ["Archive this session?"];
    "memories": SETTINGS headed ["Enable memories?", "Memories"];
    "plugins": SETTINGS headed ["Plugins"];
    "hooks": SETTINGS headed ["Hooks"];
    "agents": AGENT_LIST headed ["Subagents", "Agent command center", "Agents"];
    "review-preset": PICKER headed ["Select a review preset"];
    "feedback": PICKER headed ["How was this?"];
    "multi-agent": PICKER headed ["Enable multi-agent?", "Enable subagents?"];
    "action-required": QUESTION headed ["Action required"];
    // An approval of a server's tool, in the frame of the agent's questions (0.110 to 0.114).
    "run-tool-choices": OTHER said [Chooses("Approve"), Chooses("Allow")], only(Call);
    // What a server asks: to run a tool or to allow a request, however the question is wrapped (0.120 to 0.169).
    "allow-choices": OTHER said [Chooses("Allow")], also(Chooses("Cancel")), only(Fields);
    // What the choices of an approval cover whose question is off the pane.
    "edit-choices": EDIT said [Holds("these files"), Holds("ask again for these")], only(Keys);
    "command-choices": COMMAND said [Begins("$ "), Holds("ask again for")], only(Keys);
    "model-choices": MODEL said [Holds("reasoning effort"), Chooses("gpt-")];
    // Its heading names the model (0.160 and later).
    "new-model-choices": SETUP said [Chooses("Try new model")];
    // Both ask at the start, and a pane without styles may show no more of them than their choices (0.157 and later).
    "trust-choices": TRUST said [Chooses("Trust and continue"), Chooses("Trust all and continue")];
    "browse-transcript": REWIND said [Begins(BROWSING[0]), Begins(BROWSING[1])];
    "continue-keys": SETUP said [Reads("press enter to continue")];
}

/// The words of the headings, looked for together.
const HEADINGS: usize = dialogs::count(DIALOGS, false);
static WORDS: Words<HEADINGS> = Words::exact(dialogs::words(DIALOGS, false));

/// The words of a heading: before them stand a bar, the marker of the CLI's own, an ornament, a count.
fn words_of(heading: &str) -> &str {
    let before = |c: char| c.is_ascii_digit() || matches!(c, BAR | '>' | '_' | ' ' | '─');
    heading.trim_start_matches(|c| before(c) || is_ornament(c))
}

/// A heading without the ornament before it.
pub(super) fn without_ornament(heading: &str) -> &str {
    let titled = heading.strip_prefix("─ ").unwrap_or(heading);
    let ruled = titled.len() < heading.len();
    let title = titled.trim_end_matches(|sign| ruled && matches!(sign, '─' | ' '));
    title.trim_start_matches(is_ornament)
}

/// Whether a sign adorns a heading, or parts what does from its words (a hair space, 0.58 to 0.155).
const fn is_ornament(sign: char) -> bool {
    matches!(sign, '✨' | '⬆' | '⚠' | '\u{fe0f}' | '\u{200a}')
}

/// The dialog whose heading a text is. It begins with the words, but for one of the agent's, which may name first who asks.
fn headed(text: &str) -> Option<&'static Dialog> {
    if !WORDS.any_in(text) {
        return None;
    }
    let begins = words_of(text);
    let fits = |dialog: &&Dialog, words: &str| {
        let agent = dialog.named().origin == BlockOrigin::Agent;
        begins.starts_with(words) && !dialogs::goes_on(dialog.named(), begins, words)
            || agent && text.contains(words)
    };
    let mut headings = DIALOGS.iter().filter(|it| it.role != Role::Line);
    headings.find(|dialog| dialog.words().any(|words| fits(dialog, words)))
}

/// The dialog that a heading names.
pub(super) fn named(heading: &str) -> Option<Named> {
    headed(heading).map(Dialog::named)
}

/// Whether the words of a heading stand for a dialog by themselves.
pub(in super::super) fn stands_alone(text: &str) -> bool {
    headed(text).is_some_and(|dialog| dialog.strength == Strength::Alone)
}

/// Whether a row is the heading of an approval of a command or a change (0.44 and later): the dialog begins there.
pub(super) fn begins_approval(row: Row<'_>) -> bool {
    let begins = |words: &&str| row.trimmed().starts_with(words);
    row.indent() == 2 && OVER_ANYTHING.iter().any(begins)
}

/// Whether a text asks to run a tool, whose arguments stand below.
pub(super) fn asks_to_run_tool(text: &str) -> bool {
    static ASKS: Words<2> = Words::exact(RUN_TOOL);
    ASKS.any_in(text)
}

/// Whether a row's words say that the transcript has a composer's keys.
pub(in super::super) fn is_in_footer(text: &str) -> bool {
    BROWSING.iter().any(|words| text.starts_with(words))
}

/// The folder that a heading of the CLI's own names.
pub(super) fn folder(text: &str) -> Option<&str> {
    let heading = text.strip_prefix("> ")?;
    let mut starts = BEFORE_FOLDER.iter();
    starts.find_map(|words| heading.strip_prefix(words))
}

/// The approval whose question a row is and nothing else, as it stands above a list (0.20 to 0.42).
pub(super) fn asked(text: &str) -> Option<Named> {
    let mut asking = DIALOGS.iter().filter(|it| it.role == Role::Question);
    let dialog = asking.find(|it| it.asks.iter().any(|says| says.is_in(text)))?;
    Some(dialog.named())
}

/// The dialog that a choice or a line of keys names where this stands around it; `says` whether a row of it that may do so
/// has these words.
pub(super) fn by_choice(only: Only, says: impl Fn(Says) -> bool) -> Option<Named> {
    let mut lines = DIALOGS
        .iter()
        .filter(|dialog| dialog.role == Role::Line && dialog.only == only);
    let said = |dialog: &&Dialog| {
        let asks = dialog.asks.iter().any(|it| says(*it));
        asks && dialog.also.is_none_or(&says)
    };
    lines.find(said).map(Dialog::named)
}

/// Whether a row is the heading or question of a known block.
pub(in super::super) fn is_named(text: &str) -> bool {
    is_question_count(text.trim()) || stands_alone(text)
}

#[cfg(test)]
mod tests {
    use super::{DIALOGS, Only, Role};

    #[test]
    fn each_row_has_a_name_of_its_own_and_words() {
        crate::dialogs::check(DIALOGS, |it| match it.role {
            Role::Heading | Role::Question => it.only == Only::Anywhere && it.also.is_none(),
            Role::Line => {
                let only = [Only::Anywhere, Only::Fields, Only::Call, Only::Keys];
                only.contains(&it.only)
            }
        });
    }
}
