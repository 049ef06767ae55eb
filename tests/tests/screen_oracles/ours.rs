//! The grid under test.

use shadow_tui::screen::{Attrs, Grid};

use super::cell::{Frame, Seen};

pub fn grid(pieces: &[&[u8]], cols: u16, rows: u16) -> Grid {
    let mut grid = Grid::new(cols, rows);
    for piece in pieces {
        grid.feed(piece);
    }
    grid
}

pub fn frame(grid: &Grid) -> Frame {
    let (cols, rows) = grid.size();
    let (x, y) = grid.cursor();
    let row = |y| {
        (0..usize::from(cols))
            .map(move |x| seen(grid, x, y))
            .collect()
    };
    Frame {
        rows: (0..usize::from(rows)).map(row).collect(),
        cursor: (usize::from(x.min(cols - 1)), usize::from(y)),
    }
}

fn seen(grid: &Grid, x: usize, y: usize) -> Seen {
    let cell = grid.cell(x, y).expect("a cell within the size");
    let mut text = String::new();
    if cell.width > 0 {
        cell.push_to(&mut text);
    }
    let has = |attr| cell.style.attrs.contains(attr);
    Seen {
        text,
        fg: cell.style.fg,
        bg: cell.style.bg,
        attrs: [
            has(Attrs::BOLD),
            has(Attrs::DIM),
            has(Attrs::ITALIC),
            has(Attrs::UNDERLINE),
            has(Attrs::INVERSE),
        ],
    }
    .shown()
}
