//! Rows of a dialog that no rule explains: words between the question and its options, or below
//! the options, that are neither a wrap, a description, a hint nor a count of hidden rows.

use shadow_core::contract::BlockKind;
use shadow_core::screen::Screen;
use shadow_core::surface::RowSpan;

use super::edge::Place;
use super::lines::{self, Line};
use super::{asked, kind, options};

/// The first such row of a dialog that the agent or the CLI waits for.
pub(in super::super) fn unexplained(
    screen: &Screen,
    place: Place,
    named: BlockKind,
) -> Option<RowSpan> {
    let asks = matches!(
        named,
        BlockKind::ApprovalCommand
            | BlockKind::ApprovalEdit
            | BlockKind::ApprovalOther
            | BlockKind::Plan
            | BlockKind::Question
            | BlockKind::Trust
    );
    let first = options::first_row(screen, place).filter(|_| asks)?;
    let last = options::last_row(screen, place)?;
    let heading = kind::heading(screen, place).map_or(0, |line| line.row);
    let question = asked::find(screen, place)
        .filter(|asked| asked.first > heading)
        .map_or(first, |asked| asked.last + 1);
    let mut hinted = false;
    let open = |line: &Line<'_>| {
        // Hints may wrap.
        hinted = lines::is_hint(line.text) || hinted && !line.text.trim().is_empty();
        let here = (question..first).contains(&line.row) || line.row > last;
        here && !hinted && is_strange(line.text)
    };
    let line = lines::inside(screen, place).find(open)?;
    Some(RowSpan::one(line.row))
}

/// Whether a line says something that is no part of a dialog's known furniture.
fn is_strange(text: &str) -> bool {
    let text = text.trim();
    !text.is_empty() && !lines::is_drawn(text) && !lines::is_hint(text) && !lines::is_more(text)
}
