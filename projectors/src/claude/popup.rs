//! Completion popups over the live composer: commands, files, history search; and what of the footer has the keys.
//!
//! They are directly below the lower line (1.0.0 to 2.1.x) or directly above the upper one
//! (fullscreen versions), and take the footer's place below.

use shadow_core::contract::{ComposerContent, UiContext};
use shadow_core::screen::{Marked, Needle, Screen};
use shadow_core::surface::{Popup, RowSpan};

use super::command::{command_name, is_command_row};
use super::composer;
use super::frame::{Frame, first_text};
use super::glyph::is_right_aligned;
use super::marks::Mark;
use crate::rules;

/// The popup that is open over the composer; what of the footer has the keys counts as one.
pub(super) fn find(
    screen: &Marked<'_>,
    frame: &Frame,
    held: Option<Popup>,
    content: ComposerContent,
) -> Option<Popup> {
    let may_be_draft = matches!(content, ComposerContent::Draft | ComposerContent::Unknown);
    if held.is_some() || !may_be_draft || !calls_a_popup(screen, frame) {
        return held;
    }
    let text = composer::unwrapped(screen, frame);
    if command_name(&text).is_some() {
        let rows = beside(screen, frame, is_command_row)?;
        let context = UiContext::SlashCommand;
        return Some(Popup { rows, context });
    }
    let query = mention(&text)?;
    let rows = beside(screen, frame, |row| is_file_row(row, query))?;
    let context = UiContext::FilePicker;
    Some(Popup { rows, context })
}

/// Whether the draft begins with a slash or holds an `@`: without one there is nothing to unwrap.
fn calls_a_popup(screen: &Screen, frame: &Frame) -> bool {
    const AT: Needle = Needle::new("@");
    let (first, last) = frame.inside();
    screen.rows_hold(first, last + 1, AT) || first_text(screen, frame).starts_with('/')
}

/// The word that begins with `@` at the end of a draft.
fn mention(text: &str) -> Option<&str> {
    let word = text.rsplit(char::is_whitespace).next()?;
    word.strip_prefix('@').or_else(|| {
        let at = word.find('@')?;
        (!word[..at].ends_with(char::is_alphanumeric)).then(|| &word[at + 1..])
    })
}

/// The rows of a list directly below or above the frame whose first row passes a test.
fn beside(screen: &Marked<'_>, frame: &Frame, is_item: impl Fn(&str) -> bool) -> Option<RowSpan> {
    let below = below(screen, frame, &is_item).map(|rows| (Mark::PopupBelow, rows));
    let told = below.or_else(|| Some((Mark::PopupAbove, above(screen, frame, &is_item)?)))?;
    Some(rules::said(screen, told))
}

fn below(screen: &Screen, frame: &Frame, is_item: impl Fn(&str) -> bool) -> Option<RowSpan> {
    let last = screen.last_row()?;
    let first = frame.bottom + 1;
    let found = (first..=last).any(|index| is_item(screen.row(index).trimmed()));
    found.then(|| RowSpan::new(first, last))
}

fn above(screen: &Marked<'_>, frame: &Frame, is_item: impl Fn(&str) -> bool) -> Option<RowSpan> {
    let width = screen.width();
    let mut first = frame.top;
    let mut found = false;
    while first > 0 {
        let row = screen.row(first - 1);
        let beside = is_right_aligned(row, width) && !is_wrapped(screen, first - 1);
        if row.is_blank() || row.indent() < 2 || beside {
            break;
        }
        first -= 1;
        found |= is_item(row.trimmed());
    }
    found.then(|| RowSpan::new(first, frame.top.saturating_sub(1)))
}

/// Whether a row goes on what an item above it says of itself: it begins in the same column (2.1.330 at up to 80
/// columns).
fn is_wrapped(screen: &Marked<'_>, index: usize) -> bool {
    let column = screen.row(index).indent();
    let item = (0..index)
        .rev()
        .map(|above| screen.row(above))
        .find(|above| above.indent() < column);
    let wrapped = item.is_some_and(|item| {
        let (name, about) = item.text().split_at(item.byte_at_column(column));
        let beside = name.ends_with("  ") && !name.trim().is_empty();
        beside && about.starts_with(|first: char| !first.is_whitespace())
    });
    Mark::PopupWrapped.holds(screen, wrapped)
}

/// A row that holds the letters of a query in order, in its first word or words.
fn is_file_row(text: &str, query: &str) -> bool {
    let item = text.trim_start_matches(['❯', '›', '+', '*', '◇', '☐', ' ']);
    let is_hint = item.starts_with(['⏵', '⏸', '?', '(']) || item.contains(" · ");
    let mut letters = query.chars().flat_map(char::to_lowercase).peekable();
    for character in item.chars().flat_map(char::to_lowercase) {
        if letters.peek() == Some(&character) {
            letters.next();
        }
    }
    !item.is_empty() && !is_hint && letters.peek().is_none()
}
