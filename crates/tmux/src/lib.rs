//! Talks to tmux: finds servers, lists panes, takes snapshots and sends keys.
//!
//! This crate does not judge screens or decide whether keys may be sent. Commands go through a
//! [`Transport`]. [`Spawn`] starts `tmux` for each command. [`ControlClient`] keeps one client open,
//! which answers about twenty times faster and reports the panes that have changed. A pane is
//! addressed by its id (`%3`), which never changes. `tmux` always runs with `-u`, so that its output
//! is UTF-8 in every locale.
//!
//! ```no_run
//! for asked in shadow_tmux::ask(&shadow_tmux::sockets()) {
//!     for pane in asked.panes? {
//!         let view = asked.server.view(pane.id)?;
//!         println!("{} {}: {} bytes", pane.id, pane.command, view.text.len());
//!     }
//! }
//! # Ok::<(), shadow_tmux::TmuxError>(())
//! ```

pub mod control;
mod error;
mod feed;
mod keys;
mod name;
mod nested;
mod overlay;
mod pane;
#[cfg(feature = "testing")]
mod private;
mod quote;
mod record;
mod server;
mod servers;
mod sockets;
mod spawn;
mod standing;
mod transport;

pub use control::{Bell, Change, ControlClient, Heard, Purpose, Written};
pub use error::TmuxError;
pub use feed::Feed;
pub use keys::Sent;
pub use name::PaneName;
pub use pane::{Pane, PaneId, View};
#[cfg(feature = "testing")]
pub use private::PrivateServer;
pub use quote::command_line;
pub use server::Server;
pub use servers::{Asked, ask, labels};
pub use sockets::{Distrust, around, distrust, own_around, resolved, sockets, trusted};
pub use spawn::{Spawn, tmux_version};
pub use standing::Standing;
pub use transport::Transport;
