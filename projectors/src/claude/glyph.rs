//! Glyph classes of Claude Code's interface and cheap tests of a row's shape.
//!
//! A glyph only dispatches here; what a row is follows from where it stands.

use crate::letters::{self, is_letter};
use crate::shapes::numbers::begins_with_digit;
use crate::shapes::strokes::{self, Strokes};
use shadow_core::screen::{Needle, Row, Screen};

/// Fewest line characters that make a row a rule.
const RULE_LEAST: usize = 8;

/// Line characters before a rule's label, at least.
const RULE_HEAD: usize = 3;

/// Marks that begin a cell of the dialog at column 0: assistant text and tool calls (`⏺` on
/// macOS, `●` elsewhere), thinking, folded output.
pub(super) const CELL_MARKS: [char; 5] = ['●', '⏺', '◯', '○', '∴'];

/// What a result's branch says.
#[inline]
pub(super) fn branch(row: Row<'_>) -> Option<&str> {
    match row.first_char() {
        Some('⎿') => row.text().strip_prefix("  ⎿"),
        _ => None,
    }
}

/// Whether what a branch says has the gap behind its glyph that the CLI draws: a blank that does not break is in it. Some
/// dumps without styles turn every such blank of the screen into a plain one.
pub(super) fn is_gapped(screen: &Screen, said: &str) -> bool {
    const UNBROKEN: Needle = Needle::new("\u{a0}");
    let plain = || said.starts_with("  ") && !screen.is_styled() && !screen.holds(UNBROKEN);
    said.starts_with(" \u{a0}") || plain()
}

/// The rows of branches among those from `first` up to, not including, `end`, with their indices.
#[inline]
pub(super) fn branches(
    screen: &Screen,
    first: usize,
    end: usize,
) -> impl DoubleEndedIterator<Item = (usize, Row<'_>)> {
    let hooked = screen.opening(first, end, |_, first| first == '⎿');
    hooked.filter(|(_, row)| branch(*row).is_some())
}

/// Spinner frames seen from 1.0.0 to 2.1.330, on all platforms and with reduced motion.
const SPINNER: [char; 16] = [
    '·', '✢', '✳', '✶', '✻', '✽', '*', '∗', '✺', '✷', '✸', '✹', '◐', '◓', '◑', '◒',
];

/// Whether a character is a known frame of the spinner.
pub(super) fn is_spinner(character: char) -> bool {
    SPINNER.contains(&character) || ('\u{2800}'..='\u{28ff}').contains(&character)
}

/// Whether a character draws lines or blocks.
pub(super) fn is_drawing(character: char) -> bool {
    ('\u{2500}'..='\u{259f}').contains(&character)
}

/// Whether a text holds nothing but lines, corners, blocks and spaces.
pub(super) fn is_drawn(text: &str) -> bool {
    strokes::is_drawn(text, Strokes::Blocks)
}

/// Whether a character can be a status glyph that this version of the reader does not know:
/// a symbol that is neither a letter, a digit, ASCII punctuation, a line nor a cell mark.
pub(super) fn is_symbol(character: char) -> bool {
    !character.is_ascii()
        && !is_letter(character)
        && !character.is_whitespace()
        && !is_drawing(character)
        && !CELL_MARKS.contains(&character)
        && ![
            '❯', '›', '⎿', '─', '…', '※', '⚠', '✔', '✘', '✗', '⧉', '│', '↳',
        ]
        .contains(&character)
}

/// A rule: a row of `─` from column 0, perhaps with a label in it (a session's name).
#[inline]
pub(super) fn is_rule(row: Row<'_>) -> bool {
    row.flush_char() == Some('─') && (is_bare_rule(row) || is_rule_of(row.text(), '─'))
}

/// A panel's upper edge (`▔`), in fullscreen versions.
#[inline]
pub(super) fn is_panel_edge(row: Row<'_>) -> bool {
    row.flush_char() == Some('▔') && is_rule_of(row.text(), '▔')
}

/// A row of one line character without anything else, from column 0.
pub(super) fn is_bare_rule(row: Row<'_>) -> bool {
    let text = row.text();
    row.flush_char() == Some('─')
        && text.len() >= RULE_LEAST * '─'.len_utf8()
        && strokes::is_made_of(text, '─')
}

fn is_rule_of(text: &str, line: char) -> bool {
    if !text.starts_with(line) {
        return false;
    }
    if strokes::is_made_of(text, line) {
        return text.len() >= RULE_LEAST * line.len_utf8();
    }
    let mut chars = text.chars();
    if !chars
        .by_ref()
        .take(RULE_HEAD)
        .all(|character| character == line)
    {
        return false;
    }
    let (mut lines, mut all) = (RULE_HEAD, RULE_HEAD);
    for character in chars {
        all += 1;
        lines += usize::from(character == line);
    }
    lines >= RULE_LEAST && text.ends_with(line) && lines * 2 > all
}

/// A composer's edge beyond which more of the draft stands: `─── ↑ 2 more ───`.
pub(super) fn is_scroll_edge(row: Row<'_>, arrow: char) -> bool {
    // Most rules have no label; to strip one of its line takes longer than to see that.
    if row.flush_char() != Some('─') || is_bare_rule(row) {
        return false;
    }
    let label = row.text().trim_matches('─').trim();
    is_rule(row)
        && label
            .strip_prefix(arrow)
            .is_some_and(|rest| begins_with_digit(rest.trim_start()))
}

/// A box's upper edge from column 0.
#[inline]
pub(super) fn is_box_top(row: Row<'_>) -> bool {
    row.flush_char() == Some('╭') && row.text().starts_with("╭─")
}

/// A box's lower edge from column 0.
#[inline]
pub(super) fn is_box_bottom(row: Row<'_>) -> bool {
    row.flush_char() == Some('╰') && row.text().starts_with("╰─")
}

/// The inside of a box's row: without its sides and the space before the right one.
pub(super) fn box_inside(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('│')?;
    Some(letters::trim_end(
        inside.strip_suffix('│').unwrap_or(inside),
    ))
}

/// Whether a row stands far to the right, as notices beside the composer do.
pub(super) fn is_right_aligned(row: Row<'_>, width: usize) -> bool {
    let indent = row.indent();
    indent >= 12 && indent * 5 >= width * 2
}

/// The text after a cell mark or glyph and its space; `None` where none follows.
pub(super) fn after_glyph(text: &str) -> Option<&str> {
    let mut chars = text.chars();
    chars.next()?;
    let rest = chars.as_str();
    let mut inner = rest.chars();
    matches!(inner.next(), Some(' ' | '\u{a0}')).then(|| inner.as_str())
}

/// Whether a row begins a user's cell.
pub(super) fn is_user_row(text: &str) -> bool {
    let mut chars = text.chars();
    let glyph = matches!(chars.next(), Some('>' | '❯' | '!' | '#'));
    glyph && matches!(chars.next(), Some(' ' | '\u{a0}'))
}
