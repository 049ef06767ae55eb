//! The options of a block: numbered lists, and lists told by their selected row; and the keys that choose one.

use shadow_core::contract::{BlockKind, BlockOption, OptionRole};

use super::super::marks::Mark;
use super::body::Body;
use super::heads::Head;
use super::lines::{self, Line};
use super::text_row;
use crate::dialogs::is_approval;
use crate::shapes::columns::beside;
use crate::shapes::keys::{printed, walk_and};
use crate::shapes::lists;

/// The options of a block, in order, without keys.
pub(super) fn parse(body: &Body<'_>, kind: BlockKind) -> Vec<BlockOption> {
    let (lines, heads, room) = (body.lines(), body.heads(), body.room());
    let button = button(heads, lines);
    let pressed = matches!(button, Some((_, _, true)));
    let boxed = button.map(|(below, _, _)| below - 1);
    let any_selected = pressed || heads.iter().any(|head| head.selected);
    let mut options = Vec::with_capacity(heads.len() + 1);
    // A mark before an entry that Enter opens tells what is done, and ticks nothing (2.1.332).
    let opens = lines
        .iter()
        .any(|line| lines::is_hint(line.words) && line.words.contains("Enter to open"));
    let typed = Mark::TextRow.found(body.screen, text_row::find(body, heads, kind));
    for (nth, head) in heads.iter().enumerate() {
        let next = || heads.get(nth + 1).map_or(lines.len(), |next| next.at);
        let end = match boxed {
            Some(boxed) if boxed == nth => head.at + 1,
            _ => next(),
        };
        let mut option = option(head, &lines[head.at..end], room);
        option.selected = any_selected.then_some(head.selected);
        if opens && option.role == OptionRole::Toggle {
            option.role = OptionRole::Choice;
        }
        if typed == Some(nth) || text_row::is_empty(&option.label) {
            option.free_text = true;
            option.role = OptionRole::Text;
        }
        options.push(option);
    }
    if let Some((below, label, chosen)) = Mark::OptionButton.found(body.screen, button) {
        options.insert(
            below,
            BlockOption {
                label: label.to_owned(),
                selected: any_selected.then_some(chosen),
                role: OptionRole::Submit,
                ..BlockOption::default()
            },
        );
    }
    options
}

/// The button that stands in a numbered list of check boxes, right below the last of them and without
/// a number: `Submit` (2.0.31 to 2.1.330). Its place among the options, its label, whether it is
/// selected. Under any other box, a row in its column describes it (2.0.31 to 2.1.0).
fn button<'a>(heads: &[Head<'a>], lines: &[Line<'a>]) -> Option<(usize, &'a str, bool)> {
    let boxed = |head: &Head<'_>| check_box(head.label).0.is_some();
    let last = heads.iter().rposition(boxed)?;
    let head = &heads[last];
    let line = lines
        .get(head.at + 1)
        .filter(|line| is_button(line, head))?;
    let chosen = lines::marked(line.text);
    let label = chosen.unwrap_or(line.text).trim();
    Some((last + 1, label, chosen.is_some()))
}

/// Whether a line right under the last check box stands in the box's column.
fn is_button(line: &Line<'_>, head: &Head<'_>) -> bool {
    let text = lines::marked(line.text).unwrap_or(line.text);
    let indent = line.column_of(text.trim_start());
    let placed = match head.number {
        Some(_) => indent == head.label_column,
        // What describes a box stands in the column of its words (2.1.331).
        None => (head.label_column + 1..head.label_column + BOX).contains(&indent),
    };
    !text.trim().is_empty() && !lines::is_hint(text) && placed
}

/// Columns of a check box and the space behind it: `[✔] `.
const BOX: usize = 4;

/// One option from its lines: the first holds the head, the rest its wraps and description.
fn option(head: &Head<'_>, own: &[Line<'_>], room: usize) -> BlockOption {
    let (checked, label) = check_box(head.label);
    let (label, beside) = beside(label);
    let ((label, done), beside) = (untick(label), beside.map(untick));
    let ticked = done || beside.is_some_and(|(_, done)| done);
    let mut label = label.to_owned();
    let mut description = beside.map(|(text, _)| text.to_owned());
    read_below(head, own, room, &mut label, &mut description);
    if description.is_none()
        && let Some((head, tail)) = label.split_once(" · ")
    {
        description = Some(tail.trim().to_owned());
        label = head.trim_end_matches([' ', '—']).to_owned();
    }
    // A label's last word, with the tick behind it, may stand in another row.
    let (label, done) = untick(&label);
    BlockOption {
        number: head.number,
        checked: checked.or((ticked || done).then_some(true)),
        hotkey: hotkey(label),
        free_text: text_row::takes_text(label),
        // A tick alone says what is in force, and cannot be ticked.
        role: match checked {
            Some(_) if !head.label.starts_with(['✔', '✓']) => OptionRole::Toggle,
            _ => OptionRole::Choice,
        },
        label: label.to_owned(),
        description,
        ..BlockOption::default()
    }
}

