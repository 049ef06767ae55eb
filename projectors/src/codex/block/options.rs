//! The choices of a block: rows of a list with marker, number, box, label, description and hotkey,
//! or the buttons of 0.20 and 0.34.

use shadow_core::contract::{BlockKind, BlockOption, OptionRole};
use shadow_core::screen::{Color, Marked, Row, Screen};
use shadow_core::surface::RowSpan;

use super::super::front::Skin;
use super::super::marks::Mark;
use super::super::shape::{BAR, carries_styles, is_accented, is_key_hint, numbered};
use super::super::wrap::{EDGE, above, within};
use super::body::Body;
use super::choices::{Choice, choice};
use super::side_by_side;
use crate::dialogs::{Says, is_approval, mark_refusals};
use crate::letters::offset;
use crate::rules::decide;
use crate::shapes::columns::{self, before, parts};
use crate::shapes::keys::{printed, steps};
use crate::shapes::numbers::begins_with_digit;
use crate::shapes::strokes::is_made_of;
use crate::shapes::wraps::go_on;

/// How the choice ends that asks for words.
const TELLS: &str = "tell Codex what to do differently";

/// How the labels of those options begin that refuse, last in an approval or a plan (0.20 to 0.171).
const REFUSES: [Says; 6] = [
    Says::Is("No"),
    Says::Begins("No, "),
    Says::Is("Deny"),
    Says::Is("Decline"),
    Says::Is("Cancel"),
    Says::Begins("Cancel this "),
];

/// The choices of a block and the row in which they begin.
pub(super) fn read(body: &Body<'_>, kind: BlockKind) -> Option<(Vec<BlockOption>, usize)> {
    let (screen, rows) = (body.screen, body.rows);
    let buttons = (body.skin == Skin::Bar).then(|| buttons(screen, rows));
    let (arrows, (mut options, row)) = decide! { screen;
        ButtonRow let drawn = buttons.flatten() => (["Left", "Right"], drawn);
        _ let listed = listed(body, kind) => (["Up", "Down"], listed);
        SideBySide let drawn = side_by_side::read(screen, rows) => (["Left", "Right"], drawn);
        _ => return None
    };
    assign_keys(&mut options, kind, arrows);
    assign_roles(&mut options, kind);
    mark_refusals(kind, &mut options, &REFUSES);
    Some((options, row))
}

/// The choices of a list and its first row.
fn listed(body: &Body<'_>, kind: BlockKind) -> Option<(Vec<BlockOption>, usize)> {
    let (screen, choices, end) = (body.screen, body.choices(), list_end(body)?);
    let below = choices[1..].iter().map(|next| next.index).chain([end + 1]);
    let options = choices.iter().zip(below);
    let options = options.map(|(choice, until)| option(screen, choice, until));
    let mut options: Vec<BlockOption> = options.collect();
    if is_approval(kind) {
        options.iter_mut().for_each(take_hotkey);
    }
    Some((options, choices[0].index))
}

/// What choosing each option does. A question whose only row has no number is a field for text (a server's form, 0.120 to
/// 0.169).
fn assign_roles(options: &mut [BlockOption], kind: BlockKind) {
    if let [field] = options
        && kind == BlockKind::Question
        && field.number.is_none()
        && field.checked.is_none()
    {
        field.role = OptionRole::Text;
        field.free_text = true;
        return;
    }
    for option in options {
        option.role = match option.checked {
            Some(_) => OptionRole::Toggle,
            None if matches!(&*option.label, "Back" | "Cancel") => OptionRole::Cancel,
            None => OptionRole::Choice,
        };
    }
}

/// The last row that belongs to the last choice: its description's or label's wrapped rows.
pub(super) fn list_end(body: &Body<'_>) -> Option<usize> {
    let last = body.choices().last()?;
    let own = |index: &usize| {
        let row = body.screen.row(*index);
        let deeper = row.indent() > last.column.min(4) && row.trimmed() != "▌";
        !row.is_blank() && deeper && !is_key_hint(row.text())
    };
    let rows = (last.index..=body.rows.last as usize).skip(1);
    Some(rows.take_while(own).last().unwrap_or(last.index))
}

