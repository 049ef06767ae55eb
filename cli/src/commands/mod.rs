//! The commands, one file each.

pub mod choose;
pub mod coverage;
pub mod demo;
pub mod doctor;
pub mod explain;
pub mod extract;
pub mod interrupt;
pub mod keep;
#[cfg(feature = "lab")]
pub mod lab;
pub mod panes;
pub mod parse;
pub mod record;
pub mod replay;
pub mod report;
pub mod review;
pub mod run;
pub mod schema;
pub mod send;
pub mod test;
pub mod timeline;
#[cfg(feature = "top")]
pub mod top;
pub mod turns;
pub mod wait;
pub mod watch;
