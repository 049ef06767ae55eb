//! Modes that a program switches, as a bit set.

/// Modes in force. The ones that only a host needs (keys, paste, focus) are kept for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Modes(u16);

impl Modes {
    /// IRM, mode 4: characters push the row to the right.
    pub const INSERT: Self = Self(1);
    /// LNM, mode 20: line feed returns to column 0.
    pub const NEWLINE: Self = Self(1 << 1);
    /// DECCKM, `?1`: arrow keys are sent as `ESC O …`.
    pub const APP_CURSOR_KEYS: Self = Self(1 << 2);
    /// DECOM, `?6`: rows count from the scroll region.
    pub const ORIGIN: Self = Self(1 << 3);
    /// DECAWM, `?7`: text wraps at the last column.
    pub const WRAP: Self = Self(1 << 4);
    /// DECTCEM, `?25`: the cursor is shown.
    pub const SHOW_CURSOR: Self = Self(1 << 5);
    /// `?1004`: focus is reported.
    pub const FOCUS: Self = Self(1 << 6);
    /// `?2004`: pasted text is bracketed.
    pub const BRACKETED_PASTE: Self = Self(1 << 7);
    /// `?2026`: a frame is being drawn.
    pub const SYNCHRONIZED: Self = Self(1 << 8);
    /// `?47`, `?1047`, `?1049`: the alternate screen is on.
    pub const ALTERNATE: Self = Self(1 << 9);

    /// What a terminal starts with.
    pub(super) const INITIAL: Self = Self(Self::WRAP.0 | Self::SHOW_CURSOR.0);

    /// Whether all of `other` is on.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub(super) const fn set(&mut self, other: Self, on: bool) {
        if on {
            self.0 |= other.0;
        } else {
            self.0 &= !other.0;
        }
    }

    /// The mode of a number in `CSI … h`.
    pub(super) const fn ansi(number: u16) -> Option<Self> {
        match number {
            4 => Some(Self::INSERT),
            20 => Some(Self::NEWLINE),
            _ => None,
        }
    }

    /// The mode of a number in `CSI ? … h`.
    pub(super) const fn private(number: u16) -> Option<Self> {
        match number {
            1 => Some(Self::APP_CURSOR_KEYS),
            6 => Some(Self::ORIGIN),
            7 => Some(Self::WRAP),
            25 => Some(Self::SHOW_CURSOR),
            47 | 1047 | 1049 => Some(Self::ALTERNATE),
            1004 => Some(Self::FOCUS),
            2004 => Some(Self::BRACKETED_PASTE),
            2026 => Some(Self::SYNCHRONIZED),
            _ => None,
        }
    }
}
