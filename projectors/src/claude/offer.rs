//! What the CLI offers right above its composer, where a single key answers before the draft takes it: `● How is Claude doing
//! this session? (optional)`, and below it `1: Bad    2: Fine   3: Good   0: Dismiss`.

use shadow_core::contract::{Offer, OfferKind};
use shadow_core::screen::{Marked, Row, Screen};
use shadow_core::surface::RowSpan;
use smallvec::SmallVec;

use super::glyph::{CELL_MARKS, after_glyph};
use super::margin;
use crate::letters::offset;
use crate::shapes::columns::parts;
use crate::shapes::wraps::go_on;

/// A key and what it is called.
type Keys<'a> = SmallVec<[(&'a str, &'a str); 8]>;

/// The rows of an offer above a composer that begins at `top`: a paragraph of its own behind a cell's mark with a row of
/// keys in it. An answer's row may read so; the keys of an offer are drawn otherwise than what they do.
pub(super) fn rows(screen: &Marked<'_>, top: usize) -> Option<RowSpan> {
    let last = screen.last_filled(0, margin::above(screen, top))?;
    if screen.row(last).is_flush() {
        return None;
    }
    let first = screen.run_start(last);
    let mark = screen.row(first).flush_char();
    let marked = mark.is_some_and(|mark| CELL_MARKS.contains(&mark));
    let offers = |index: usize| {
        let row = screen.row(index);
        keys(row).is_some_and(|keys| !screen.is_styled() || are_lit(row, &keys))
    };
    (marked && (first + 1..=last).any(offers)).then(|| RowSpan::new(first, last))
}

/// The keys of a row that holds nothing else: each one character, a colon and what it does, two spaces or more apart.
fn keys(row: Row<'_>) -> Option<Keys<'_>> {
    // Most rows say so at once.
    key(row.trimmed())?;
    let keys: Option<Keys<'_>> = parts(row.trimmed()).map(key).collect();
    keys.filter(|keys| keys.len() >= 2)
}

fn key(part: &str) -> Option<(&str, &str)> {
    let (key, does) = part.split_at_checked(1)?;
    let does = does.strip_prefix(": ").filter(|does| !does.is_empty())?;
    key.as_bytes()[0]
        .is_ascii_alphanumeric()
        .then_some((key, does))
}

/// Whether each key is drawn otherwise than what it does.
fn are_lit(row: Row<'_>, keys: &Keys<'_>) -> bool {
    let style = |part: &str| offset(row.text(), part).map(|at| row.style_at(at));
    keys.iter().all(|(key, does)| style(key) != style(does))
}

/// The offer's kind, by its words: it is one by its shape.
pub(super) fn kind(screen: &Screen, rows: RowSpan) -> OfferKind {
    let head = screen.row(rows.first as usize).text();
    match head.contains("How is Claude doing") {
        true => OfferKind::Survey,
        false => OfferKind::Unknown,
    }
}

/// The offer written out.
pub(super) fn write(screen: &Screen, kind: OfferKind, rows: RowSpan) -> Offer {
    let head = screen.row(rows.first as usize).text();
    let mut text = after_glyph(head).unwrap_or(head).trim().to_owned();
    let mut taken = Vec::new();
    for row in rows.indices().skip(1).map(|index| screen.row(index)) {
        match keys(row) {
            Some(keys) => taken.extend(keys.iter().map(|(key, _)| (*key).to_owned())),
            None => go_on(&mut text, row.trimmed()),
        }
    }
    Offer {
        kind,
        text,
        keys: taken,
        rows: [rows.first, rows.last],
    }
}
