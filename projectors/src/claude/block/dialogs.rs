//! The dialogs of Claude Code: a row each. That something is a dialog is settled by its place; words only name it.

use crate::dialogs::{
    self, AGENT_PANEL, COMMAND, Dialog, EDIT, MODEL, Named, OTHER, Only, PLAN, QUESTION, RESUME,
    REWIND, Role, SETTINGS, SETUP, SIGN_IN, STOPPED, Says, Strength, TASKS, TRUST, dialog_table,
};
use crate::letters::{self, Words};

/// How questions for an approval begin.
const APPROVES: [Says; 2] = [Says::Begins("Do you want"), Says::Begins("Allow ")];

/// How headings begin below which there are fields, and buttons.
const FORMS: [&str; 2] = ["mcp server “", "mcp server \""];

dialog_table! {
    /// By its question, and above one for an approval by its heading; then by its heading, which begins with a row's words; then
    /// by any of its lines: one of the agent's, or else a strong one before a weak one. Within each, the first row that fits
    /// counts.
    "proceed": PLAN asked [Holds("Would you like to proceed?")];
    "run-command": COMMAND headed ["bash", "shell", "powershell", "run command", "command", "monitor"], only(Approval);
    "change-file": EDIT headed [
        "edit", "create", "write", "overwrite", "update", "delete", "notebook", "make edits", "opened changes",
    ], only(Approval);
    "change-file-asked": EDIT asked [
        Holds("make this edit"), Holds("want to create"), Holds("want to overwrite"), Holds("want to write"),
        Holds("want to update"),
    ], only(Approval);
    // Its heading is off the pane; commands ask so, and hardly anything else does.
    "run-command-asked": COMMAND asked [Holds("Do you want to proceed?")], only(OpenApproval);
    // Its heading may be off a low pane; it is no agent's to ask for.
    "api-key-asked": SETUP asked [Is("Do you want to use this API key?")];
    "other-approval": OTHER asked APPROVES;
    "select-model": MODEL headed ["select model", "switch model"];
    "rewind": REWIND headed ["rewind", "jump to a previous message", "restore the code", "confirm you want to restore"];
    "resume-session": RESUME headed ["resume session", "resume", "modified "];
    "agents": AGENT_PANEL headed ["agents", "create new agent"];
    "leave-work": STOPPED headed ["background work is running"];
    "leave-worktree": STOPPED headed ["exiting worktree session"];
    "tasks": TASKS headed ["background tasks", "background", "shell details", "bash details", "tasks"];
    "plan": PLAN headed ["ready to code", "exit plan mode", "here is claude's plan", "enter plan mode"];
    "trust-folder": TRUST headed ["accessing workspace", "do you trust"];
    "warning": SETUP headed ["warning", "bypass permissions"];
    "sign-in": SETUP headed ["select login", "claude code can be used with"];
    "first-run": SETUP headed ["let's get started", "welcome to claude", "security notes"];
    "new-servers": SETUP headed ["new mcp server"];
    "settings-error": SETUP headed ["settings error"];
    "session-state": SETUP headed ["this session is "];
    "signed-in": SETUP headed ["login successful"];
    // The panel of `/login`.
    "sign-in-again": SIGN_IN headed ["login"];
    // The screen-reader mode's.
    "question": QUESTION headed ["question: "];
    "run-workflow": OTHER headed ["run a dynamic workflow"];
    "server-asks": QUESTION headed FORMS;
    // What to do about a limit that is reached (2.0.70 on).
    "limit-reached": STOPPED headed ["what do you want to do?"];
    "effort": SETTINGS headed ["effort"];
    "fast-mode": SETTINGS headed ["↯"];
    "add-directory": SETTINGS headed ["add directory"];
    "settings": SETTINGS headed [
        "settings", "claude code status", "claude code v", "configuration panel", "configure claude",
    ];
    "help": SETTINGS headed ["help"];
    "permissions": SETTINGS headed ["permissions", "permission rules", "allow  "];
    "servers": SETTINGS headed ["manage mcp", "mcp servers", "mcp"];
    "hooks": SETTINGS headed ["hook"];
    "memory": SETTINGS headed ["memory", "select memory", "learn more"];
    "plugins": SETTINGS headed ["plugin"];
    "skills": SETTINGS headed ["skills"];
    "sandbox": SETTINGS headed ["sandbox"];
    "output-style": SETTINGS headed ["output style", "preferred output style", "choose your preferred output style"];
    "theme": SETTINGS headed ["theme"];
    "export": SETTINGS headed ["export conversation"];
    "status": SETTINGS headed ["status"];
    "editor": SETTINGS headed ["select ide", "connect to an ide"];
    "current-message": REWIND said [Item("(current)")], alone;
    "model-choices": MODEL said [Holds("per Mtok"), Ends(" to adjust")], alone;
    "trust-choices": TRUST said [Chooses("Yes, I trust this folder")], alone;
    "outside-memory": SETUP said [Chooses("Yes, allow external"), Chooses("No, disable external")], alone;
    "stop-keys": TASKS said [Holds("x to stop")], alone;
    "settings-list": SETTINGS said [Begins("Auto-compact")], alone;
    "question-words": QUESTION said [Begins("Enter to select · "), Is("Review your answers")], only(Unboxed);
    "continue-keys": SETTINGS said [Is("Enter to continue"), Holds("Press Enter to continue")];
    "first-run-words": SETUP said [
        Holds("Choose the text style"), Holds("Choose the option that looks best"), Holds("Select login method"),
        Holds("Paste code here"), Holds("OAuth error"),
    ];
}

/// What lines say, looked for together: few lines hold any of it.
const LINES: usize = dialogs::count(DIALOGS, true);
static WORDS: Words<LINES> = Words::exact(dialogs::words(DIALOGS, true));

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
    begins(heading, &FORMS)
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
    use super::{DIALOGS, Only, Role, Says, Strength};

    #[test]
    fn each_row_has_a_name_of_its_own_and_words() {
        // Lines are looked for by their words as they are written.
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
            words && alone && it.also.is_none()
        });
    }
}
