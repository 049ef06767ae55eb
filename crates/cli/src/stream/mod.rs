//! The co-process: requests on standard input, answers on standard output, in order.

mod answer;
mod sessions;

pub use answer::Coprocess;
