//! The exact keys that choose an option from where the selection stands.

use shadow_core::contract::{BlockKind, BlockOption, OptionRole};

use crate::dialogs::is_approval;
use crate::shapes::keys::walk_and;

/// Writes the keys of every option, in tmux's key names.
///
/// A number chooses at once in approvals, plans and questions (seen from 1.0.0 on); elsewhere, and
/// where no number is printed, the selection moves row by row.
/// The screen-reader mode reads a line: there Enter follows the number (`typed`). While the selection stands on an option
/// that takes text, a number is text. A box without a number is ticked by Space.
pub(in super::super) fn fill(kind: BlockKind, options: &mut [BlockOption], typed: bool) {
    let from = options
        .iter()
        .position(|option| option.selected == Some(true));
    let writes = from.is_some_and(|from| options[from].role == OptionRole::Text);
    let takes_numbers = takes_numbers(kind) && !writes;
    for (at, option) in options.iter_mut().enumerate() {
        option.keys = match (from, option.number) {
            (_, Some(number)) if typed => vec![number.to_string(), "Enter".to_owned()],
            (_, Some(number)) if number <= 9 && takes_numbers => vec![number.to_string()],
            (Some(from), None) if option.role == OptionRole::Toggle => walk_and(from, at, "Space"),
            (Some(from), _) => walk_and(from, at, "Enter"),
            (None, Some(number)) if number <= 9 => vec![number.to_string()],
            (None, _) => Vec::new(),
        };
    }
}

fn takes_numbers(kind: BlockKind) -> bool {
    is_approval(kind) || matches!(kind, BlockKind::Plan | BlockKind::Question)
}
