//! Who may ask: hosts that are ours, origins that are ours, the token.

mod hosts;
mod token;

pub use hosts::Hosts;
pub use token::{Token, TokenError};
