//! The farewell that the CLI prints when it ends.

use shadow_core::screen::{Needle, Row};

/// What the CLI prints when it ends: how to resume (2.1), the bill (1.0). Few rows begin like one.
#[inline]
pub(super) fn is_farewell(row: Row<'_>) -> bool {
    matches!(row.flush_char(), Some('R' | 'c' | 'T')) && says_farewell(row.text())
}

fn says_farewell(text: &str) -> bool {
    const RESUMES: Needle = Needle::new(" --resume ");
    text.starts_with("Resume this session with")
        || text.starts_with("claude --resume")
        || text.starts_with("claude ") && RESUMES.is_in(text)
        || text.starts_with("Total duration (API)")
}
