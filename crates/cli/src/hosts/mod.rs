//! The agents of other machines, through the relay there: ssh starts it, or it publishes on a NATS server.
//!
//! - `acts`: acts on a pane of another machine, each with a key
//! - `args`: which machines are asked, and to which of them the name of a pane leads
//! - `by_nats`: the lines of a machine's relay over a NATS server
//! - `by_ssh`: the system's ssh, which starts the relay of a machine and carries its lines
//! - `clean`: what another machine says, without what acts on a terminal
//! - `clocks`: the clocks of other machines, compared with the one here
//! - `elsewhere`: the machines that are watched beside this one
//! - `fleet`: the machines whose relays publish on a NATS server
//! - `link`: the connection to the relay of a machine
//! - `listing`: what other machines have, each machine asked once
//! - `looking`: looking at a pane of another machine, on request
//! - `looks`: how the panes of a machine of a NATS server look
//! - `names`: what the panes of another machine are called here
//! - `showing`: what is shown of the panes of another machine that is watched
//! - `waiting`: waiting for a pane of another machine
//! - `watch`: watching the panes of another machine, over a connection that comes back
//! - `watch_fleet`: watching the machines of a NATS server, those that come later included
//! - `wire`: what every way to a machine has in common

mod acts;
mod args;
#[cfg(feature = "fleet")]
mod by_nats;
mod by_ssh;
mod clean;
mod clocks;
mod elsewhere;
#[cfg(feature = "fleet")]
mod fleet;
mod link;
mod listing;
mod looking;
#[cfg(feature = "fleet")]
mod looks;
mod names;
#[cfg_attr(
    not(any(feature = "serve", feature = "top")),
    expect(dead_code, reason = "serve and top alone show panes")
)]
mod showing;
mod waiting;
mod watch;
#[cfg(feature = "fleet")]
mod watch_fleet;
mod wire;

pub use acts::{Act, carry_out};
pub use args::{HostArgs, There, has_fleet, meant, there};
pub use elsewhere::Elsewhere;
#[cfg(feature = "fleet")]
pub use fleet::about as about_fleet;
pub use listing::{Machine, listed};
#[cfg(feature = "serve")]
pub use looking::asked_for;
pub use looking::look;
#[cfg(any(feature = "serve", feature = "top"))]
pub use showing::News;
pub use waiting::{open_dialog, wait_there};
pub use watch::WatchedHost;
