//! What a verdict rests on.

use super::rows::RowSpan;
use crate::contract::{Axis, Zone};

/// Where a witness stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WitnessPlace {
    /// On the screen.
    Screen(Zone, RowSpan),
    /// In a channel beside it, by its name.
    Channel(&'static str),
}

/// One fact that the verdict rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Witness {
    /// Where it stands.
    pub place: WitnessPlace,
    /// Its name.
    pub signal: &'static str,
    /// What it speaks for.
    pub axis: Axis,
}
