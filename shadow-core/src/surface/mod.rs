//! Facts of a screen, facts of its channels, and the verdict that follows from both.
//!
//! This module is neutral between providers: only the projector and the provider know the words of a CLI.
//!
//! - `axes`: what is decided: the axes with their reasons
//! - `channel`: what the channels beside the text say, translated by the provider into neutral words
//! - `confidence`: how sure a verdict is, from the kind of its witnesses
//! - `details`: the owned details that a projector writes out once the facts are settled
//! - `facts`: the facts that a projector finds by structure, in terms that are neutral between providers
//! - `found`: what was found on a screen, kept for the next step
//! - `rows`: rows of a screen, and which part of the interface they are
//! - `verdict`: facts and channels to axes, by the contract's precedence
//! - `witness`: witnesses: the facts that a verdict rests on

mod axes;
mod channel;
mod confidence;
mod details;
mod facts;
mod found;
mod rows;
mod verdict;
mod witness;

pub use axes::Verdict;
pub use channel::{ChannelFacts, ReportFact, TitleFact};
pub(crate) use channel::{TITLE_IDLE, TITLE_WORKING};
pub use details::Details;
pub use facts::{
    BlockFact, ComposerFact, Doubt, EndMark, FINISHED_ROW, Facts, INTERRUPTED, IdleProof,
    MainSession, NamedBy, Popup, RunningFact, SUSPENDED, SettledBy, SideChat, Surface, TurnFacts,
};
pub use found::{Findings, Found, Once};
pub use rows::{RowSpan, ZoneSpan};
pub(crate) use verdict::CLIPPED;
pub use verdict::decide;
pub use witness::{Witness, WitnessPlace};

pub use crate::contract::Zone;
