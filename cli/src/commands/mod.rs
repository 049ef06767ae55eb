//! The commands, one file each.

pub mod demo;
pub mod doctor;
pub mod explain;
pub mod extract;
pub mod panes;
pub mod parse;
pub mod schema;
