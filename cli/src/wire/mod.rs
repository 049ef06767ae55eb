//! What goes over the machine interface beside the core's own types.

mod request;
mod response;
pub mod schema;
mod untrusted;
mod whole;

pub use request::{Input, Request, RequestProvider, recover_id};
pub use response::{Extracted, Fault, Identified, PaneReport};
