//! Whether a subject may have text behind tabs that its rows do not show.
//!
//! From 2.1.15 (2.1.12 does not) to 2.1.222 (2.1.224 does not) Claude Code reckons a tab as one column where it breaks a text into rows, and draws it up to the next
//! stop. What is then beyond the pane's edge is cut off without a mark: thirty tabs hide the rest of any row. Earlier versions
//! print the tab, and the terminal shows where it ends; later ones draw blanks, and break the row.

use shadow_core::contract::BlockKind;
use shadow_core::screen::{Color, Row, Style};

use super::super::glyph::branch;
use super::about::{self, About};

/// Whether nothing proves that all text of a subject is drawn.
pub(super) fn may_hide(about: &About<'_, '_>) -> bool {
    match about.fact.kind {
        BlockKind::ApprovalEdit => !is_grounded(about),
        BlockKind::ApprovalCommand => !is_closed(about),
        BlockKind::ApprovalOther => !is_json(about),
        _ => true,
    }
}

/// Whether each row of a change has its ground up to the edge, which a tab that is cut off leaves out. A row without one is a
/// line that stays. A new file has no ground.
fn is_grounded(about: &About<'_, '_>) -> bool {
    let ground = |style: Style| style.bg != Color::Default;
    let screen = about.body.screen;
    let rows = || about.subject.iter().map(|line| screen.row(line.row));
    let reaches = |row: Row<'_>| !row.draws(ground) || ground(row.margin_style());
    rows().any(|row| row.draws(ground)) && rows().all(reaches)
}

/// Whether a command has one row, and the call above it is closed behind the same text: `Bash(touch a)`. The parenthesis would
/// be cut off with the rest.
fn is_closed(about: &About<'_, '_>) -> bool {
    let mut said = about.subject.iter().filter(|line| !line.words.is_empty());
    let (Some(line), None, Some(rows)) = (said.next(), said.next(), about.fact.proposal) else {
        return false;
    };
    let above = rows.indices().map(|row| about.body.screen.row(row));
    let call = above.take_while(|row| branch(*row).is_none());
    let call: String = call.flat_map(|row| about::letters(row.text())).collect();
    let own: String = about::letters(line.text).collect();
    let head = call
        .strip_suffix(')')
        .and_then(|call| call.strip_suffix(own.as_str()));
    head.is_some_and(|head| head.ends_with('(') && head.matches('(').count() == 1)
}

/// Whether a subject is the call of an MCP server, whose values are JSON, in which a tab is `\t`: `notes - add_note(text: "a")
/// (MCP)`. No other call has a name without quotation marks before its values, and none ends so, perhaps in the row below.
fn is_json(about: &About<'_, '_>) -> bool {
    let (Some(first), Some(last)) = (about.subject.first(), about.subject.last()) else {
        return false;
    };
    let name = first.words.split_once('(').map_or("", |(name, _)| name);
    let mut below = about.body.lines().iter().filter(|line| line.row > last.row);
    let marked = last.words.ends_with("(MCP)")
        || below.next().is_some_and(|it| it.words.starts_with("(MCP)"));
    name.contains(" - ") && !name.contains('"') && marked
}
