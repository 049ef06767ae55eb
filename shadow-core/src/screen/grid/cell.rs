//! One cell in eight bytes: a character or a cluster, an interned style, and how many columns.

/// Marks a glyph that is an index of the cluster table and no character.
const CLUSTER: u32 = 1 << 31;

/// How a cell takes part in its character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// A character of one column.
    Narrow,
    /// The left half of a character of two.
    Wide,
    /// The right half.
    Spacer,
}

/// One cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    glyph: u32,
    /// Index into the style table.
    pub(super) style: u16,
    pub(super) kind: Kind,
}

const _: () = assert!(size_of::<Cell>() == 8, "a 200x50 grid stays at 80 KB");

/// What a cell shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Glyph {
    /// One character.
    Char(char),
    /// A character with marks: an index into the cluster table.
    Cluster(usize),
}

impl Cell {
    /// An empty cell of a style.
    pub(super) const fn blank(style: u16) -> Self {
        Self::new(' ', style, Kind::Narrow)
    }

    pub(super) const fn new(character: char, style: u16, kind: Kind) -> Self {
        Self {
            glyph: character as u32,
            style,
            kind,
        }
    }

    pub(super) fn glyph(self) -> Glyph {
        if self.glyph & CLUSTER != 0 {
            return Glyph::Cluster((self.glyph & !CLUSTER) as usize);
        }
        Glyph::Char(char::from_u32(self.glyph).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    pub(super) fn set_cluster(&mut self, index: usize) {
        self.glyph = index as u32 | CLUSTER;
    }

    /// Whether nothing but the background shows.
    pub(super) fn is_blank(self) -> bool {
        self.glyph == ' ' as u32
    }

    /// Takes the character away, keeps the style.
    pub(super) fn clear(&mut self) {
        *self = Self::blank(self.style);
    }
}
