//! The farewell that the CLI prints when it ends.

use shadow_core::screen::{Needle, Row, Screen};

/// What the CLI prints when it ends: how to resume (2.1), the bill (1.0).
#[inline]
pub(super) fn is_farewell(row: Row<'_>) -> bool {
    let opens = |first| opens(row.indent(), first);
    row.first_char().is_some_and(opens) && says_farewell(row.text())
}

/// The lowest row of a farewell among those from `first` up to, not including, `end`.
pub(super) fn lowest(screen: &Screen, first: usize, end: usize) -> Option<usize> {
    let mut rows = screen.opening(first, end, opens).rev();
    let found = rows.find(|(_, row)| says_farewell(row.text()));
    found.map(|(index, _)| index)
}

/// How few rows begin.
#[inline]
fn opens(indent: usize, first: char) -> bool {
    indent == 0 && matches!(first, 'R' | 'c' | 'T')
}

fn says_farewell(text: &str) -> bool {
    const RESUMES: Needle = Needle::new(" --resume ");
    text.starts_with("Resume this session with")
        || text.starts_with("claude --resume")
        || text.starts_with("claude ") && RESUMES.is_in(text)
        || text.starts_with("Total duration (API)")
}
