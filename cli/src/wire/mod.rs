//! What goes over the machine interface beside the core's own types.

mod request;
mod response;

pub use request::{Request, RequestProvider, recover_id};
pub use response::{Fault, Identified};
