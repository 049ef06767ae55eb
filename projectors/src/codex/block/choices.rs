//! The rows of a list that are choices: marked, numbered or boxed.

use std::cmp::Reverse;

use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::RowSpan;
use smallvec::SmallVec;

use super::super::marks::Mark;
use super::super::shape::{BAR, CHEVRON, numbered};
use crate::rules::{decide, said};
use crate::shapes::columns::before;
use crate::shapes::lists::check_box;
use crate::shapes::strokes::is_made_of;

/// A row of a list, taken apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice<'s> {
    pub index: usize,
    pub marked: bool,
    pub number: Option<u32>,
    pub checked: Option<bool>,
    pub body: &'s str,
    /// Column where the body begins.
    pub column: usize,
}

impl<'s> Choice<'s> {
    /// A row without number and box.
    pub const fn bare(index: usize, marked: bool, body: &'s str, column: usize) -> Self {
        Self {
            index,
            marked,
            number: None,
            checked: None,
            body,
            column,
        }
    }
}

/// The choices of a dialog of usual size stay off the heap.
pub(super) type Choices<'s> = SmallVec<[Choice<'s>; 16]>;

/// The rows of the list: numbered or boxed rows, or, without such, the rows beside the marked one.
pub(super) fn find<'s>(screen: &'s Marked<'_>, rows: RowSpan) -> Choices<'s> {
    let labeled: Choices<'_> = rows
        .indices()
        .filter_map(|index| choice(screen, index))
        .filter(|choice| choice.number.is_some() || choice.checked.is_some())
        .collect();
    let lone = |index| choice(screen, index).filter(|choice| choice.marked);
    let beside = |one| beside(screen, rows, &one);
    decide! { screen;
        LabeledChoices let at = marked(&labeled) => in_one_list(&labeled, at);
        BesideMarked let one = rows.indices().find_map(lone) => beside(one);
        PointedChoice let one = pointed(screen, rows) => {
            said(screen, (Mark::BesideMarked, beside(one)))
        };
        NumberedSteps if are_steps(screen, rows, &labeled) => Choices::new();
        _ => labeled
    }
}

/// Whether numbered rows are steps to follow: nothing marks one of them, and below them are rows that are no deeper than
/// their numbers, as no description is (an address, a code).
fn are_steps(screen: &Screen, rows: RowSpan, labeled: &[Choice]) -> bool {
    let below = |choice: &Choice| {
        let next = screen.first_filled(choice.index + 1, rows.last as usize + 1);
        next.is_some_and(|row| {
            let indent = screen.row(row).indent();
            let number = screen.row(choice.index).indent();
            row > choice.index + 1 && indent == number && !labeled.iter().any(|it| it.index == row)
        })
    };
    labeled.first().is_some_and(|it| it.number == Some(1)) && labeled.iter().all(below)
}

/// The marked choice of the dialog's own list. Text of a command, a question or a label that reads like a list stands
/// above it, or deeper than its choices do (a heredoc's rows in 0.58 to 0.169, a label with a line break in 0.169): of
/// the marked rows that are the least indented it is the lowest.
fn marked(choices: &[Choice]) -> Option<usize> {
    let marked = (0..choices.len()).filter(|&at| choices[at].marked);
    marked.min_by_key(|&at| (choices[at].column, Reverse(at)))
}

/// The row that the resume picker of 0.130 points at with a mark of its own.
fn pointed(screen: &Screen, rows: RowSpan) -> Option<Choice<'_>> {
    rows.indices().find_map(|index| {
        let row = screen.row(index);
        let body = row.text().strip_prefix("  ❯ ")?.trim_start();
        Some(Choice::bare(index, true, body, before(row.text(), body)))
    })
}

/// The choices of one list around a marked one: they share its column and count up from one. Deeper rows between them
/// are a choice's own.
fn in_one_list<'s>(choices: &[Choice<'s>], marked: usize) -> Choices<'s> {
    let column = choices[marked].column;
    let inner = |choice: &&Choice| choice.column <= column;
    let mut list: Choices<'s> = smallvec::smallvec![choices[marked]];
    for choice in choices[..marked].iter().rev().filter(inner) {
        if list[0].number == Some(1) || !follows(choice, &list[0]) {
            break;
        }
        list.insert(0, *choice);
    }
    for choice in choices[marked + 1..].iter().filter(inner) {
        if !follows(&list[list.len() - 1], choice) {
            break;
        }
        list.push(*choice);
    }
    list
}

/// Whether two choices follow each other in a list.
fn follows(one: &Choice, next: &Choice) -> bool {
    let counts = match (one.number, next.number) {
        (Some(one), Some(next)) => next == one + 1,
        (None, None) => true,
        _ => false,
    };
    counts && one.column == next.column
}

/// The rows directly above and below a marked row without number: its siblings.
fn beside<'s>(screen: &'s Screen, rows: RowSpan, marked: &Choice<'s>) -> Choices<'s> {
    let sibling = |index: usize| {
        let row = screen.row(index);
        let body = row.trimmed();
        let head = body.contains("Conversation") && body.contains("  ");
        let field = head || body.starts_with("Type to ") || body == ">" || body.starts_with("───");
        let foreign = row.is_blank() || is_arrow(body) || field || row.indent() != marked.column;
        (!foreign).then(|| Choice::bare(index, false, body, marked.column))
    };
    let above = (rows.first as usize..marked.index).rev().map_while(sibling);
    let mut list: Choices<'_> = above.collect();
    list.reverse();
    list.push(*marked);
    let below = marked.index + 1..=rows.last as usize;
    list.extend(below.map_while(|index| {
        let deeper = !screen.row(index).is_blank() && screen.row(index).indent() > marked.column;
        if deeper { None } else { sibling(index) }
    }));
    list
}

pub(super) fn choice(screen: &Screen, index: usize) -> Option<Choice<'_>> {
    let row = screen.row(index);
    let text = row.text();
    let text_start = text.strip_prefix(BAR).unwrap_or(text);
    let body = text_start.trim_start();
    let bare = body
        .strip_prefix(CHEVRON)
        .or_else(|| body.strip_prefix('>'))
        .and_then(|rest| rest.strip_prefix(' '));
    let marked = bare.is_some();
    let label = bare.unwrap_or(body).trim_start();
    if label.is_empty() || is_made_of(label, '─') {
        return None;
    }
    let column = before(text, label);
    let (number, label) = numbered(label).map_or((None, label), |(n, rest)| (Some(n), rest));
    let (checked, label) = check_box(label).map_or((None, label), |(on, rest)| (Some(on), rest));
    let counts = marked || number.is_some() || checked.is_some();
    counts.then(|| Choice {
        number,
        checked,
        ..Choice::bare(index, marked, label, column)
    })
}

/// Whether a row says that the list goes on above or below it.
pub(super) fn is_arrow(text: &str) -> bool {
    matches!(text, "↑" | "↓" | "↑ more" | "↓ more")
}
