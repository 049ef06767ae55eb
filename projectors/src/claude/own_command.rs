//! The person's own shell commands (`! npm test`): whether one runs. What it prints is not the interface's, whatever it
//! says and wherever its carriage returns put it: only the CLI's rows below it tell that it has not ended.

use shadow_core::screen::{Row, Screen};

use super::frame::Frame;
use super::glyph::is_user_row;

/// Whether a row begins the cell of such a command.
pub(super) fn is_own(row: Row<'_>) -> bool {
    row.flush_char() == Some('!') && is_user_row(row.text())
}

/// The row of the command that a row in column 0 is of: its own, or what it has printed behind a carriage return (1.0.24
/// to 2.0.60). Between two cells stands a blank row.
pub(super) fn of(screen: &Screen, index: usize) -> Option<usize> {
    let own = |row: &usize| is_own(screen.row(*row));
    let run = || Some(screen.run_start(index)).filter(|&start| start < index);
    Some(index).filter(own).or_else(|| run().filter(own))
}

/// The row of a command that is below the composer's footer, a blank row between them: so one is drawn as long as it
/// runs (2.0.60).
pub(super) fn below(screen: &Screen, frame: &Frame) -> Option<usize> {
    let end = screen.last_row()? + 1;
    let (head, _) = screen.flush(frame.bottom + 1, end).next()?;
    is_apart(screen, head).then_some(head)
}

/// Whether a row is of such a command and is below a blank one.
pub(super) fn is_apart(screen: &Screen, row: usize) -> bool {
    is_own(screen.row(row)) && screen.row(row - 1).is_blank()
}
