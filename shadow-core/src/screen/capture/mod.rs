//! The text path: from captured text (`capture-pane`, a dump) to lines and style runs.
//!
//! Escape sequences go, SGR stays as style runs, line ends are unified. Raw pty bytes, where the
//! cursor moves over the screen, need the grid instead.
//!
//! - `controls`: finding the bytes of a text that may need care
//! - `overwrite`: a line that CR or backspace overwrites, as columns
//! - `plain`: the shortest way, for text without styles (`capture-pane -p`)
//! - `quick`: the short way for text with line ends, tabs and short SGR sequences only
//! - `scan`: the scanner: one pass over the text, from one escape or line end to the next
//! - `string`: where control strings (OSC, DCS, APC, PM, SOS) end
//! - `writer`: writing lines: text and style runs into the buffers, right margin trimmed

mod controls;
mod overwrite;
mod plain;
mod quick;
mod scan;
mod string;
mod writer;

pub(super) use scan::scan;
pub(super) use writer::Writer;
