//! The DEC special graphics character set, which old programs and tmux draw lines with.

/// Which character sets are designated and which one is shifted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Charsets {
    drawing: [bool; 2],
    shifted: bool,
}

impl Charsets {
    /// Captured text: tmux writes line drawing as SO … SI without a designation.
    pub(super) const CAPTURE: Self = Self {
        drawing: [false, true],
        shifted: false,
    };

    /// `ESC ( F` (slot 0) or `ESC ) F` (slot 1).
    pub(super) const fn designate(&mut self, slot: usize, set: u8) {
        self.drawing[slot] = set == b'0';
    }

    /// SO (true) or SI (false).
    pub(super) const fn shift(&mut self, out: bool) {
        self.shifted = out;
    }

    /// Whether characters mean line drawing now.
    pub(super) const fn is_drawing(self) -> bool {
        self.drawing[self.shifted as usize]
    }
}

/// `ESC ( F` and its kin: the slot that an intermediate byte names.
pub(super) const fn slot(intermediate: u8) -> Option<usize> {
    match intermediate {
        b'(' => Some(0),
        b')' => Some(1),
        _ => None,
    }
}

/// What the special graphics set shows for a character.
pub(super) const fn drawn(character: char) -> char {
    match character {
        '`' => '◆',
        'a' => '▒',
        'b' => '␉',
        'c' => '␌',
        'd' => '␍',
        'e' => '␊',
        'f' => '°',
        'g' => '±',
        'h' => '␤',
        'i' => '␋',
        'j' => '┘',
        'k' => '┐',
        'l' => '┌',
        'm' => '└',
        'n' => '┼',
        'o' => '⎺',
        'p' => '⎻',
        'q' => '─',
        'r' => '⎼',
        's' => '⎽',
        't' => '├',
        'u' => '┤',
        'v' => '┴',
        'w' => '┬',
        'x' => '│',
        'y' => '≤',
        'z' => '≥',
        '{' => 'π',
        '|' => '≠',
        '}' => '£',
        '~' => '·',
        other => other,
    }
}
