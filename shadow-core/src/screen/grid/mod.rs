//! The grid: a screen rebuilt from raw terminal output, with what the program says beside it.
//!
//! A small terminal emulator on `vte`'s parser. It keeps cells, where asked the last rows that
//! scroll off its top, and what other emulators drop: title, reports, notifications, the ends of
//! synchronized frames. It reads bytes and answers questions; opening a pty, a clock and a window are others' business.

mod ahead;
mod buffer;
mod cell;
mod clusters;
mod cursor;
mod dispatch;
mod edit;
mod host;
mod mode;
mod motion;
mod osc;
mod print;
mod reply;
mod said;
mod scanner;
mod signals;
mod status;
mod strings;
mod styles;
mod terminal;
mod utf8;
mod write;

pub use host::{CellView, Grid, MAX_GRID_COLS, MAX_GRID_ROWS};
pub use mode::Modes;
pub use scanner::ReportScanner;
