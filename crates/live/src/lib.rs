//! Live panes of agents, without the command line: watch them, wait, send, choose, interrupt, and host a program.
//!
//! What `shadow-tui` reads of one screen, this crate does over time with real panes: of tmux, or of a pty of its own. The
//! command `shadow` stands on it. It prints nothing, reads no configuration, and starts no process but tmux and what it
//! hosts; signals are heeded only where that is asked for. What is shown here runs with the tests, and so do the programs in
//! `examples/`: `watch`, `send`, `host`. It is written as for `shadow-tui`, the crate to depend on, whose feature `live` brings
//! this one as its module `live`.
//!
//! # Watching
//! A [`Watcher`] looks at panes when they have changed, and tells what happens as events: a turn begins or ends, somebody is
//! asked something, the next prompt can be given. This one tells for a second what agents on a server ask:
//!
//! ```
//! # let private = shadow_tmux::PrivateServer::start("doc-watch", [80, 24], "sleep 60")?;
//! # let socket = private.socket();
//! use shadow_tui::event::EventBody;
//! use shadow_tui::live::{Scope, Watcher};
//!
//! // `searching()` finds every server of the user's.
//! let mut watcher = Watcher::new(shadow_tui::stack(), 0.25, Scope::Agents);
//! watcher.add_server(socket);
//! while watcher.now() < 1.0 {
//!     for event in watcher.next(Some(1.0)).events {
//!         if let EventBody::OperatorBlocked { operator_block, .. } = &event.body {
//!             println!("{}: {}", event.pane.as_deref().unwrap_or_default(), operator_block.question.as_deref().unwrap_or("?"));
//!         }
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/watch.rs` is a whole one, for one server. For one pane, [`wait()`] ends when it is ready, safe, blocked, completed,
//! idle or gone; [`follow`] watches in a thread of its own.
//!
//! # Acting
//! A [`Pane`] takes prompts and answers through guarded sequences: each key is the reply to a look, and is not pressed where
//! what it was meant for does not stand there any more. Only one acts on a pane at a time, among all processes of a user.
//!
//! ```
//! # let shell = "printf 'user@box:~$ '; exec sleep 60";
//! # let private = shadow_tmux::PrivateServer::start("doc-send", [80, 24], shell)?;
//! # let socket = private.socket();
//! use shadow_tui::live::Pane;
//! use shadow_tui::live::act::{ActOutcome, Prompt, Terms};
//! use shadow_tui::live::tmux::Server;
//!
//! let mut pane = Pane::new(shadow_tui::stack(), Server::new(socket), "%0".parse()?).within(5.0);
//! let report = pane.send(&Prompt::new("look at the parser")?, Terms::default())?;
//! // No agent is there: nothing was typed, and the report says why.
//! assert_eq!(report.outcome, ActOutcome::Refused);
//! assert!(!report.reasons.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Pane::choose`] answers the dialog of a signature, [`Pane::interrupt`] stops the turn that runs, and [`Pane::watch`] waits for
//! what comes of it: `examples/send.rs` sends a prompt and prints the answer.
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
mod hosting;
mod watching;

pub use shadow_act as act;
pub use shadow_tmux as tmux;

pub use acting::{Pane, Watched};
pub use agent::{Hint, is_agent};
pub use clock::Clock;
pub use error::LiveError;
pub use hosting::{Host, Hosted, Listener};
pub use shadow_pty::{Size, keep};
pub use watching::{
    Departure, Round, Scope, Seen, Step, Until, Waited, Watcher, follow, pacing, wait,
};
