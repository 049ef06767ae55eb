//! The farewell that the CLI prints when it ends.

/// What the CLI prints when it ends: how to resume (2.1), the bill (1.0).
pub(super) fn is_farewell(text: &str) -> bool {
    text.starts_with("Resume this session with")
        || text.starts_with("claude --resume")
        || text.starts_with("claude ") && text.contains(" --resume ")
        || text.starts_with("Total duration (API)")
}
