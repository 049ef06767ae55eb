//! The terminal's state, and what changes all of it: reset, resize, the alternate screen.

use std::ops::Range;

use super::buffer::Buffer;
use super::cell::{Cell, Glyph};
use super::clusters::Clusters;
use super::cursor::{Cursor, Tabs};
use super::mode::Modes;
use super::reply::Outbox;
use super::signals::Signals;
use super::styles::Styles;
use crate::screen::{Color, History, Style};

/// Everything that output changes.
#[derive(Debug, Clone)]
pub(super) struct Terminal {
    pub(super) cols: usize,
    pub(super) rows: usize,
    /// The screen that is shown.
    pub(super) shown: Buffer,
    /// The other one of main and alternate, once there is one.
    hidden: Option<Buffer>,
    /// What has scrolled off the top of the main screen, where it is kept.
    pub(super) history: Option<History>,
    pub(super) cursor: Cursor,
    /// Saved cursors of the main and of the alternate screen.
    pub(super) saved: [Cursor; 2],
    /// Rows that scroll.
    pub(super) region: Range<usize>,
    pub(super) tabs: Tabs,
    pub(super) modes: Modes,
    /// How many synchronized frames have ended.
    pub(super) frames: u64,
    pub(super) styles: Styles,
    pub(super) clusters: Clusters,
    /// Style of written cells: the id of the cursor's pen.
    pub(super) pen: u16,
    /// What erasing leaves: the pen's background.
    pub(super) blank: Cell,
    /// The last character printed, for REP.
    pub(super) last: Option<char>,
    /// Rows changed since [`Terminal::clear_dirty`].
    pub(super) dirty: Vec<bool>,
    /// Cells to be written before the tables are collected again.
    patience: usize,
    pub(super) signals: Signals,
    pub(super) outbox: Outbox,
}

impl Terminal {
    pub(super) fn new(cols: usize, rows: usize) -> Self {
        Self {
            cols,
            rows,
            shown: Buffer::new(cols, rows),
            hidden: None,
            history: None,
            cursor: Cursor::default(),
            saved: [Cursor::default(); 2],
            region: 0..rows,
            tabs: Tabs::new(cols),
            modes: Modes::INITIAL,
            frames: 0,
            styles: Styles::new(),
            clusters: Clusters::default(),
            pen: 0,
            blank: Cell::blank(0),
            last: None,
            dirty: vec![true; rows],
            patience: 0,
            signals: Signals::default(),
            outbox: Outbox::default(),
        }
    }

    /// RIS: as at the start. What the program said of itself stays said.
    pub(super) fn reset(&mut self) {
        let signals = std::mem::take(&mut self.signals);
        let outbox = std::mem::take(&mut self.outbox);
        let frames = self.frames;
        self.forget_history();
        let history = self.history.take();
        *self = Self::new(self.cols, self.rows);
        self.history = history;
        self.frames = frames;
        self.signals = signals;
        self.outbox = outbox;
    }

    /// DECSTR: modes, region, pen and saved cursor as at the start; cells stay.
    pub(super) fn soft_reset(&mut self) {
        let alternate = self.modes.contains(Modes::ALTERNATE);
        self.modes = Modes::INITIAL;
        self.modes.set(Modes::ALTERNATE, alternate);
        self.region = 0..self.rows;
        self.saved = [Cursor::default(); 2];
        self.cursor.pen = Style::default();
        self.cursor.charsets = Default::default();
        self.pen_changed();
    }

    pub(super) fn resize(&mut self, cols: usize, rows: usize) {
        self.forget_history();
        let first = (self.cursor.y + 1).saturating_sub(rows);
        self.shown = self.shown.resized(cols, rows, first);
        if let Some(hidden) = &mut self.hidden {
            *hidden = hidden.resized(cols, rows, 0);
        }
        self.cursor.y -= first;
        (self.cols, self.rows) = (cols, rows);
        self.region = 0..rows;
        self.tabs.resize(cols);
        self.keep_cursor_inside();
        self.dirty = vec![true; rows];
    }

    /// Keeps the cursor, and those that were saved, on the screen.
    pub(super) fn keep_cursor_inside(&mut self) {
        let (last_x, last_y) = (self.cols - 1, self.rows - 1);
        for cursor in [&mut self.cursor].into_iter().chain(&mut self.saved) {
            cursor.pending &= cursor.x == last_x;
            cursor.x = cursor.x.min(last_x);
            cursor.y = cursor.y.min(last_y);
        }
    }

    /// What comes on the main screen does not go on from what has scrolled off its top.
    pub(super) fn forget_history(&mut self) {
        if let Some(history) = &mut self.history {
            history.clear();
        }
    }

    /// Switches between main and alternate screen.
    pub(super) fn show_alternate(&mut self, on: bool) {
        if self.modes.contains(Modes::ALTERNATE) == on {
            return;
        }
        self.modes.set(Modes::ALTERNATE, on);
        let fresh = || Buffer::new(self.cols, self.rows);
        let other = self.hidden.take().unwrap_or_else(fresh);
        self.hidden = Some(std::mem::replace(&mut self.shown, other));
        self.dirty.fill(true);
    }

    /// Follows a change of the cursor's pen.
    pub(super) fn pen_changed(&mut self) {
        self.pen = self.style_id(self.cursor.pen);
        let bg = self.cursor.pen.bg;
        let blank = match bg {
            Color::Default => 0,
            bg => self.style_id(Style {
                bg,
                ..Style::default()
            }),
        };
        self.blank = Cell::blank(blank);
    }

    /// The id of a style. A table that stays full after collecting gives the plain style.
    fn style_id(&mut self, style: Style) -> u16 {
        if let Some(id) = self.styles.intern(style) {
            return id;
        }
        self.collect();
        self.styles.intern(style).unwrap_or(0)
    }

    /// The index of a cluster, where the table has room after collecting.
    pub(super) fn cluster_id(&mut self, text: &str) -> Option<usize> {
        if let Some(index) = self.clusters.intern(text) {
            return Some(index);
        }
        self.collect();
        self.clusters.intern(text)
    }

    /// Builds both tables anew from the cells that use them. Hostile output may fill them at
    /// once again, so collecting waits until it pays.
    fn collect(&mut self) {
        if self.patience > 0 {
            self.patience -= 1;
            return;
        }
        self.patience = self.cols * self.rows;
        let old_styles = std::mem::replace(&mut self.styles, Styles::new());
        let old_clusters = std::mem::take(&mut self.clusters);
        let buffers = [Some(&mut self.shown), self.hidden.as_mut()];
        for cell in buffers.into_iter().flatten().flat_map(Buffer::all_mut) {
            let style = old_styles.get(cell.style);
            cell.style = self.styles.intern(style).unwrap_or(0);
            if let Glyph::Cluster(index) = cell.glyph() {
                let text = old_clusters.get(index);
                if let Some(index) = self.clusters.intern(text) {
                    cell.set_cluster(index);
                }
            }
        }
        let erased = Style {
            bg: self.cursor.pen.bg,
            ..Style::default()
        };
        self.pen = self.styles.intern(self.cursor.pen).unwrap_or(0);
        self.blank = Cell::blank(self.styles.intern(erased).unwrap_or(0));
    }

    pub(super) fn clear_dirty(&mut self) {
        self.dirty.fill(false);
    }
}
