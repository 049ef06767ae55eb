//! Rows of a dialog that no rule explains: words between the question and its options, or below
//! the options, that are neither a wrap, a description, a hint nor a count of hidden rows.

use shadow_core::contract::BlockKind;
use shadow_core::surface::RowSpan;

use super::body::Body;
use super::form;
use super::lines::{self, Line};
use crate::dialogs::is_approval;

/// The first such row of a dialog that the agent or the CLI waits for.
pub(super) fn unexplained(body: &Body<'_>, named: BlockKind) -> Option<RowSpan> {
    let others = [BlockKind::Plan, BlockKind::Question, BlockKind::Trust];
    let asks = (is_approval(named) || others.contains(&named)) && !form::is_form(body);
    let first = body.first_row().filter(|_| asks)?;
    let last = body.last_row()?;
    let heading = body.heading().map_or(0, |line| line.row);
    let question = body
        .asked()
        .filter(|asked| asked.first > heading)
        .map_or(first, |asked| asked.last + 1);
    let here = |line: &Line<'_>| (question..first).contains(&line.row) || line.row > last;
    let strange = |line: &Line<'_>| here(line) && is_strange(line.words);
    // Most dialogs have none, and need not be looked at whole.
    body.lines().iter().find(|line| strange(line))?;
    let mut hinted = false;
    let open = |line: &&Line<'_>| {
        // Hints may wrap.
        hinted = lines::is_hint(line.words) || hinted && !line.words.is_empty();
        !hinted && strange(line)
    };
    let line = body.lines().iter().find(open)?;
    Some(RowSpan::one(line.row))
}

/// Whether a line says something that is no part of a dialog's known furniture.
fn is_strange(text: &str) -> bool {
    !text.is_empty() && !lines::is_drawn(text) && !lines::is_hint(text) && !lines::is_more(text)
}
