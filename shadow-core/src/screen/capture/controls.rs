//! Finding the bytes of a text that may need care.

use wide::u8x16;

use crate::screen::first::{BLOCK, Control, Kind, places};

/// Bytes that may need care: the control characters of C0 (below the space), DEL, and [`LEAD`], behind which
/// one of the upper range may follow.
#[derive(Clone, Copy)]
struct Stop;

impl Kind for Stop {
    #[inline]
    fn holds(self, byte: u8) -> bool {
        Control.holds(byte) | (byte == DEL) | (byte == LEAD)
    }

    #[inline]
    fn within(self, bytes: u8x16) -> u8x16 {
        let is = |byte| bytes.simd_eq(u8x16::splat(byte));
        Control.within(bytes) | is(DEL) | is(LEAD)
    }
}

/// Calls `stop` with the place of every byte that may need care, from the left, until it says
/// false; whether it never did.
#[inline]
pub(super) fn each_stop(bytes: &[u8], mut stop: impl FnMut(usize) -> bool) -> bool {
    let (blocks, rest) = bytes.as_chunks();
    let mut last = [b' '; BLOCK];
    last[..rest.len()].copy_from_slice(rest);
    for (index, block) in blocks.iter().chain([&last]).enumerate() {
        let mut left = places(Stop, *block);
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            if !stop(index * BLOCK + place) {
                return false;
            }
        }
    }
    true
}

/// Whether a text holds DEL or a control character of the upper range.
///
/// Where a [`LEAD`] stands, others are near: the bytes behind it are looked at together.
pub(super) fn holds_others(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some(at) = memchr::memchr2(DEL, LEAD, rest) {
        rest = &rest[at..];
        match (rest.first_chunk(), rest[1..].first_chunk()) {
            (Some(block), Some(next)) if any_other(*block, *next) => return true,
            (Some(_), Some(_)) => rest = &rest[BLOCK..],
            _ => return rest.contains(&DEL) || rest.windows(2).any(is_other),
        }
    }
    false
}

/// Whether a block holds such a character, by the block that begins a byte later.
#[inline]
fn any_other(block: [u8; BLOCK], next: [u8; BLOCK]) -> bool {
    let (block, next) = (u8x16::new(block), u8x16::new(next));
    let is = |byte| block.simd_eq(u8x16::splat(byte));
    let upper = next.simd_eq(next.min(u8x16::splat(LAST_UPPER)));
    (is(DEL) | is(LEAD) & upper).any()
}

/// Whether two bytes are a control character of the upper range.
fn is_other(pair: &[u8]) -> bool {
    pair[0] == LEAD && is_upper_control(pair[1])
}

const DEL: u8 = 0x7f;

/// The first byte of U+0080 to U+00BF: of the control characters of the upper range, of the no-break
/// space and of the middle dot.
pub(super) const LEAD: u8 = 0xc2;

/// The second byte of the last control character of the upper range.
const LAST_UPPER: u8 = 0x9f;

/// Whether a byte behind [`LEAD`] makes a control character of it.
pub(super) const fn is_upper_control(next: u8) -> bool {
    next <= LAST_UPPER
}

#[cfg(test)]
mod tests {
    use super::{LEAD, each_stop, holds_others};

    #[test]
    fn control_characters_above_ascii_are_found_where_they_stand() {
        for before in 0..40 {
            for behind in 0..40 {
                let around = |held: &str| {
                    let text = "\u{a0}·─a".repeat(before) + held + &"\u{a0}".repeat(behind);
                    holds_others(text.as_bytes())
                };
                assert!(["\u{7f}", "\u{80}", "\u{9f}"].into_iter().all(around));
                assert!(!["", "\u{a0}", "Ɵ", "ÂÀ"].into_iter().any(around));
            }
        }
    }

    #[test]
    fn control_characters_are_found_where_they_stand() {
        let text =
            "\0 a\u{1f} ~\u{7f}é─\n\n\tcontrol characters\x1b[0m and\u{a0}·\u{9f} the rest\r";
        let bytes = text.as_bytes();
        for start in 0..bytes.len() {
            let slow = |&at: &usize| bytes[at] < b' ' || [0x7f, LEAD].contains(&bytes[at]);
            let slow: Vec<usize> = (start..bytes.len()).filter(slow).collect();
            let mut found = Vec::new();
            assert!(each_stop(&bytes[start..], |at| {
                found.push(start + at);
                true
            }));
            assert_eq!(found, slow, "from {start}");
        }
        assert!(each_stop(b"", |_| false) && !each_stop(b"a\n", |_| false));
    }
}
