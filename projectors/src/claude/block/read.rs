//! A block read: what kind of dialog it is, and its rows that no rule explains.

use shadow_core::OwnDialogs;
use shadow_core::screen::Marked;
use shadow_core::surface::{BlockFact, RowSpan};

use super::super::marks::Mark;
use super::body::Body;
use super::furniture::is_furnished;
use super::place::Place;
use super::{kind, strange};

/// A dialog, picker or panel that was read.
pub(in super::super) struct Dialog {
    /// What it is.
    pub(in super::super) fact: BlockFact,
    /// A row of it that no rule explains.
    pub(in super::super) strange: Option<RowSpan>,
}

/// Reads the block at a place, where it has the furniture of a dialog; `own` are the user's own.
pub(in super::super) fn read(
    screen: &Marked<'_>,
    place: Place,
    own: &OwnDialogs,
) -> Option<Dialog> {
    Body::at(screen, place, |body| {
        if !is_furnished(body) {
            return None;
        }
        let fact = kind::fact(body, own);
        let strange = strange::unexplained(body, fact.kind);
        let strange = Mark::StrangeLine.found(screen, strange);
        Some(Dialog { fact, strange })
    })
}
