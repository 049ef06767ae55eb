//! Who has the keys: the composer, or something in the footer below it. The composer stays drawn while a field or an
//! item of the footer takes what is typed, and shows no caret then. What the footer says is `footer`'s business.
//!
//! A composer without a caret alone proves nothing: it has none while the terminal has not got the focus, either
//! (seen in 2.1.62 to 2.1.330).

use shadow_core::screen::{Row, Screen};
use shadow_core::surface::RowSpan;

use super::footer::Footer;
use super::frame::Frame;
use super::glyph::is_symbol;
use super::marks::Mark;

/// What of the footer has the keys, and its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    /// A field with a caret of its own, such as the search through earlier prompts.
    Field(usize),
    /// A chosen item, such as the count of background work: Enter opens it.
    Item(usize),
}

/// What of the footer has the keys, if anything.
pub(super) fn held(screen: &Screen, frame: &Frame, footer: &Footer) -> Option<Held> {
    if let Some(row) = footer.search {
        return Mark::SearchField.found(screen, Some(Held::Field(row)));
    }
    let rows = footer.rows.filter(|_| !has_caret(screen, frame))?;
    let mut rows =
        (rows.first as usize..=rows.last as usize).map(|index| (index, screen.row(index)));
    let styled = screen.is_styled();
    let drawn = rows
        .clone()
        .find_map(|(index, row)| drawn(row, index).filter(|_| styled));
    let parked = || {
        rows.clone()
            .find(|(index, row)| has_cursor(screen, *index, *row))
    };
    let field = |(index, _)| Held::Field(index);
    let drawn = Mark::FooterCaret.found(screen, drawn);
    if let Some(held) = drawn.or_else(|| Mark::FooterCursor.found(screen, parked().map(field))) {
        return Some(held);
    }
    let listed = || {
        rows.find(|(_, row)| is_chosen(*row))
            .map(|(index, _)| index)
    };
    let chosen = footer.chosen.or_else(listed);
    Mark::FooterChosen.found(screen, chosen.map(Held::Item))
}

/// Whether a caret is drawn in the composer, or the cursor stands in its text.
fn has_caret(screen: &Screen, frame: &Frame) -> bool {
    let (first, last) = frame.inside();
    let stands = |(x, y): (usize, usize)| (first..=last).contains(&y) && x >= frame.margin();
    screen.cursor().is_some_and(stands)
        || screen.is_styled() && (first..=last).any(|index| inverse(screen.row(index)).is_some())
}

/// The first text of a row that is drawn in reverse; an empty one where only its margin is.
fn inverse(row: Row<'_>) -> Option<&str> {
    let span = row.spans().find(|span| span.style.inverse());
    let behind = || row.margin_style().inverse().then_some("");
    span.map(|span| span.text).or_else(behind)
}

/// What a footer's row draws in reverse: a cell is a caret, words are an item.
fn drawn(row: Row<'_>, index: usize) -> Option<Held> {
    let text = inverse(row)?;
    Some(if text.chars().nth(1).is_none() {
        Held::Field(index)
    } else {
        Held::Item(index)
    })
}

/// Whether a hidden cursor stands in a row's text: it is put where the caret is drawn (seen from 2.1.84 on), and is
/// parked in column 0 otherwise.
fn has_cursor(screen: &Screen, index: usize, row: Row<'_>) -> bool {
    let hidden = screen.cursor_visible() == Some(false);
    let stands = |(x, y): (usize, usize)| y == index && x > 0 && x <= row.width();
    hidden && screen.cursor().is_some_and(stands)
}

/// The list of agents below the footer where it says that another than its first, the session itself, is shown: that
/// one's bullet is full (seen from 2.1.200 on). What stands above is the agent's dialog then, and the composer
/// writes to it.
pub(super) fn agent_shown(screen: &Screen, footer: &Footer) -> Option<RowSpan> {
    let rows = footer.rows?;
    let mut items = rows
        .indices()
        .filter_map(|index| Some((index, bullet(screen.row(index))?)));
    let first = items.next().filter(|(_, full)| !full);
    let shown = first.and_then(|(first, _)| Some((first, items.find(|(_, full)| *full)?.0)));
    let list = shown.map(|(first, last)| RowSpan::new(first, last));
    Mark::AgentShown.found(screen, list)
}

/// Whether the bullet of an item of the footer's list is full.
fn bullet(row: Row<'_>) -> Option<bool> {
    let item = row.trimmed();
    match item.strip_prefix("❯ ").unwrap_or(item).chars().next()? {
        '●' => Some(true),
        '◯' | '○' => Some(false),
        _ => None,
    }
}

/// Whether a row of the footer's list is the chosen one: the prompt glyph before an item's bullet.
fn is_chosen(row: Row<'_>) -> bool {
    let item = row.trimmed().strip_prefix("❯ ");
    item.and_then(|item| item.chars().next())
        .is_some_and(is_symbol)
}
