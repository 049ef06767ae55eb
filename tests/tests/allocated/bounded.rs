//! Memory is bounded whatever comes: endless control strings, endless lines, endless rows.
//!
//! The other emulators of this crate switch `vte`'s own unbounded buffer on, so that what holds here
//! holds in every build.

use shadow_tui::Channels;
use shadow_tui::screen::{Grid, Screen};
use stats_alloc::Region;

use super::counter::COUNTED;

/// Bytes that `work` has left allocated.
fn kept(work: impl FnOnce()) -> isize {
    let region = Region::new(COUNTED);
    work();
    let change = region.change();
    change.bytes_allocated as isize - change.bytes_deallocated as isize
}

/// Feeds a string's beginning, then 512 KB of its payload, in pieces of a length.
fn fed(grid: &mut Grid, opening: &[u8], payload: &str, length: usize) {
    grid.feed(opening);
    let piece: String = payload.chars().cycle().take(length).collect();
    for _ in 0..(1 << 19) / piece.len() {
        grid.feed(piece.as_bytes());
    }
}

pub(super) fn memory_is_bounded() {
    for opening in [
        "\x1b]0;",
        "\x1b]9;",
        "\x1b]7501;",
        "\x1b]8;;",
        "\x1bP1$r",
        "\x1b_G",
        "\x1b^",
        "\x1bX",
        "\x1b[1;",
        "\x1b",
    ] {
        for (payload, length) in [("é;x", 65_536), ("中x", 4_097)] {
            let mut grid = Grid::new(80, 24);
            let kept = kept(|| fed(&mut grid, opening.as_bytes(), payload, length));
            assert!(
                kept < 1 << 18,
                "{kept} bytes of {opening:?} and {payload:?}"
            );
            grid.feed(b"\x07\x1b\\\x18\x1bc\x1b]2;alive\x07on");
            let mut screen = Screen::default();
            grid.write_screen(&mut screen);
            assert_eq!(screen.row(0).text(), "on", "after {opening:?}");
            assert_eq!(grid.channels().title.as_deref(), Some("alive"));
        }
    }

    let mut screen = Screen::default();
    let one_line = vec![b'x'; 50 << 20];
    let line = kept(|| screen.load(&one_line, &Channels::default()));
    assert!(
        screen.is_cut() && line < 1 << 20,
        "{line} bytes of one line"
    );
    let rows = b"x\n".repeat(1_000_000);
    let many = kept(|| screen.load(&rows, &Channels::default()));
    assert_eq!(screen.height(), 1_000_000);
    assert!(many < 64 << 20, "{many} bytes of a million rows");
    let broken = vec![0xff; 4 << 20];
    let lossy = kept(|| screen.load(&broken, &Channels::default()));
    assert!(
        screen.is_cut() && lossy < 4 << 20,
        "{lossy} bytes of no UTF-8"
    );
}
