//! Witnesses: the facts that a verdict rests on.

use super::rows::RowSpan;
use crate::contract::{Axis, Zone};

/// The place of a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WitnessPlace {
    /// On the screen.
    Screen(Zone, RowSpan),
    /// In a channel beside it, by its name.
    Channel(&'static str),
}

/// A fact that the verdict rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Witness {
    /// Its place.
    pub place: WitnessPlace,
    /// Its name.
    pub signal: &'static str,
    /// The axis that it supports.
    pub axis: Axis,
}
