//! Facts of a screen, facts of its channels, and the verdict that follows from both.
//!
//! This module is neutral between providers: only the projector and the provider know the words of a CLI.

mod axes;
mod channel;
mod confidence;
mod details;
mod facts;
mod layouts;
mod rows;
mod verdict;
mod witness;

pub use axes::Verdict;
pub use channel::{ChannelFacts, ReportFact, TitleFact};
pub(crate) use channel::{TITLE_IDLE, TITLE_WORKING};
pub use details::Details;
pub use facts::{
    BlockFact, ComposerFact, EndMark, FINISHED_ROW, Facts, INTERRUPTED, IdleProof, MainSession,
    NamedBy, Popup, RunningFact, SUSPENDED, SettledBy, SideChat, Surface,
};
pub use layouts::{Layout, Layouts};
pub use rows::{RowSpan, ZoneSpan};
pub(crate) use verdict::CLIPPED;
pub use verdict::decide;
pub use witness::{Witness, WitnessPlace};

pub use crate::contract::Zone;
