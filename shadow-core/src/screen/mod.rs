//! The screen: rows of text with style runs, rebuilt from a capture or from raw bytes.
//!
//! Text is normalised here and nowhere else. No meaning is read here: zones and signals stand in
//! the projectors.

mod capture;
mod charset;
mod first;
mod grid;
mod history;
mod limits;
mod line;
mod marked;
mod needle;
mod row;
mod sgr;
mod style;
mod width;

use std::sync::OnceLock;

use crate::snapshot::Channels;
use line::Line;

pub use grid::{CellView, Grid, MAX_GRID_COLS, MAX_GRID_ROWS, Modes, ReportScanner};
pub use history::{History, MAX_HISTORY_ROWS};
pub use limits::{InputTooLarge, MAX_INPUT_BYTES, MAX_LINE_BYTES, MAX_LINES, check_input};
pub use marked::Marked;
pub use needle::Needle;
pub use row::{Row, Span};
pub use style::{Attrs, Color, Style};
pub use width::{char_width, str_width};

/// A run of one style: from byte `start` of the normalised text to the next run of its line.
#[derive(Debug, Clone, Copy)]
struct Run {
    start: u32,
    style: Style,
}

/// A screen as rows of normalised text with styles. Reusable: [`Screen::load`] keeps its buffers.
///
/// Rows count from 0 at the top of the visible screen. Lines above it are history.
#[derive(Debug, Clone, Default)]
pub struct Screen {
    text: String,
    lines: Vec<Line>,
    runs: Vec<Run>,
    /// Index into `lines` of row 0.
    top: usize,
    /// Visible rows up to the last that is not blank.
    filled: usize,
    styled: bool,
    lossy: bool,
    cut: bool,
    /// Columns of the widest visible row, once asked for.
    widest: OnceLock<usize>,
    columns: capture::Columns,
    cols: Option<u16>,
    rows: Option<u16>,
    cursor: Option<(u16, u16)>,
    cursor_visible: Option<bool>,
    alternate: Option<bool>,
}

impl Screen {
    /// A screen from captured bytes and the size, cursor and alternate flag of `channels`.
    #[must_use]
    pub fn from_capture(bytes: &[u8], channels: &Channels) -> Self {
        let mut screen = Self::default();
        screen.load(bytes, channels);
        screen
    }

    /// Rebuilds this screen from a capture, keeping its buffers.
    ///
    /// With `rows` given, the last `rows` lines are the screen and the rest is history; without it
    /// every line is on the screen.
    ///
    /// Memory is bounded: of input above [`MAX_INPUT_BYTES`] or [`MAX_LINES`] the end is read, of a
    /// line above [`MAX_LINE_BYTES`] its left part, and [`Screen::is_cut`] says so.
    pub fn load(&mut self, bytes: &[u8], channels: &Channels) {
        let kept = limits::tail(bytes);
        match simdutf8::basic::from_utf8(kept) {
            Ok(text) => self.read(text, channels),
            Err(_) => {
                self.read(&String::from_utf8_lossy(kept), channels);
                self.lossy = true;
            }
        }
        self.cut |= kept.len() < bytes.len();
    }

    /// Rebuilds this screen as [`Screen::load`] does, from a capture that is known to be UTF-8.
    pub fn load_text(&mut self, text: &str, channels: &Channels) {
        let kept = limits::tail(text.as_bytes());
        self.read(&text[text.len() - kept.len()..], channels);
        self.cut |= kept.len() < text.len();
    }

    /// Rebuilds this screen from a text within the caps.
    fn read(&mut self, text: &str, channels: &Channels) {
        self.clear();
        self.cols = channels.cols;
        self.rows = channels.rows;
        self.cursor = channels.cursor;
        self.cursor_visible = channels.cursor_visible;
        self.alternate = channels.alternate;
        capture::scan(text, self);
        let rows = channels.rows.map_or(usize::MAX, usize::from);
        self.show(self.lines.len().saturating_sub(rows));
    }

    /// Says at which line the visible screen begins, once all lines are there.
    fn show(&mut self, top: usize) {
        self.top = top;
        let last = self.last_filled(0, self.height());
        self.filled = last.map_or(0, |row| row + 1);
    }

    /// Empties the buffers.
    fn clear(&mut self) {
        self.clear_lines();
        self.lossy = false;
        self.cut = false;
        self.widest = OnceLock::new();
    }

    /// Empties what the lines of a text fill.
    fn clear_lines(&mut self) {
        self.text.clear();
        self.lines.clear();
        self.runs.clear();
        self.styled = false;
    }

    /// Number of rows on the visible screen that the text gives.
    #[must_use]
    #[inline]
    pub fn height(&self) -> usize {
        self.lines.len() - self.top
    }

    /// Number of lines above the visible screen.
    #[must_use]
    pub fn history_len(&self) -> usize {
        self.top
    }

