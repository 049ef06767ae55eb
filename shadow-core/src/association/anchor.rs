//! Anchors: after which user cell an answer may be, so that an echoed prompt cannot match.

use crate::contract::{CellRole, DialogCell, DialogProjection};

/// The user cell that an answer must follow.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Anchor {
    /// No anchor: the whole dialog is searched.
    #[default]
    None,
    /// The last user cell. If there is no user cell, it has scrolled away and the whole dialog
    /// follows it. Dialog text alone does not show its place, so nothing matches there.
    LastUserCell,
    /// The last user cell with this prompt, compared without regard to white space (soft wraps
    /// and trimmed margins change it). Without such a cell, nothing matches.
    Prompt(String),
}

impl Anchor {
    /// The cells that may match.
    pub(super) fn cells_after<'p>(
        &self,
        projection: &'p DialogProjection,
    ) -> Option<&'p [DialogCell]> {
        let cells = projection.cells.as_slice();
        let is_user = |cell: &DialogCell| cell.role == CellRole::User;
        match self {
            Self::None => Some(cells),
            Self::LastUserCell => {
                let at = cells.iter().rposition(is_user);
                Some(&cells[at.map_or(0, |at| at + 1)..])
            }
            Self::Prompt(prompt) => {
                let same = |cell: &DialogCell| is_user(cell) && same_words(&cell.text, prompt);
                cells.iter().rposition(same).map(|at| &cells[at + 1..])
            }
        }
    }

    /// The dialog text that may match.
    pub(super) fn text_after<'t>(&self, text: &'t str) -> Option<&'t str> {
        match self {
            Self::None => Some(text),
            Self::LastUserCell => None,
            Self::Prompt(prompt) => after_lines(text, prompt),
        }
    }
}

/// Whether two texts are the same apart from white space.
fn same_words(one: &str, other: &str) -> bool {
    one.chars()
        .filter(|c| !c.is_whitespace())
        .eq(other.chars().filter(|c| !c.is_whitespace()))
}

/// What follows the last place where `prompt` is whole lines.
fn after_lines<'t>(text: &'t str, prompt: &str) -> Option<&'t str> {
    let prompt = prompt.trim_end();
    if prompt.is_empty() {
        return None;
    }
    let whole = |&(at, _): &(usize, &str)| {
        let end = at + prompt.len();
        (at == 0 || text[..at].ends_with('\n'))
            && (end == text.len() || text[end..].starts_with('\n'))
    };
    let (at, _) = text.rmatch_indices(prompt).find(whole)?;
    Some(text[at + prompt.len()..].trim_start_matches('\n'))
}

/// The dialog text of cells.
pub(super) fn dialog_text(cells: &[DialogCell]) -> String {
    join(cells, |role| role.in_dialog_text())
}

/// The agent's own words in cells.
pub(super) fn assistant_text(cells: &[DialogCell]) -> String {
    join(cells, |role| role == CellRole::Assistant)
}

fn join(cells: &[DialogCell], keep: impl Fn(CellRole) -> bool) -> String {
    let kept = cells.iter().filter(|cell| keep(cell.role));
    let texts: Vec<&str> = kept.map(|cell| cell.text.as_str()).collect();
    texts.join("\n")
}
