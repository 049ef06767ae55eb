//! The grid: a screen rebuilt from raw terminal output, with what the program says beside it.
//!
//! A small terminal emulator on `vte`'s parser. It keeps cells, where asked the last rows that
//! scroll off its top, and what other emulators drop: title, reports, notifications, the ends of
//! synchronized frames. It reads bytes and answers questions; opening a pty, a clock and a window are others' business.
//!
//! - `ahead`: the parser, and what is read ahead of it: text, and the sequences that agents draw with
//! - `buffer`: the cells of one screen (main or alternate): rows that scroll by their index
//! - `cell`: one cell in eight bytes: a character or a cluster, an interned style, and how many columns
//! - `clusters`: the cluster table: characters with marks (accents, joiners, variation selectors)
//! - `cursor`: where it is, where it may go, and what is saved with it
//! - `dispatch`: from the parser's actions to what the terminal does
//! - `edit`: erasing, inserting, deleting and scrolling, around the cursor; line feeds, which scroll
//! - `host`: the grid as a host uses it: bytes in; screen, channels and replies out
//! - `mode`: modes that a program switches, as a bit set
//! - `motion`: moving the cursor
//! - `osc`: operating system commands: titles, progress, notifications, reports
//! - `print`: printing: characters of no, one or two columns into cells, with wrapping
//! - `reply`: replies that a terminal owes to the program, kept for the host to send
//! - `said`: text that a program says: untrusted, so it is cleaned and bounded
//! - `scanner`: what a program says of itself, picked out of raw output without keeping a screen
//! - `signals`: what a program says beside its cells: title, progress, notifications, bell
//! - `status`: OSC 7501, the Program Status Protocol (revision 0.2): records by path, replaced whole
//! - `strings`: the bound of operating system commands (OSC), before they reach the parser
//! - `styles`: the style table: cells name a style by two bytes
//! - `terminal`: the terminal's state, and what changes all of it: reset, resize, the alternate screen
//! - `utf8`: characters that come in two reads are held back until they are whole
//! - `write`: from cells to the screen's rows of text and style runs

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
