//! The truth of a step: its short form, its own fields, and the lines of the model and the user that are visible.

use shadow_fixtures::Truth;

use super::host::Facts;
use super::{lines, waits};
use crate::error::{Context, LabError, Result};
use crate::scenario::Step;

/// The rows in which a dialog can stand: with a visible cursor, those above it. From there on are the composer and what
/// is below it, which may read like a line of the dialog.
pub fn above_cursor(screen: &str, facts: &Facts) -> String {
    let rows = match facts.cursor_visible && !facts.dead {
        true => usize::from(facts.cursor[1]),
        false => usize::MAX,
    };
    screen
        .lines()
        .take(rows)
        .map(|row| format!("{row}\n"))
        .collect()
}

/// The truth of a captured step.
///
/// `said` and `asked` are what the model has said and the user has submitted so far, `screen` the plain screen, `dialog`
/// the rows of it in which a dialog can stand.
pub fn of(
    step: &Step,
    said: &[String],
    asked: &[String],
    screen: &str,
    dialog: &str,
) -> Result<Truth> {
    let short = step.is.as_deref().unwrap_or_default();
    let mut table = axes(short)
        .ok_or_else(|| LabError::new(format!("`is = {short:?}` is no state the lab knows")))?;
    table.extend(step.truth.clone());
    let mut truth: Truth = table.try_into().context("truth")?;
    truth.check().map_err(LabError::new)?;
    let shows = truth.ui_context != "transcript_view" && !step.repeats;
    if shows && truth.answer_lines.is_empty() {
        truth.answer_lines = lines::visible(said.iter().map(String::as_str), dialog);
    }
    if !tells(step, said, screen) {
        truth.activity = None;
    }
    if let Some(composer) = &mut truth.composer {
        composer.text = composer.text.take().filter(|text| begins_on(screen, text));
    }
    if shows && truth.user_lines.is_empty() {
        truth.user_lines = lines::visible(asked.iter().map(String::as_str), dialog);
        let drafted = |line: &String| is_draft(line, &truth, dialog);
        truth.user_lines = truth
            .user_lines
            .iter()
            .filter(|line| !drafted(line))
            .cloned()
            .collect();
    }
    Ok(truth)
}

/// Whether a line stands on the screen only as the draft, into which an interrupt or a step back has put it.
fn is_draft(line: &str, truth: &Truth, dialog: &str) -> bool {
    let draft = truth
        .composer
        .as_ref()
        .and_then(|composer| composer.text.as_deref());
    let line = lines::squeeze(line);
    let drafted = draft.is_some_and(|draft| lines::squeeze(draft).contains(&line));
    (drafted || is_framed(&line, dialog)) && lines::squeeze(dialog).matches(&line).count() == 1
}

/// Whether a row with this text is between two rules, as a composer is.
fn is_framed(line: &str, dialog: &str) -> bool {
    let rows: Vec<&str> = dialog.lines().collect();
    let rule = |row: &str| row.starts_with('─');
    let holds = |row: &str| lines::squeeze(row).contains(line);
    rows.windows(3)
        .any(|rows| rule(rows[0]) && holds(rows[1]) && rule(rows[2]))
}

/// Whether the screen shows anything of the activity. Some versions keep text back until it is complete (seen in Claude
/// Code 2.1.62), and a low pane has no row left for the call that runs.
fn tells(step: &Step, said: &[String], screen: &str) -> bool {
    let streams = step.truth.get("activity").and_then(|kind| kind.as_str()) == Some("streaming");
    let shown = |text: &String| waits::words(std::slice::from_ref(text), &[], screen).is_none();
    (!streams || visible_last(said, screen))
        && (step.tells.is_empty() || step.tells.iter().any(shown))
}

/// Whether a draft's beginning stands on the screen: a low pane scrolls it away (seen in Claude Code 2.1.330 at 10 rows).
fn begins_on(screen: &str, draft: &str) -> bool {
    let first = lines::squeeze(draft.lines().next().unwrap_or_default());
    let beginning: String = first.chars().take(BEGINNING).collect();
    lines::squeeze(screen).contains(&beginning)
}

/// Characters that are in the first row of a draft in the narrowest pane.
const BEGINNING: usize = 16;

/// Whether any line of the newest answer is on the screen.
fn visible_last(said: &[String], screen: &str) -> bool {
    let last = said.last().map(String::as_str);
    !lines::visible(last, screen).is_empty()
}

