//! The dialogs of Claude Code: a row each. That something is a dialog is settled by its place; words only name it.

use crate::dialogs::{
    self, AGENT_PANEL, COMMAND, Dialog, EDIT, MODEL, Named, OTHER, Only, PLAN, QUESTION, RESUME,
    REWIND, Role, SETTINGS, SETUP, SIGN_IN, STOPPED, Says, Shape, Strength, TASKS, TRUST,
};
use crate::letters::{self, Words};

/// How questions for an approval begin.
const APPROVES: &[Says] = &[Says::Begins("Do you want"), Says::Begins("Allow ")];

/// By its question, and above one for an approval by its heading; then by its heading, which begins with a row's words; then
/// by any of its lines: one of the agent's, or else a strong one before a weak one. Within each, the first row that fits
/// counts.
static DIALOGS: &[Dialog] = &[
    Dialog::asked(
        "proceed",
        PLAN,
        &[Says::Holds("Would you like to proceed?")],
    ),
    Dialog::headed(
        "run-command",
        COMMAND,
        &[
            "bash",
            "shell",
            "powershell",
            "run command",
            "command",
            "monitor",
        ],
    )
    .only(Only::Approval),
    Dialog::headed(
        "change-file",
        EDIT,
        &[
            "edit",
            "create",
            "write",
            "overwrite",
            "update",
            "delete",
            "notebook",
            "make edits",
            "opened changes",
        ],
    )
    .only(Only::Approval),
    Dialog::asked(
        "change-file-asked",
        EDIT,
        &[
            Says::Holds("make this edit"),
            Says::Holds("want to create"),
            Says::Holds("want to overwrite"),
            Says::Holds("want to write"),
            Says::Holds("want to update"),
        ],
    )
    .only(Only::Approval),
    // Its heading is off the pane; commands ask so, and hardly anything else does.
    Dialog::asked(
        "run-command-asked",
        COMMAND,
        &[Says::Holds("Do you want to proceed?")],
    )
    .only(Only::OpenApproval),
    // Its heading may be off a low pane; it is no agent's to ask for.
    Dialog::asked(
        "api-key-asked",
        SETUP,
        &[Says::Is("Do you want to use this API key?")],
    ),
    Dialog::asked("other-approval", OTHER, APPROVES),
    Dialog::headed("select-model", MODEL, &["select model", "switch model"]),
    Dialog::headed(
        "rewind",
        REWIND,
        &[
            "rewind",
            "jump to a previous message",
            "restore the code",
            "confirm you want to restore",
        ],
    ),
    Dialog::headed(
        "resume-session",
        RESUME,
        &["resume session", "resume", "modified "],
    ),
    Dialog::headed("agents", AGENT_PANEL, &["agents", "create new agent"]),
    Dialog::headed("leave-work", STOPPED, &["background work is running"]),
    Dialog::headed("leave-worktree", STOPPED, &["exiting worktree session"]),
    Dialog::headed(
        "tasks",
        TASKS,
        &[
            "background tasks",
            "background",
            "shell details",
            "bash details",
            "tasks",
        ],
    ),
    Dialog::headed(
        "plan",
        PLAN,
        &[
            "ready to code",
            "exit plan mode",
            "here is claude's plan",
            "enter plan mode",
        ],
    ),
    Dialog::headed(
        "trust-folder",
        TRUST,
        &["accessing workspace", "do you trust"],
    ),
    Dialog::headed("warning", SETUP, &["warning", "bypass permissions"]),
    Dialog::headed(
        "sign-in",
        SETUP,
        &["select login", "claude code can be used with"],
    ),
    Dialog::headed(
        "first-run",
        SETUP,
        &["let's get started", "welcome to claude", "security notes"],
    ),
    Dialog::headed("new-servers", SETUP, &["new mcp server"]),
    Dialog::headed("settings-error", SETUP, &["settings error"]),
    Dialog::headed("session-state", SETUP, &["this session is "]),
    Dialog::headed("signed-in", SETUP, &["login successful"]),
    // The panel of `/login`.
    Dialog::headed("sign-in-again", SIGN_IN, &["login"]),
    Dialog::headed("run-workflow", OTHER, &["run a dynamic workflow"]),
    Dialog::headed("server-asks", QUESTION, &["mcp server “", "mcp server \""]).shape(Shape::Form),
    // What to do about a limit that is reached (2.0.70 on).
    Dialog::headed("limit-reached", STOPPED, &["what do you want to do?"]),
    Dialog::headed("effort", SETTINGS, &["effort"]),
    Dialog::headed("fast-mode", SETTINGS, &["↯"]),
    Dialog::headed("add-directory", SETTINGS, &["add directory"]),
    Dialog::headed(
        "settings",
        SETTINGS,
        &[
            "settings",
            "claude code status",
            "claude code v",
            "configuration panel",
            "configure claude",
        ],
    ),
    Dialog::headed("help", SETTINGS, &["help"]),
    Dialog::headed(
        "permissions",
        SETTINGS,
        &["permissions", "permission rules", "allow  "],
    ),
    Dialog::headed("servers", SETTINGS, &["manage mcp", "mcp servers", "mcp"]),
    Dialog::headed("hooks", SETTINGS, &["hook"]),
    Dialog::headed(
        "memory",
        SETTINGS,
        &["memory", "select memory", "learn more"],
    ),
    Dialog::headed("plugins", SETTINGS, &["plugin"]),
    Dialog::headed("skills", SETTINGS, &["skills"]),
    Dialog::headed("sandbox", SETTINGS, &["sandbox"]),
    Dialog::headed(
        "output-style",
        SETTINGS,
        &[
            "output style",
            "preferred output style",
            "choose your preferred output style",
        ],
    ),
    Dialog::headed("theme", SETTINGS, &["theme"]),
    Dialog::headed("export", SETTINGS, &["export conversation"]),
    Dialog::headed("status", SETTINGS, &["status"]),
    Dialog::headed("editor", SETTINGS, &["select ide", "connect to an ide"]),
    Dialog::said("current-message", REWIND, &[Says::Item("(current)")]).alone(),
    Dialog::said(
        "model-choices",
        MODEL,
        &[Says::Holds("per Mtok"), Says::Ends(" to adjust")],
    )
    .alone(),
    Dialog::said(
        "trust-choices",
        TRUST,
        &[Says::Chooses("Yes, I trust this folder")],
    )
    .alone(),
    Dialog::said(
        "outside-memory",
        SETUP,
        &[
            Says::Chooses("Yes, allow external"),
            Says::Chooses("No, disable external"),
        ],
    )
    .alone(),
    Dialog::said("stop-keys", TASKS, &[Says::Holds("x to stop")]).alone(),
    Dialog::said("settings-list", SETTINGS, &[Says::Begins("Auto-compact")]).alone(),
    Dialog::said(
        "question-words",
        QUESTION,
        &[
            Says::Begins("Enter to select · "),
            Says::Is("Review your answers"),
        ],
    )
    .only(Only::Unboxed),
    Dialog::said(
        "continue-keys",
        SETTINGS,
        &[
            Says::Is("Enter to continue"),
            Says::Holds("Press Enter to continue"),
        ],
    ),
    Dialog::said(
        "first-run-words",
        SETUP,
        &[
            Says::Holds("Choose the text style"),
            Says::Holds("Choose the option that looks best"),
            Says::Holds("Select login method"),
            Says::Holds("Paste code here"),
            Says::Holds("OAuth error"),
        ],
    ),
];

