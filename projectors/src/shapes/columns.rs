//! Columns of a row that spaces part, and the column in which a part of a text stands.

use shadow_core::screen::str_width;
use wide::u8x16;

use crate::letters::{leading_spaces, trim_end, trim_start};

/// Where a text first holds three spaces. One of them is in every third place.
pub(crate) fn gap(text: &str) -> Option<usize> {
    gap_of::<3>(text)
}

/// Where a text first holds so many spaces, two or three, before another character.
pub(crate) fn gap_of<const SPACES: usize>(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut rest = bytes;
    while let Some(window) = rest.first_chunk() {
        let places = gap_places::<SPACES>(window);
        if places != 0 {
            return Some(bytes.len() - rest.len() + places.trailing_zeros() as usize);
        }
        rest = &rest[BLOCK..];
    }
    // What is left is looked at with bytes before it that are known.
    match bytes.last_chunk() {
        Some(window) => {
            let places = gap_places::<SPACES>(window);
            let at = || bytes.len() - window.len() + places.trailing_zeros() as usize;
            (places != 0).then(at)
        }
        None => rest
            .windows(SPACES)
            .position(|window| window == &b"   "[..SPACES]),
    }
}

/// Bytes that are looked at together.
const BLOCK: usize = 16;

/// A bit for each of the first sixteen bytes, set where so many spaces begin.
fn gap_places<const SPACES: usize>(window: &[u8; BLOCK + 2]) -> u32 {
    let [first @ .., _, _] = *window;
    let [_, second @ .., _] = *window;
    let [_, _, third @ ..] = *window;
    let spaces = |bytes: [u8; BLOCK]| u8x16::new(bytes).simd_eq(u8x16::splat(b' '));
    let two = spaces(first) & spaces(second);
    match SPACES {
        2 => two.to_bitmask(),
        _ => (two & spaces(third)).to_bitmask(),
    }
}

/// The parts of a text that three spaces or more set apart, without blanks on either side. Two may be between words.
pub(crate) fn wide_apart(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = trim_end(trim_start(text));
    std::iter::from_fn(move || {
        let end = gap(rest).unwrap_or(rest.len());
        let (column, behind) = rest.split_at(end);
        rest = trim_start(behind);
        (!column.is_empty()).then_some(column)
    })
}

/// The parts of a text that two spaces or more set apart, without blanks on either side.
pub(crate) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split("  ").map(str::trim);
    parts.filter(|part| !part.is_empty())
}

/// A label, and what is beside it, two spaces or more away.
pub(crate) fn beside(text: &str) -> (&str, Option<&str>) {
    let (label, rest) = text.split_once("  ").unwrap_or((text, ""));
    let rest = rest.trim();
    (label.trim_end(), (!rest.is_empty()).then_some(rest))
}

/// Columns before the end of a text.
pub(crate) fn before(text: &str, end: &str) -> usize {
    let head = &text[..text.len() - end.len()];
    // Nearly always a margin.
    match leading_spaces(head) {
        spaces if spaces == head.len() => spaces,
        _ => str_width(head),
    }
}

#[cfg(test)]
mod tests {
    use super::{before, beside, gap, gap_of, parts, wide_apart};

    #[test]
    fn gaps_are_those_of_the_standard_library() {
        let long = "of more bytes  than are looked at together,";
        for before in ["", "a", "a b", "é  ", "a  b  c", &long[..17], long] {
            for count in 0..9 {
                let text = before.to_owned() + &" ".repeat(count) + "x · y";
                assert_eq!(gap(&text), text.find("   "), "{text:?}");
                assert_eq!(gap_of::<2>(&text), text.find("  "), "{text:?}");
                let parts = text.split("   ").map(str::trim);
                let parts = parts.filter(|part| !part.is_empty());
                assert!(wide_apart(&text).eq(parts), "{text:?}");
            }
        }
        assert_eq!((gap(""), gap("  "), gap("   ")), (None, None, Some(0)));
    }

    #[test]
    fn what_stands_beside_a_label_is_two_spaces_away() {
        assert_eq!(beside("a b   c  d "), ("a b", Some("c  d")));
        assert_eq!(beside("a b  "), ("a b", None));
        assert_eq!(beside("a b"), ("a b", None));
        assert!(parts("  a b   c  d ").eq(["a b", "c", "d"]));
        assert_eq!(before("❯ 1. Yes", "Yes"), 5);
    }
}
