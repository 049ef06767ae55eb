//! The texts of the messages that wait behind a running turn, as the screen shows them. Whether any
//! wait is read with the turn.

use shadow_core::contract::{PendingInput, PendingMessage};
use shadow_core::screen::{Color, Marked, Row, Screen};
use shadow_core::surface::{Facts, RowSpan};
use smallvec::SmallVec;

use super::glyph::{is_drawing, is_right_aligned, is_user_row};
use super::marks::Mark;
use super::text::{self, Line};
use super::{margin, status};
use crate::rules::decide;
use crate::shapes::wraps::{Above, Wrap};

/// The messages that wait, from the top; none where only the composer's hint tells of them.
pub(super) fn messages(screen: &Marked<'_>, facts: &Facts) -> Vec<PendingMessage> {
    let waits = facts.turn.pending == PendingInput::Yes;
    let composer = facts.composer.filter(|_| waits);
    let Some((first, last)) =
        composer.and_then(|it| rows(screen, it.rows.first as usize, facts.turn.pending_rows))
    else {
        return Vec::new();
    };
    let own = screen.row(first).indent() > 0;
    decide! { screen;
        QueuedBare if own && !(first..=last).any(|row| begins(screen.row(row))) => {
            bare(screen, first, last)
        };
        // Each message opens with its glyph. What is above the first is the end of one whose beginning has left the screen.
        QueuedMarked if own => cut(screen, first, last, |row| begins(screen.row(row)), 4);
        QueuedCells => cells(screen, first, last)
    }
}

/// The rows of the messages that wait, first and last, above a composer that begins at `top`; `told` are those that say
/// that some do.
pub(super) fn rows(
    screen: &Marked<'_>,
    top: usize,
    told: Option<RowSpan>,
) -> Option<(usize, usize)> {
    let cell = |rows: &RowSpan| {
        let first = rows.first as usize;
        first < top && is_user_row(screen.row(first).text())
    };
    if let Some(rows) = told.filter(cell) {
        return Some((rows.first as usize, rows.last as usize));
    }
    let (first, last) = above_composer(screen, top)?;
    if is_below_work(screen, first) {
        return Some((first, last));
    }
    // Below an answer whose turn shows no row of its own (2.1.78 to 2.1.98) the composer's hint tells of them.
    let hinted = told.is_some_and(|rows| rows.first as usize > top);
    let first = (first..=last)
        .filter(|_| hinted)
        .find(|&index| begins(screen.row(index)));
    Some((Mark::QueuedBelowAnswer.found(screen, first)?, last))
}

/// Whether the rows above a row are those of a running turn: its status row, or a call's branch. An
/// answer's paragraph, which is indented as much, is below neither.
fn is_below_work(screen: &Screen, first: usize) -> bool {
    let Some(end) = screen.last_filled(0, first) else {
        return true;
    };
    (screen.run_start(end)..=end).any(|index| {
        let row = screen.row(index);
        row.trimmed().starts_with('⎿') || status::shape(row.text()).is_some()
    })
}

/// The rows right above the composer that are indented by two, no branch and below a blank row (up
/// to 2.1.245).
fn above_composer(screen: &Marked<'_>, top: usize) -> Option<(usize, usize)> {
    let last = screen.last_filled(0, margin::above(screen, top))?;
    let (mut found, mut end) = (None, last);
    loop {
        let first = screen.run_start(end);
        let own = (first..=end).all(|index| is_own(screen, index));
        let apart = screen.row(first).indent() == 2 || found.is_some();
        if !own || !apart {
            return found;
        }
        found = Some((first, last));
        match screen.last_filled(0, first) {
            Some(above) => end = above,
            None => return found,
        }
    }
}

fn is_own(screen: &Screen, index: usize) -> bool {
    let row = screen.row(index);
    let branch = row.trimmed().starts_with('⎿');
    row.indent() >= 2 && !branch && !is_right_aligned(row, screen.width())
}

