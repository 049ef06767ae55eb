//! The relay over a NATS server: what happens here is published there, and requests come from there.
//!
//! - `answering`: requests, and the responses to the inboxes of their requesters
//! - `looks`: how the panes look: what of it is published, and what is only given on request
//! - `publisher`: from the spool to the server, in order, and the signs that the relay is there
//! - `service`: the relay at work, from its begin to its end
//! - `spool`: events on the disk until the server has them

mod answering;
mod looks;
mod publisher;
mod service;
mod spool;

pub use service::{Service, own_name};
