//! The grid as a host uses it: bytes in; screen, channels and replies out.

use std::fmt;

use super::ahead::Reader;
use super::cell::{Glyph, Kind};
use super::mode::Modes;
use super::terminal::Terminal;
use super::utf8::{Held, Joined, unfinished};
use crate::screen::{History, Screen, Style};
use crate::snapshot::{Channels, ProcessState};

/// Columns of the widest grid.
pub const MAX_GRID_COLS: u16 = 2048;

/// Rows of the tallest grid.
pub const MAX_GRID_ROWS: u16 = 2048;

/// Cells of the largest grid: a program, or a recording, that asks for more gets fewer rows.
const MAX_GRID_CELLS: usize = 1 << 20;

/// Bytes handed to the parser at a time.
const PIECE: usize = 4096;

/// The same where a piece is not UTF-8: the parser looks for the next escape after every broken
/// byte, so that long pieces of binary would cost the square of their length.
const BROKEN_PIECE: usize = 64;

/// A screen rebuilt from raw terminal output.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::screen::{Grid, Screen};
///
/// let mut grid = Grid::new(20, 3);
/// grid.feed(b"\x1b]2;build\x07one\r\n\x1b[1mtwo");
/// let mut screen = Screen::default();
/// grid.write_screen(&mut screen);
/// assert_eq!(screen.row(1).text(), "two");
/// assert!(screen.row(1).first_style().bold());
/// assert_eq!(grid.channels().title.as_deref(), Some("build"));
/// ```
pub struct Grid {
    held: Held,
    reader: Reader,
}

/// What one cell shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellView<'g> {
    text: CellText<'g>,
    /// Its style.
    pub style: Style,
    /// Columns that its character takes: 0 for the right half of one of two.
    pub width: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CellText<'g> {
    Char(char),
    Cluster(&'g str),
}

impl CellView<'_> {
    /// Appends its character with its marks: a space where it is blank, and in the right half of a
    /// character of two columns.
    pub fn push_to(&self, text: &mut String) {
        match self.text {
            CellText::Char(character) => text.push(character),
            CellText::Cluster(cluster) => text.push_str(cluster),
        }
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grid")
            .field("size", &self.size())
            .field("cursor", &self.cursor())
            .field("title", &self.reader.terminal.signals.title)
            .finish_non_exhaustive()
    }
}

impl Grid {
    /// A blank grid. Sizes are held between 1 and [`MAX_GRID_COLS`] by [`MAX_GRID_ROWS`], and at 2^20 cells.
    #[must_use]
    pub fn new(cols: u16, rows: u16) -> Self {
        let (cols, rows) = within(cols, rows);
        Self {
            held: Held::default(),
            reader: Reader::new(Terminal::new(cols, rows)),
        }
    }

