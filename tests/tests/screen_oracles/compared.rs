//! The grid against two other emulators, cell by cell: where both say the same, so must ours.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::cell::Frame;
use super::{alacritty, ours, streams, vt};

/// Where ours differs from what both oracles say: one line a cell.
pub(super) fn differences(ours: &Frame, first: &Frame, second: &Frame) -> Vec<String> {
    let mut found = Vec::new();
    for (y, row) in ours.rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            let (a, b) = (&first.rows[y][x], &second.rows[y][x]);
            if a == b && cell != a {
                found.push(format!("({x},{y}): ours {cell:?}, both oracles {a:?}"));
            }
        }
    }
    if first.cursor == second.cursor && ours.cursor != first.cursor {
        let (mine, both) = (ours.cursor, first.cursor);
        found.push(format!("cursor: ours {mine:?}, both oracles {both:?}"));
    }
    found
}

/// Cells at which the oracles agree, and all of them.
pub(super) fn agreement(first: &Frame, second: &Frame) -> (usize, usize) {
    let pairs = first
        .rows
        .iter()
        .flatten()
        .zip(second.rows.iter().flatten());
    pairs.fold((0, 0), |(same, all), (a, b)| {
        (same + usize::from(a == b), all + 1)
    })
}

/// Differences on a made-up stream, if the oracles agree on the whole of it. Where they differ
/// anywhere (a wrap that waits, a region left, erasing there), that they agree on some cell
/// afterwards says nothing.
fn compare(stream: &[u8], cols: u16, rows: u16) -> Option<Vec<String>> {
    let mut first = alacritty::Alacritty::new(cols, rows);
    first.feed(stream);
    let mut second = vt::new(cols, rows);
    second.process(stream);
    let (first, second) = (first.frame(), vt::frame(&second, cols, rows));
    if first != second {
        return None;
    }
    let ours = ours::grid(&[stream], cols, rows);
    Some(differences(&ours::frame(&ours), &first, &second))
}

fn settings(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        // The same streams each time: once in some thousand, oracles that treat a case differently
        // end in the same wrong frame. `PROPTEST_RNG_SEED` cannot change it; edit it to look further.
        rng_seed: RngSeed::Fixed(7501),
        // Rejected streams: the oracles differ on most that use regions and wraps together.
        max_global_rejects: 20 * cases,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(settings(400))]

    #[test]
    fn made_up_streams_agree_with_both_oracles(stream in streams::stream()) {
        let Some(found) = compare(&stream, 12, 8) else {
            return Err(TestCaseError::reject("the oracles differ"));
        };
        prop_assert!(found.is_empty(), "{}\nstream {:?}", found.join("\n"), String::from_utf8_lossy(&stream));
    }

    #[test]
    fn splitting_output_anywhere_changes_nothing(stream in streams::stream()) {
        let whole = ours::frame(&ours::grid(&[&stream], 12, 8));
        for size in [1, 7, 4096] {
            let pieces: Vec<&[u8]> = stream.chunks(size).collect();
            let split = ours::frame(&ours::grid(&pieces, 12, 8));
            prop_assert_eq!(&split, &whole, "pieces of {}", size);
        }
    }

    #[test]
    fn hostile_output_neither_panics_nor_depends_on_its_pieces(stream in streams::hostile()) {
        for (cols, rows) in [(1, 1), (2, 3), (12, 8)] {
            let whole = ours::grid(&[&stream], cols, rows);
            let bytes: Vec<&[u8]> = stream.chunks(1).collect();
            let split = ours::grid(&bytes, cols, rows);
            prop_assert_eq!(ours::frame(&split), ours::frame(&whole));
            prop_assert_eq!(split.channels(), whole.channels());
        }
    }
}