/// One option from its row and the wrapped rows below it.
fn option(screen: &Screen, choice: &Choice, until: usize) -> BlockOption {
    let (label, mut description) = split_columns(choice.body);
    let mut label = label.to_owned();
    let label_column = before(screen.row(choice.index).text(), choice.body);
    // The label's last row and what stands in it.
    let mut last = (choice.index, choice.body);
    let wrap = within(screen, EDGE);
    for index in choice.index + 1..until {
        let row = screen.row(index);
        let body = row.trimmed().trim_start_matches(BAR).trim();
        if body.is_empty() || is_made_of(body, '─') {
            continue;
        }
        let continues = description.is_none()
            && row.indent() <= label_column
            && wrap.is_full(above(screen, last.0, last.1), body);
        if continues {
            label.push_str(match key_in_brackets(body) {
                Some(_) => " ",
                None => wrap.gap(above(screen, last.0, last.1), body),
            });
            label.push_str(body);
            last = (index, body);
        } else {
            go_on(description.get_or_insert_default(), body);
        }
    }
    BlockOption {
        free_text: label == "None of the above",
        label,
        description,
        number: choice.number,
        selected: Some(choice.marked),
        checked: choice.checked,
        ..BlockOption::default()
    }
}

/// Label and description, which two or more spaces part. In a list of conversations the age of each
/// stands first and what it is called last.
fn split_columns(body: &str) -> (&str, Option<String>) {
    if let Some((rest, called)) = body.trim_end().rsplit_once("  ")
        && let age = rest.split("  ").next().unwrap_or(rest)
        // `1 second ago` (0.66), `2s ago` (0.130 and later).
        && begins_with_digit(age)
        && age.ends_with(" ago")
    {
        let told: Vec<&str> = parts(rest).filter(|part| *part != "-").collect();
        return (called, Some(told.join(" · ")));
    }
    let (label, rest) = columns::beside(body);
    let rest = rest.map(|rest| rest.trim_start_matches("— ").to_owned());
    (label, rest)
}

/// Takes an approval's key from behind its label, or from before what describes it. In other lists such a key is a word of
/// the agent's or of a name.
fn take_hotkey(option: &mut BlockOption) {
    let (label, key) = hotkey(&option.label);
    option.free_text |= label.ends_with(TELLS);
    (option.label, option.hotkey) = (label, key);
    // `(Y) Run this command one time` (0.42).
    let described = option.description.as_deref();
    if option.hotkey.is_none()
        && let Some((key, rest)) = described.and_then(|it| it.split_once(' '))
        && let Some(key) = key_in_brackets(key)
    {
        (option.hotkey, option.description) = (Some(key.to_owned()), Some(rest.to_owned()));
    }
}

/// The key behind a label: in brackets, or bare (0.47).
fn hotkey(label: &str) -> (String, Option<String>) {
    let found = printed(label).filter(|(_, key)| is_key(key));
    match found.and_then(|(head, key)| Some((head.strip_suffix(' ')?, key))) {
        Some((head, key)) => (head.to_owned(), Some(key.to_owned())),
        None => match label.strip_suffix(" esc") {
            Some(head) => (head.to_owned(), Some("esc".to_owned())),
            None => (label.to_owned(), None),
        },
    }
}

/// `(y)`, `(esc)`: a key in brackets and nothing else.
fn key_in_brackets(text: &str) -> Option<&str> {
    let (head, key) = printed(text)?;
    (head.is_empty() && is_key(key)).then_some(key)
}

fn is_key(key: &str) -> bool {
    key == "esc" || key.chars().count() == 1
}

/// The keys that choose each option from here: its own key where one is printed, else arrows from the
/// selection and Enter. A key that two options print chooses neither (0.155, 0.169: `esc` declines a form, and cancels it).
fn assign_keys(options: &mut [BlockOption], kind: BlockKind, arrows: [&str; 2]) {
    let printed: Vec<_> = options.iter().map(|option| option.hotkey.clone()).collect();
    let own = |key: &String| {
        let same = printed.iter().flatten().filter(|other| *other == key);
        same.count() == 1
    };
    let selected = options
        .iter()
        .position(|option| option.selected == Some(true));
    for (at, option) in options.iter_mut().enumerate() {
        option.keys = match (option.hotkey.clone().filter(own), selected) {
            (Some(key), _) if key == "esc" => vec!["Escape".to_owned()],
            // A key is shown in capitals in 0.42, and taken in small letters everywhere.
            (Some(key), _) => vec![key.to_lowercase()],
            (None, Some(from)) => {
                let chooses = option.checked.map_or("Enter", |_| "Space");
                let mut keys = steps(from, at, arrows);
                keys.push(chooses.to_owned());
                keys
            }
            (None, None) => match option.number {
                Some(number) if kind != BlockKind::Unknown => vec![number.to_string()],
                _ => Vec::new(),
            },
        };
    }
}

