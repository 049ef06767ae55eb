//! Characters that come in two reads are held back until they are whole.
//!
//! vte 0.15 joins them itself, but loses the character after one of two bytes (`C2 | A0 61 C2`).

/// The bytes of a character that is not whole yet.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Held {
    bytes: [u8; 4],
    len: usize,
}

/// What has become of the held bytes.
pub(super) enum Joined {
    /// Still not whole.
    Waiting,
    /// One character.
    Whole,
    /// No character can come of them, and the byte offered last was not taken.
    Broken,
}

impl Held {
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Holds the tail that [`unfinished`] found.
    pub(super) fn hold(&mut self, tail: &[u8]) {
        self.bytes[..tail.len()].copy_from_slice(tail);
        self.len = tail.len();
    }

    /// Offers the next byte.
    pub(super) fn join(&mut self, byte: u8) -> Joined {
        self.bytes[self.len] = byte;
        self.len += 1;
        match std::str::from_utf8(self.bytes()) {
            Ok(_) => Joined::Whole,
            Err(error) if error.error_len().is_none() => Joined::Waiting,
            Err(_) => {
                self.len -= 1;
                Joined::Broken
            }
        }
    }
}

/// How many bytes at the end begin a character that is not whole: 0 to 3.
pub(super) fn unfinished(bytes: &[u8]) -> usize {
    for length in 1..=bytes.len().min(3) {
        let tail = &bytes[bytes.len() - length..];
        if tail[0] & 0xC0 == 0x80 {
            continue;
        }
        let cut = std::str::from_utf8(tail).is_err_and(|error| error.error_len().is_none());
        return if cut { length } else { 0 };
    }
    0
}

#[cfg(test)]
mod tests {
    use super::unfinished;

    #[test]
    fn only_the_beginning_of_a_character_is_held_back() {
        let cases: [(&[u8], usize); 8] = [
            (b"", 0),
            (b"abc", 0),
            ("a│".as_bytes(), 0),
            (b"a\xe2", 1),
            (b"a\xe2\x94", 2),
            (b"\xf0\x9f\x99", 3),
            (b"a\xff", 0),
            (b"\x94\x94\x94\x94", 0),
        ];
        for (bytes, expected) in cases {
            assert_eq!(unfinished(bytes), expected, "{bytes:?}");
        }
    }
}
