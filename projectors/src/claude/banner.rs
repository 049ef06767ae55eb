//! The banner: where it stands, which version it names, and the session facts in it.

use crate::letters::{self, Openings};
use shadow_core::Version;
use shadow_core::contract::SessionFacts;
use shadow_core::screen::{Needle, Row, Screen};
use shadow_core::surface::RowSpan;

use super::glyph::{is_box_bottom, is_box_top};
use crate::shapes::numbers::begins_with_digit;

/// The name's first word, which every banner holds.
const NAME: Needle = Needle::new("Claude");

/// The name with a version behind it.
const VERSION: &str = "Claude Code v";

/// What is before the name in the greeting of a banner without a version.
const WELCOME: &str = "Welcome to ";

/// Rows that a banner takes at most.
const MOST: usize = 40;

/// The rows of the newest banner above row `end`.
pub(super) fn rows(screen: &Screen, end: usize) -> Option<RowSpan> {
    let (first, _) = heads(screen, 0, end).next()?;
    rows_of(screen, first, end)
}

/// What the look for the version finds on a whole screen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    /// The row in which the newest banner begins.
    row: Option<usize>,
    /// The version that the newest banner names that names one.
    pub(super) version: Option<Version>,
}

impl Head {
    pub(super) fn find(screen: &Screen) -> Self {
        let mut heads = heads(screen, 0, screen.height()).peekable();
        let row = heads.peek().map(|(row, _)| *row);
        let named = heads.find_map(|(index, row)| {
            version_behind(row.text()).or_else(|| version_below(screen, index, row))
        });
        let version = named.and_then(Version::parse_prefix);
        Self { row, version }
    }
}

/// The rows of the newest banner above row `end`, where the newest of all may be known.
pub(super) fn rows_above(screen: &Screen, end: usize, newest: Option<Head>) -> Option<RowSpan> {
    match newest.map(|head| head.row) {
        Some(None) => None,
        Some(Some(first)) if first < end => rows_of(screen, first, end),
        _ => rows(screen, end),
    }
}

/// The rows of the newest banner that begins in row `first` or below, where the newest of all may be known.
pub(super) fn rows_from(screen: &Screen, first: usize, newest: Option<Head>) -> Option<RowSpan> {
    let end = screen.height();
    let begins = match newest {
        Some(newest) => newest.row.filter(|row| *row >= first),
        None => heads(screen, first, end).next().map(|(row, _)| row),
    };
    rows_of(screen, begins?, end)
}

/// The rows of the banner that begins in row `first`, above row `end`.
fn rows_of(screen: &Screen, first: usize, end: usize) -> Option<RowSpan> {
    let last = if is_box_top(screen.row(first)) {
        (first..end.min(first + MOST)).find(|&index| is_box_bottom(screen.row(index)))?
    } else {
        let stacked = version_below(screen, first, screen.row(first)).is_some();
        let most = if stacked { 5 } else { 4 };
        let last = screen.last_filled(first, end.min(first + most));
        last.unwrap_or(first)
    };
    Some(RowSpan::new(first, last))
}

/// The first rows of banners from row `first` up to row `end`, the newest first.
fn heads(screen: &Screen, first: usize, end: usize) -> impl Iterator<Item = (usize, Row<'_>)> {
    let like = screen.opening(first, end, may_be_head).rev();
    like.filter(|(index, row)| is_head(screen, *index, *row))
}

/// What most rows are not, as is seen at their beginning: a box's corner, the logo, or, far to the right, the name.
#[inline]
fn may_be_head(indent: usize, first: char) -> bool {
    match first {
        // Most rows begin with a letter, and few letters so far to the right.
        '\0'..='\x7f' if indent > 1 => indent >= 8 && matches!(first, 'C' | 'W'),
        '\0'..='\x7f' => first == '*',
        '╭' => indent <= 1,
        _ => is_logo(first),
    }
}

/// Whether a row is a banner's first: a box with the name in it, or the name beside the logo, which may walk.
///
/// The logo reaches column 0 or 1, where the words of an answer never stand: a banner quoted in
/// an answer is none.
#[inline]
fn is_head(screen: &Screen, index: usize, row: Row<'_>) -> bool {
    let logo = |row: Row<'_>| row.indent() <= 1 && begins_logo(row);
    let beside = match row.indent() {
        0 if is_box_top(row) => return super::banner::is_banner_box(screen, index),
        0 | 1 => begins_logo(row),
        8.. if (index + 1..index + 4).any(|below| logo(screen.row(below))) => true,
        _ => is_beside_walker(screen, index, row),
    };
    // Few rows stand like that; their words are the dearer question.
    beside && (named(row.text()) || version_below(screen, index, row).is_some())
}

/// The version below the name, where the pane has no room for both in a row, and for model and plan neither (2.1.332 at 30
/// columns).
fn version_below<'s>(screen: &'s Screen, index: usize, row: Row<'_>) -> Option<&'s str> {
    if row.first_char() != Some('C') || row.trimmed() != "Claude Code" {
        return None;
    }
    let below = screen.row(index + 1);
    let words = behind_logo(below);
    let version = below.text()[words..].strip_prefix('v')?;
    let aligned = below.column_at_byte(words) == row.indent();
    (aligned && begins_with_digit(version)).then_some(version)
}

