//! What a program has switched on in the terminal, and the bytes that switch it off again: for one
//! that was killed before it could.

use std::collections::BTreeSet;

/// Private modes that are off when nobody uses them: application keys, mouse, focus, alternate
/// screen, bracketed paste, synchronized output, reports of colors and sizes.
const OFF: [u16; 20] = [
    1, 5, 9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 2004, 2026, 2031, 2048,
    47, 1047, 1049,
];

/// Private modes that are on: wrapping, the cursor.
const ON: [u16; 2] = [7, 25];

/// What is switched otherwise than at the start.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Modes {
    switched: BTreeSet<u16>,
    /// Pushes of the keyboard protocol (`CSI > … u`) that were not popped.
    keyboard: u16,
    other_keys: bool,
    keypad: bool,
    cursor_style: bool,
}

impl Modes {
    /// Takes a control sequence.
    pub(super) fn csi(&mut self, params: &[u8], last: u8) {
        match (params, last) {
            ([b'?', numbers @ ..], b'h' | b'l') => self.private(numbers, last == b'h'),
            ([b'>', ..], b'u') => self.keyboard = self.keyboard.saturating_add(1),
            ([b'<', count @ ..], b'u') => {
                let count = number(count).unwrap_or(1).max(1);
                self.keyboard = self.keyboard.saturating_sub(count);
            }
            ([b'>', b'4', value @ ..], b'm') => {
                self.other_keys = !matches!(value, b"" | b";" | b";0");
            }
            ([style @ .., b' '], b'q') => self.cursor_style = number(style).unwrap_or(0) != 0,
            (b"!", b'p') => *self = Self::default(),
            _ => {}
        }
    }

    /// Takes an escape of one byte.
    pub(super) fn escape(&mut self, byte: u8) {
        match byte {
            b'=' => self.keypad = true,
            b'>' => self.keypad = false,
            b'c' => *self = Self::default(),
            _ => {}
        }
    }

    fn private(&mut self, numbers: &[u8], on: bool) {
        for part in numbers.split(|&byte| byte == b';') {
            let Some(number) = number(part) else { continue };
            let switched = (OFF.contains(&number) && on) || (ON.contains(&number) && !on);
            if switched {
                self.switched.insert(number);
            } else {
                self.switched.remove(&number);
            }
        }
    }

    /// The bytes that bring the terminal back; empty where nothing is switched.
    #[must_use]
    pub fn undo(&self) -> Vec<u8> {
        if *self == Self::default() {
            return Vec::new();
        }
        let mut text = String::new();
        if self.keyboard > 0 {
            text += &format!("\x1b[<{}u", self.keyboard);
        }
        if self.other_keys {
            text += "\x1b[>4m";
        }
        if self.keypad {
            text += "\x1b>";
        }
        if self.cursor_style {
            text += "\x1b[0 q";
        }
        // The alternate screen's numbers stand last.
        for number in OFF.iter().filter(|number| self.switched.contains(number)) {
            text += &format!("\x1b[?{number}l");
        }
        for number in ON.iter().filter(|number| self.switched.contains(number)) {
            text += &format!("\x1b[?{number}h");
        }
        text += "\x1b[m";
        text.into_bytes()
    }
}

fn number(text: &[u8]) -> Option<u16> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Modes;

    #[test]
    fn what_was_switched_is_switched_back() {
        let mut modes = Modes::default();
        modes.csi(b"?1049;2004", b'h');
        modes.csi(b"?25", b'l');
        modes.csi(b">1", b'u');
        modes.csi(b">1", b'u');
        modes.csi(b"<", b'u');
        modes.escape(b'=');
        let undo = String::from_utf8(modes.undo()).unwrap();
        assert_eq!(undo, "\x1b[<1u\x1b>\x1b[?2004l\x1b[?1049l\x1b[?25h\x1b[m");
    }

    #[test]
    fn a_tidy_program_leaves_nothing() {
        let mut modes = Modes::default();
        modes.csi(b"?1049", b'h');
        modes.csi(b">4;2", b'm');
        modes.csi(b"5 ", b'q');
        modes.csi(b"1;31", b'm');
        assert!(!modes.undo().is_empty());
        modes.csi(b"?1049", b'l');
        modes.csi(b">4", b'm');
        modes.csi(b" ", b'q');
        assert!(modes.undo().is_empty());
    }
}
