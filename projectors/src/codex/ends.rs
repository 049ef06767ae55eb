//! Screens without a live surface of Codex: start-up dialogs of full-screen views, the farewell, a
//! shell below old chrome, other programs.

use shadow_core::foreign;
use shadow_core::screen::{Marked, Needle, Row, Screen};
use shadow_core::surface::RowSpan;

use super::block::is_choices;
use super::end_mark::{may_tell_the_end, tells_the_end};
use super::farewell::farewell;
use super::front::Front;
use super::marks::Mark;
use super::rows::seen_cursor;
use super::shape::{
    BAR, CHEVRON, ULTRA, after_glyph, ends_in_hint, is_key_hint, is_prompt_glyph, numbered,
    status_shape,
};
use crate::rules::decide;

/// What is in front if no composer or list is in the usual places.
pub(super) fn front(screen: &Marked<'_>, last: usize) -> Front {
    let dead = screen.row(last).text().starts_with("Pane is dead (");
    let shell = is_shell_row(screen.row(last), screen, last);
    let block = || Front::block(RowSpan::new(block_top(screen, last), last));
    let cursor = screen.cursor().map(|(_, row)| row);
    let typed_in = || cursor.filter(|&row| is_cursor_in_shell(screen, row));
    decide! { screen;
        DeadPane if dead => ended(screen, last);
        Farewell let row = farewell(screen, last) => Front::Ended { row };
        ShellBelowChrome if shell && chrome(screen, last) => exited(screen, last);
        ShellAlone if shell => Front::Foreign { row: last };
        FullScreenBlock if is_full_screen_block(screen, last) => block();
        CutBlock if is_cut_block(screen, last) => block();
        EditorOpen if foreign::is_program(screen) => Front::Foreign { row: last };
        CursorBelowChrome let row = typed_in() => exited(screen, row);
        _ => Front::Unrecognized
    }
}

/// A shell's prompt: flush, ends in a prompt sign (a typed command may follow it), not a cell.
fn is_shell_row(row: Row<'_>, screen: &Screen, index: usize) -> bool {
    let text = row.text();
    let own = |first: char| is_cell_glyph(first) || is_prompt_glyph(first);
    if row.flush_char().is_none_or(own) {
        return false;
    }
    let sign = |c: char| matches!(c, '$' | '#' | '%' | '❯' | '➜' | 'λ');
    let ends = text.trim_end().ends_with(sign);
    let opens = text
        .strip_prefix(sign)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    let head = text.split_once("$ ").or_else(|| text.split_once("# "));
    let named = head
        .is_some_and(|(head, _)| head.contains('@') && head.contains(':') && !head.contains(' '));
    let cursor_here = screen.cursor().is_none_or(|(_, y)| y == index);
    cursor_here && (ends || opens || named)
}

/// The CLI has ended, by its farewell at the latest: blank rows may part it from a dead pane's own row.
pub(super) fn ended(screen: &Marked<'_>, last: usize) -> Front {
    let above = screen.last_filled(0, last);
    match farewell(screen, above.unwrap_or(last)) {
        Some(row) => Front::Ended { row },
        None => exited(screen, last),
    }
}

/// A shell has the pane: from the composer on, and the status row above it, where they are above its prompt still.
fn exited(screen: &Marked<'_>, shell: usize) -> Front {
    let drawn = |first: char| is_drawn_first(first) || first == '>';
    let mut above = screen.flush(0, shell).rev();
    let lowest = above.find(|(_, row)| row.flush_char().is_some_and(drawn));
    let composer = lowest.filter(|(row, _)| is_remnant(screen, *row, shell));
    let is_status = |row: &usize| status_shape(screen.row(*row).text()).is_some();
    let row = decide! { screen;
        ComposerLeft let (row, _) = composer => {
            screen.last_filled(0, row).filter(is_status).unwrap_or(row)
        };
        _ => shell
    };
    Front::Ended { row }
}

/// Whether a row is the composer's of a CLI that does not draw any more: something was printed right below it, or below
/// its footer of one row, or below the rows of its draft (0.169). A user's cell has a blank row below it.
fn is_remnant(screen: &Screen, row: usize, shell: usize) -> bool {
    let prompt = screen.row(row).flush_char();
    let printed = |row: usize| row <= shell && screen.row(row).is_flush();
    let draft = || {
        let more = (row + 1..shell).take_while(|&row| screen.row(row).indent() >= 2);
        printed(row + 1 + more.count())
    };
    let footer = || {
        let [blank, footer] = [row + 1, row + 2].map(|row| screen.row(row));
        blank.is_blank() && footer.indent() >= 2 && printed(row + 3)
    };
    let barred_footer = || {
        let [footer, blank] = [row + 1, row + 2].map(|row| screen.row(row));
        footer.text().starts_with(" ⏎ ") && blank.is_blank() && printed(row + 3)
    };
    match prompt {
        Some(CHEVRON | ULTRA) => draft() || footer(),
        Some(BAR) => printed(row + 1) || footer() || barred_footer(),
        _ => false,
    }
}

