//! Who may ask: hosts that are ours, origins that are ours, the token; and what every answer forbids a browser.

mod hosts;
mod layer;
mod token;

pub use hosts::Hosts;
pub use layer::guard;
pub use token::{Token, TokenError};
