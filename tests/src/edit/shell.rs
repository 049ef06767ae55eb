//! A shell below the interface of a CLI that was killed or suspended at its prompt.

use shadow_fixtures::{Capture, Truth};

use super::Rows;

/// What shells print there: prompts of many themes, and the words of a job that was stopped or killed. Each ends in
/// the row in which the shell is typed to.
pub const SHELL_PROMPTS: [&[&str]; 9] = [
    &["❯ "],
    &["", "❯ "],
    &["λ "],
    &["=> "],
    &["Killed", ">> "],
    &["zsh: suspended  agent", "host% "],
    &["➜  project git:(main) ✗ "],
    &["user@host ~> "],
    &["~/project main", "❯ "],
];

/// Puts a shell's prompt, by number, below a screen that takes a prompt; the shell has the cursor.
pub(super) fn below(capture: &mut Capture, number: usize) -> bool {
    let lines = SHELL_PROMPTS[number];
    // On the alternate screen nothing of the CLI stays, and a screen reader is given `$ ` by the CLI itself.
    let kept = !capture.case.alternate && !capture.session.scenario.starts_with("screen-reader");
    if !kept || !capture.case.truth.submit_ready() {
        return false;
    }
    let Some((mut rows, last)) =
        Rows::of(capture).and_then(|rows| rows.last().map(|last| (rows, last)))
    else {
        return false;
    };
    let styled: Vec<String> = lines
        .iter()
        .map(|line| format!("\u{1b}[0m{line}"))
        .collect();
    let texts: Vec<&str> = styled.iter().map(String::as_str).collect();
    rows.insert(last + 1, &texts);
    let row = rows.last().and_then(|row| u16::try_from(row).ok());
    rows.put_into(capture);
    let prompt = lines.last().copied().unwrap_or_default();
    let column = u16::try_from(prompt.chars().count()).unwrap_or_default();
    let case = &mut capture.case;
    (case.cursor, case.cursor_visible) = (row.map(|row| [column, row]), Some(true));
    case.truth = Truth {
        availability: "disconnected".to_owned(),
        business_state: "unknown".to_owned(),
        input_mode: "closed".to_owned(),
        ui_context: "unknown".to_owned(),
        ..Truth::default()
    };
    case.witness = format!("a shell's prompt was put below: {}", case.witness);
    true
}