/// Whether a row holds the name while the logo walks beside it (2.1.332, in the first seconds): on top of everything, bold,
/// and with two rows below it that begin at its column. Left of them stand pieces of the logo, or nothing yet. What an
/// answer quotes so far to the right is code, which is not bold.
fn is_beside_walker(screen: &Screen, index: usize, row: Row<'_>) -> bool {
    if screen.history_len() > 0 || screen.filled(0, index).next().is_some() {
        return false;
    }
    let name = behind_logo(row);
    let column = row.column_at_byte(name);
    let aligned = |below: usize| {
        let row = screen.row(below);
        let words = behind_logo(row);
        words < row.text().len() && row.column_at_byte(words) == column
    };
    column >= 8 && row.style_at(name).bold() && aligned(index + 1) && aligned(index + 2)
}

/// The byte at which a row's words begin, behind blanks and pieces of the logo.
fn behind_logo(row: Row<'_>) -> usize {
    let text = row.text();
    let drawn = |character: char| character.is_whitespace() || is_logo(character);
    text.len() - text.trim_start_matches(drawn).len()
}

/// Whether a row begins with a part of the logo. 2.0.74 sets asterisks around it for a season.
#[inline]
fn begins_logo(row: Row<'_>) -> bool {
    match row.first_char() {
        Some('*') => {
            let behind = row.trimmed().trim_start_matches([' ', '*']);
            behind.chars().next().is_some_and(is_logo)
        }
        Some(first) => is_logo(first),
        None => false,
    }
}

/// Whether a character can begin a row of the logo, or the mark that 1.0 shows instead.
fn is_logo(character: char) -> bool {
    ('\u{2580}'..='\u{259f}').contains(&character) || character == '✻'
}

/// Whether a row can be one of a banner whose upper rows have left the screen: it begins with a part of the logo
/// (2.1.62 to 2.1.330).
pub(super) fn is_lower_row(row: Row<'_>) -> bool {
    row.indent() <= 2 && row.trimmed().starts_with(['▐', '▝', '▘'])
}

/// Whether a text holds the name with a version behind it, or the greeting of a banner without one.
fn named(text: &str) -> bool {
    let greets = |at: usize| text[..at].ends_with(WELCOME);
    NAME.places(text)
        .any(|at| text[at..].starts_with(VERSION) || greets(at))
}

/// What is behind the name, from the version on.
fn version_behind(text: &str) -> Option<&str> {
    NAME.places(text)
        .find_map(|at| text[at..].strip_prefix(VERSION))
}

/// Model and directory as the banner shows them.
pub(super) fn facts(screen: &Screen, banner: RowSpan, facts: &mut SessionFacts) {
    for index in banner.indices() {
        let text = screen.row(index).text();
        if !may_tell(text) {
            continue;
        }
        for part in text.split('│') {
            // 2.0.74 sets asterisks around the logo.
            let part = letters::trim_end(part).trim_matches(|character: char| {
                let drawn = super::glyph::is_drawing(character) || character == '*';
                character.is_whitespace() || drawn
            });
            let absolute = part.starts_with("~/") || part.starts_with('/') || part == "~";
            let is_path = absolute && !part.contains(' ');
            if let Some(path) = part.strip_prefix("cwd: ") {
                facts.directory = Some(path.to_owned());
            } else if is_path && facts.directory.is_none() {
                facts.directory = Some(part.to_owned());
            } else if let Some(model) = model(part) {
                facts.model.get_or_insert_with(|| model.to_owned());
            }
        }
    }
}

/// Whether a row holds what every fact has in it: a part of a path, a colon or a dot (`·`).
fn may_tell(text: &str) -> bool {
    let telling = |byte: u8| matches!(byte, b'/' | b'~' | b':' | 0xb7);
    text.bytes()
        .fold(false, |found, byte| found | telling(byte))
}

/// `Opus 5.5 · API Usage Billing`.
fn model(part: &str) -> Option<&str> {
    const DOT: Needle = Needle::new(" · ");
    let (model, plan) = DOT.split_once(part)?;
    static PLANS: Openings<8> = Openings::new([
        "API",
        "Claude ",
        "Max",
        "Pro",
        "Team",
        "Enterprise",
        "Bedrock",
        "Vertex",
    ]);
    PLANS.begin(plan).then_some(model)
}

/// Whether a box is the banner's: named in its upper edge (2.0 on) or in its first row (1.0).
pub(super) fn is_banner_box(screen: &Screen, top: usize) -> bool {
    const NAME: Needle = Needle::new("Claude Code");
    let first = screen.row(top + 1);
    let marked = first.first_char() == Some('│')
        && first.text().trim_start_matches(['│', ' ']).starts_with('✻');
    marked || NAME.is_in(screen.row(top).text())
}
