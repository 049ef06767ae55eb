//! A picture as data: rows of spans with their colours, and zones with their tints, for whoever draws it
//! otherwise than as SVG. Texts are as they stand on the screen: whoever draws them escapes them.

use schemars::JsonSchema;
use serde::Serialize;
use shadow_tui::screen::{Attrs, Row, Span, str_width};
use shadow_tui::surface::Zone;

use crate::palette::{BACKGROUND, FOREGROUND, drawn, hex, tint};
use crate::picture::Picture;

/// A screen as it is to be drawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Drawing {
    /// Columns.
    pub cols: usize,
    /// Colour of what has none, `#rrggbb`.
    pub foreground: String,
    /// Colour of cells that have none.
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
    /// What stands in them, tabs as a space.
    pub text: String,
    /// Colour of the text, dim and inverse applied.
    pub fg: String,
    /// Colour behind it; null where it is the screen's.
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
    row.spans()
        .map(|span| drawn_span(&span, row.column_at_byte(span.start)))
        .collect()
}

fn drawn_span(span: &Span<'_>, col: usize) -> DrawnSpan {
    let (fg, bg) = drawn(span.style);
    let has = |attr| span.style.attrs.contains(attr);
    DrawnSpan {
        col,
        width: str_width(span.text),
        text: span.text.replace('\t', " "),
        fg: hex(fg),
        bg: bg.map(hex),
        bold: has(Attrs::BOLD),
        italic: has(Attrs::ITALIC),
        underline: has(Attrs::UNDERLINE),
        strike: has(Attrs::STRIKE),
    }
}