/// What lines say, looked for together: few lines hold any of it.
const LINES: usize = dialogs::count(DIALOGS, true);
const SAID: ([&str; LINES], [usize; LINES]) = dialogs::words(DIALOGS, true);
static WORDS: Words<LINES> = Words::exact(SAID.0);

/// The ids of the table's rows, in its order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    DIALOGS.iter().map(|dialog| dialog.id)
}

/// The words of the table's rows, in its order.
pub fn words() -> impl Iterator<Item = &'static str> {
    DIALOGS.iter().flat_map(Dialog::words)
}

/// The dialog that asks this, by the question's words, parted by single blanks, and by the heading above it; `open` where it
/// has no frame.
pub(super) fn asking(heading: &str, question: &str, open: bool) -> Option<&'static Dialog> {
    let asks = |it: &Says| it.is_in(question);
    let approves = APPROVES.iter().any(asks);
    let around = |only: Only| match only {
        Only::Approval => approves,
        Only::OpenApproval => approves && open,
        _ => true,
    };
    let asking = |it: &&Dialog| it.role == Role::Question || it.only == Only::Approval;
    let mut asking = DIALOGS.iter().filter(asking);
    asking.find(|it| {
        let headed = it.headings.is_empty() || begins(heading, it.headings);
        around(it.only) && headed && (it.asks.is_empty() || it.asks.iter().any(asks))
    })
}

