//! Who may ask: hosts that are ours, origins that are ours, tokens and the sessions that come of them.

mod hosts;
mod keys;
mod token;

pub use hosts::Hosts;
pub use keys::Keys;
pub use token::{Token, TokenError};
