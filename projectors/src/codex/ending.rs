//! Screens without a live surface of Codex: start-up dialogs of full-screen views, the farewell, a
//! shell below old chrome, other programs.

use shadow_core::screen::{Row, Screen};
use shadow_core::surface::RowSpan;

use super::layout::{Front, Look};
use super::marks::Mark;
use super::shape::{CHEVRON, after_glyph, flush_char, numbered};

/// Rows at the end of the screen in which a farewell is looked for.
const FAREWELL_ROWS: usize = 12;

/// What stands in front when neither composer nor list in the usual places does.
pub(super) fn front(screen: &Screen, last: usize) -> Front {
    let dead = screen.row(last).text().starts_with("Pane is dead (");
    if Mark::DeadPane.holds(screen, dead) {
        let row = farewell(screen, last).unwrap_or(last);
        return Front::Ended { row };
    }
    if let Some(row) = Mark::Farewell.found(screen, farewell(screen, last)) {
        return Front::Ended { row };
    }
    if is_shell_row(screen.row(last), screen, last) {
        let ended = Mark::ShellBelowChrome.holds(screen, chrome(screen, last));
        return match Mark::ShellAlone.holds(screen, !ended) {
            true => Front::Foreign { row: last },
            false => Front::Ended { row: last },
        };
    }
    if Mark::FullScreenBlock.holds(screen, is_full_screen_block(screen, last))
        || Mark::CutBlock.holds(screen, is_cut_block(screen, last))
    {
        return Front::Block {
            look: Look::Chevron,
            rows: RowSpan::new(block_top(screen, last), last),
        };
    }
    if Mark::EditorOpen.holds(screen, is_editor(screen, last)) {
        return Front::Foreign { row: last };
    }
    Front::Unrecognised
}

/// The farewell: flush rows at the end of the screen that report token use or the way to resume,
/// with nothing below but a shell.
fn farewell(screen: &Screen, last: usize) -> Option<usize> {
    let from = last.saturating_sub(FAREWELL_ROWS);
    let said = (from..=last).find(|&row| {
        let text = screen.row(row).text();
        text.starts_with("Token usage: total=") || text.starts_with("To continue this session, run")
    })?;
    let below_is_flush = (said + 1..=last).all(|index| {
        let row = screen.row(index);
        row.is_blank() || flush_char(row).is_some() || row.trimmed().starts_with("codex resume")
    });
    below_is_flush.then_some(said)
}

/// A shell's prompt: flush, ends in a prompt sign (a typed command may follow it), not a cell.
fn is_shell_row(row: Row<'_>, screen: &Screen, index: usize) -> bool {
    let text = row.text();
    let Some(first) = flush_char(row) else {
        return false;
    };
    if matches!(first, '•' | '■' | '⚠' | '╭' | '│' | '╰' | '─') || first == CHEVRON {
        return false;
    }
    let sign = |c: char| matches!(c, '$' | '#' | '%' | '❯' | '➜' | 'λ');
    let ends = text.trim_end().ends_with(sign);
    let opens = text
        .strip_prefix(sign)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let named = memchr::memchr2(b'$', b'#', text.as_bytes()).is_some()
        && text
            .split_once("$ ")
            .or_else(|| text.split_once("# "))
            .is_some_and(|(head, _)| {
                head.contains('@') && head.contains(':') && !head.contains(' ')
            });
    let cursor_here = screen.cursor().is_none_or(|(_, y)| y == index);
    cursor_here && (ends || opens || named)
}

/// Whether anything of Codex stands above: its banner, its cells, its composer.
pub(super) fn chrome(screen: &Screen, before: usize) -> bool {
    (0..before).any(|index| {
        let text = screen.row(index).text();
        text.contains("OpenAI Codex")
            || text.starts_with("› ")
            || text.starts_with('▌')
            || text.starts_with("• ")
            || text.contains("codex resume ")
    })
}

/// A view that fills the screen: numbered choices with `>` or `›` before one of them, or Codex'
/// own welcome, or a notice that waits for a key.
fn is_full_screen_block(screen: &Screen, last: usize) -> bool {
    let hint = super::shape::ends_in_hint(screen, last);
    let choice = (0..=last).any(|index| {
        let body = screen.row(index).trimmed();
        let marked = body.starts_with(CHEVRON) || body.starts_with('>');
        marked && numbered(after_glyph(body)).is_some()
    });
    let ours = (0..=last).any(|row| is_ours(screen.row(row)));
    hint && (choice || ours)
}

/// Where a block without frame begins: at the screen's first row, or where a transcript stands above
/// it (`/hooks` of 0.130, the warnings of 0.160), behind the blank rows that part it from the last
/// cell. A flush choice is the block's own.
fn block_top(screen: &Screen, last: usize) -> usize {
    let filled = |from: usize| (from..=last).find(|&row| !screen.row(row).is_blank());
    let cell = (0..=last).rev().find(|&row| is_cell(screen.row(row)));
    let apart = cell.and_then(|cell| {
        let blank = |row: usize| screen.row(row).is_blank();
        (cell + 1..last).find(|&row| blank(row) && blank(row + 1))
    });
    filled(apart.unwrap_or(0)).unwrap_or(0)
}

/// A cell's first row, by its glyph in the first column.
fn is_cell(row: Row<'_>) -> bool {
    match flush_char(row) {
        Some(CHEVRON) => numbered(after_glyph(row.text())).is_none(),
        Some(first) => matches!(first, '•' | '■' | '⚠' | '╰' | '✔' | '✗'),
        None => false,
    }
}

/// A block whose choices are below the pane's end: its heading stands, all rows are indented, the
/// cursor is not shown, and the last row of the pane is in use.
fn is_cut_block(screen: &Screen, last: usize) -> bool {
    let named = (0..=last).any(|row| super::block::is_named(screen.row(row).text()));
    let hidden = screen.cursor_visible() != Some(true);
    let full = screen
        .pane_rows()
        .is_none_or(|rows| last + 2 >= usize::from(rows));
    let indented =
        (0..=last).all(|row| screen.row(row).is_blank() || screen.row(row).indent() >= 2);
    named && hidden && full && indented
}

/// Words that only Codex' own full-screen views carry.
fn is_ours(row: Row<'_>) -> bool {
    let body = row.trimmed();
    ["Codex", "gpt-", "previous session", "Agent command center"]
        .iter()
        .any(|word| body.contains(word))
}

/// An editor or pager of another program: a column of `~` or its own status row.
fn is_editor(screen: &Screen, last: usize) -> bool {
    let tildes = (0..=last)
        .filter(|&row| screen.row(row).text() == "~")
        .count();
    let nano = screen.row(last).text().contains("^X Exit") || screen.row(last).text() == "(END)";
    tildes >= 3 || nano
}
