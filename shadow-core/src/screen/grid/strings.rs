//! The bound of operating system commands (OSC): what stands past it never reaches the parser.
//!
//! vte bounds them itself only where nothing else in the build switches its `std` feature on.

const BEL: u8 = 0x07;
const CAN: u8 = 0x18;
const SUB: u8 = 0x1a;
const ESC: u8 = 0x1b;

/// Where the last piece of output ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Strings {
    /// Outside of a command.
    #[default]
    Outside,
    /// Behind an ESC that may begin one.
    Escape,
    /// In one of which so many bytes have been let through.
    Inside(usize),
}

impl Strings {
    /// How many bytes at the start of a piece the parser may have, and how many behind them it must
    /// not. A piece is shorter than `limit`.
    pub(super) fn admit(&mut self, piece: &[u8], limit: usize) -> (usize, usize) {
        match *self {
            Self::Inside(taken) => self.go_on(piece, taken, limit),
            Self::Escape if piece.first() == Some(&b']') => self.go_on(piece, 0, limit),
            _ => {
                *self = behind(piece);
                (piece.len(), 0)
            }
        }
    }

    /// The piece begins inside a command.
    fn go_on(&mut self, piece: &[u8], taken: usize, limit: usize) -> (usize, usize) {
        let ends = |byte: &u8| matches!(*byte, BEL | CAN | SUB | ESC);
        let end = piece.iter().position(ends);
        let inside = end.unwrap_or(piece.len());
        let kept = inside.min(limit.saturating_sub(taken));
        *self = match end {
            // The terminator is the parser's: the rest of the piece comes as one of its own.
            Some(_) if kept < inside => Self::Inside(taken + kept),
            Some(end) => {
                *self = behind(&piece[end..]);
                return (piece.len(), 0);
            }
            None => Self::Inside(taken + kept),
        };
        (kept, inside - kept)
    }
}

/// What the end of a piece is inside of, where its beginning is not inside of anything.
fn behind(piece: &[u8]) -> Strings {
    let Some(at) = memchr::memrchr(ESC, piece) else {
        return Strings::Outside;
    };
    match &piece[at + 1..] {
        [] => Strings::Escape,
        [b']', payload @ ..] if memchr::memchr3(BEL, CAN, SUB, payload).is_none() => {
            Strings::Inside(payload.len())
        }
        _ => Strings::Outside,
    }
}

#[cfg(test)]
mod tests {
    use super::Strings;

    /// What the parser is given of pieces.
    fn admitted(pieces: &[&[u8]], limit: usize) -> Vec<u8> {
        let mut strings = Strings::default();
        let mut given = Vec::new();
        for piece in pieces {
            let mut rest = *piece;
            while !rest.is_empty() {
                let (kept, dropped) = strings.admit(rest, limit);
                given.extend_from_slice(&rest[..kept]);
                rest = &rest[kept + dropped..];
            }
        }
        given
    }

    #[test]
    fn what_is_short_goes_through_whole() {
        let pieces: [&[u8]; 5] = [
            b"a\x1b",
            b"]2;ti",
            b"tle\x07b\x1b]9;x\x1b\\",
            b"c\x1b[1m",
            b"d",
        ];
        assert_eq!(admitted(&pieces, 100), pieces.concat());
    }

    #[test]
    fn what_is_long_is_cut_and_ends_as_it_ended() {
        let pieces: [&[u8]; 4] = [
            b"a\x1b]2;0123",
            b"456789",
            b"0123456789",
            b"89\x1b\\b\x1b]2;c\x07",
        ];
        let given = admitted(&pieces, 8);
        assert_eq!(given, b"a\x1b]2;012345\x1b\\b\x1b]2;c\x07");
    }
}
