//! Live panes of agents, without the command line: watch them, wait, send, choose, interrupt, and host a program.
//!
//! What `shadow-tui` reads of one screen, this crate does over time with real panes: of tmux, or of a pty of its own. The
//! command `shadow` stands on it. It prints nothing, reads no configuration, and starts no process but tmux and what it
//! hosts; signals are heeded only where that is asked for.
//!
//! # Watching
//! A [`Watcher`] looks at panes when they have changed, and tells what happens as events: a turn begins or ends, somebody is
//! asked something, the next prompt can be given. This one waits for any agent of any tmux server of the user's to ask:
//!
//! ```no_run
//! use shadow_core::event::EventBody;
//! use shadow_core::{Parser, Stack};
//! use shadow_live::{Scope, Watcher};
//!
//! // `shadow_tui::stack()` has every provider.
//! let stack = Stack::new(vec![Parser::new(shadow_claude::provider())]);
//! let mut watcher = Watcher::new(stack, 0.25, Scope::Agents).searching();
//! loop {
//!     for event in watcher.next(None).events {
//!         if let EventBody::OperatorBlocked { operator_block } = &event.body {
//!             println!("{}: {}", event.pane.as_deref().unwrap_or_default(), operator_block.question.as_deref().unwrap_or("?"));
//!         }
//!     }
//! }
//! ```
//!
//! For one pane, [`wait()`] ends when it is ready, safe, blocked, completed, idle or gone; [`follow`] watches in a thread of
//! its own.
//!
//! # Acting
//! A [`Pane`] takes prompts and answers through guarded sequences: each key is the reply to a look, and is not pressed where
//! what it was meant for does not stand there any more. Only one acts on a pane at a time, among all processes of a user.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use shadow_core::{Parser, Stack};
//! use shadow_live::Pane;
//! use shadow_live::act::{Prompt, Terms};
//! use shadow_live::tmux::Server;
//!
//! let server = Server::new(Path::new("/tmp/tmux-1000/default"));
//! let stack = Stack::new(vec![Parser::new(shadow_codex::provider())]);
//! let mut pane = Pane::new(stack, server, "%3".parse()?).within(30.0);
//! let report = pane.send(&Prompt::new("look at the parser")?, Terms::default())?;
//! println!("{:?}, because of {:?}", report.outcome, report.reasons);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Hosting
//! A [`Host`] runs a program in a pty of its own and passes everything through, in any terminal; a [`Listener`] hears what
//! happens in it. `examples/host.rs` is a whole one.
//!
//! # Whoever owns the process
//! A tmux server can be harmed by clients that go in the wrong moment, and a prompt may be half typed when a signal comes. A
//! program that does nothing beside this calls [`Watcher::heeding_stops`], [`Departure::on_signals`] and
//! [`Pane::heed_signals`]; one that has signal handlers of its own drops the watcher before it ends.

mod acting;
mod agent;
mod clock;
mod error;
mod hint;
mod hosting;
mod watching;

pub use shadow_act as act;
pub use shadow_tmux as tmux;

pub use acting::{Pane, Watched};
pub use agent::is_agent;
pub use clock::Clock;
pub use error::LiveError;
pub use hint::Hint;
pub use hosting::{Host, Hosted, Listener};
pub use shadow_pty::{Size, keep};
pub use watching::{
    Departure, Round, Scope, Seen, Step, Until, Waited, Watcher, follow, pacing, wait,
};
