//! A screen: rows of styled text, with the size, cursor and mode of the pane.

use std::sync::OnceLock;

use super::line::Line;
use super::styled::StyledText;
use super::{Row, Style, capture, limits};
use crate::snapshot::Channels;

/// Size, cursor and mode of a pane.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Viewport {
    pub(super) cols: Option<u16>,
    pub(super) rows: Option<u16>,
    pub(super) cursor: Option<(u16, u16)>,
    pub(super) cursor_visible: Option<bool>,
    pub(super) alternate: Option<bool>,
}

impl From<&Channels> for Viewport {
    fn from(channels: &Channels) -> Self {
        Self {
            cols: channels.cols,
            rows: channels.rows,
            cursor: channels.cursor,
            cursor_visible: channels.cursor_visible,
            alternate: channels.alternate,
        }
    }
}

/// A screen as rows of normalized text with styles. Reusable: [`Screen::load`] keeps its buffers.
///
/// Rows count from 0 at the top of the visible screen. Lines above it are history.
#[derive(Debug, Clone, Default)]
pub struct Screen {
    /// The whole text, with the lines of the visible screen.
    text: StyledText,
    /// The lines above the visible screen.
    history: Vec<Line>,
    viewport: Viewport,
    /// Visible rows up to the last that is not blank.
    filled: usize,
    lossy: bool,
    cut: bool,
    /// Columns of the widest visible row, once asked for.
    widest: OnceLock<usize>,
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
    /// Memory is bounded: of input above [`MAX_INPUT_BYTES`](super::MAX_INPUT_BYTES) or [`MAX_LINES`](super::MAX_LINES) the end
    /// is read, of a line above [`MAX_LINE_BYTES`](super::MAX_LINE_BYTES) its left part, and [`Screen::is_cut`] says so.
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
        self.fill(channels.into(), |lines| capture::scan(text, lines));
    }

    /// Rebuilds this screen from what `write` adds to an empty text.
    #[inline]
    pub(super) fn fill(&mut self, viewport: Viewport, write: impl FnOnce(&mut StyledText)) {
        // A list that has grown with a long history takes the lines again: no second one grows beside it.
        if !self.history.is_empty() {
            std::mem::swap(&mut self.history, &mut self.text.lines);
            self.history.clear();
        }
        self.text.clear();
        write(&mut self.text);
        let rows = viewport.rows.map_or(usize::MAX, usize::from);
        self.viewport = viewport;
        let above = self.height().saturating_sub(rows);
        if above > 0 {
            self.history.extend(self.text.lines.drain(above..));
            std::mem::swap(&mut self.history, &mut self.text.lines);
        }
        let last = self.text.lines.iter().rposition(|line| !line.is_blank());
        self.filled = last.map_or(0, |row| row + 1);
        self.widest = OnceLock::new();
        self.lossy = false;
        self.cut = self.text.cut;
    }

    /// Adds the visible rows to a text.
    pub(super) fn append_to(&self, text: &mut StyledText) {
        let StyledText {
            text: own,
            runs,
            lines,
            ..
        } = &self.text;
        text.append(own, runs, lines);
        text.styled = self.text.styled;
    }

    /// Size, cursor and mode of the pane.
    pub(super) const fn viewport(&self) -> Viewport {
        self.viewport
    }

    /// Number of rows on the visible screen that the text gives.
    #[must_use]
    #[inline]
    pub fn height(&self) -> usize {
        self.text.lines.len()
    }

    /// Number of lines above the visible screen.
    #[must_use]
    pub fn history_len(&self) -> usize {
        self.history.len()
    }

    /// Row `index` of the visible screen; a blank row past the end.
    #[must_use]
    #[inline]
    pub fn row(&self, index: usize) -> Row<'_> {
        self.of_line(self.text.lines.get(index))
    }

    /// The visible rows from the top.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = Row<'_>> + ExactSizeIterator {
        (0..self.height()).map(|index| self.row(index))
    }

    /// Line `index` of the history, from its top; a blank row past its end.
    #[must_use]
    pub fn history_row(&self, index: usize) -> Row<'_> {
        self.of_line(self.history.get(index))
    }

    /// The row of a line; a blank one where there is none.
    #[inline]
    fn of_line<'s>(&'s self, line: Option<&'s Line>) -> Row<'s> {
        Row::new(&self.text, line.unwrap_or(&Line::BLANK))
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
        let filled = |line: &Line| !line.is_blank();
        let place = self.written(first, end).iter().rposition(filled)?;
        Some(first + place)
    }

    /// The first row that is not blank among those from `first` up to, not including, `end`.
    #[must_use]
    pub fn first_filled(&self, first: usize, end: usize) -> Option<usize> {
        let filled = |line: &Line| !line.is_blank();
        let place = self.written(first, end).iter().position(filled)?;
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
        let lines = self.written(first, end).iter().enumerate();
        let filled = lines.filter(|(_, line)| !line.is_blank());
        filled.map(move |(place, line)| (first + place, Row::new(&self.text, line)))
    }

    /// The rows among those from `first` up to, not including, `end` whose indent and first other character pass a test, with
    /// their indices: a walk that passes most rows by what is known of them. The test is
    /// asked of blank rows, too: their first character is NUL.
    #[inline]
    pub fn opening(
        &self,
        first: usize,
        end: usize,
        opens: impl Fn(usize, char) -> bool,
    ) -> impl DoubleEndedIterator<Item = (usize, Row<'_>)> {
        let lines = self.written(first, end).iter().enumerate();
        let lines = lines.filter(move |(_, line)| opens(line.indent as usize, line.first));
        lines.map(move |(place, line)| (first + place, Row::new(&self.text, line)))
    }

    /// The rows that begin in column 0 among those from `first` up to, not including, `end`, with their
    /// indices.
    #[inline]
    pub fn flush(
        &self,
        first: usize,
        end: usize,
    ) -> impl DoubleEndedIterator<Item = (usize, Row<'_>)> {
        let lines = self.written(first, end).iter().enumerate();
        let flush = lines.filter(|(_, line)| line.lead == 0 && !line.is_blank());
        flush.map(move |(place, line)| (first + place, Row::new(&self.text, line)))
    }

    /// The first row of the run of rows without a blank one among them that ends above `end`; `end`
    /// where a blank row is there.
    #[must_use]
    pub fn run_start(&self, end: usize) -> usize {
        let blank = self.visible(0, end).iter().rposition(Line::is_blank);
        blank.map_or(0, |row| row + 1)
    }

    /// The last row of the run of rows without a blank one among them that begins in row `first`, above `end`; `first`
    /// where a blank row is there.
    #[must_use]
    pub fn run_end(&self, first: usize, end: usize) -> usize {
        let rows = self.visible(first, end);
        let blank = rows.iter().position(Line::is_blank);
        (first + blank.unwrap_or(rows.len()))
            .saturating_sub(1)
            .max(first)
    }

    /// The lines of rows `first` up to `end`, without the blank ones below all text: a fresh screen is half of those.
    #[inline]
    fn written(&self, first: usize, end: usize) -> &[Line] {
        let end = end.min(self.filled);
        self.text.lines.get(first..end).unwrap_or_default()
    }

    /// The lines of rows `first` up to `end`, as far as there are any.
    #[inline]
    fn visible(&self, first: usize, end: usize) -> &[Line] {
        let end = end.min(self.height());
        self.text.lines.get(first..end).unwrap_or_default()
    }

    /// Whether all visible rows are blank.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.last_row().is_none()
    }

    /// The text of the visible rows, a line end behind each.
    #[must_use]
    #[inline]
    pub fn visible_text(&self) -> &str {
        match self.text.lines.first() {
            Some(line) => &self.text.text[line.start as usize..],
            None => "",
        }
    }

    /// The text of the rows from `first` up to, not including, `end`, a line end between two.
    pub(super) fn text_between(&self, first: usize, end: usize) -> &str {
        match self.written(first, end) {
            [] => "",
            [line] => &self.text.text[line.start as usize..line.end as usize],
            [line, .., last] => &self.text.text[line.start as usize..last.end as usize],
        }
    }

    /// The row that contains a byte of [`Screen::visible_text`], and the byte's place in it.
    pub(super) fn place_at(&self, byte: usize) -> (usize, usize) {
        let lines = &self.text.lines;
        let start = |row: usize| lines.get(row).map_or(0, |line| line.start as usize);
        let at = start(0) + byte;
        let behind = lines.partition_point(|line| line.start as usize <= at);
        let row = behind.saturating_sub(1);
        (row, at - start(row))
    }

    /// The normalized text, history included.
    #[must_use]
    pub fn normalized_text(&self) -> &str {
        &self.text.text
    }

    /// Whether the input had any SGR. Without it, a plain style proves nothing.
    #[must_use]
    pub fn is_styled(&self) -> bool {
        self.text.styled
    }

    /// Whether anything of the input is drawn in such a style. Where nothing is, a dump may have lost
    /// what it is drawn with, and its absence elsewhere says nothing.
    #[must_use]
    pub fn draws(&self, such: fn(Style) -> bool) -> bool {
        self.text.runs.iter().any(|run| such(run.style))
    }

    /// Whether the input held bytes that are not UTF-8.
    #[must_use]
    pub fn is_lossy(&self) -> bool {
        self.lossy
    }

    /// Whether the input was above a limit and was cut.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Columns of the pane, if given.
    #[must_use]
    pub fn cols(&self) -> Option<u16> {
        self.viewport.cols
    }

    /// Columns of the pane, or the width of the widest visible row.
    #[must_use]
    pub fn width(&self) -> usize {
        match self.viewport.cols {
            Some(cols) => usize::from(cols),
            None => *self.widest.get_or_init(|| self.widest_row()),
        }
    }

    fn widest_row(&self) -> usize {
        self.rows().map(|row| row.width()).max().unwrap_or(0)
    }

    /// Rows of the pane, if given.
    #[must_use]
    pub fn pane_rows(&self) -> Option<u16> {
        self.viewport.rows
    }

    /// Cursor `(x, y)` on the visible screen, if given.
    #[must_use]
    pub fn cursor(&self) -> Option<(usize, usize)> {
        self.viewport
            .cursor
            .map(|(x, y)| (usize::from(x), usize::from(y)))
    }

    /// Whether the cursor is shown, if given.
    #[must_use]
    pub fn cursor_visible(&self) -> Option<bool> {
        self.viewport.cursor_visible
    }

    /// Whether the alternate screen is on, if given.
    #[must_use]
    pub fn alternate(&self) -> Option<bool> {
        self.viewport.alternate
    }
}
