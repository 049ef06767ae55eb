//! The agents of other machines, through the relay that ssh starts there.
//!
//! - `acts`: acts on a pane of another machine, each with a key
//! - `args`: which machines are asked, and to which of them the name of a pane leads
//! - `clean`: what another machine says, without what acts on a terminal
//! - `link`: the connection to the relay of a machine
//! - `listing`: what other machines have, each machine asked once
//! - `names`: what the panes of another machine are called here
//! - `rounds`: the panes of another machine as they are now
//! - `showing`: what is shown of the panes of another machine that is watched
//! - `waiting`: waiting for a pane of another machine
//! - `watch`: watching the panes of another machine, over a connection that comes back

mod acts;
mod args;
mod clean;
mod link;
mod listing;
mod names;
#[cfg(feature = "top")]
mod rounds;
#[cfg_attr(
    not(feature = "serve"),
    expect(dead_code, reason = "serve alone shows panes")
)]
mod showing;
mod waiting;
mod watch;

pub use acts::{Act, carry_out};
pub use args::{HostArgs, There, meant, there};
pub use listing::{Machine, listed};
#[cfg(feature = "top")]
pub use rounds::{Round, follow_host};
#[cfg(feature = "serve")]
pub use showing::News;
pub use waiting::{open_dialog, wait_there};
pub use watch::WatchedHost;
