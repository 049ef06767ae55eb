//! Projections for the tests of association.

use crate::contract::{CellRole, DialogCell, DialogProjection, ProjectionMetadata};

/// A cell of a role.
fn cell(role: CellRole, text: &str) -> DialogCell {
    DialogCell {
        role,
        text: text.to_owned(),
        rows: [0, 0],
        truncated_above: false,
        complete: true,
    }
}

pub(super) fn user(text: &str) -> DialogCell {
    cell(CellRole::User, text)
}

pub(super) fn agent(text: &str) -> DialogCell {
    cell(CellRole::Assistant, text)
}

pub(super) fn tool(text: &str) -> DialogCell {
    cell(CellRole::ToolResult, text)
}

/// A projection of cells.
pub(super) fn projection(cells: &[DialogCell]) -> DialogProjection {
    DialogProjection {
        raw_text: String::new(),
        raw_lossy: false,
        normalized_text: String::new(),
        dialog_text: super::anchor::dialog_text(cells),
        head: String::new(),
        tail: String::new(),
        cells: cells.to_vec(),
        projection_metadata: ProjectionMetadata::default(),
        anomalies: Vec::new(),
    }
}
