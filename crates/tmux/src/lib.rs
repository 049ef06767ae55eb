//! Read agent panes from tmux: find the servers, list their panes, take snapshots; send keys to them.
//!
//! Nothing here judges a screen or decides whether keys may be sent. Commands go through a
//! [`Transport`]: [`Spawn`] starts `tmux` for each, [`ControlClient`] keeps one client open, which
//! answers some twenty times faster and says which panes have changed. Panes are addressed by their
//! id (`%3`), which never changes, and `tmux` always runs with `-u`, so that what it prints is
//! UTF-8 whatever the locale.
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
pub use server::Server;
pub use servers::{Asked, ask, labels};
pub use sockets::{Distrust, around, distrust, own_around, resolved, sockets, trusted};
pub use spawn::{Spawn, tmux_version};
pub use standing::Standing;
pub use transport::Transport;
