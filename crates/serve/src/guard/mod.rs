//! Who may ask: hosts that are ours, origins that are ours, tokens and the sessions that come of them.
//!
//! - `hosts`: the names under which the server may be addressed
//! - `keys`: what authorizes a request: tokens of programs, and sessions of the page
//! - `token`: the token, which allows to look and to act

mod hosts;
mod keys;
mod token;

pub use hosts::Hosts;
pub use keys::Keys;
pub use token::{Token, TokenError};
