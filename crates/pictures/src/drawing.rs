//! A picture as data: rows of spans with their colors, and zones with their tints, for a program that draws it
//! otherwise than as SVG. What acts or hides in a text is shown as what it is; whoever draws it escapes markup.

use schemars::JsonSchema;
use serde::Serialize;
use shadow_legible::legible;
use shadow_tui::screen::{Attrs, Row, Span, str_width};
use shadow_tui::surface::Zone;

use crate::palette::{BACKGROUND, FOREGROUND, drawn, hex, tint};
use crate::picture::Picture;

/// A screen as it is to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Drawing {
    /// Columns.
    pub cols: usize,
    /// Color of what has none, `#rrggbb`.
    pub foreground: String,
    /// Color of cells that have none.
    pub background: String,
    /// The rows from the top, without blank ones at the end.
    pub rows: Vec<Vec<DrawnSpan>>,
    /// Runs of rows in one zone, from the top; every row is in one.
    pub zones: Vec<DrawnZone>,
}

/// Cells of one style.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DrawnSpan {
    /// The first column, from 0.
    pub col: usize,
    /// Columns.
    pub width: usize,
    /// What is in them, tabs as a space.
    pub text: String,
    /// Color of the text, dim and inverse applied.
    pub fg: String,
    /// Color behind it; null where it is the screen's.
    pub bg: Option<String>,
    /// Bold.
    pub bold: bool,
    /// Italic.
    pub italic: bool,
    /// Underlined.
    pub underline: bool,
    /// Struck through.
    pub strike: bool,
}

/// Rows in one zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DrawnZone {
    /// Which.
    pub zone: Zone,
    /// First and last row, from 0.
    pub rows: [usize; 2],
    /// Its tint, `#rrggbb`; null where no rule explains the rows.
    pub tint: Option<String>,
}

impl Drawing {
    /// Draws a picture.
    #[must_use]
    pub fn of(picture: &Picture<'_>) -> Self {
        let rows = 0..picture.height();
        let zones = picture.zones().into_iter();
        Self {
            cols: picture.width(),
            foreground: hex(FOREGROUND),
            background: hex(BACKGROUND),
            rows: rows.map(|row| spans(picture.screen.row(row))).collect(),
            zones: zones
                .map(|(zone, first, last)| DrawnZone {
                    zone,
                    rows: [first, last],
                    tint: tint(zone).map(hex),
                })
                .collect(),
        }
    }
}

fn spans(row: Row<'_>) -> Vec<DrawnSpan> {
    laid(row)
        .map(|(col, text, span)| drawn_span(col, text, &span))
        .collect()
}

/// The spans of a row with their columns and texts. What is shown as what it is takes cells, and moves what follows.
pub(crate) fn laid<'s>(row: Row<'s>) -> impl Iterator<Item = (usize, String, Span<'s>)> {
    let mut moved = 0;
    row.spans().map(move |span| {
        let text = legible(&span.text.replace('\t', " ")).into_owned();
        let col = row.column_at_byte(span.start) + moved;
        moved += str_width(&text).saturating_sub(str_width(span.text));
        (col, text, span)
    })
}

fn drawn_span(col: usize, text: String, span: &Span<'_>) -> DrawnSpan {
    let (fg, bg) = drawn(span.style);
    let has = |attr| span.style.attrs.contains(attr);
    DrawnSpan {
        col,
        width: str_width(&text),
        text,
        fg: hex(fg),
        bg: bg.map(hex),
        bold: has(Attrs::BOLD),
        italic: has(Attrs::ITALIC),
        underline: has(Attrs::UNDERLINE),
        strike: has(Attrs::STRIKE),
    }
}
