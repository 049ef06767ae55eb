//! The dialogs of the Codex CLI: a row each. That something is a dialog is settled by its place; words only name it, where
//! they stand in theirs: a heading's in the heading, a choice's in the dialog's own list, keys' below that.

use shadow_core::contract::BlockOrigin;
use shadow_core::screen::{Needle, Row};

use super::super::shape::{BAR, is_question_count};
use crate::dialogs::{
    self, AGENT_LIST, COMMAND, Dialog, EDIT, MODEL, Named, OTHER, Only, PICKER, PLAN, QUESTION,
    RENAME, RESUME, REWIND, Role, SETTINGS, SETUP, Says, Shape, Strength, TRUST,
};
use crate::letters::Words;

/// What asks to run a server's tool.
const RUN_TOOL: [&str; 2] = ["MCP server to run tool", "MCP server wants to run the tool"];

/// What the footer says while the transcript has the composer's keys.
const BROWSING: [&str; 2] = ["Browsing transcript", "Browsing · "];

/// The first row whose words the block's heading has names it; what no heading names, a choice or a line of keys may. Seen
/// in 0.20 to 0.169.
static DIALOGS: &[Dialog] = &[
    Dialog::headed(
        "run-command",
        COMMAND,
        &["Would you like to run the following"],
    )
    .alone()
    .shape(Shape::OverAnything),
    Dialog::asked("allow-command", COMMAND, &[Says::Is("Allow command?")]).alone(),
    Dialog::headed(
        "make-edits",
        EDIT,
        &["Would you like to make the following"],
    )
    .alone()
    .shape(Shape::OverAnything),
    Dialog::asked("apply-changes", EDIT, &[Says::Is("Apply changes?")]).alone(),
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
    Dialog::headed("run-tool", OTHER, &RUN_TOOL).alone(),
    Dialog::headed("implement-plan", PLAN, &["Implement this plan?"]).alone(),
    Dialog::headed(
        "archive-side-chat",
        PICKER,
        &["This will remove it from Side chats."],
    ),
    Dialog::headed(
        "trust-folder",
        TRUST,
        &[
            "You are running Codex in ",
            "You are in ",
            "Do you trust the contents",
        ],
    )
    .alone()
    .shape(Shape::BeforeFolder),
    // The folder is in the row below (0.157 and later).
    Dialog::headed(
        "folder-access",
        TRUST,
        &["Folder access", "Trust this folder?"],
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
            "Finish signing in",
            "Use your own OpenAI API key",
        ],
    )
    .alone(),
    Dialog::headed("update", SETUP, &["Update available"]).alone(),
    Dialog::headed(
        "new-model",
        SETUP,
        &["Introducing", "Codex just got an upgrade"],
    )
    .alone(),
    Dialog::headed(
        "usage-limit",
        SETUP,
        &[
            "Approaching rate limits",
            "Usage limit reached",
            "You've reached your workspace credit limit",
        ],
    )
    .alone(),
    Dialog::headed("full-access", SETTINGS, &["Enable full access?"]).alone(),
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
    Dialog::headed("export", PICKER, &["Export conversation"]),
    Dialog::headed("archive-session", PICKER, &["Archive this session?"]),
    Dialog::headed("memories", SETTINGS, &["Enable memories?", "Memories"]),
    Dialog::headed("plugins", SETTINGS, &["Plugins"]),
    Dialog::headed("hooks", SETTINGS, &["Hooks"]),
    Dialog::headed(
        "agents",
        AGENT_LIST,
        &["Subagents", "Agent command center", "Agents"],
    ),
    Dialog::headed("review-preset", PICKER, &["Select a review preset"]),
    Dialog::headed("feedback", PICKER, &["How was this?"]),
    Dialog::headed(
        "multi-agent",
        PICKER,
        &["Enable multi-agent?", "Enable subagents?"],
    ),
    Dialog::headed("action-required", QUESTION, &["Action required"]),
    // An approval of a server's tool, in the frame of the agent's questions (0.110 to 0.114).
    Dialog::said(
        "run-tool-choices",
        OTHER,
        &[Says::Chooses("Approve"), Says::Chooses("Allow")],
    )
    .only(Only::Call),
    // What a server asks: to run a tool or to allow a request, however the question is wrapped (0.120 to 0.169).
    Dialog::said("allow-choices", OTHER, &[Says::Chooses("Allow")])
        .also(Says::Chooses("Cancel"))
        .only(Only::Fields),
    // What the choices of an approval cover whose question is off the pane.
    Dialog::said(
        "edit-choices",
        EDIT,
        &[
            Says::Holds("these files"),
            Says::Holds("ask again for these"),
        ],
    )
    .only(Only::Keys),
    Dialog::said(
        "command-choices",
        COMMAND,
        &[Says::Begins("$ "), Says::Holds("ask again for")],
    )
    .only(Only::Keys),
    Dialog::said(
        "model-choices",
        MODEL,
        &[Says::Holds("reasoning effort"), Says::Chooses("gpt-")],
    ),
    // Its heading names the model (0.160 and later).
    Dialog::said(
        "new-model-choices",
        SETUP,
        &[Says::Chooses("Try new model")],
    ),
    // Both ask at the start, and a pane without styles may show no more of them than their choices (0.157 and later).
    Dialog::said(
        "trust-choices",
        TRUST,
        &[
            Says::Chooses("Trust and continue"),
            Says::Chooses("Trust all and continue"),
        ],
    ),
    Dialog::said(
        "browse-transcript",
        REWIND,
        &[Says::Begins(BROWSING[0]), Says::Begins(BROWSING[1])],
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
static NEEDLES: [Needle; HEADINGS] = dialogs::needles(HEADED.0);

/// The ids of the table's rows, in its order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    DIALOGS.iter().map(|dialog| dialog.id)
}

