//! What is in front of a screen, read into facts.
//!
//! - `reading`: each surface by its reader
//! - `session`: a live composer, and what stands around it; `dialog`: what is in a composer's place
//! - `parts`: what several surfaces say alike

mod dialog;
mod parts;
mod reading;
mod session;

pub(super) use reading::read;
