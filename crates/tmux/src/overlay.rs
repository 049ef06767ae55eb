//! Whether a client shows a pane, and nothing over it.
//!
//! No format of tmux (3.3a) tells of a popup, a menu or a prompt of a client's. But each of them draws its text, or moves the
//! cursor: what a client shows at the pane's place must be the pane's text, with the cursor where the pane has it, shown or
//! hidden alike. The status line is aside: what asks there has the cursor.

use shadow_core::screen::{Row, Screen, char_width};

use crate::pane::View;

/// Stands for marks, whichever and however many.
const MARKS: char = '\u{fffd}';

/// Where the upper left corner of a pane stands on its client's screen; outside of it where the client is smaller than its
/// window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corner {
    left: i64,
    top: i64,
}

impl Corner {
    /// By what tmux tells: the pane's corner in its window, the part of the window that is shown, and the lines of the
    /// status and its side.
    pub fn new(corner: [&str; 2], offset: [&str; 2], status: &str, side: &str) -> Self {
        // Nothing is told where nothing is cut off.
        let number = |text: &str| text.parse::<i64>().unwrap_or(0);
        let lines = match (side, status) {
            ("top", "on") => 1,
            ("top", lines) => number(lines),
            _ => 0,
        };
        Self {
            left: number(corner[0]) - number(offset[0]),
            top: number(corner[1]) - number(offset[1]) + lines,
        }
    }

    /// Whether a view of a client shows at this place what the pane shows, with its cursor.
    pub fn shows(self, client: &View, pane: &View) -> bool {
        self.cursor_of(pane, client) == cursor(client)
            && client.pane.cursor_visible == pane.pane.cursor_visible
            && self.texts_agree(client, pane)
    }

    /// The place of the pane's cursor on the client's screen.
    fn cursor_of(self, pane: &View, client: &View) -> [i64; 2] {
        let [x, y] = pane.pane.cursor.map(i64::from);
        // Behind the last column it stands on it.
        let last = i64::from(client.pane.cols) - 1;
        [(x + self.left).min(last), y + self.top]
    }

    fn texts_agree(self, client: &View, pane: &View) -> bool {
        let [shown, meant] =
            [client, pane].map(|it| Screen::from_capture(&it.text, &it.pane.channels()));
        let width = i64::from(pane.pane.cols);
        // The columns of both that are seen.
        let begin = self.left.max(0);
        let end = (self.left + width).min(i64::from(client.pane.cols));
        (0..i64::from(pane.pane.rows)).all(|row| {
            let (Ok(at), Ok(row)) = (usize::try_from(row + self.top), usize::try_from(row)) else {
                return true;
            };
            if at >= usize::from(client.pane.rows) {
                return true;
            }
            let there = shape(&shown, at, begin, end);
            there == shape(&meant, row, begin - self.left, end - self.left)
        })
    }
}

/// A client's cursor; where a wrap is due it stands behind the last column.
fn cursor(client: &View) -> [i64; 2] {
    let [x, y] = client.pane.cursor.map(i64::from);
    [x.min(i64::from(client.pane.cols) - 1), y]
}

/// What a row says between two columns, without what one tmux draws otherwise than another: marks and pictures are only
/// told to be there.
fn shape(screen: &Screen, row: usize, begin: i64, end: i64) -> String {
    let mut shape = String::new();
    if row >= screen.height() {
        return shape;
    }
    for character in between(screen.row(row), begin, end).chars() {
        if character.is_ascii() || character.is_alphanumeric() {
            shape.push(character);
        } else if char_width(character) > 0 && !shape.ends_with(MARKS) {
            shape.push(MARKS);
        }
    }
    shape.truncate(shape.trim_end().len());
    shape
}

fn between(row: Row<'_>, begin: i64, end: i64) -> &str {
    let at = |column: i64| row.byte_at_column(usize::try_from(column).unwrap_or(0));
    row.text().get(at(begin)..at(end)).unwrap_or_default()
}
