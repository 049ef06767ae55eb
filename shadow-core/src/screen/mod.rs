//! The screen: rows of text with style runs, rebuilt from a capture or from raw bytes.
//!
//! Only this module normalizes text. It reads no meaning: the projectors find zones and signals.

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
pub use line::leading;
pub use marked::Marked;
pub use needle::Needle;
pub use row::{Row, Span};
pub use shown::Screen;
pub use style::{Attrs, Color, Style};
pub use width::{char_width, str_width};
