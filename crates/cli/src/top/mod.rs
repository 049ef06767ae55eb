//! The dashboard: what it knows, what it shows, what its keys mean. What it watches is given to it,
//! and what is to be done it hands out; see `commands/top.rs`.

mod act;
mod bindings;
mod board;
mod card;
mod keys;
mod list;
mod mode;
mod overlay;
mod preview;
mod state;
mod style;
mod view;

pub use act::{Carried, carry_out};
pub use bindings::Bindings;
pub use board::Board;
pub use card::{Card, Key};
pub use mode::Intent;
pub use view::draw;

#[cfg(test)]
mod looked;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unseen;
