//! A picture as SVG: cells on a grid, zones tinted and named in the margin, witnesses boxed, the
//! verdict beside the screen. No script, no link, no font file, nothing loaded from anywhere.

use std::fmt::Write;

use shadow_tui::contract::wire_name;
use shadow_tui::screen::{Attrs, Row, Screen, Span, str_width};
use shadow_tui::surface::Zone;

use crate::drawing::laid;
use crate::escape::escaped;
use crate::palette::{BACKGROUND, FOREGROUND, drawn, hex, tint};
use crate::picture::Picture;

/// Width of a cell, in pixels: what Hack gives at [`SIZE`].
pub(crate) const CELL: f64 = 8.43;
/// Height of a row.
pub(crate) const ROW: f64 = 18.0;
/// Size of the type.
pub(crate) const SIZE: f64 = 14.0;
/// Columns of the margin left of the screen.
const MARGIN: usize = 13;
/// Columns of the verdict right of it.
const BESIDE: usize = 66;
/// Rows above the screen.
const ABOVE: usize = 2;

/// The type's families: the first is the one that pictures as PNG bring with them.
pub(crate) const FAMILY: &str = "Hack, 'DejaVu Sans Mono', Menlo, Consolas, monospace";

/// The picture as an SVG document.
#[must_use]
pub fn svg(picture: &Picture<'_>) -> String {
    let beside = picture.verdict().len() + picture.reasons().len() + 3;
    let rows = ABOVE + picture.height().max(beside) + 1;
    let cols = MARGIN + picture.width() + 2 + BESIDE;
    let mut out = open(cols as f64 * CELL, rows as f64 * ROW);
    text(
        &mut out,
        1,
        0.35,
        &picture.title,
        &hex(FOREGROUND),
        " font-weight=\"bold\"",
    );
    zones(picture, &mut out);
    for index in 0..picture.height() {
        row(picture.screen.row(index), index, &mut out);
    }
    boxes(picture, &mut out);
    verdict(picture, &mut out);
    out + "</svg>\n"
}

/// A screen alone as an SVG document: no zones, no verdict, whatever it shows.
#[must_use]
pub fn screen_svg(screen: &Screen) -> String {
    let height = screen.last_row().map_or(1, |last| last + 1);
    let width = screen.width().clamp(20, 400);
    let mut out = open((width + 2) as f64 * CELL, (height + 1) as f64 * ROW);
    let (left, up) = ((MARGIN - 1) as f64 * CELL, (ABOVE as f64 - 0.5) * ROW);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "<g transform=\"translate(-{left:.2},-{up:.2})\">");
    for index in 0..height {
        row(screen.row(index), index, &mut out);
    }
    out + "</g>\n</svg>\n"
}

/// The document's beginning and its background.
pub(crate) fn open(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"{FAMILY}\" font-size=\"{SIZE}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
        hex(BACKGROUND)
    )
}

/// A line of text at a column and row of the whole picture.
pub(crate) fn text(out: &mut String, col: usize, row: f64, text: &str, fill: &str, more: &str) {
    let (x, y) = (col as f64 * CELL, (row + 0.74) * ROW);
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<text x=\"{x:.2}\" y=\"{y:.2}\" fill=\"{fill}\" xml:space=\"preserve\"{more}>{}</text>",
        escaped(text)
    );
}

fn zones(picture: &Picture<'_>, out: &mut String) {
    for (zone, first, last) in picture.zones() {
        let Some(color) = tint(zone) else { continue };
        let (y, height) = (top(first), (last + 1 - first) as f64 * ROW);
        let (x, width) = (MARGIN as f64 * CELL, picture.width() as f64 * CELL);
        let fill = hex(color);
        let _ = writeln!(
            out,
            "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"{fill}\" fill-opacity=\"0.10\"/>\
             <rect x=\"{:.2}\" y=\"{y:.2}\" width=\"3\" height=\"{height:.2}\" fill=\"{fill}\"/>",
            x - 5.0
        );
        name(zone, first, &fill, out);
    }
}

