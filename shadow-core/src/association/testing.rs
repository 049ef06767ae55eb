//! Projections for the tests of association.

pub(super) use crate::contract::testing::{agent, user};

use crate::contract::testing::cell;
use crate::contract::{CellRole, DialogCell, DialogProjection, ProjectionMetadata};

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