/// Whether the cursor is shown in a row that begins in column 0 with nothing that Codex draws there, below drawing of
/// Codex': a shell has the pane, whatever its prompt (0.34 to 0.130). Of the last row that is enough: a composer has its
/// footer below it.
pub(super) fn is_cursor_in_shell(screen: &Screen, row: usize) -> bool {
    let shown = seen_cursor(screen).is_some_and(|(x, y)| y == row && x > 0);
    let own = |first: char| is_drawn_first(first) || first == '!';
    let other = |first: char| !own(first);
    shown && screen.row(row).flush_char().is_some_and(other) && chrome(screen, row)
}

/// Whether a character opens a row that Codex draws: a prompt or a cell.
fn is_drawn_first(first: char) -> bool {
    is_prompt_glyph(first) || first == BAR || is_cell_glyph(first)
}

/// Whether a character opens a cell or draws a box.
fn is_cell_glyph(first: char) -> bool {
    matches!(first, '•' | '■' | '⚠' | '╭' | '│' | '╰' | '─')
}

/// Whether anything of Codex is above: its banner, its cells, its composer.
pub(super) fn chrome(screen: &Screen, before: usize) -> bool {
    (0..before).any(|index| {
        let text = screen.row(index).text();
        text.contains("OpenAI Codex")
            || text.starts_with("› ")
            || text.starts_with("» ")
            || text.starts_with('▌')
            || text.starts_with("• ")
            || text.contains("codex resume ")
    })
}

/// A view that fills the screen: numbered choices with `>` or `›` before one of them, or Codex'
/// own welcome, or a notice that waits for a key.
fn is_full_screen_block(screen: &Screen, last: usize) -> bool {
    let row = screen.row(last);
    let printed = row.is_flush() && !is_key_hint(row.text());
    let hint = !printed && ends_in_hint(screen, last);
    let choice = |index: usize| {
        let body = screen.row(index).trimmed();
        let marked = body.starts_with(CHEVRON) || body.starts_with('>');
        marked && numbered(after_glyph(body)).is_some()
    };
    let ours = |row: usize| is_ours(screen.row(row)) || is_choices(screen.row(row));
    hint && (0..=last).any(|row| choice(row) || ours(row))
}

/// Where a block without frame begins: at the screen's first row, or where a transcript is above
/// it (`/hooks` of 0.130, the warnings of 0.160), behind the blank rows that part it from the last
/// cell. A flush choice is the block's own.
fn block_top(screen: &Screen, last: usize) -> usize {
    let ends = |row: usize| may_tell_the_end(screen.row(row)) && tells_the_end(screen, row);
    let above = |row: &usize| is_cell(screen.row(*row)) || ends(*row);
    let cell = (0..=last).rev().find(above);
    let apart = cell.and_then(|cell| {
        let blank = |row: usize| screen.row(row).is_blank();
        (cell + 1..last).find(|&row| blank(row) && blank(row + 1))
    });
    screen
        .first_filled(apart.unwrap_or(0), last + 1)
        .unwrap_or(0)
}

/// A cell's first row, by its glyph in the first column, or a bare banner's head.
fn is_cell(row: Row<'_>) -> bool {
    const BANNER: &str = "  >_ OpenAI Codex (v";
    match row.flush_char() {
        None => row.text().starts_with(BANNER),
        Some(CHEVRON) => numbered(after_glyph(row.text())).is_none(),
        Some(first) => matches!(first, '•' | '■' | '⚠' | '╰' | '✔' | '✗'),
    }
}

/// A block whose choices are below the pane's end: its heading stands, all rows are indented, the
/// cursor is not shown, and the last row of the pane is in use.
fn is_cut_block(screen: &Screen, last: usize) -> bool {
    let hidden = screen.cursor_visible() != Some(true);
    let full = screen
        .pane_rows()
        .is_none_or(|rows| last + 2 >= usize::from(rows));
    let indented = |row: usize| screen.row(row).is_blank() || screen.row(row).indent() >= 2;
    let named = |row: usize| super::block::is_named(screen.row(row).text());
    hidden && full && (0..=last).all(indented) && (0..=last).any(named)
}

/// Words that only Codex' own full-screen views carry.
fn is_ours(row: Row<'_>) -> bool {
    const WORDS: [Needle; 5] = [
        Needle::new("Codex"),
        Needle::new("gpt-"),
        Needle::new("previous session"),
        Needle::new("Agent command center"),
        Needle::new("from Side chats"),
    ];
    WORDS.iter().any(|word| word.is_in(row.text()))
}
