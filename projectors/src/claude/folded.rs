//! Calls and thoughts folded into one row of their own, without a mark, between two paragraphs of an answer
//! (2.1.160 to 2.1.330). Which rows of a branch belong to a call is decided in `cells`.

use shadow_core::contract::CellRole;
use shadow_core::screen::{Color, Row, Screen, Style};

use super::ink::is_faint;
use super::text::Line;
use crate::shapes::numbers::{begins_with_digit, is_time};

/// What the CLI writes behind a folded row where there is more to see; it is no part of it.
const HINT: &str = " (ctrl+o to expand)";

/// Words with which a folded call begins; what was done follows as a number of things (2.1.330).
const DONE: [&str; 11] = [
    "Called ",
    "Did not run ",
    "Edited ",
    "Fetched ",
    "Listed ",
    "Made ",
    "Ran ",
    "Read ",
    "Recalled ",
    "Searched for ",
    "Wrote ",
];

/// A folded call or thought in a row that is apart from what is above it: `  Called notes (ctrl+o to
/// expand)`, or, where the CLI gives no hint, one that `is_summary` tells from a paragraph of the answer.
pub(super) fn read(row: Row<'_>, is_summary: impl Fn() -> bool) -> Option<(CellRole, Line<'_>)> {
    let said = row.text().strip_prefix("  ")?;
    if said.starts_with([' ', '⎿']) {
        return None;
    }
    let hint = match said.ends_with(HINT) {
        true => HINT.len(),
        false if is_under_way(said) || is_summary() => 0,
        false => return None,
    };
    let role = match said.starts_with("Thought for ") {
        true => CellRole::Thinking,
        false => CellRole::ToolCall,
    };
    Some((role, Line::from_column(row, 2).without_end(hint)))
}

/// Whether a row says what a call does and for how long it has: `Calling notes · 9s…` (2.1.331). No answer ends so.
pub(super) fn is_under_way(said: &str) -> bool {
    let timed = said
        .strip_suffix('…')
        .and_then(|said| said.rsplit_once(" · "));
    timed.is_some_and(|(_, time)| is_time(time))
}

/// Whether a paragraph of one row (`  Ran 1 shell command`, 2.1.290) is the CLI's: by its ink, and by its words
/// where no ink can tell.
pub(super) fn is_summary(screen: &Screen, row: Row<'_>) -> bool {
    let said = row.trimmed();
    let style = row.first_style();
    if !said.bytes().any(|byte| byte.is_ascii_digit()) {
        let inked = style != Style::default() && !style.italic();
        return names_server(said) && (!is_colored(screen) || inked && is_gray(row));
    }
    if style != Style::default() {
        return is_gray(row);
    }
    counts(said) && !is_colored(screen)
}

/// Whether every word is drawn in gray; the numbers among them may be bold (`dark-ansi` leaves the gray
/// for them).
fn is_gray(row: Row<'_>) -> bool {
    row.spans().all(|span| {
        let text = span.text.trim();
        text.is_empty() || is_faint(span.style) || begins_with_digit(text)
    })
}

/// `Called notes`: one call of an MCP server, which is not counted (2.1.300, 2.1.330).
fn names_server(said: &str) -> bool {
    let server = said.strip_prefix("Called ");
    server.is_some_and(|server| !server.contains(' ') && !server.ends_with(['.', ':', '!', '?']))
}

/// What a part of a folded row may begin with besides; what it names is no number (2.1.332).
const NAMED: [&str; 8] = [
    "Amended commit ",
    "Cherry-picked ",
    "Committed ",
    "Created ",
    "Merged ",
    "Pushed to ",
    "Rebased onto ",
    "Searched ",
];

/// `Ran 1 shell command`, `Searched for 2 patterns, read 1 file`, `Thought for 3s`, `Committed a1b2c3d, ran 1 shell command`.
fn counts(said: &str) -> bool {
    let done = DONE.iter().find_map(|word| said.strip_prefix(word));
    let thought = said.strip_prefix("Thought for ");
    let counted = || done.or(thought).is_some_and(begins_with_digit);
    !said.ends_with(['.', ':', '!', '?']) && (counted() || names_and_counts(said))
}

/// Whether each part of a row says what was done, one of them with a number.
fn names_and_counts(said: &str) -> bool {
    let mut counted = false;
    let does = |part: &str| {
        let begins = |word: &&str| {
            part.get(..word.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(word))
        };
        let done = DONE.iter().find(|word| begins(word));
        counted |= done.is_some_and(|word| begins_with_digit(&part[word.len()..]));
        done.is_some() || NAMED.iter().any(begins)
    };
    said.contains(", ") && said.split(", ").all(does) && counted
}

/// Whether anything on the screen has a color, so that gray would be seen.
fn is_colored(screen: &Screen) -> bool {
    let colored = |row: Row<'_>| row.spans().any(|span| span.style.fg != Color::Default);
    screen.rows().any(colored)
}
