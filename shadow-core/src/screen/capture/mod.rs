//! The text path: from captured text (`capture-pane`, a dump) to lines and style runs.
//!
//! Escape sequences go, SGR stays as style runs, line ends are unified. Raw pty bytes, where the
//! cursor moves over the screen, need the grid instead.

mod controls;
mod overwrite;
mod plain;
mod quick;
mod scan;
mod string;
mod writer;

pub(super) use scan::scan;
pub(super) use writer::Writer;
