//! The style of a run of cells: colours and attributes, as SGR gives them.

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Color {
    /// The terminal's own.
    #[default]
    Default,
    /// One of the 256 of the palette; 0 to 15 are the theme's.
    Indexed(u8),
    /// 24 bits.
    Rgb(u8, u8, u8),
}

/// Attributes as a bit set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Attrs(u8);

impl Attrs {
    /// SGR 1.
    pub const BOLD: Self = Self(1);
    /// SGR 2.
    pub const DIM: Self = Self(1 << 1);
    /// SGR 3.
    pub const ITALIC: Self = Self(1 << 2);
    /// SGR 4, any form.
    pub const UNDERLINE: Self = Self(1 << 3);
    /// SGR 5 and 6.
    pub const BLINK: Self = Self(1 << 4);
    /// SGR 7.
    pub const INVERSE: Self = Self(1 << 5);
    /// SGR 8.
    pub const HIDDEN: Self = Self(1 << 6);
    /// SGR 9.
    pub const STRIKE: Self = Self(1 << 7);

    /// Whether all of `other` is set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets `other`.
    pub const fn insert(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Clears `other`.
    pub const fn remove(&mut self, other: Self) {
        self.0 &= !other.0;
    }

    /// The set as a number.
    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Whether none is set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The style of one or more cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Style {
    /// Foreground.
    pub fg: Color,
    /// Background.
    pub bg: Color,
    /// Attributes.
    pub attrs: Attrs,
}

impl Style {
    /// SGR 1.
    #[must_use]
    pub const fn bold(self) -> bool {
        self.attrs.contains(Attrs::BOLD)
    }

    /// SGR 2.
    #[must_use]
    pub const fn dim(self) -> bool {
        self.attrs.contains(Attrs::DIM)
    }

    /// SGR 3.
    #[must_use]
    pub const fn italic(self) -> bool {
        self.attrs.contains(Attrs::ITALIC)
    }

    /// SGR 7.
    #[must_use]
    pub const fn inverse(self) -> bool {
        self.attrs.contains(Attrs::INVERSE)
    }

    /// No colour and no attribute.
    #[must_use]
    #[inline]
    pub const fn is_plain(self) -> bool {
        matches!((self.fg, self.bg), (Color::Default, Color::Default)) && self.attrs.is_empty()
    }
}
