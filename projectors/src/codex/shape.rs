//! Shapes of single rows: prompt glyphs, status rows, options, key hints. Pure text and style
//! questions; where a row stands is the layout's business.

use shadow_core::screen::{Color, Needle, Row, Screen, Style};

use crate::letters::{self, Words, is_letter};
use crate::shapes::lists::counted;
use crate::shapes::numbers::{begins_with_digit, elapsed, is_number};
use crate::shapes::strokes::is_made_of;

/// The composer's prompt, user cells and selected list rows from 0.44 on.
pub(super) const CHEVRON: char = '›';
/// The composer's prompt with the effort `ultra` (0.145 on). Nothing else opens with it.
pub(super) const ULTRA: char = '»';
/// Composer, user cells, popup and dialog rows up to 0.40.
pub(super) const BAR: char = '▌';

/// Whether the row is a glyph in column 0 followed by a space or nothing.
pub(super) fn is_prompt(row: Row<'_>, glyph: char) -> bool {
    row.flush_char() == Some(glyph)
        && row
            .text()
            .strip_prefix(glyph)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Whether a character is the composer's prompt in some setting.
pub(super) fn is_prompt_glyph(glyph: char) -> bool {
    matches!(glyph, CHEVRON | ULTRA)
}

/// What follows the glyph of a prompt row and one space.
pub(super) fn after_glyph(text: &str) -> &str {
    let mut chars = text.chars();
    chars.next();
    let rest = chars.as_str();
    rest.strip_prefix(' ').unwrap_or(rest)
}

/// Whether the styles can be trusted to prove something: nearly every live screen of Codex draws
/// something dim (0.20 to 0.169; six captures without colors or of ten rows do not), so that a dump
/// without any has probably lost it.
pub(super) fn carries_styles(screen: &Screen) -> bool {
    screen.is_styled() && screen.draws(Style::dim)
}

/// The sign of a shell's prompt before a command that is asked about.
pub(super) const PROMPT: &str = "$";

/// Whether a row begins with that sign. It may stand alone: a long word has rows of its own.
pub(super) fn opens_command(text: &str) -> bool {
    let command = text.strip_prefix(PROMPT);
    command.is_some_and(|command| command.is_empty() || command.starts_with(' '))
}

/// Whether anything on the screen has a color of its own; with `NO_COLOR` nothing does.
pub(super) fn carries_colors(screen: &Screen) -> bool {
    screen.draws(|style| style.fg != Color::Default)
}

/// Whether the row's style at a byte is a color of its own or inverse: how selections are drawn.
pub(super) fn is_accented(row: Row<'_>, byte: usize) -> bool {
    let style = row.style_at(byte);
    style.inverse() || style.fg != Color::Default
}

/// Whether a row's glyph is drawn in a color of its own, or inverse, and not what follows: the composer's prompt with the
/// effort `max`, bold and colored (0.145 on). Of a selected row both are, and it has a label: a draft's first row may be empty.
pub(super) fn is_tinted_prompt(row: Row<'_>) -> bool {
    let label = row.text().len() - after_glyph(row.text()).len();
    let (glyph, text) = (row.style_at(0), row.style_at(label));
    let apart = || !text.inverse() && text.fg != glyph.fg;
    glyph.bold()
        && !glyph.dim()
        && !glyph.inverse()
        && glyph.fg != Color::Default
        && (label == row.text().len() || apart())
}

/// Whether a row opens with an answer's bullet: dim, and the space behind it too (0.47 to 0.169). Of a status
/// row whose bullet is dim, because animations are off or colors absent, only the bullet is.
pub(super) fn is_answer_bullet(row: Row<'_>) -> bool {
    row.text().starts_with("• ") && row.style_at(0).dim() && row.style_at('•'.len_utf8()).dim()
}

/// A row that tells that a turn runs: `• Working (3s • esc to interrupt)`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct StatusShape<'a> {
    /// The header between bullet and bracket.
    pub header: &'a str,
    /// Seconds in the bracket.
    pub elapsed: f64,
    /// Byte offset of the bracket in the row.
    pub bracket: usize,
    /// What follows the bracket, e.g. ` · 1 background terminal running`.
    pub rest: &'a str,
}

