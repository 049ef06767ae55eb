//! The second oracle: `vt100`.

use std::num::NonZero;

use shadow_tui::screen::Color;

use super::cell::{Frame, Seen};

/// The oracle without scrollback.
pub fn new(cols: u16, rows: u16) -> vt100::Parser {
    let size = |length| NonZero::new(length).expect("a size above 0");
    vt100::Parser::new(size(rows), size(cols), 0)
}

/// What it shows of the whole output.
pub fn frame(parser: &vt100::Parser, cols: u16, rows: u16) -> Frame {
    let screen = parser.screen();
    let row = |y| {
        let cell = |x| seen(screen.cell(y, x).expect("a cell within the size"));
        (0..cols).map(cell).collect()
    };
    let (y, x) = screen.cursor_position();
    Frame {
        rows: (0..rows).map(row).collect(),
        cursor: (usize::from(x.min(cols - 1)), usize::from(y)),
    }
}

fn seen(cell: &vt100::Cell) -> Seen {
    let text = match cell.is_wide_continuation() {
        true => String::new(),
        false => cell.contents().to_owned(),
    };
    Seen {
        text,
        fg: color(cell.fgcolor()),
        bg: color(cell.bgcolor()),
        attrs: [
            cell.bold(),
            cell.dim(),
            cell.italic(),
            cell.underline(),
            cell.inverse(),
        ],
    }
    .shown()
}

fn color(color: vt100::Color) -> Color {
    match color {
        vt100::Color::Default => Color::Default,
        vt100::Color::Idx(index) => Color::Indexed(index),
        vt100::Color::Rgb(r, g, b) => Color::Rgb(r, g, b),
    }
}
