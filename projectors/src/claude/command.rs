//! Commands that begin with a slash: in the composer, and in the list that it opens.

use shadow_core::screen::{Row, Screen};

use super::frame::{Frame, first_text};

/// Whether a draft is a command: a slash and a name in its only row, not a path.
pub(super) fn is_command(screen: &Screen, frame: &Frame) -> bool {
    command_name(first_text(screen, frame)).is_some()
}

/// The name after the slash at the beginning of a draft.
pub(super) fn command_name(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('/')?;
    let name = rest.split_whitespace().next().unwrap_or_default();
    let letters = |character: char| character.is_alphanumeric() || "-_:.".contains(character);
    (!rest.starts_with(char::is_whitespace) && name.chars().all(letters)).then_some(name)
}

/// `/model   Set the AI model`, led by a marker where it is selected.
pub(super) fn is_command_row(text: &str) -> bool {
    let text = text.trim_start_matches(['❯', '›', ' ']);
    command_name(text).is_some_and(|name| !name.is_empty())
}

/// Whether a row below the composer is of the list of commands that a slash in it has opened: an item, or what goes on
/// saying of the item above what it does (`above`: whether the row above is of the list). Nothing that it says is the
/// footer's (2.1.140).
pub(super) fn is_listed(screen: &Screen, frame: &Frame, row: Row<'_>, above: bool) -> bool {
    let led = matches!(row.first_char(), Some('/' | '❯' | '›'));
    (led && is_command_row(row.trimmed()) || above && row.indent() > ITEM_MOST)
        && first_text(screen, frame).starts_with('/')
}

/// Columns before an item of a list, at most.
const ITEM_MOST: usize = 4;
