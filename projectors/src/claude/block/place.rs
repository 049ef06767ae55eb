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
    /// Nothing, in the screen-reader mode, which draws nothing and quotes behind `>`.
    Spoken,
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
    /// Whether nothing is drawn around it.
    pub const fn is_bare(self) -> bool {
        matches!(self.edge, Edge::Open | Edge::Spoken)
    }

    /// Whether nothing is above it on the pane that would show its beginning: no edge, no cell, and no first row of the
    /// screen-reader mode's own, which quotes all that it did not say.
    pub fn may_be_cut(self, screen: &Screen) -> bool {
        let above = screen.first_filled(0, self.first);
        self.is_bare() && above.is_none() && !begins_dialog(screen.row(self.first))
    }

    /// Whether it begins so in the pane's first row.
    pub fn is_cut_above(self, screen: &Screen) -> bool {
        self.first == 0 && self.may_be_cut(screen)
    }
}