/// Reads a status row: header, then a bracket that opens with an elapsed time and goes on with a
/// separator or closes, or that offers to interrupt before it tells the time.
pub(super) fn status_shape(text: &str) -> Option<StatusShape<'_>> {
    let bytes = text.as_bytes();
    let mut brackets =
        memchr::memchr_iter(b'(', bytes).filter(|&at| at > 0 && bytes[at - 1] == b' ');
    let (bracket, seconds, after) = brackets.find_map(|at| {
        let inside = &text[at + 1..];
        if let Some((seconds, after)) = elapsed(inside) {
            let goes_on = after.is_empty() || after.starts_with(')') || is_separated(after);
            return goes_on.then_some((at, seconds, after));
        }
        let (_, after) = OFFER.split_once(inside)?;
        let time = after.find(|c: char| c.is_ascii_digit())?;
        let (seconds, after) = elapsed(&after[time..])?;
        Some((at, seconds, after))
    })?;
    let rest = memchr::memchr(b')', after.as_bytes()).map_or("", |end| &after[end + 1..]);
    Some(StatusShape {
        header: header_of(&text[..bracket]),
        elapsed: seconds,
        bracket,
        rest,
    })
}

/// What a status row's bracket offers in every version that offers anything.
const OFFER: Needle = Needle::new("to interrupt");

/// Whether a text begins with a blank and a separator: ` • `, ` · `, and any other sign that is alone.
pub(super) fn is_separated(text: &str) -> bool {
    let mut chars = text.chars();
    let sign = |c: char| !is_letter(c) && !c.is_whitespace();
    chars.next() == Some(' ')
        && chars.next().is_some_and(sign)
        && chars.next().is_none_or(|behind| behind == ' ')
}

/// The words of a status row's head, without bar and bullet.
fn header_of(head: &str) -> &str {
    let head = letters::trim(head.trim_start_matches(BAR));
    let mut chars = head.chars();
    match chars.next() {
        Some(first) if !is_letter(first) && chars.as_str().starts_with(' ') => {
            chars.as_str().trim()
        }
        _ => head,
    }
}

/// An option's number: `1. Yes` gives 1 and `Yes`.
pub(super) fn numbered(text: &str) -> Option<(u32, &str)> {
    let (number, rest) = counted(text)?;
    Some((number, rest.strip_prefix(' ')?))
}

/// Whether the row is a rule: box-drawing dashes only, at least four.
pub(super) fn is_rule(text: &str) -> bool {
    let body = text.trim();
    let heavy = || body.chars().all(|c| matches!(c, '─' | '━'));
    body.len() >= 4 * '─'.len_utf8() && (is_made_of(body, '─') || heavy())
}

/// Where a rule goes on behind its label.
const LABEL_ENDS: Needle = Needle::new(" ─");

/// A separator of the transcript: a rule in column 0, with or without `Worked for …` in it.
pub(super) fn is_separator(text: &str) -> bool {
    text.starts_with('─') && (is_rule(text) || text.ends_with("──") && LABEL_ENDS.is_in(text))
        || text.starts_with("─ ")
}

/// Whether a row is a rule over most of the pane that is labeled with how long the turn took: `─ Worked for 1m 50s ────`.
pub(super) fn is_labeled_rule(screen: &Screen, row: Row<'_>) -> bool {
    let label = row.text().strip_prefix("─ Worked for ").and_then(elapsed);
    let ruled = |rest: &str| is_rule(rest) && row.width() * 2 > screen.width();
    label.is_some_and(|(_, rest)| ruled(rest))
}

/// The rule above a pager's hints: dashes that end in a percentage, `──── 100% ─`.
pub(super) fn is_pager_rule(row: Row<'_>) -> bool {
    row.flush_char() == Some('─') && counts_percent(row.text())
}

/// Whether a percentage is between a text's dashes.
fn counts_percent(text: &str) -> bool {
    if memchr::memrchr(b'%', text.as_bytes()).is_none() {
        return false;
    }
    let inner = text.trim_start_matches('─').trim_end_matches('─').trim();
    inner
        .strip_suffix('%')
        .is_some_and(|n| n.len() <= 3 && is_number(n))
}

