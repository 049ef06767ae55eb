//! The first oracle: `alacritty_terminal`.

use alacritty_terminal::event::VoidListener;
use alacritty_terminal::grid::Dimensions;
use alacritty_terminal::index::{Column, Line};
use alacritty_terminal::term::cell::{Cell, Flags};
use alacritty_terminal::term::{Config, Term};
use alacritty_terminal::vte::ansi::{Color as Theirs, NamedColor, Processor};
use shadow_tui::screen::Color;

use super::cell::{Frame, Seen};

struct Size(usize, usize);

impl Dimensions for Size {
    fn total_lines(&self) -> usize {
        self.1
    }
    fn screen_lines(&self) -> usize {
        self.1
    }
    fn columns(&self) -> usize {
        self.0
    }
}

/// The oracle with its parser.
pub struct Alacritty {
    term: Term<VoidListener>,
    parser: Processor,
    size: Size,
}

impl Alacritty {
    pub fn new(cols: u16, rows: u16) -> Self {
        let size = Size(usize::from(cols), usize::from(rows));
        let config = Config {
            scrolling_history: 0,
            ..Config::default()
        };
        Self {
            term: Term::new(config, &size, VoidListener),
            parser: Processor::new(),
            size,
        }
    }

    pub fn feed(&mut self, bytes: &[u8]) {
        self.parser.advance(&mut self.term, bytes);
    }

    /// What it shows; an open synchronized frame is shown as far as it has come.
    pub fn frame(&mut self) -> Frame {
        self.parser.stop_sync(&mut self.term);
        let grid = self.term.grid();
        let row = |y: usize| {
            let cell = |x| seen(&grid[Line(y as i32)][Column(x)]);
            (0..self.size.0).map(cell).collect()
        };
        let at = grid.cursor.point;
        Frame {
            rows: (0..self.size.1).map(row).collect(),
            cursor: (at.column.0, at.line.0 as usize),
        }
    }
}

fn seen(cell: &Cell) -> Seen {
    let mut text = String::new();
    if !cell.flags.contains(Flags::WIDE_CHAR_SPACER) {
        text.push(cell.c);
        text.extend(cell.zerowidth().unwrap_or_default());
    }
    let has = |flags: Flags| cell.flags.intersects(flags);
    Seen {
        text,
        fg: color(cell.fg),
        bg: color(cell.bg),
        attrs: [
            has(Flags::BOLD),
            has(Flags::DIM),
            has(Flags::ITALIC),
            has(Flags::ALL_UNDERLINES),
            has(Flags::INVERSE),
        ],
    }
    .shown()
}

fn color(color: Theirs) -> Color {
    match color {
        Theirs::Spec(rgb) => Color::Rgb(rgb.r, rgb.g, rgb.b),
        Theirs::Indexed(index) => Color::Indexed(index),
        Theirs::Named(named) if (named as usize) < 16 => Color::Indexed(named as u8),
        Theirs::Named(NamedColor::Foreground | NamedColor::Background) => Color::Default,
        Theirs::Named(other) => panic!("a colour that output cannot set: {other:?}"),
    }
}
