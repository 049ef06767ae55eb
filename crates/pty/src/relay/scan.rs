//! Where in an escape sequence or a character a stream of bytes stands.
//!
//! Where terminals disagree on the end of a sequence, the later end is taken: nothing may be put
//! in the middle of one for any of them.

/// Bytes after which a string of the old title sequence (`ESC k`) is taken as over: to terminals
/// that do not know it, it never began.
const OLD_TITLE: usize = 1024;

/// Bytes of one sequence's parameters that are kept.
const MAX_PARAMS: usize = 64;

/// Where the stream stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Between sequences; so many bytes of a character are still to come.
    Ground(u8),
    /// Behind `ESC`, and behind its intermediates.
    Escape,
    /// In a control sequence.
    Csi,
    /// In an operating system command, and behind an `ESC` in it.
    Osc,
    OscEscape,
    /// In another string, and behind an `ESC` in it; counts its bytes if it must end.
    Text(Option<usize>),
    TextEscape(Option<usize>),
}

/// What a byte has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// Nothing.
    Nothing,
    /// A control sequence, with its last byte.
    Csi(u8),
    /// An escape of one byte.
    Escape(u8),
    /// An operating system command, as its program meant it to.
    Osc,
}

/// The scanner.
#[derive(Debug, Clone)]
pub(super) struct Scan {
    state: State,
    params: Vec<u8>,
}

impl Default for Scan {
    fn default() -> Self {
        Self {
            state: State::Ground(0),
            params: Vec::with_capacity(MAX_PARAMS),
        }
    }
}

impl Scan {
    /// Between sequences and characters.
    pub(super) fn is_ground(&self) -> bool {
        self.state == State::Ground(0)
    }

    /// Between sequences, though perhaps in a character.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.state, State::Ground(_))
    }

    /// In an operating system command.
    pub(super) fn is_osc(&self) -> bool {
        matches!(self.state, State::Osc | State::OscEscape)
    }

    /// Whether this byte shows that an `ESC` in an operating system command was not its end.
    pub(super) fn is_osc_cut(&self, byte: u8) -> bool {
        self.state == State::OscEscape && byte != b'\\'
    }

    /// The parameters of the control sequence that has just ended.
    pub(super) fn params(&self) -> &[u8] {
        &self.params
    }

    /// Takes text without any escape in it.
    pub(super) fn text(&mut self, text: &[u8]) {
        let tail = text.len().saturating_sub(3);
        for &byte in &text[tail..] {
            self.state = State::Ground(self.missing(byte));
        }
    }

    /// How many bytes of a character are missing behind this one.
    fn missing(&self, byte: u8) -> u8 {
        match (byte, self.state) {
            (0xc2..=0xdf, _) => 1,
            (0xe0..=0xef, _) => 2,
            (0xf0..=0xf4, _) => 3,
            (0x80..=0xbf, State::Ground(missing)) => missing.saturating_sub(1),
            _ => 0,
        }
    }

    /// Takes a byte.
    pub(super) fn step(&mut self, byte: u8) -> Ended {
        match (self.state, byte) {
            (State::Text(_) | State::TextEscape(_), _) => self.in_text(byte),
            (State::Osc, 0x1b) => self.state = State::OscEscape,
            (State::OscEscape, b'\\') | (State::Osc, 0x07) => {
                self.state = State::Ground(0);
                return Ended::Osc;
            }
            (_, 0x1b) => self.state = State::Escape,
            (_, 0x18 | 0x1a) => self.state = State::Ground(0),
            (State::Osc, _) => {}
            (State::Ground(_), _) => self.state = State::Ground(self.missing(byte)),
            (State::Escape | State::OscEscape, _) => return self.in_escape(byte),
            (State::Csi, _) => return self.in_csi(byte),
        }
        Ended::Nothing
    }

    fn in_escape(&mut self, byte: u8) -> Ended {
        self.state = match byte {
            b'[' => {
                self.params.clear();
                State::Csi
            }
            b']' => State::Osc,
            b'P' | b'X' | b'^' | b'_' => State::Text(None),
            b'k' => State::Text(Some(0)),
            0x30..=0x7e => {
                self.state = State::Ground(0);
                return Ended::Escape(byte);
            }
            _ => State::Escape,
        };
        Ended::Nothing
    }

    fn in_csi(&mut self, byte: u8) -> Ended {
        if (0x40..=0x7e).contains(&byte) {
            self.state = State::Ground(0);
            return Ended::Csi(byte);
        }
        if self.params.len() < MAX_PARAMS {
            self.params.push(byte);
        }
        Ended::Nothing
    }

    /// Strings end in `ESC \` alone: tmux takes any other byte behind an `ESC` as theirs.
    fn in_text(&mut self, byte: u8) {
        self.state = match (self.state, byte) {
            (State::Text(Some(OLD_TITLE..)), _) => State::Ground(0),
            (State::TextEscape(_), b'\\') | (State::Text(_), 0x18 | 0x1a) => State::Ground(0),
            (State::Text(count) | State::TextEscape(count), 0x1b) => State::TextEscape(count),
            (State::Text(count) | State::TextEscape(count), _) => {
                State::Text(count.map(|count| count + 1))
            }
            (other, _) => other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Scan;

    /// Whether the stream is between sequences behind these bytes.
    fn ground(bytes: &[u8]) -> bool {
        let mut scan = Scan::default();
        for &byte in bytes {
            scan.step(byte);
        }
        scan.is_ground()
    }

    #[test]
    fn sequences_and_characters_are_left_whole() {
        let whole: [&[u8]; 12] = [
            b"text\x1b[1;31m",
            b"\x1b]0;title\x07",
            b"\x1b]0;title\x1b\\",
            b"\x1bPq#0\x1b\\",
            b"\x1bPtmux;\x1b\x1b]7501;state=idle\x07\x1b\\",
            b"\x1b(B",
            b"\x1b[31\x18",
            "│é🦀".as_bytes(),
            b"\xff\xfe",
            b"\xe2\x94a",
            b"\x1bktitle\x1b\\",
            b"\x1b[?25\x1b[m",
        ];
        for bytes in whole {
            assert!(ground(bytes), "{bytes:?}");
        }
    }

    #[test]
    fn no_prefix_of_a_sequence_or_character_is_ground() {
        let whole: [&[u8]; 7] = [
            b"\x1b[1;31m",
            b"\x1b]0;title\x07",
            b"\x1b]0;title\x1b\\",
            b"\x1bPtmux;\x1b\x1b[m\x1b\\",
            b"\x1b(B",
            "│".as_bytes(),
            "🦀".as_bytes(),
        ];
        for bytes in whole {
            for end in 1..bytes.len() {
                assert!(!ground(&bytes[..end]), "{:?}", &bytes[..end]);
            }
        }
    }

    #[test]
    fn a_title_that_no_terminal_began_ends_by_itself() {
        let mut text = b"\x1bk".to_vec();
        text.resize(3000, b'x');
        assert!(ground(&text));
    }
}
