//! The screen: rows of text with style runs, rebuilt from a capture or from raw bytes.
//!
//! Only this module normalizes text. It reads no meaning: the projectors find zones and signals.
//!
//! - `capture`: the text path: from captured text (`capture-pane`, a dump) to lines and style runs
//! - `charset`: the DEC special graphics character set, which old programs and tmux draw lines with
//! - `first`: finding bytes of a kind in a text as short as a row
//! - `grid`: a screen rebuilt from raw terminal output, with what the program says beside it
//! - `history`: what has scrolled off a screen's top: the last rows of it, and a screen that shows them above another
//! - `limits`: the caps that keep memory bounded for hostile input, and the error of a caller that refuses above them
//! - `line`: one line of the normalized text: its place and its shape
//! - `marked`: a screen during reading, with the marks of the rules
//! - `needle`: looking for a word in a row, or in all visible rows at once
//! - `part`: some columns of a screen as a screen of its own
//! - `row`: one row of a screen: its text, its styles, and cheap questions about them
//! - `sgr`: from the parameters of `CSI … m` to a style
//! - `shown`: a screen: rows of styled text, with the size, cursor and mode of the pane
//! - `style`: the style of a run of cells: colors and attributes, as SGR gives them
//! - `styled`: styled text: lines with their style runs
//! - `width`: display width of characters, behind one function so that it can be held to tmux's widths

mod capture;
mod charset;
mod first;
mod grid;
mod history;
mod limits;
mod line;
mod marked;
mod needle;
mod part;
mod row;
mod sgr;
mod shown;
mod style;
mod styled;
mod width;

pub use grid::{CellView, Grid, MAX_GRID_COLS, MAX_GRID_ROWS, Modes, ReportScanner};
pub use history::{History, MAX_HISTORY_ROWS};
pub use limits::{InputTooLarge, MAX_INPUT_BYTES, MAX_LINE_BYTES, MAX_LINES, check_input};
pub use line::{leading, trailing};
pub use marked::Marked;
pub use needle::Needle;
pub use row::{Row, Span};
pub use shown::Screen;
pub use style::{Attrs, Color, Style};
pub use width::{char_width, str_width};