/// The words of the table's rows, in its order.
pub fn words() -> impl Iterator<Item = &'static str> {
    DIALOGS.iter().flat_map(Dialog::words)
}

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
    let fits = |word: &usize| {
        let (named, words) = (DIALOGS[OWNERS[*word]].named(), HEADED.0[*word]);
        let agent = named.origin == BlockOrigin::Agent;
        begins.starts_with(words) && !dialogs::goes_on(named, begins, words)
            || agent && NEEDLES[*word].is_in(text)
    };
    let word = (0..HEADINGS).find(fits)?;
    Some(&DIALOGS[OWNERS[word]])
}

/// The dialog that a heading names.
pub(super) fn named(heading: &str) -> Option<Named> {
    headed(heading).map(Dialog::named)
}

/// Whether the words of a heading stand for a dialog by themselves.
pub(in super::super) fn stands_alone(text: &str) -> bool {
    headed(text).is_some_and(|dialog| dialog.strength == Strength::Alone)
}

/// The words of dialogs of a shape.
fn shaped(shape: Shape) -> impl Iterator<Item = &'static str> {
    let dialogs = DIALOGS.iter().filter(move |dialog| dialog.shape == shape);
    dialogs.flat_map(Dialog::words)
}

/// Whether a row is the heading of an approval of a command or a change (0.44 and later): the dialog begins there.
pub(super) fn begins_approval(row: Row<'_>) -> bool {
    let begins = |words| row.trimmed().starts_with(words);
    row.indent() == 2 && shaped(Shape::OverAnything).any(begins)
}

/// Whether a text asks to run a tool, whose arguments stand below.
pub(super) fn asks_to_run_tool(text: &str) -> bool {
    static ASKS: [Needle; 2] = dialogs::needles(RUN_TOOL);
    ASKS.iter().any(|words| words.is_in(text))
}

/// Whether a row's words say that the transcript has a composer's keys.
pub(in super::super) fn is_in_footer(text: &str) -> bool {
    BROWSING.iter().any(|words| text.starts_with(words))
}

/// The folder that a heading of the CLI's own names.
pub(super) fn folder(text: &str) -> Option<&str> {
    let heading = text.strip_prefix("> ")?;
    shaped(Shape::BeforeFolder).find_map(|words| heading.strip_prefix(words))
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
    use super::{DIALOGS, Only, Role, Shape};

    #[test]
    fn each_row_has_a_name_of_its_own_and_words() {
        crate::dialogs::check(DIALOGS, |it| {
            let alike = it.only == Only::Anywhere && it.also.is_none();
            match it.role {
                Role::Heading => alike && it.shape != Shape::Form,
                Role::Question => alike && it.shape == Shape::Plain,
                Role::Line => {
                    let only = [Only::Anywhere, Only::Fields, Only::Call, Only::Keys];
                    only.contains(&it.only) && it.shape == Shape::Plain
                }
            }
        });
    }
}