/// Takes the rows below an option's first: wraps of its label or of what stands beside it, or its description.
fn read_below(
    head: &Head<'_>,
    own: &[Line<'_>],
    room: usize,
    label: &mut String,
    description: &mut Option<String>,
) {
    let Some((first, below)) = own.split_first() else {
        return;
    };
    // What a value in a column of its own wraps to stands in that column; a note stands below the label.
    let valued = head.number.is_none() && description.is_some();
    let noted = |line: &Line<'_>| valued && line.indent() == head.label_column;
    let mut above = first;
    for (nth, line) in below.iter().enumerate() {
        if ends_option(line, head) || noted(line) {
            break;
        }
        let text = line.words;
        let gap = above.gap(line, room);
        match (&mut *description, above.is_full_over(&below[nth..], room)) {
            (Some(description), _) => description.extend([gap, text]),
            (None, true) => label.extend([gap, text]),
            (None, false) => *description = Some(text.to_owned()),
        }
        above = line;
    }
}

/// Whether a line below an option's first row is none of its own.
fn ends_option(line: &Line<'_>, head: &Head<'_>) -> bool {
    let text = line.words;
    text.is_empty()
        || lines::is_drawn(text)
        || lines::is_hint(text)
        || lines::is_more(text)
        || line.indent() < head.column
}

/// `[ ] Red`, `[✔] Red`, `☐ Red`.
pub(super) fn check_box(label: &str) -> (Option<bool>, &str) {
    let signs = [
        ("☐ ", false),
        ("☒ ", true),
        ("☑ ", true),
        ("◯ ", false),
        ("◉ ", true),
        ("✔ ", true),
        ("✓ ", true),
    ];
    let mut signed = signs.iter();
    let signed = || signed.find_map(|(sign, on)| Some((*on, label.strip_prefix(sign)?)));
    match lists::check_box(label).or_else(signed) {
        Some((on, label)) => (Some(on), label.trim_start()),
        None => (None, label),
    }
}

/// A text without the tick behind it, with or without a space, and whether there is one: behind the label
/// (2.0.0 on), or behind what stands beside it, in its first row (1.0.0 to 1.0.120).
fn untick(text: &str) -> (&str, bool) {
    let trimmed = text.trim_end();
    match trimmed.strip_suffix(['✔', '✓']) {
        Some(rest) => (rest.trim_end(), true),
        None => (trimmed, false),
    }
}

/// A key in parentheses at a label's end: `(esc)`, `(shift+tab)`.
fn hotkey(label: &str) -> Option<String> {
    let (_, key) = printed(label)?;
    let held = ["shift+", "ctrl+", "alt+"];
    let is_key =
        matches!(key, "esc" | "enter" | "tab") || held.iter().any(|it| key.starts_with(it));
    is_key.then(|| key.to_owned())
}

/// Writes the exact keys that choose each option from where the selection stands, in tmux's key names.
///
/// A number chooses at once in approvals, plans and questions (seen from 1.0.0 on); elsewhere, and
/// where no number is printed, the selection moves row by row.
/// The screen-reader mode reads a line: there Enter follows the number (`typed`). While the selection stands on an option
/// that takes text, a number is text. A box without a number is ticked by Space.
pub(in super::super) fn fill_keys(kind: BlockKind, options: &mut [BlockOption], typed: bool) {
    let selected = |option: &BlockOption| option.selected == Some(true);
    let from = options.iter().position(selected);
    let writes = from.is_some_and(|from| options[from].role == OptionRole::Text);
    let numbered = is_approval(kind) || matches!(kind, BlockKind::Plan | BlockKind::Question);
    let takes_numbers = numbered && !writes;
    for (at, option) in options.iter_mut().enumerate() {
        option.keys = match (from, option.number) {
            (_, Some(number)) if typed => vec![number.to_string(), "Enter".to_owned()],
            (_, Some(number)) if number <= 9 && takes_numbers => vec![number.to_string()],
            (Some(from), None) if option.role == OptionRole::Toggle => walk_and(from, at, "Space"),
            (Some(from), _) => walk_and(from, at, "Enter"),
            (None, Some(number)) if number <= 9 => vec![number.to_string()],
            (None, _) => Vec::new(),
        };
    }
}
