//! The farewell that the CLI prints when it ends.

use shadow_core::screen::{Row, Screen};

/// Rows at the end of the screen in which a farewell is looked for.
const FAREWELL_ROWS: usize = 12;

/// The farewell: flush rows at the end of the screen that report token use or the way to resume,
/// with nothing below but a shell.
pub(super) fn farewell(screen: &Screen, last: usize) -> Option<usize> {
    let from = last.saturating_sub(FAREWELL_ROWS);
    let first = (from..=last).find(|&row| says_farewell(screen.row(row)))?;
    // The pane may begin within the farewell, with the command in a row of its own.
    let command = |row: &usize| screen.row(*row).text().starts_with("  codex resume ");
    let said = first.checked_sub(1).filter(command).unwrap_or(first);
    let below_is_flush = (said + 1..=last).all(|index| {
        let row = screen.row(index);
        row.is_blank() || row.flush_char().is_some() || row.trimmed().starts_with("codex resume")
    });
    below_is_flush.then_some(said)
}

/// Whether a row begins the farewell.
pub(super) fn says_farewell(row: Row<'_>) -> bool {
    let text = row.text();
    text.starts_with("Token usage: total=")
        || text.starts_with("To continue this session, run")
        || text.starts_with("Or run codex resume and select ")
}