/// Buttons side by side in the bar skin: `▌ Yes   Always   No, provide feedback`. The lowest such row, with no list below
/// it: columns of words above are the model's reason.
fn buttons(screen: &Marked<'_>, rows: RowSpan) -> Option<(Vec<BlockOption>, usize)> {
    let index = rows.indices().rev().find(|&index| {
        let rest = screen.row(index).text().strip_prefix(BAR);
        let rest = rest.unwrap_or_default();
        rest.starts_with(' ')
            && parts(rest).count() >= 2
            && numbered(rest.trim().trim_start_matches("> ")).is_none()
    })?;
    let mut below = index + 1..=rows.last as usize;
    if below.any(|row| choice(screen, row).is_some_and(|choice| choice.number.is_some())) {
        return None;
    }
    let row = screen.row(index);
    let mut options: Vec<BlockOption> = parts(row.text().trim_start_matches(BAR))
        .map(|label| button(row, label, carries_styles(screen)))
        .collect();
    if options.iter().all(|option| option.selected != Some(true)) && index < rows.last as usize {
        Mark::ButtonDescribed.on(screen);
        select_described(screen.row(index + 1), &mut options);
    }
    Some((options, index))
}

/// Where no color tells the selected button, the row below it does: it says what the button would do.
fn select_described(row: Row<'_>, options: &mut [BlockOption]) {
    let text = row.text().trim_start_matches(BAR).trim();
    let label = match text.strip_prefix("Approve ") {
        Some(rest) if rest.contains("remainde") => "Always",
        Some(_) => "Yes",
        None if text.is_empty() => return,
        None => "No",
    };
    let is = |option: &BlockOption| option.label.starts_with(label);
    if options.iter().filter(|option| is(option)).count() == 1 {
        for option in options {
            option.selected = Some(is(option));
        }
    }
}

fn button(row: Row<'_>, label: &str, styled: bool) -> BlockOption {
    let byte = offset(row.text(), label).unwrap_or(0);
    let style = row.style_at(byte);
    let lit = style.bg != Color::Default && style.fg != Color::Default
        || is_accented(row, byte) && style.inverse();
    let key = label.chars().next().map(|c| c.to_lowercase().to_string());
    BlockOption {
        label: label.to_owned(),
        hotkey: key,
        selected: styled.then_some(lit),
        free_text: label.contains("feedback"),
        ..BlockOption::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::screen;

    fn labels(skin: Skin, text: &str) -> Vec<String> {
        let screen = screen(80, text);
        let rows = RowSpan::new(0, screen.height() - 1);
        let kind = BlockKind::ApprovalCommand;
        let marked = Marked::new(&screen);
        let found = read(&Body::new(&marked, skin, rows), kind);
        let (options, _) = found.expect("choices");
        options.into_iter().map(|option| option.label).collect()
    }

    /// Made up: a reason in columns above the buttons of 0.34, and above a list.
    #[test]
    fn columns_of_words_above_the_choices_are_no_buttons() {
        let reason = "▌ Yes   Always   Never\n▌\n▌ Allow command?\n▌\n";
        let buttons = format!("{reason}▌ Yes   No, provide feedback\n▌ Approve it");
        assert_eq!(labels(Skin::Bar, &buttons), ["Yes", "No, provide feedback"]);
        let list = format!("{reason}▌> 1. Yes\n▌  2. No");
        assert_eq!(labels(Skin::Bar, &list), ["Yes", "No"]);
    }

    /// Made up: a whole dialog in a command, as deep as it can stand there.
    #[test]
    fn a_list_in_a_command_is_not_the_dialogs() {
        let command = "  $ cat <<E\n› 1. Maybe\n  2. Never\n\n  Press enter to confirm\n  E\n\n";
        let dialog = format!("{command}› 1. Yes (y)\n  2. No (esc)\n\n  Press enter to confirm");
        assert_eq!(labels(Skin::Chevron, &dialog), ["Yes", "No"]);
    }
}
