//! Who has the keys: the composer, or something in the footer below it. The composer stays drawn while a field or an
//! item of the footer takes what is typed, and shows no caret then. What the footer says is `footer`'s business.
//!
//! A composer without a caret alone proves nothing: it has none while the terminal has not got the focus, either
//! (seen in 1.0.84 to 2.1.330).

use shadow_core::contract::UiContext;
use shadow_core::screen::{Marked, Row, Screen, Style};
use shadow_core::surface::{Popup, RowSpan};

use super::composer;
use super::footer::{self, Footer, background, bullet};
use super::frame::Frame;
use super::marks::Mark;
use crate::rules;
use crate::shapes::numbers::begins_with_digit;

/// What of the footer has the keys, if anything: a field with a caret of its own, such as the search through earlier prompts,
/// or a chosen item, such as the count of background work, which Enter opens.
pub(super) fn held(screen: &Marked<'_>, frame: &Frame, footer: &Footer) -> Option<Popup> {
    let told = holder(screen, frame, footer)?;
    let (row, context) = rules::said(screen, told);
    let rows = RowSpan::one(row);
    Some(Popup { rows, context })
}

/// A field that has the keys.
const FIELD: UiContext = UiContext::HistorySearch;
/// An item that has them.
const ITEM: UiContext = UiContext::NormalPrompt;

/// The row that has the keys, and which rule says so.
fn holder(screen: &Screen, frame: &Frame, footer: &Footer) -> Option<(Mark, (usize, UiContext))> {
    if let Some(row) = footer.search {
        return Some((Mark::SearchField, (row, FIELD)));
    }
    let mut rows = footer.rows?.indices().map(|row| (row, screen.row(row)));
    let styled = screen.is_styled();
    let caret = styled && has_caret(screen, frame);
    let stands = caret || has_cursor(screen, frame);
    let drawn = |(index, row): (usize, Row<'_>)| Some((index, drawn(row, stands)?));
    if let Some(held) = styled.then(|| rows.clone().find_map(drawn)).flatten() {
        return Some((Mark::FooterCaret, held));
    }
    let hidden = screen
        .cursor()
        .filter(|_| screen.cursor_visible() == Some(false));
    let parked =
        |cursor, (index, row): &(usize, Row<'_>)| !row.is_flush() && is_at(cursor, *index, *row);
    if let Some((row, _)) = hidden.and_then(|cursor| rows.clone().find(|it| parked(cursor, it))) {
        return Some((Mark::FooterCursor, (row, FIELD)));
    }
    let odd = footer.odd.filter(|_| !styled);
    // In the footer's list the chosen item has a mark before its bullet.
    let marked = |row: Row<'_>| footer::chosen(row).is_some() && bullet(row).is_some();
    let mut listed = || rows.find(|(_, row)| marked(*row)).map(|(row, _)| row);
    let chosen = || footer.chosen.or(odd).or_else(&mut listed);
    let row = (!caret).then(chosen).flatten()?;
    Some((Mark::FooterChosen, (row, ITEM)))
}

/// Whether a caret is drawn in the composer.
fn has_caret(screen: &Screen, frame: &Frame) -> bool {
    let (first, last) = frame.inside();
    (first..=last).any(|index| inverse(screen.row(index)).is_some())
}

/// Whether the cursor is in the composer's text: it may have been left there.
fn has_cursor(screen: &Screen, frame: &Frame) -> bool {
    let (first, last) = frame.inside();
    let stands = |(x, y): (usize, usize)| (first..=last).contains(&y) && x >= frame.margin();
    screen.cursor().is_some_and(stands)
}

/// The first text of a row that is drawn in reverse; an empty one where only its margin is.
fn inverse(row: Row<'_>) -> Option<&str> {
    if !row.draws(Style::inverse) {
        return None;
    }
    let span = row.spans().find(|span| span.style.inverse());
    let behind = || row.margin_draws(Style::inverse).then_some("");
    span.map(|span| span.text).or_else(behind)
}

/// What a footer's row draws in reverse: a cell is a caret, a count is an item. Beside a caret in the composer (1.0.72 and
/// 1.0.84 leave it there) only one of background work is: a user's own status line may be drawn so.
fn drawn(row: Row<'_>, caret: bool) -> Option<UiContext> {
    let text = inverse(row)?.trim();
    if text.chars().nth(1).is_some() {
        let counts = !caret && begins_with_digit(text);
        (counts || background(text).is_some()).then_some(ITEM)
    } else {
        (!caret).then_some(FIELD)
    }
}

/// Whether a cursor is in a row's text: the hidden one is put where the caret is drawn (seen from 2.1.84 on), and is
/// parked in column 0 otherwise.
fn is_at((x, y): (usize, usize), index: usize, row: Row<'_>) -> bool {
    // A blank may part it from the field's name.
    y == index && x > 0 && x <= row.width() + 1
}

/// What says that an agent's dialog is shown: what is above is the agent's then, and the composer writes to it
/// (seen from 2.1.160 on). The list of agents, in which another than the first, the session itself, has the full
/// bullet; or, where the pane is too low for it, the hint that a key stops the agent, or whom the composer names.
pub(super) fn agent_shown(screen: &Marked<'_>, frame: &Frame, footer: &Footer) -> Option<RowSpan> {
    let named = || {
        let row = frame.inside().0;
        let named = frame.text(screen.row(row)).starts_with("Message @");
        (named && !composer::is_typed(screen, frame)).then_some(row)
    };
    let told = listed(screen, footer).or_else(|| footer.stops.or_else(named).map(RowSpan::one));
    Mark::AgentShown.found(screen, told)
}

/// The footer's list of agents from its first item to the one whose dialog is shown, where that is not the first.
fn listed(screen: &Screen, footer: &Footer) -> Option<RowSpan> {
    let rows = footer.rows?;
    let first = rows.first as usize;
    let own = footer.permission.map_or(first, |(_, row)| row)..=rows.last as usize;
    let mut items = own.filter_map(|index| Some((index, bullet(screen.row(index))?)));
    let (first, _) = items.next().filter(|(_, full)| !full)?;
    let (shown, _) = items.find(|(_, full)| *full)?;
    Some(RowSpan::new(first, shown))
}
