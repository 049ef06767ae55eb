//! What goes over the machine interface beside the core's own types.

pub mod deed;
mod object;
mod request;
mod response;
pub mod schema;
mod screen_text;
mod strange;
mod untrusted;
mod whole;
mod word;

pub use object::Object;
pub use request::{Request, RequestProvider, recover_id};
pub use response::{Extracted, Fault, Identified, PaneReport};
pub use screen_text::{Apart, take_apart};
pub use strange::{unknown_fields, words as unknown_field};
