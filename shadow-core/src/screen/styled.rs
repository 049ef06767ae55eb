//! Styled text: lines with their style runs. A capture or a grid writes it, and rows are read from it.

use super::Style;
use super::line::Line;

/// A run of one style: from byte `start` of the normalized text to the next run of its line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) start: u32,
    pub(super) style: Style,
}

/// Lines of normalized text, a line end behind each, and the styles that they are drawn in.
#[derive(Debug, Clone, Default)]
pub(super) struct StyledText {
    pub(super) text: String,
    pub(super) lines: Vec<Line>,
    pub(super) runs: Vec<Run>,
    /// Whether the input carried any SGR.
    pub(super) styled: bool,
    /// Whether a line was above a cap, and part of it was left out.
    pub(super) cut: bool,
}

impl StyledText {
    /// Empties it, keeping its buffers.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.lines.clear();
        self.runs.clear();
        self.styled = false;
        self.cut = false;
    }

    /// Appends lines with the text and the runs that they are in.
    pub(super) fn append(&mut self, text: &str, runs: &[Run], lines: &[Line]) {
        let (start, first) = (self.text.len() as u32, self.runs.len() as u32);
        self.text.push_str(text);
        self.runs.extend(runs.iter().map(|run| Run {
            start: run.start + start,
            style: run.style,
        }));
        self.lines.extend(lines.iter().map(|line| Line {
            start: line.start + start,
            end: line.end + start,
            runs_start: line.runs_start + first,
            runs_end: line.runs_end + first,
            ..*line
        }));
    }
}
