//! Finding bytes of a kind in a text as short as a row: the call of a search function that is made for long
//! texts would cost more than the search.

use wide::u8x16;

/// A kind of bytes, asked for many at once.
pub(super) trait Kind: Copy {
    /// Whether a byte is of it.
    fn holds(self, byte: u8) -> bool;

    /// All bits of each byte that is of it, and none of the others.
    fn within(self, bytes: u8x16) -> u8x16;
}

/// This byte.
#[derive(Clone, Copy)]
pub(super) struct Exactly(pub u8);

/// The control characters below the space.
#[derive(Clone, Copy)]
pub(super) struct Control;

/// All that are no character of ASCII with a column.
#[derive(Clone, Copy)]
pub(super) struct Unprintable;

impl Kind for Exactly {
    #[inline]
    fn holds(self, byte: u8) -> bool {
        byte == self.0
    }

    #[inline]
    fn within(self, bytes: u8x16) -> u8x16 {
        bytes.simd_eq(u8x16::splat(self.0))
    }
}

impl Kind for Control {
    #[inline]
    fn holds(self, byte: u8) -> bool {
        byte < b' '
    }

    #[inline]
    fn within(self, bytes: u8x16) -> u8x16 {
        bytes.simd_lt(u8x16::splat(b' '))
    }
}

impl Kind for Unprintable {
    #[inline]
    fn holds(self, byte: u8) -> bool {
        !(b' '..=b'~').contains(&byte)
    }

    #[inline]
    fn within(self, bytes: u8x16) -> u8x16 {
        let behind = bytes.simd_eq(bytes.max(u8x16::splat(0x7f)));
        Control.within(bytes) | behind
    }
}

/// Bytes that are looked at together.
pub(super) const BLOCK: usize = 16;

/// A bit for each byte of a block, set where it is of a kind.
#[inline]
pub(super) fn places(kind: impl Kind, block: [u8; BLOCK]) -> u32 {
    kind.within(u8x16::new(block)).to_bitmask()
}

/// The place of the first byte of a kind.
#[inline]
pub(super) fn first(kind: impl Kind, bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    // Two blocks at a time: a rule across a pane takes hundreds of bytes.
    while let Some((pair, behind)) = rest.split_first_chunk::<{ 2 * BLOCK }>() {
        let ([block, next], _) = pair.as_chunks() else {
            break;
        };
        let places = places(kind, *block) | places(kind, *next) << BLOCK;
        if places != 0 {
            return Some(bytes.len() - rest.len() + places.trailing_zeros() as usize);
        }
        rest = behind;
    }
    if let Some((block, behind)) = rest.split_first_chunk() {
        let places = places(kind, *block);
        if places != 0 {
            return Some(bytes.len() - rest.len() + places.trailing_zeros() as usize);
        }
        rest = behind;
    }
    // What is left is looked at with bytes before it that are known.
    match bytes.last_chunk() {
        Some(last) if !rest.is_empty() => {
            let places = places(kind, *last);
            (places != 0).then(|| bytes.len() - BLOCK + places.trailing_zeros() as usize)
        }
        _ => rest.iter().position(|&byte| kind.holds(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Control, Exactly, Kind, Unprintable, first};

    /// Compares with the standard library, whatever is before and behind the byte.
    fn compare(kind: impl Kind, wanted: u8, near: u8) {
        for before in 0..40 {
            for behind in 0..40 {
                let mut bytes = vec![near; before];
                bytes.extend([wanted, near].repeat(behind));
                let slow = bytes.iter().position(|&byte| kind.holds(byte));
                assert_eq!(first(kind, &bytes), slow, "{bytes:?}");
            }
        }
    }

    #[test]
    fn the_first_byte_is_found_wherever_it_stands() {
        for near in [b'\n' - 1, b'\n' + 1, 0x80 | b'\n', 0, 0xff] {
            compare(Exactly(b'\n'), b'\n', near);
        }
        for wanted in [0, 0x1f, 0x7f, 0x80, 0xff] {
            compare(Unprintable, wanted, b' ');
            compare(Unprintable, wanted, b'~');
        }
        for near in [b' ', 0x7f, 0x80, 0xff] {
            compare(Control, b'\n', near);
            compare(Control, 0x1f, near);
            compare(Control, 0, near);
        }
    }
}