    /// Reads output. Pieces may be split anywhere, inside characters and sequences too.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut rest = self.finish_held(bytes);
        while !rest.is_empty() {
            let (piece, text) = self::piece(rest);
            let whole = piece.len() - unfinished(piece);
            if whole == 0 {
                self.held.hold(piece);
                return;
            }
            match text {
                Some(text) => self.reader.read(text),
                None => self.reader.read_broken(&piece[..whole]),
            }
            rest = &rest[whole..];
        }
    }

    /// Completes the character that the last piece ended in; gives what is left.
    fn finish_held<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let mut rest = bytes;
        while let Some((&next, after)) = rest.split_first() {
            if self.held.is_empty() {
                break;
            }
            match self.held.join(next) {
                Joined::Waiting => rest = after,
                Joined::Whole => {
                    rest = after;
                    let held = std::mem::take(&mut self.held);
                    self.reader.parse(held.bytes());
                }
                Joined::Broken => {
                    let held = std::mem::take(&mut self.held);
                    self.reader.read_broken(held.bytes());
                }
            }
        }
        rest
    }

    /// Changes the size. Rows are cut or filled, not wrapped anew: agents repaint on a resize. If
    /// the cursor's row would be lost, rows leave at the top.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        let (cols, rows) = within(cols, rows);
        if (cols, rows) != (self.reader.terminal.cols, self.reader.terminal.rows) {
            self.reader.terminal.resize(cols, rows);
        }
    }

    /// Columns and rows.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        (
            self.reader.terminal.cols as u16,
            self.reader.terminal.rows as u16,
        )
    }

    /// The cursor `(x, y)`; `x` equals the width when the last column is written.
    #[must_use]
    pub fn cursor(&self) -> (u16, u16) {
        let cursor = &self.reader.terminal.cursor;
        let x = cursor.x + usize::from(cursor.pending);
        (x as u16, cursor.y as u16)
    }

    /// Modes in force.
    #[must_use]
    pub fn modes(&self) -> Modes {
        self.reader.terminal.modes
    }

    /// Whether no synchronized frame (mode 2026) is being drawn. A grid that is not settled may show
    /// half a frame; so may a settled one of a program that does not mark its frames, and one whose
    /// last piece of output ended inside a sequence.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        !self.reader.terminal.modes.contains(Modes::SYNCHRONIZED)
    }

    /// How many synchronized frames the program has ended: more than before, and what it shows was whole since.
    #[must_use]
    pub fn frames_ended(&self) -> u64 {
        self.reader.terminal.frames
    }

    /// Whether a row's text goes on in the next row because it reached the last column.
    #[must_use]
    pub fn row_wraps(&self, y: usize) -> bool {
        y < self.reader.terminal.rows && self.reader.terminal.shown.wraps(y)
    }

    /// The cell at a column and row.
    #[must_use]
    pub fn cell(&self, x: usize, y: usize) -> Option<CellView<'_>> {
        if y >= self.reader.terminal.rows {
            return None;
        }
        let cell = self.reader.terminal.shown.row(y).get(x)?;
        let text = match cell.glyph() {
            Glyph::Char(character) => CellText::Char(character),
            Glyph::Cluster(index) => CellText::Cluster(self.reader.terminal.clusters.get(index)),
        };
        let width = match cell.kind {
            Kind::Narrow => 1,
            Kind::Wide => 2,
            Kind::Spacer => 0,
        };
        Some(CellView {
            text,
            style: self.reader.terminal.styles.get(cell.style),
            width,
        })
    }

    /// Whether any cell may have changed since [`Grid::clear_dirty`].
    #[must_use]
    pub fn is_dirty(&self) -> bool {
        self.reader.terminal.dirty.contains(&true)
    }

    /// Whether cells of a row may have changed since [`Grid::clear_dirty`].
    #[must_use]
    pub fn is_row_dirty(&self, y: usize) -> bool {
        self.reader.terminal.dirty.get(y) == Some(&true)
    }

    /// Forgets which rows have changed.
    pub fn clear_dirty(&mut self) {
        self.reader.terminal.clear_dirty();
    }

    /// Fills a screen with what the grid shows, cursor included. Keeps the screen's buffers.
    pub fn write_screen(&self, screen: &mut Screen) {
        self.reader.terminal.write_screen(screen);
    }

    /// Keeps the last rows that scroll off the top of the main screen from now on, as more of those given. What clears the
    /// screen, or changes its size, forgets them.
    pub fn keep_history(&mut self, history: History) {
        self.reader.terminal.history = Some(history);
    }

    /// The rows that are above the screen that is shown: none above the alternate one.
    #[must_use]
    pub fn history(&self) -> Option<&History> {
        let main = !self.modes().contains(Modes::ALTERNATE);
        self.reader.terminal.history.as_ref().filter(|_| main)
    }

    /// What is known beside the cells: size, cursor, alternate screen, title, reports.
    ///
    /// Ages, process and version are the host's to fill in.
    #[must_use]
    pub fn channels(&self) -> Channels {
        let (cols, rows) = self.size();
        let signals = &self.reader.terminal.signals;
        Channels {
            cols: Some(cols),
            rows: Some(rows),
            cursor: Some(self.cursor()),
            cursor_visible: Some(self.modes().contains(Modes::SHOW_CURSOR)),
            alternate: Some(self.modes().contains(Modes::ALTERNATE)),
            title: signals.title.clone(),
            past_titles: signals.past_titles.clone(),
            program_status: signals.status.in_force().to_vec(),
            progress: signals.progress.clone(),
            notifications: signals.notifications.clone(),
            tab_status: signals.tab_status.clone(),
            bell: signals.has_rung(),
            process: ProcessState::Unknown,
            ..Channels::default()
        }
    }

    /// Forgets the notifications, the titles that have gone and the bell so far: a snapshot has been taken of them.
    pub fn clear_notifications(&mut self) {
        self.reader.terminal.signals.told();
    }

    /// The tab status (OSC 21337), as received.
    #[must_use]
    pub fn tab_status(&self) -> Option<&str> {
        self.reader.terminal.signals.tab_status.as_deref()
    }

    /// How often the bell has rung.
    #[must_use]
    pub fn bells(&self) -> u64 {
        self.reader.terminal.signals.bells
    }

    /// Whether a program has asked for OSC 7501; the answer is among the replies.
    #[must_use]
    pub fn program_status_asked(&self) -> bool {
        self.reader.terminal.signals.status.was_asked()
    }

    /// The process has ended: its working and blocked records are no longer in force.
    pub fn process_ended(&mut self) {
        self.reader.terminal.signals.status.prompt_began();
    }

    /// Moves the replies that the program waits for (DA, DSR, DECRQM, XTVERSION, OSC 7501) to the
    /// end of `into`. A host sends them to the pty; an observer drops them.
    pub fn take_replies(&mut self, into: &mut Vec<u8>) {
        self.reader.terminal.outbox.take(into);
    }
}

/// The next bytes to read; as text without a character that is cut at their end, where they are.
fn piece(rest: &[u8]) -> (&[u8], Option<&str>) {
    let piece = &rest[..rest.len().min(PIECE)];
    let body = &piece[..piece.len() - unfinished(piece)];
    match simdutf8::basic::from_utf8(body) {
        Ok(text) => (piece, Some(text)),
        Err(_) => (&piece[..piece.len().min(BROKEN_PIECE)], None),
    }
}

fn within(cols: u16, rows: u16) -> (usize, usize) {
    let cols = usize::from(cols.clamp(1, MAX_GRID_COLS));
    let rows = usize::from(rows.clamp(1, MAX_GRID_ROWS));
    (cols, rows.min(MAX_GRID_CELLS / cols))
}
