//! What a relay and a viewer have in common when they talk through a NATS server.
//!
//! - `address`: where the server is, and the files with which it is asked
//! - `connection`: a connection that comes back by itself, and the runtime that it needs
//! - `names`: the subjects and keys, with everything that may not be in them escaped
//! - `store`: the stream of events and the bucket of latest states

mod address;
mod connection;
pub mod names;
pub mod store;

pub use address::Address;
pub use connection::{Connection, News, is_there};
