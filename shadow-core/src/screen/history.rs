//! What has scrolled off a screen's top: the last rows of it, and a screen that shows them above another.

use std::collections::VecDeque;
use std::sync::Arc;

use super::Screen;
use super::line::Line;
use super::shown::Viewport;
use super::styled::{Run, StyledText};

/// Rows that are kept, counted from the end.
pub const MAX_HISTORY_ROWS: usize = 200;

/// The last rows that have left a screen at its top, oldest first.
///
/// A reader of history and screen sees what a taller pane would show. The history is cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct History {
    rows: VecDeque<Arc<Gone>>,
}

/// A row that is gone from the screen: its text and styles, as a screen keeps them.
#[derive(Debug, Clone)]
struct Gone {
    text: Box<str>,
    runs: Box<[Run]>,
    line: Line,
}

impl History {
    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether both hold the same words.
    #[must_use]
    pub fn says_same(&self, other: &Self) -> bool {
        let mut pairs = self.rows.iter().zip(&other.rows);
        self.len() == other.len() && pairs.all(|(one, other)| one.text == other.text)
    }

    /// Forgets them: what follows does not go on from them.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Adds the only line of a text; the oldest goes where there are too many.
    pub(super) fn push(&mut self, row: &StyledText) {
        let Some(&line) = row.lines.first() else {
            return;
        };
        if self.rows.len() == MAX_HISTORY_ROWS {
            self.rows.pop_front();
        }
        self.rows.push_back(Arc::new(Gone {
            text: row.text.as_str().into(),
            runs: row.runs.as_slice().into(),
            line,
        }));
    }
}

impl Screen {
    /// Rebuilds this screen as one that shows the visible rows of another, and a history above them as rows of its own: as
    /// a pane would that is so much taller. Keeps its buffers.
    pub fn stack(&mut self, history: &History, below: &Self) {
        let more = u16::try_from(history.len()).unwrap_or(u16::MAX);
        let down = |rows: u16| rows.saturating_add(more);
        let seen = below.viewport();
        let viewport = Viewport {
            rows: seen.rows.map(down),
            cursor: seen.cursor.map(|(x, y)| (x, down(y))),
            ..seen
        };
        self.fill(viewport, |lines| {
            for gone in &history.rows {
                lines.append(&gone.text, &gone.runs, &[gone.line]);
            }
            below.append_to(lines);
        });
    }
}
