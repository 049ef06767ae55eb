//! What is in front of a screen, read into facts.
//!
//! - `session`: a live composer, and what stands around it; `dialog`: what is in a composer's place
//! - `parts`: what several surfaces say alike

pub(super) mod dialog;
mod parts;
pub(super) mod session;

pub(super) use parts::exited;