/// Keys that hints of dialogs name.
static KEYS: Words<8> = Words::any_case(["enter", "esc", "space", "tab", "↑", "↓", "←", "ctrl"]);
/// What a hint says that they do.
static DEEDS: Words<20> = Words::any_case([
    "confirm", "select", "cancel", "go back", "back", "dismiss", "continue", "close", "save",
    "submit", "toggle", "resume", "browse", "insert", "move", "navigate", "open", "quit", "skip",
    "filter",
]);
/// Words of hints that are below a composer.
static COMPOSER_HINTS: Words<5> = Words::any_case([
    "again to",
    "to queue",
    "for shortcuts",
    "to interrupt)",
    "side from ",
]);

/// Whether a row reads like a dialog's key hint. A word witness: never the only one.
pub(super) fn is_key_hint(text: &str) -> bool {
    KEYS.any_in(text) && DEEDS.any_in(text) && !COMPOSER_HINTS.any_in(text)
}

/// Whether a row is the field in which a panel's entries are searched; lists have one that filters sessions, too.
pub(super) fn is_search_field(text: &str) -> bool {
    text.starts_with("Type to ") && !text.contains("filter sessions")
}

/// Whether the run of rows that ends at `last` holds a key hint; narrow panes wrap hints.
pub(super) fn ends_in_hint(screen: &Screen, last: usize) -> bool {
    (last.saturating_sub(3)..=last)
        .rev()
        .map(|index| screen.row(index))
        .take_while(|row| !row.is_blank())
        .any(|row| is_key_hint(row.text()))
}

/// `Question 1/2`, with or without what is unanswered.
pub(super) fn is_question_count(text: &str) -> bool {
    counts("Question ", text)
}

/// A count above a question: of questions, or of the fields of a tool's approval (0.120 and later).
pub(super) fn is_count(text: &str) -> bool {
    is_question_count(text) || counts("Field ", text)
}

pub(super) fn counts(what: &str, text: &str) -> bool {
    text.strip_prefix(what)
        .is_some_and(|rest| begins_with_digit(rest) && rest.contains('/'))
}

/// Whether a row in column 0 goes on the one above it, which fills the pane: the terminal has wrapped it (an
/// address is printed unbroken, 0.110 to 0.150). Rules and boxes are drawn to the pane's width by the CLI.
pub(super) fn is_wrapped(screen: &Screen, index: usize) -> bool {
    let full = |row: &usize| screen.row(*row).reaches(screen.width());
    if !screen.row(index).is_flush() {
        return false;
    }
    let head = (0..index).rev().take_while(full).last();
    let drawn = |row: usize| matches!(screen.row(row).flush_char(), Some('\u{2500}'..='\u{257f}'));
    head.is_some_and(|row| !drawn(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made up: what a newer version may change of the row.
    #[test]
    fn reads_status_rows_that_no_version_has_drawn_yet() {
        for text in [
            "• Working (3s | esc to interrupt)",
            "• Working (3s - esc to interrupt)",
            "• Working (3.4s • esc to interrupt)",
            "• Working (esc to interrupt · 3s)",
        ] {
            let read = status_shape(text).map(|shape| (shape.header, shape.elapsed.floor()));
            assert_eq!(read, Some(("Working", 3.0)), "{text}");
        }
        assert_eq!(status_shape("• The runs took long (3s and more)"), None);
    }

    #[test]
    fn reads_status_rows_of_every_era() {
        let read = |text| status_shape(text).map(|shape| (shape.header, shape.elapsed));
        assert_eq!(
            read("• Working (3s • esc to interrupt)"),
            Some(("Working", 3.0))
        );
        assert_eq!(
            read(" Thinking about it (1m 05s • Esc to interrupt)"),
            Some(("Thinking about it", 65.0))
        );
        assert_eq!(
            read("▌ ● Working (2s • Ctrl C to interrupt)"),
            Some(("Working", 2.0))
        );
        assert_eq!(
            read("✦ Brewing (now) hard (1h 00m 07s · any)"),
            Some(("Brewing (now) hard", 3607.0))
        );
        assert_eq!(read("• Called it (twice)"), None);
        assert_eq!(read("• Done (3 shells)"), None);
    }

    #[test]
    fn tells_rules_apart() {
        assert!(counts_percent("──────────── 100% ─"));
        assert!(!counts_percent("────────────"));
        assert!(is_separator("─ Worked for 0s ─────────"));
        assert!(is_separator("─────────────────────"));
        assert!(!is_separator("── Title"));
    }
}
