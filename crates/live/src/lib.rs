//! Works with live panes of agents: watch them, wait, send, choose, interrupt, and host a program.
//!
//! `shadow-tui` reads one screen. This crate does the same over time, with panes of tmux or with a program in its own pty. The
//! command `shadow` is built on it. It prints nothing and reads no configuration. It starts no process except tmux and the hosted
//! program. It handles signals only if you ask for it.
//!
//! Depend on `shadow-tui` with the feature `live`: it contains this crate as its module `live`, and the code below is written for
//! it. The programs in `examples/` (`watch`, `send`, `host`) and the code below run as tests.
//!
//! # Watching
//! A [`Watcher`] looks at panes when they change and returns events: a turn begins or ends, a dialog needs an answer, the next
//! prompt can be sent. This example prints for one second what the agents on a server ask:
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
//! `examples/watch.rs` is a complete program for one server. For one pane, [`wait()`] returns when the pane is ready, safe,
//! blocked, completed, idle or gone. [`follow`] watches in its own thread.
//!
//! # Acting
//! A [`Pane`] sends prompts and answers safely. Every key follows a look, and is held back if the screen has changed since. One
//! action runs on a pane at a time, among all processes of a user.
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
//! // The pane has no agent, so nothing was typed, and the report gives the reasons.
//! assert_eq!(report.outcome, ActOutcome::Refused);
//! assert!(!report.reasons.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Pane::choose`] answers the dialog with a signature. [`Pane::interrupt`] stops the running turn. [`Pane::until`] waits for the
//! result. `examples/send.rs` sends a prompt and prints the answer.
//!
//! # Hosting
//! A [`Host`] runs a program in its own pty and passes everything through, in any terminal. A [`Listener`] receives the events.
//! `examples/host.rs` is a complete program.
//!
//! # Signals
//! A client that leaves at the wrong moment can harm a tmux server, and a signal may come while a prompt is half typed. If your
//! program does nothing else, call [`Watcher::heeding_stops`], [`Departure::on_signals`] and [`Pane::heed_signals`]. If it has its
//! own signal handlers, drop the watcher before it ends.

mod acting;
mod agent;
mod clock;
mod error;
mod hosting;
mod watching;

pub use shadow_act as act;
pub use shadow_tmux as tmux;

pub use acting::{Pane, TurnGoal, Watched};
pub use agent::{Hint, is_agent};
pub use clock::Clock;
pub use error::LiveError;
pub use hosting::{Host, Hosted, Listener};
pub use shadow_pty::{Size, keep};
pub use watching::{
    Departure, Round, Scope, Seen, Source, Step, Until, Waited, Watcher, follow, pacing, wait,
};