/// Whether a message begins in a row, with its glyph (2.0.64 and later).
fn begins(row: Row<'_>) -> bool {
    row.indent() == 2 && is_user_row(row.trimmed())
}

/// Messages without a glyph (up to 2.0.55), a row each: one that continues another is known only by
/// the full row above it.
fn bare(screen: &Screen, first: usize, last: usize) -> Vec<PendingMessage> {
    let wrap = Wrap::at_spaces(screen.width().saturating_sub(1));
    let begins = |index: usize| {
        let above = index.checked_sub(1).map(|above| screen.row(above).text());
        let below = screen.row(index).trimmed();
        let wraps = above.is_some_and(|above| wrap.is_full(Above::bare(above), below));
        index == first || !wraps && !screen.row(index - 1).is_blank()
    };
    cut(screen, first, last, begins, 2)
}

/// Rows below a waiting message within which its mark is searched.
const MARK_MOST: usize = 24;

/// The messages that wait as cells of the person's, right above row `end`, the composer's or the status row (2.1.281 and
/// later): the lowest of them has a mark below it, up to 2.1.330 each.
pub(super) fn cells_above(screen: &Screen, end: usize) -> Option<RowSpan> {
    let (lowest, row) = screen.flush(0, end).next_back()?;
    if !is_user_row(row.text()) {
        return None;
    }
    let below = lowest + 1..end.min(lowest + MARK_MOST);
    let mark = below.clone().find(|&row| says_queued(screen.row(row)))?;
    let waiting = words_color(row);
    let waits = |row: Row<'_>| is_user_row(row.text()) && words_color(row) == waiting;
    let above = screen.flush(0, lowest).rev();
    let own = above.take_while(|(_, row)| waits(*row));
    let mut firsts: SmallVec<[usize; 16]> = own.map(|(index, _)| index).collect();
    // Without colors the prompt of the turn that runs looks like them.
    let colored = screen.draws(|style| style.fg != Color::Default);
    if !colored
        && firsts
            .last()
            .is_some_and(|&first| opens_turn(screen, first))
    {
        firsts.pop();
    }
    let first = firsts.last().copied().unwrap_or(lowest);
    Some(RowSpan::new(first, mark))
}

/// Whether a person's cell is the first after a turn's end, the banner or the top of the screen: its turn runs.
fn opens_turn(screen: &Screen, index: usize) -> bool {
    let above = screen.flush(0, index).next_back();
    above.is_none_or(|(_, row)| {
        let ended = status::shape_of(row) == Some(status::Shape::Finished);
        ended || row.first_char().is_some_and(is_drawing)
    })
}

/// `⎿  Queued · …` (2.1.330), `ctrl+x ctrl+s to send now` (2.1.290).
fn says_queued(row: Row<'_>) -> bool {
    let text = row.trimmed();
    if text.ends_with("to send now") {
        return true;
    }
    let hooked = text.strip_prefix('⎿').map(str::trim_start);
    hooked.unwrap_or(text).starts_with("Queued")
}

/// The person's cells as messages, the mark of each left out.
fn cells(screen: &Screen, first: usize, last: usize) -> Vec<PendingMessage> {
    let mut messages = Vec::new();
    let mut begins: SmallVec<[usize; 16]> =
        screen.flush(first, last + 1).map(|(at, _)| at).collect();
    begins.push(last + 1);
    for (&begin, &end) in begins.iter().zip(&begins[1..]) {
        let own = |row: &usize| !screen.row(*row).is_blank() && !says_queued(screen.row(*row));
        let end = (begin..end).rev().find(own).unwrap_or(begin);
        messages.append(&mut cut(screen, begin, end, |index| index == begin, 2));
    }
    messages
}

/// The color of a prompt's words: of one that waits another than of one that its turn has begun with
/// (2.1.281 to 2.1.330).
fn words_color(row: Row<'_>) -> Color {
    let words = row.text().char_indices().nth(2).map_or(0, |(at, _)| at);
    row.style_at(words).fg
}

