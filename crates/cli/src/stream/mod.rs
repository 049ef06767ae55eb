//! The co-process: requests on standard input, answers on standard output, in order.

mod acts;
mod answer;
mod sessions;

pub use acts::{Acts, Print};
pub use answer::Coprocess;