fn name(zone: Zone, row: usize, fill: &str, out: &mut String) {
    let name = wire_name(&zone);
    let col = (MARGIN - 1).saturating_sub(str_width(&name));
    text(out, col, (row + ABOVE) as f64, &name, fill, "");
}

fn top(row: usize) -> f64 {
    (row + ABOVE) as f64 * ROW
}

/// One row of the screen: backgrounds, then text, each span at its column.
fn row(row: Row<'_>, index: usize, out: &mut String) {
    for (col, text, span) in laid(row) {
        let col = MARGIN + col;
        let width = str_width(&text);
        let (fg, bg) = drawn(span.style);
        if let Some(bg) = bg {
            let _ = writeln!(
                out,
                "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{ROW}\" fill=\"{}\"/>",
                col as f64 * CELL,
                top(index),
                width as f64 * CELL,
                hex(bg)
            );
        }
        words(&text, &attributes(&span), [col, index], &hex(fg), out);
    }
}

/// The words of a span, each at its own column, so that no font moves what follows.
fn words(words: &str, more: &str, [col, index]: [usize; 2], fill: &str, out: &mut String) {
    let mut at = 0;
    for word in words.split_inclusive(' ') {
        if !word.trim().is_empty() {
            let shown = word.trim_end();
            let width = str_width(shown) as f64 * CELL;
            let exact =
                format!("{more} textLength=\"{width:.2}\" lengthAdjust=\"spacingAndGlyphs\"");
            let row = (index + ABOVE) as f64;
            text(out, col + at, row, shown, fill, &exact);
        }
        at += str_width(word);
    }
}

fn attributes(span: &Span<'_>) -> String {
    const SHOWN: [(Attrs, &str); 4] = [
        (Attrs::BOLD, " font-weight=\"bold\""),
        (Attrs::ITALIC, " font-style=\"italic\""),
        (Attrs::UNDERLINE, " text-decoration=\"underline\""),
        (Attrs::STRIKE, " text-decoration=\"line-through\""),
    ];
    let set = SHOWN
        .iter()
        .filter(|(attr, _)| span.style.attrs.contains(*attr));
    set.map(|(_, markup)| *markup).collect()
}

/// A frame around the rows of each witness, with its number.
fn boxes(picture: &Picture<'_>, out: &mut String) {
    let (x, width) = (
        MARGIN as f64 * CELL - 1.0,
        picture.width() as f64 * CELL + 2.0,
    );
    for boxed in picture.boxes() {
        let [first, last] = boxed.rows.map(|row| (row as usize).min(picture.height()));
        let height = (last + 1 - first.min(last)) as f64 * ROW - 2.0;
        let _ = writeln!(
            out,
            "<rect x=\"{x:.2}\" y=\"{:.2}\" width=\"{width:.2}\" height=\"{height:.2}\" fill=\"none\" \
             stroke=\"#eec684\" stroke-width=\"1.2\" rx=\"3\"/>",
            top(first) + 1.0
        );
        let numbers: Vec<String> = boxed.numbers.iter().map(ToString::to_string).collect();
        let col = MARGIN + picture.width();
        text(
            out,
            col,
            (first + ABOVE) as f64,
            &numbers.join(","),
            "#eec684",
            " font-size=\"10\"",
        );
    }
}

fn verdict(picture: &Picture<'_>, out: &mut String) {
    let col = MARGIN + picture.width() + 5;
    let mut row = ABOVE as f64;
    for (label, value) in picture.verdict() {
        text(out, col, row, label, "#8a909c", "");
        text(out, col + 13, row, &value, &hex(FOREGROUND), "");
        row += 1.0;
    }
    row += 0.5;
    for reason in picture.reasons() {
        let fill = if reason.starts_with('!') {
            "#e06c75"
        } else {
            "#eec684"
        };
        text(out, col, row, &reason, fill, " font-size=\"12\"");
        row += 1.0;
    }
}
