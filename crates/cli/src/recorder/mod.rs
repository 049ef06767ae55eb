//! Recording: an asciicast with a marker at every event, and captures at them.
//!
//! - `cast`: the asciicast (version 2), written as it goes
//! - `captures`: the screens at the events, in a folder that `replay` takes
//! - `session`: that folder's `session.toml`, so that `lab add` takes it too
//! - `both`: the two together, fed by a hosted command or a pane
//! - `pane`: a pane of tmux as output that paints it
//! - `source`: looks at a pane that is being recorded: at its changes, or at every interval
//! - `taken`: a capture that was taken, for the folder's `session.toml`

mod both;
mod captures;
mod cast;
mod pane;
#[cfg(feature = "lab")]
mod session;
mod source;
mod taken;

pub use both::Recorder;
pub use captures::Shown;
pub use pane::paint;
pub use source::Source;
