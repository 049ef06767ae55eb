//! A block's rows, and how it is set apart.

use shadow_core::screen::Screen;

use super::super::screen_reader::begins_dialog;

/// How a block is set apart from what stands above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Edge {
    /// A rule or panel edge above; everything below belongs to it.
    Rule,
    /// A box; hints may follow below it.
    Box,
    /// Nothing: a list or page in the open.
    Open,
}

/// A block's rows and edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Place {
    /// Row of the upper edge, or the first row where there is none.
    pub first: usize,
    /// Last row that is not blank.
    pub last: usize,
    /// How it is set apart.
    pub edge: Edge,
}

impl Place {
    /// Whether it begins in the pane's first row without an edge: what is above is not known, save where its own first row is the
    /// screen-reader mode's, which quotes all that it did not say.
    pub fn is_cut_above(self, screen: &Screen) -> bool {
        self.edge == Edge::Open && self.first == 0 && !is_spoken(screen, self)
    }
}

/// Whether a block is that mode's to its end: the row that waits for a number is in it.
pub(in super::super) fn waits_for_number(screen: &Screen, place: Place) -> bool {
    let mut rows = screen.filled(place.first, place.last + 1);
    is_spoken(screen, place) && rows.any(|(_, row)| row.text().starts_with("Select with numbers ["))
}

/// Whether a block is the screen-reader mode's, which draws nothing and quotes behind `>`.
pub(super) fn is_spoken(screen: &Screen, place: Place) -> bool {
    begins_dialog(screen.row(place.first))
}