/// The four axes of a short form.
fn axes(short: &str) -> Option<toml::Table> {
    let (state, context) = short.split_once(':').unwrap_or((short, "normal_prompt"));
    let axes = match state {
        "idle" => ["supported", "idle", "freeform", context],
        "working" => ["supported", "working", "freeform", context],
        "blocked" => ["supported", "awaiting_operator", "modal", context],
        "popup" => ["supported", "idle", "modal", context],
        "working-popup" => ["supported", "working", "modal", context],
        "unknown-popup" => ["supported", "unknown", "modal", context],
        "view" => ["supported", "idle", "closed", context],
        "working-view" => ["supported", "working", "closed", context],
        "unknown-view" => ["supported", "unknown", "closed", context],
        "starting" => ["unknown", "unknown", "unknown", "unknown"],
        "exited" => ["disconnected", "unknown", "closed", "unknown"],
        "other" => ["unsupported", "unknown", "closed", "unknown"],
        _ => return None,
    };
    let names = ["availability", "business_state", "input_mode", "ui_context"];
    let pairs = names.into_iter().zip(axes);
    Some(
        pairs
            .map(|(name, value)| (name.to_owned(), value.into()))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(text: &str) -> Step {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn short_form_and_fields_make_the_truth() {
        let step = step(
            "is = 'blocked:approval_prompt'\n[truth]\nactivity = 'tool'\n[truth.block]\nselected = 0",
        );
        let said = ["I will run the command now.".to_owned()];
        let screen = "⏺ I will run the command now.\n";
        let truth = of(&step, &said, &[], screen, screen).unwrap();
        assert_eq!(truth.business_state, "awaiting_operator");
        assert_eq!(truth.ui_context, "approval_prompt");
        assert_eq!(truth.activity.as_deref(), Some("tool"));
        assert_eq!(truth.answer_lines, said);
    }

    #[test]
    fn an_unknown_state_is_refused() {
        assert!(of(&step("is = 'busy'"), &[], &[], "", "").is_err());
        assert!(of(&step("is = 'idle:nowhere'"), &[], &[], "", "").is_err());
        assert!(
            of(
                &step("is = 'idle'\n[truth]\nmood = 'good'"),
                &[],
                &[],
                "",
                ""
            )
            .is_err()
        );
    }
    #[test]
    fn a_prompt_that_is_a_draft_again_is_no_line_of_the_dialog() {
        let step = step("is = 'idle'\ntruth.composer = { content = 'draft', text = 'try again' }");
        let asked = ["try again".to_owned()];
        let truth = |screen: &str| of(&step, &[], &asked, screen, screen).unwrap();
        assert!(truth("────\n❯ try again\n────\n").user_lines.is_empty());
        let plain = self::step("is = 'idle'");
        let bare = |screen: &str| of(&plain, &[], &asked, screen, screen).unwrap();
        assert!(bare("────\n❯ try again\n────\n").user_lines.is_empty());
        assert_eq!(
            truth("❯ try again\n────\n❯ try again\n────\n").user_lines,
            asked
        );
    }

    #[test]
    fn rows_from_a_visible_cursor_on_hold_no_dialog() {
        let mut facts = Facts {
            cursor: [2, 1],
            cursor_visible: true,
            ..Facts::default()
        };
        let screen = "› hello there\n› hello there\n\n";
        assert_eq!(above_cursor(screen, &facts), "› hello there\n");
        facts.cursor_visible = false;
        assert_eq!(above_cursor(screen, &facts), screen);
    }

    #[test]
    fn an_activity_that_nothing_tells_is_not_recorded() {
        let step = step("is = 'working'\ntells = ['Bash']\ntruth.activity = 'tool'");
        let kind = |screen: &str| of(&step, &[], &[], screen, screen).unwrap().activity;
        assert_eq!(kind("⏺ Bash(python3 wait.py)\n").as_deref(), Some("tool"));
        assert_eq!(kind("✻ Working…\n"), None);
    }

    #[test]
    fn a_picker_that_repeats_words_of_the_dialog_has_no_lines() {
        let step = step("is = 'blocked:resume_picker'\nrepeats = true");
        let asked = ["hello there".to_owned()];
        let screen = "❯ hello there\n";
        assert!(
            of(&step, &[], &asked, screen, screen)
                .unwrap()
                .user_lines
                .is_empty()
        );
    }
}
