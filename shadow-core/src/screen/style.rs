//! The style of a run of cells: colors and attributes, as SGR gives them.

/// A color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Color {
    /// The terminal's default.
    #[default]
    Default,
    /// One of the 256 colors of the palette; the theme sets 0 to 15.
    Indexed(u8),
    /// A color of 24 bits.
    Rgb(u8, u8, u8),
}

impl Color {
    /// Red, green and blue of a palette color from 16 to 255 (cube and ramp), as in xterm. These colors are equal in nearly every
    /// terminal. The first sixteen and the terminal's default depend on the theme and are unknown.
    ///
    /// A program with only 256 colors draws the nearest one. So a rule on colors uses these values, and must accept colors up to
    /// half a step of the cube or the ramp away.
    #[must_use]
    pub const fn rgb(self) -> Option<(u8, u8, u8)> {
        const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        match self {
            Self::Default | Self::Indexed(..16) => None,
            Self::Rgb(red, green, blue) => Some((red, green, blue)),
            Self::Indexed(index @ 16..232) => {
                let cube = (index - 16) as usize;
                Some((STEPS[cube / 36], STEPS[cube / 6 % 6], STEPS[cube % 6]))
            }
            Self::Indexed(index) => {
                let gray = 8 + 10 * (index - 232);
                Some((gray, gray, gray))
            }
        }
    }
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

    /// No color and no attribute.
    #[must_use]
    #[inline]
    pub const fn is_plain(self) -> bool {
        matches!((self.fg, self.bg), (Color::Default, Color::Default)) && self.attrs.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Color;

    #[test]
    fn the_cube_and_the_ramp_are_xterms_and_the_theme_is_nobodys() {
        let rgb = |index| Color::Indexed(index).rgb();
        assert_eq!(rgb(16), Some((0, 0, 0)));
        assert_eq!(rgb(196), Some((255, 0, 0)));
        assert_eq!(rgb(220), Some((255, 215, 0)));
        assert_eq!(rgb(67), Some((95, 135, 175)));
        assert_eq!(rgb(231), Some((255, 255, 255)));
        assert_eq!(
            (rgb(232), rgb(255)),
            (Some((8, 8, 8)), Some((238, 238, 238)))
        );
        assert_eq!(Color::Rgb(1, 2, 3).rgb(), Some((1, 2, 3)));
        for unknown in [Color::Default, Color::Indexed(0), Color::Indexed(15)] {
            assert_eq!(unknown.rgb(), None);
        }
    }
}
