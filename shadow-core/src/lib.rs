//! The core of shadow. It takes one observation of a terminal pane, and finds the state of the surface
//! and the text of the conversation.
//!
//! ```text
//! bytes -> screen -> zones and facts -> verdict -> assessment and projection
//! ```
//!
//! The core knows no words of a provider. It does no I/O, reads no clock and starts no thread, and
//! reading a screen cannot fail. Providers plug in through [`Provider`] and [`Projector`].

pub mod association;
pub mod contract;
pub mod event;
mod followed;
mod foreground;
pub mod foreign;
mod manners;
mod need;
mod own_dialogs;
mod parser;
mod programs;
mod projector;
pub mod recording;
pub mod reducer;
mod rule;
#[cfg(feature = "schemars")]
pub mod schema;
pub mod screen;
mod session;
mod snapshot;
pub mod surface;
mod terminal;
mod text;
mod version;
mod watch;

pub use followed::{Followed, Taken};
pub use foreground::{DASHBOARD_TITLE, Foreground, ForegroundKind, Program};
pub use manners::Manners;
pub use need::Need;
pub use own_dialogs::{OwnDialog, OwnDialogs, WrongDialog};
pub use parser::{
    Assessed, Choice, DEFAULT_SLICE_LINES, Memory, Observed, Parser, ProviderChoice, Reading,
    Stack, UnknownProvider,
};
pub use projector::{Cli, Preset, Presets, Projector, Provider, Recognition};
pub use rule::{Rule, RuleSet};
pub use session::{Look, Session};
pub use snapshot::{Channels, ProcessState, ProgramStatus, ReportedState, Snapshot};
pub use terminal::Terminal;
pub use text::printable;
pub use version::{Version, VersionError};
pub use watch::Watch;
