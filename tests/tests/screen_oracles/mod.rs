//! The grid against two other emulators, cell by cell.

mod alacritty;
mod cell;
mod compared;
mod ours;
mod recordings;
mod streams;
mod tmux;
mod vt;