/// Whether a heading is that of an approval of a command.
pub(super) fn heads_command(heading: &str) -> bool {
    let mut headed = DIALOGS.iter().filter(|it| it.only == Only::Approval);
    let found = headed.find(|it| begins(heading, it.headings));
    found.is_some_and(|dialog| dialog.named().kind == COMMAND.kind)
}

/// Whether a heading is that of a form.
pub(super) fn heads_form(heading: &str) -> bool {
    let mut forms = DIALOGS.iter().filter(|it| it.shape == Shape::Form);
    forms.any(|it| begins(heading, it.headings))
}

/// What a heading names. It may count what it is about: `2 new MCP servers found in this project`.
pub(super) fn headed(heading: &str) -> Option<Named> {
    let counted = heading.trim_start_matches(|first: char| first.is_ascii_digit());
    let heading = counted.strip_prefix(' ').unwrap_or(heading);
    let headings = |it: &&Dialog| it.role == Role::Heading && it.only == Only::Anywhere;
    let mut headings = DIALOGS.iter().filter(headings);
    let fits = |dialog: &&Dialog, word: &str| {
        begins(heading, &[word]) && !dialogs::goes_on(dialog.named(), heading, word)
    };
    let found = headings.find(|dialog| dialog.headings.iter().any(|word| fits(dialog, word)));
    found.map(Dialog::named)
}

/// Whether a line holds words of any row that a line may tell.
pub(super) fn tells(line: &str) -> bool {
    WORDS.any_in(line)
}

/// What a line that tells names, in a box or not: strongly, or where no line does so, weakly.
pub(super) fn said(line: &str, strength: Strength, boxed: bool) -> Option<Named> {
    let says = |dialog: &&Dialog| dialog.asks.iter().any(|says| says.is_in(line));
    let around = |dialog: &&Dialog| !(boxed && dialog.only == Only::Unboxed);
    let lines = DIALOGS.iter().filter(|it| it.role == Role::Line);
    let mut weighed = lines.filter(|dialog| dialog.strength == strength);
    weighed
        .find(|dialog| around(dialog) && says(dialog))
        .map(Dialog::named)
}

/// What a choice names by the words that its label begins with: behind them a model's may stand.
pub(super) fn chosen(label: &str) -> Option<Named> {
    let begins = |says: &Says| matches!(says, Says::Chooses(words) if label.starts_with(words));
    let mut lines = DIALOGS.iter().filter(|it| it.role == Role::Line);
    let found = lines.find(|dialog| dialog.asks.iter().any(begins));
    found.map(Dialog::named)
}

/// Whether a text starts with one of these words, which are ASCII but for their end, in any case.
fn begins(text: &str, words: &[&str]) -> bool {
    let first = |text: &str| text.bytes().next().map(|byte| byte.to_ascii_lowercase());
    let one = |words: &str| first(text) == first(words) && letters::begins(text, words);
    words.iter().any(|words| one(words))
}

#[cfg(test)]
mod tests {
    use super::{DIALOGS, Dialog, Only, Role, Says, Shape, Strength};

    #[test]
    fn each_row_has_a_name_of_its_own_and_words() {
        // Lines are looked for by their words as they are written.
        let shape = |it: &Dialog| matches!(it.shape, Shape::Plain | Shape::Form);
        crate::dialogs::check(DIALOGS, |it| {
            let words = match it.role {
                Role::Heading => matches!(it.only, Only::Anywhere | Only::Approval),
                Role::Question => {
                    matches!(
                        it.only,
                        Only::Anywhere | Only::Approval | Only::OpenApproval
                    )
                }
                Role::Line => {
                    let exact = |says: &Says| !matches!(says, Says::Reads(_));
                    matches!(it.only, Only::Anywhere | Only::Unboxed) && it.asks.iter().all(exact)
                }
            };
            let alone = it.strength == Strength::Among || it.role == Role::Line;
            words && alone && shape(it) && it.also.is_none()
        });
    }
}
