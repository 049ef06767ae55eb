//! Serves live panes over HTTP: an API with its OpenAPI document, a stream of events that can be resumed, metrics, and
//! one web page.
//!
//! The library does not watch or act. Its caller updates the [`Board`] with states and events, and carries out requests
//! ([`Acts`]). It reads no arguments and no files, and prints nothing.
//!
//! - [`Board`]: the state of every pane, and recent events.
//! - [`Site`]: the board, the actor and the access rules; [`router`] makes a service of it, and [`serve`] runs it.
//! - [`openapi`]: the document that describes the API.
//! - [`Desk`]: the board and the acts as tools for agents, over the Model Context Protocol; [`serve_stdio`] runs it.

mod acts;
mod api;
mod board;
mod caller;
mod gate;
mod guard;
mod hall;
mod mcp;
mod openapi;
mod page;
mod problem;
mod router;
mod server;
mod site;

pub use acts::{Act, ActFault, Acts, Asked, Found};
pub use board::{Board, PaneKey, PaneLook};
pub use guard::{Hosts, Keys, Token, TokenError};
pub use mcp::{Desk, Leave, Shown, serve_stdio};
pub use openapi::document as openapi;
pub use router::router;
pub use server::serve;
pub use site::Site;
