//! Where things stand: the frame on the left, the verdict on the right, within the terminal.

use super::play::Moment;
use super::{frame, panel};

/// Columns of the verdict.
const PANEL: usize = 32;

/// The size to lay out for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Columns of the terminal.
    pub cols: usize,
    /// Rows of the terminal.
    pub rows: usize,
    /// Whether colors and attributes of the recording are shown.
    pub styled: bool,
}

impl Layout {
    /// A moment as lines: at most `rows - 1` of them, none wider than `cols`.
    pub fn lines(&self, heading: &str, moment: &Moment) -> Vec<String> {
        let width = self.frame_width(&moment.screen);
        let height = self.rows.saturating_sub(3).max(1);
        let frame = frame::lines(&moment.screen, width, height, self.styled);
        let room = self.cols.saturating_sub(width + 4).max(8);
        let panel = panel::lines(heading, moment.at, &moment.payload, room);
        let mut lines = vec![format!("┌{}┐", "─".repeat(width))];
        for (index, row) in frame.iter().enumerate() {
            let said = panel.get(index).map_or("", String::as_str);
            lines.push(format!("│{row}│ {said}").trim_end().to_owned());
        }
        lines.push(format!("└{}┘", "─".repeat(width)));
        lines
    }

    /// Columns for the frame: as wide as the recording, if the verdict fits beside it.
    fn frame_width(&self, screen: &shadow_tui::screen::Screen) -> usize {
        let room = self.cols.saturating_sub(PANEL + 3).max(20);
        room.min(screen.width().max(20))
    }
}
