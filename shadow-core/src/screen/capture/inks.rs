//! True colours read before: a theme has a few, and each comes again and again, so that most
//! sequences are known by their bytes and need not be read.

use crate::screen::{Color, Style, sgr};

/// Bytes compared at once; the longest sequence needs twelve (`255;255;255m`).
const WINDOW: usize = 16;

/// Colours kept, each at the place that its first bytes tell. A power of two.
const KEPT: usize = 8;

/// Bytes that tell the place: those of the shortest sequence (`0;0;0m`).
const PLACE_BYTES: u32 = 6;

/// A sequence behind its `38;2;` or `48;2;`, and the colour that it sets.
#[derive(Clone, Copy)]
struct Ink {
    /// Its bytes, and ones where they stand in the window.
    bytes: u128,
    mask: u128,
    length: usize,
    color: Color,
}

impl Ink {
    /// Of no sequence: its bytes match none.
    const NONE: Self = Self {
        bytes: 1,
        mask: 0,
        length: 0,
        color: Color::Default,
    };

    fn new(window: u128, length: usize, color: Color) -> Self {
        let mask = u128::MAX >> (8 * (WINDOW - length));
        Self {
            bytes: window & mask,
            mask,
            length,
            color,
        }
    }
}

/// The colours read last.
pub(super) struct Inks([Ink; KEPT]);

impl Inks {
    pub(super) const fn new() -> Self {
        Self([Ink::NONE; KEPT])
    }

    /// As [`sgr::apply_short`].
    #[inline]
    pub(super) fn apply(&mut self, bytes: &[u8], style: &mut Style) -> Option<usize> {
        let [plane @ (b'3' | b'4'), b'8', b';', b'2', b';', behind @ ..] = bytes else {
            return sgr::apply_short(bytes, style);
        };
        let Some(window) = behind.first_chunk::<WINDOW>() else {
            return sgr::apply_short(bytes, style);
        };
        let window = u128::from_le_bytes(*window);
        let ink = &mut self.0[place(window)];
        if window & ink.mask != ink.bytes {
            let Some((color, rest)) = sgr::alone(b'2', behind) else {
                return sgr::apply_short(bytes, style);
            };
            *ink = Ink::new(window, behind.len() - rest.len(), color);
        }
        match plane {
            b'3' => style.fg = ink.color,
            _ => style.bg = ink.color,
        }
        Some(bytes.len() - behind.len() + ink.length)
    }
}

/// The place of a sequence among those kept.
#[inline]
fn place(window: u128) -> usize {
    let told = (window as u64) << (64 - 8 * PLACE_BYTES);
    (told.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - KEPT.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::Inks;
    use crate::screen::{Style, sgr};

    /// Sequences, each followed by text.
    const SEQUENCES: [&str; 14] = [
        "38;2;1;2;3m",
        "48;2;1;2;3m",
        "38;2;1;2;33m",
        "38;2;255;255;255m",
        "38;2;255;255;256m",
        "38;2;255;255;255;1m",
        "38;2;1;2;3;4;7m",
        "38;2;;;m",
        "38;2;0;0;0m",
        "38;2;1;2m",
        "38;2;1;2;3;m",
        "38;5;208m",
        "1m",
        "38;2;1;2;3x",
    ];

    #[test]
    fn a_sequence_that_was_read_before_says_the_same() {
        for before in SEQUENCES {
            for sequence in SEQUENCES {
                let mut inks = Inks::new();
                for again in [before, sequence, before, sequence] {
                    let bytes = format!("{again}text of the row behind");
                    let (mut told, mut read) = (Style::default(), Style::default());
                    let length = inks.apply(bytes.as_bytes(), &mut told);
                    let wanted = sgr::apply_short(bytes.as_bytes(), &mut read);
                    assert_eq!(length, wanted, "{again} after {before}");
                    if wanted.is_some() {
                        assert_eq!(told, read, "{again} after {before}");
                    }
                }
            }
        }
    }
}
