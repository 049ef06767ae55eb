//! What a row begins: a cell of a role, nothing of the dialog, or nothing. How the rows become cells, `cells` says.

use shadow_core::contract::{CellRole, DialogCell};
use shadow_core::screen::{Marked, Row};

use super::call::is_call;
use super::failure;
use super::folded::is_under_way;
use super::glyph::{CELL_MARKS, after_glyph, branch, is_drawing, is_user_row};
use super::hint::key_hint;
use super::marks::Mark;
use super::status::{self, Shape};
use crate::letters::trim_start;

/// Whether a row that begins with a mark reports what became of questions: a no-break space is behind its mark,
/// where an answer's has a plain one (2.0.55 to 2.1.310).
fn is_report(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next();
    chars.next() == Some('\u{a0}')
}

/// `Calling notes… (ctrl+o to expand)`: a folded call that has not returned, with a hint on a key behind it (2.1.200).
fn is_open(body: &str) -> bool {
    let said = key_hint(body).map_or("", |hint| body[..hint].trim_end());
    said.ends_with('…')
}

/// What a row begins.
pub(super) enum Start {
    /// A cell of a role, whose text begins at a column.
    Cell(CellRole, usize),
    /// Nothing of the dialog: status, separators.
    Skip,
    /// Nothing: it continues the cell above.
    More,
}

pub(super) fn start(row: Row<'_>, open: Option<CellRole>, styled: bool) -> Start {
    let text = row.text();
    if let Some(branch) = branch(row) {
        let said = trim_start(branch);
        let column = row.column_at_byte(text.len() - said.len());
        return match said.starts_with("Tip: ") {
            true => Start::Skip,
            false => Start::Cell(CellRole::ToolResult, column),
        };
    }
    if row.indent() > 0 {
        return indented(text, open);
    }
    let first = text.chars().next().unwrap_or(' ');
    if is_user_row(text) {
        return Start::Cell(CellRole::User, 2);
    }
    if first == '∴' || is_thinking(text) && status::shape_of(row).is_some() {
        return Start::Cell(CellRole::Thinking, 2);
    }
    if CELL_MARKS.contains(&first) {
        let body = after_glyph(text).unwrap_or_default();
        let lit = || row.style_at(first.len_utf8() + 1).bold();
        // `All tests pass (42 of 42)` is an answer's: a call's name is bold, or what follows it gray (`Read 1 file (ctrl+o
        // to expand)`, 2.1.20 to 2.1.62).
        let ink = |byte: usize| row.style_at(byte);
        let grayed = || !styled || ink(text.len() - 1) != ink(text.len() - body.len());
        let named = lit() || body.ends_with(')') && grayed();
        let calls = || is_call(body) || is_open(body);
        let role = if named && calls() || is_report(text) || is_under_way(body) {
            CellRole::ToolCall
        } else {
            CellRole::Assistant
        };
        // `●User approved Claude's plan:` (1.0.109) leaves no space behind its mark.
        let column = if after_glyph(text).is_some() { 2 } else { 1 };
        return Start::Cell(role, column);
    }
    if is_drawing(first) || first == '═' {
        return match first {
            '▎' => Start::Cell(CellRole::Notice, 2),
            _ => Start::Skip,
        };
    }
    match status::shape_of(row) {
        Some(Shape::Remark) => Start::Cell(CellRole::Notice, 2),
        Some(_) => Start::Skip,
        None => Start::Cell(CellRole::Notice, 0),
    }
}

fn indented(text: &str, open: Option<CellRole>) -> Start {
    let trimmed = trim_start(text);
    let one = text.starts_with(' ') && !text.starts_with("  ");
    if one && (trimmed.starts_with('※') || trimmed.starts_with("Tips for") || open.is_none()) {
        return Start::Cell(CellRole::Notice, 1);
    }
    if open == Some(CellRole::Banner) {
        return Start::Cell(CellRole::Notice, 2);
    }
    Start::More
}

/// `✻ Thinking…` with the thoughts below it, in 1.0.
fn is_thinking(text: &str) -> bool {
    let rest = after_glyph(text);
    rest.is_some_and(|rest| rest.ends_with("Thinking…") && rest.trim() == "Thinking…")
}

/// Marks the rule that has told a cell by its first row.
pub(super) fn mark_cell(role: CellRole, screen: &Marked<'_>) {
    let mark = match role {
        CellRole::User => Mark::UserCell,
        CellRole::Assistant => Mark::AnswerCell,
        CellRole::ToolCall => Mark::CallCell,
        CellRole::ToolResult => Mark::BranchCell,
        CellRole::Thinking => Mark::ThoughtCell,
        _ => Mark::NoticeCell,
    };
    mark.on(screen);
}

/// What a branch is, by the cell that it hangs from: a command's output is a notice, a failed
/// turn's an error.
pub(super) fn final_role(role: CellRole, body: &str, before: &[DialogCell]) -> CellRole {
    match before.last() {
        Some(cell) if role == CellRole::ToolResult && cell.role == CellRole::User => {
            match !cell.text.starts_with('/') && failure::is_failure(body) {
                true => CellRole::Error,
                false => CellRole::Notice,
            }
        }
        _ => role,
    }
}
