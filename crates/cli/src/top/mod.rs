//! The dashboard: what it knows, what it shows, what its keys mean. What it watches is given to it,
//! and what is to be done it hands out; see `commands/top.rs`.
//!
//! - `act`: does what the dashboard was asked for through the commands of that name, with their guards and their reasons
//! - `bindings`: which letter does what while the list has the keys: as the settings say, else the usual ones
//! - `board`: all panes that are known, which of them are shown in which order, and which one is selected
//! - `card`: what the dashboard knows of one pane
//! - `keys`: what each key does in each mode
//! - `list`: the list of panes: one row each, state first
//! - `mode`: what the dashboard's keys act on at the moment, and what it wants done
//! - `overlay`: the box over the list while something is chosen, written or confirmed
//! - `preview`: the selected pane as it is: its screen in its own styles, with zones in the margin on demand
//! - `state`: the state of a pane in the list: what it asks of a person, and whether its end was seen
//! - `style`: how a need looks
//! - `view`: the dashboard as a whole: the places of its parts, and the color of a need

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

pub use act::{Carried, carry_out, screen_there};
pub use bindings::Bindings;
pub use board::Board;
pub use card::{Away, Card, Key};
pub use mode::Intent;
pub use view::draw;

#[cfg(test)]
mod elsewhere;
#[cfg(test)]
mod looked;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod unseen;
