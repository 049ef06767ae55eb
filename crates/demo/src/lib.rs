//! Recordings of real sessions of both CLIs, played through the engine: each screen beside what is read of it.
//!
//! `shadow demo` is made of it, and the program `shadow-demo`, with which a fresh clone is tried.

mod frame;
mod layout;
mod panel;
mod play;
mod recordings;
mod show;
mod title;

pub use show::{Pace, show};
pub use title::{KEEP_TITLE, TITLE_BACK};
