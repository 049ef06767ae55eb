//! The farewell that the CLI prints when it ends.

use shadow_core::screen::{Needle, Row};

/// What the CLI prints when it ends: how to resume (2.1), the bill (1.0).
pub(super) fn is_farewell(row: Row<'_>) -> bool {
    const RESUMES: Needle = Needle::new(" --resume ");
    let text = row.text();
    match row.flush_char() {
        Some('R') => text.starts_with("Resume this session with"),
        Some('c') => {
            text.starts_with("claude --resume")
                || text.starts_with("claude ") && RESUMES.is_in(text)
        }
        Some('T') => text.starts_with("Total duration (API)"),
        _ => false,
    }
}
