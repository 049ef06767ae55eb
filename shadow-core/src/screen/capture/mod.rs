//! The text path: from captured text (`capture-pane`, a dump) to lines and style runs.
//!
//! Escape sequences go, SGR stays as style runs, line ends are unified. Raw pty bytes, where the
//! cursor moves over the screen, need the grid instead.

mod controls;
mod line;
mod overwrite;
mod plain;
mod quick;
mod scan;
mod string;

pub(super) use line::Lines;
pub(super) use overwrite::Columns;
pub(super) use scan::scan;