    /// Row `index` of the visible screen; a blank row past the end.
    #[must_use]
    #[inline]
    pub fn row(&self, index: usize) -> Row<'_> {
        self.line(self.top.saturating_add(index))
    }

    /// The visible rows from the top.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = Row<'_>> + ExactSizeIterator {
        (0..self.height()).map(|index| self.row(index))
    }

    /// Line `index` of the history, from its top; a blank row past its end.
    #[must_use]
    pub fn history_row(&self, index: usize) -> Row<'_> {
        self.line(if index < self.top { index } else { usize::MAX })
    }

    #[inline]
    fn line(&self, index: usize) -> Row<'_> {
        Row::new(self, self.lines.get(index).unwrap_or(&Line::BLANK))
    }

    /// The index of the last visible row that is not blank.
    #[must_use]
    #[inline]
    pub fn last_row(&self) -> Option<usize> {
        self.filled.checked_sub(1)
    }

    /// The last row that is not blank among those from `first` up to, not including, `end`.
    #[must_use]
    pub fn last_filled(&self, first: usize, end: usize) -> Option<usize> {
        let lines = self.visible(first, end);
        let below = lines.iter().rev().take_while(|line| line.is_blank());
        let place = lines.len().checked_sub(below.count() + 1)?;
        Some(first + place)
    }

    /// The first row that is not blank among those from `first` up to, not including, `end`.
    #[must_use]
    pub fn first_filled(&self, first: usize, end: usize) -> Option<usize> {
        let filled = |line: &Line| !line.is_blank();
        let place = self.visible(first, end).iter().position(filled)?;
        Some(first + place)
    }

    /// The rows that are not blank among those from `first` up to, not including, `end`, with their
    /// indices.
    #[inline]
    pub fn filled(
        &self,
        first: usize,
        end: usize,
    ) -> impl DoubleEndedIterator<Item = (usize, Row<'_>)> {
        let lines = self.visible(first, end).iter().enumerate();
        let filled = lines.filter(|(_, line)| !line.is_blank());
        filled.map(move |(place, line)| (first + place, Row::new(self, line)))
    }

    /// The rows that begin in column 0 among those from `first` up to, not including, `end`, with their
    /// indices.
    #[inline]
    pub fn flush(
        &self,
        first: usize,
        end: usize,
    ) -> impl DoubleEndedIterator<Item = (usize, Row<'_>)> {
        self.filled(first, end).filter(|(_, row)| row.is_flush())
    }

    /// The first row of the run of rows without a blank one among them that ends above `end`; `end`
    /// where a blank row stands there.
    #[must_use]
    pub fn run_start(&self, end: usize) -> usize {
        let blank = self.visible(0, end).iter().rposition(Line::is_blank);
        blank.map_or(0, |row| row + 1)
    }

    /// The lines of rows `first` up to `end`, as far as there are any.
    #[inline]
    fn visible(&self, first: usize, end: usize) -> &[Line] {
        let lines = &self.lines[self.top..];
        let end = end.min(lines.len());
        &lines[first.min(end)..end]
    }

    /// Whether no visible row holds text.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.last_row().is_none()
    }

    /// The text of the visible rows, a line end behind each.
    #[must_use]
    #[inline]
    pub fn visible_text(&self) -> &str {
        match self.lines.get(self.top) {
            Some(line) => &self.text[line.start as usize..],
            None => "",
        }
    }

    /// The normalised text, history included.
    #[must_use]
    pub fn normalized_text(&self) -> &str {
        &self.text
    }

    /// Whether the input carried any SGR. Without it, a plain style says nothing.
    #[must_use]
    pub fn is_styled(&self) -> bool {
        self.styled
    }

    /// Whether anything of the input is drawn in such a style. Where nothing is, a dump may have lost
    /// what it is drawn with, and its absence elsewhere says nothing.
    #[must_use]
    pub fn draws(&self, such: fn(Style) -> bool) -> bool {
        self.runs.iter().any(|run| such(run.style))
    }

    /// Whether the input held bytes that are not UTF-8.
    #[must_use]
    pub fn is_lossy(&self) -> bool {
        self.lossy
    }

    /// Whether the input was above a cap and part of it was left out.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Columns of the pane, where given.
    #[must_use]
    pub fn cols(&self) -> Option<u16> {
        self.cols
    }

    /// Columns of the pane, or the width of the widest visible row.
    #[must_use]
    pub fn width(&self) -> usize {
        match self.cols {
            Some(cols) => usize::from(cols),
            None => *self.widest.get_or_init(|| self.widest_row()),
        }
    }

    fn widest_row(&self) -> usize {
        self.rows().map(|row| row.width()).max().unwrap_or(0)
    }

    /// Rows of the pane, where given.
    #[must_use]
    pub fn pane_rows(&self) -> Option<u16> {
        self.rows
    }

    /// Cursor `(x, y)` on the visible screen, where given.
    #[must_use]
    pub fn cursor(&self) -> Option<(usize, usize)> {
        self.cursor.map(|(x, y)| (usize::from(x), usize::from(y)))
    }

    /// Whether the cursor is shown, where given.
    #[must_use]
    pub fn cursor_visible(&self) -> Option<bool> {
        self.cursor_visible
    }

    /// Whether the alternate screen is on, where given.
    #[must_use]
    pub fn alternate(&self) -> Option<bool> {
        self.alternate
    }
}
