//! Finding the first byte of a kind in a text as short as a row: the call of a search function that is
//! made for long texts would cost more than the search.

/// A kind of bytes, asked for sixteen and eight bytes at once.
pub(super) trait Kind: Copy {
    /// Whether a byte is of it.
    fn holds(self, byte: u8) -> bool;

    /// The top bit of each of eight bytes that is of it, and perhaps of bytes above the first of them.
    fn marks(self, bytes: u64) -> u64;
}

/// This byte.
#[derive(Clone, Copy)]
pub(super) struct Exactly(pub u8);

/// The control characters below the space.
#[derive(Clone, Copy)]
pub(super) struct Control;

impl Kind for Exactly {
    #[inline]
    fn holds(self, byte: u8) -> bool {
        byte == self.0
    }

    #[inline]
    fn marks(self, bytes: u64) -> u64 {
        below(bytes ^ u64::from_ne_bytes([self.0; 8]), 1)
    }
}

impl Kind for Control {
    #[inline]
    fn holds(self, byte: u8) -> bool {
        byte < b' '
    }

    #[inline]
    fn marks(self, bytes: u64) -> u64 {
        below(bytes, b' ')
    }
}

/// The top bit of each of eight bytes that is less than `limit` (at most 128): only subtracting from
/// such a byte, or behind one, sets it where it was not set.
#[inline]
const fn below(bytes: u64, limit: u8) -> u64 {
    let less = bytes.wrapping_sub(u64::from_ne_bytes([limit; 8]));
    less & !bytes & u64::from_ne_bytes([0x80; 8])
}

/// Bytes that are looked at together.
const BLOCK: usize = 16;

/// The place of the first byte of a kind.
#[inline]
pub(super) fn first(kind: impl Kind, bytes: &[u8]) -> Option<usize> {
    let any = |block: &[u8; BLOCK]| {
        block
            .iter()
            .fold(false, |any, &byte| any | kind.holds(byte))
    };
    let (blocks, rest) = bytes.as_chunks();
    if let Some(index) = blocks.iter().position(any) {
        return Some(index * BLOCK + first_in(kind, blocks[index]));
    }
    // What is left is looked at with bytes before it that are known.
    match bytes.last_chunk() {
        Some(last) if !rest.is_empty() => {
            any(last).then(|| bytes.len() - BLOCK + first_in(kind, *last))
        }
        _ => rest.iter().position(|&byte| kind.holds(byte)),
    }
}

/// The same in a block that holds one.
#[inline]
fn first_in(kind: impl Kind, block: [u8; BLOCK]) -> usize {
    let value = u128::from_le_bytes(block);
    match kind.marks(value as u64) {
        0 => 8 + kind.marks((value >> 64) as u64).trailing_zeros() as usize / 8,
        marks => marks.trailing_zeros() as usize / 8,
    }
}

#[cfg(test)]
mod tests {
    use super::{Control, Exactly, Kind, first};

    /// Compares with the standard library, whatever stands before and behind the byte.
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
        for near in [b' ', 0x7f, 0x80, 0xff] {
            compare(Control, b'\n', near);
            compare(Control, 0x1f, near);
            compare(Control, 0, near);
        }
    }
}
