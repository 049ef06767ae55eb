//! What shadow sees of live panes, over HTTP: an API with its OpenAPI document, a stream of events that can be
//! resumed, metrics, and one page.
//!
//! The library neither watches nor acts. Whoever runs it tells the [`Board`] how panes look and what happens in them,
//! and carries out what is asked for ([`Acts`]). It reads no arguments and no files, and prints nothing.
//!
//! - [`Board`]: what is known of every pane, and the events of late.
//! - [`Site`]: the board, who acts, and who may ask; [`router`] makes a service of it, [`serve`] runs that.
//! - [`openapi`]: the document that describes it.

mod acts;
mod api;
mod board;
mod gate;
mod guard;
mod hall;
mod openapi;
mod page;
mod problem;
mod router;
mod server;
mod site;

pub use acts::{Act, ActFault, Acts, Asked};
pub use board::{Board, Look, PaneKey};
pub use guard::{Hosts, Token, TokenError};
pub use openapi::document as openapi;
pub use router::router;
pub use server::serve;
pub use site::Site;
