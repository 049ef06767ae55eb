//! Any output through the grid, whole and split at a byte: no panic, and the same screen.

#![no_main]

use libfuzzer_sys::fuzz_target;
use shadow_tui::screen::{Grid, Screen};

fn shown(grid: &Grid) -> String {
    let mut screen = Screen::default();
    grid.write_screen(&mut screen);
    screen.normalized_text().to_owned()
}

fuzz_target!(|data: &[u8]| {
    let Some((&cut, output)) = data.split_first() else {
        return;
    };
    let mut whole = Grid::new(20, 6);
    whole.feed(output);
    let mut split = Grid::new(20, 6);
    let (first, second) = output.split_at(usize::from(cut).min(output.len()));
    split.feed(first);
    split.feed(second);
    assert_eq!(shown(&whole), shown(&split));
    assert_eq!(whole.channels(), split.channels());
    whole.resize(u16::from(cut), 3);
    whole.feed(output);
    shown(&whole);
});
