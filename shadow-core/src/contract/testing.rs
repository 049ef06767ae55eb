//! Dialog cells for tests that need no rows.

use super::{CellRole, DialogCell};

/// A whole cell of a role.
pub(crate) fn cell(role: CellRole, text: &str) -> DialogCell {
    DialogCell::new(role, text, [0, 0])
}

/// What a person wrote.
pub(crate) fn user(text: &str) -> DialogCell {
    cell(CellRole::User, text)
}

/// What the agent wrote.
pub(crate) fn agent(text: &str) -> DialogCell {
    cell(CellRole::Assistant, text)
}