/// The rows as messages, soft wraps undone.
fn cut(
    screen: &Screen,
    first: usize,
    last: usize,
    begins: impl Fn(usize) -> bool,
    column: usize,
) -> Vec<PendingMessage> {
    let room = screen.width().saturating_sub(1);
    let mut messages = Vec::new();
    let mut next = first;
    while next <= last {
        let end = (next + 1..=last).find(|row| begins(*row));
        let rows = next..end.unwrap_or(last + 1);
        let lines = rows.map(|row| Line::from_column(screen.row(row), column));
        let text = text::unwrapped(&lines.collect::<Vec<_>>(), room);
        let complete = next > first || begins(first);
        if !text.is_empty() {
            messages.push(PendingMessage { text, complete });
        }
        next = end.unwrap_or(last + 1);
    }
    messages
}

#[cfg(test)]
mod tests {
    use shadow_core::Cli;
    use shadow_core::contract::PendingMessage;
    use shadow_core::screen::Marked;

    use super::super::ClaudeProjector;
    use crate::testing::{read as read_with, screen};

    const RULE: &str = "────────────────────────────────────────";
    const HINT: &str = "Press up to edit queued messages";

    /// The messages that wait on a screen of 40 columns, rows `above` a composer that hints at them.
    fn read(above: &str) -> Vec<PendingMessage> {
        let text =
            format!("{above}\n{RULE}\n❯\u{a0}\u{1b}[2m{HINT}\u{1b}[0m\n{RULE}\n  ? for shortcuts");
        let screen = screen(40, &text);
        let projector = ClaudeProjector::default();
        let (found, facts) = read_with(&projector, &screen);
        projector
            .details(&Marked::new(&screen), &found, &facts)
            .pending
    }

    fn texts(above: &str) -> Vec<(String, bool)> {
        let told = read(above).into_iter();
        told.map(|message| (message.text, message.complete))
            .collect()
    }

    fn whole(text: &str) -> (String, bool) {
        (text.to_owned(), true)
    }

    #[test]
    fn each_glyph_opens_a_message_and_wraps_are_undone() {
        let rows = "❯ go\n\n✻ Baking… (3s)\n  ⎿  Tip: a tip\n\n  ❯ then look at the second thing, as\n    \
                    said\n    and tidy\n  ❯ last";
        let long = "then look at the second thing, as said\nand tidy";
        assert_eq!(texts(rows), [whole(long), whole("last")]);
    }

    #[test]
    fn without_glyphs_a_row_is_a_message_unless_the_row_above_is_full() {
        let rows =
            "> go\n\n✻ Baking… (3s)\n\n  then look at the second thing as it is\n  said\n  last";
        let long = "then look at the second thing as it is said";
        assert_eq!(texts(rows), [whole(long), whole("last")]);
    }

    #[test]
    fn a_paragraph_of_the_answer_is_no_message() {
        let rows = "❯ go\n\n● The answer has begun.\n\n  Its second paragraph goes on.";
        assert_eq!(texts(rows), []);
    }

    #[test]
    fn a_tip_that_is_wrapped_is_no_message() {
        let rows =
            "❯ go\n\n✻ Baking… (3s)\n  ⎿  Tip: a tip that goes on and on to\n     the next row";
        assert_eq!(texts(rows), []);
    }

    #[test]
    fn a_prompt_that_was_taken_does_not_wait() {
        let taken = "\u{1b}[48;5;237m❯ \u{1b}[38;5;231mgo\u{1b}[0m";
        let waits = "\u{1b}[38;5;246;48;5;237m❯ then tidy\u{1b}[0m";
        let mark = "  ⎿  Queued · ctrl+x ctrl+s to send now";
        let rows = format!("{taken}\n\n{waits}\n{mark}\n\n✻ Baking… (3s)\n  ⎿  Tip: a tip");
        assert_eq!(texts(&rows), [whole("then tidy")]);
    }
}
