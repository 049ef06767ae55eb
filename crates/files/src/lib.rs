//! The doors to files: those that somebody else has named, and those that hold a person's words.
//!
//! A folder of cases, a run of the lab or a report may come from anybody, and what its files say is
//! only text. A name in them becomes a path by [`PlainName`] alone, and what it names is opened by
//! [`Root`] alone: a regular file directly in a folder that a person gave, through no link, read
//! under a cap. What shadow writes of screens is opened by [`private`]: its owner's alone from the
//! first byte. [`own`] says where the user's folders are.
//!
//! A path that a person gives on the command line is their own word. It may lead anywhere, and be a
//! link or a pipe; this crate has no part in it.

mod name;
pub mod own;
pub mod private;
mod root;

pub use name::{NotPlain, PlainName};
pub use root::{Root, open_regular};
