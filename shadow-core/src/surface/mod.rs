//! From what a projector found on the screen, and what the channels say, to the verdict.
//!
//! Provider-neutral: the words of a CLI are known to its projector and provider alone.

mod channel;
mod confidence;
mod details;
mod facts;
mod layouts;
mod verdict;
mod zone;

pub use channel::{ChannelFacts, ReportFact, TitleFact};
pub use details::Details;
pub use facts::{
    BlockFact, ComposerFact, EndMark, Facts, IdleProof, Popup, RowSpan, RunningFact, SUSPENDED,
    Surface,
};
pub use layouts::{Layout, Layouts};
pub use verdict::{Verdict, Witness, WitnessPlace, decide};
pub use zone::{Zone, ZoneSpan};
