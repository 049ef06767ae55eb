//! Screens without a live composer or block: exit, another program, start-up, a pager.

use std::ops::Range;

use shadow_core::contract::{Axis, UiContext};
use shadow_core::foreign;
use shadow_core::screen::{Marked, Needle, Row, Screen};
use shadow_core::surface::{Facts, RowSpan, Zone};

use super::farewell::is_farewell;
use super::found::{self, Found, Surface};
use super::glyph::{CELL_MARKS, is_drawing, is_rule, is_user_row};
use super::marks::Mark;
use super::{banner, below, footer, live, screen_reader};
use crate::rules::decide;

/// Whether anything of Claude Code's own drawing is on the screen: a banner, a cell, a branch,
/// a farewell.
pub(super) fn has_chrome(screen: &Screen) -> bool {
    const VERSION: Needle = Needle::new("Claude Code v");
    const WELCOME: Needle = Needle::new("Welcome to Claude Code");
    let mut rows = screen.filled(0, screen.height());
    rows.any(|(_, row)| is_chrome(row)) || screen.holds(VERSION) || screen.holds(WELCOME)
}

fn is_chrome(row: Row<'_>) -> bool {
    let text = row.text();
    match row.first_char() {
        Some('⎿') => text.starts_with("  ⎿ "),
        Some('▐') => text.starts_with(" ▐▛"),
        Some('▝') => text.starts_with("▝▜█"),
        Some('R' | 'c' | 'T') => is_farewell(row),
        Some(first) if CELL_MARKS.contains(&first) => {
            text.starts_with(first) && text.chars().nth(1) == Some(' ')
        }
        _ => false,
    }
}

/// Whether the CLI has ended: a dead pane, a shell's prompt below its chrome, or its farewell as
/// the last words.
pub(super) fn has_exited(screen: &Marked<'_>, found: &mut Found) -> bool {
    let Some(last) = screen.last_row() else {
        return false;
    };
    let row = screen.row(last);
    let mut over = || {
        foreign::prompt_over(screen).filter(|prompt| {
            let frame = found::frame(screen, found);
            !frame.is_some_and(|frame| below::may_be_typed(screen, &frame, *prompt))
        })
    };
    let printed = |row: Row<'_>| !row.first_char().is_some_and(is_drawing);
    let mut end = screen.flush(last.saturating_sub(5), last + 1);
    let over_rule = end.any(|(_, row)| printed(row) && is_overdrawn_prompt(row));
    let shell = is_shell(screen, last);
    let rules = || {
        (0..last)
            .filter(|&index| is_rule(screen.row(index)))
            .count()
    };
    decide! { screen;
        DeadPane if row.text().starts_with("Pane is dead") => true;
        PromptOver if over().is_some() || screen_reader::is_killed(screen) => true;
        PromptOverRule if over_rule && has_chrome(screen) => true;
        _ if over_rule => false;
        OverdrawnEdge if is_overdrawn(screen, last) => true;
        ShellBelowChrome if shell && has_chrome(screen) => true;
        ShellBelowComposer if shell && rules() >= 2 => true;
        _ if shell || screen.cursor_visible() == Some(false) => false;
        Farewell if is_farewell(row) => true;
        PromptBelowFarewell if prompts_below_farewell(screen, last) => true;
        _ => false
    }
}

/// Rows of a shell below a farewell, at most.
const PROMPT_MOST: usize = 12;

/// Whether nothing but a shell's prompt, of whatever shape, is below the farewell: the CLI draws nothing after it.
fn prompts_below_farewell(screen: &Screen, last: usize) -> bool {
    let waits = screen
        .cursor()
        .is_none_or(|(_, y)| y == last || y == last + 1);
    if !waits {
        return false;
    }
    let mut rows = screen.flush(last.saturating_sub(PROMPT_MOST), last).rev();
    let lowest = rows.find(|(_, row)| is_farewell(*row) || is_drawn(*row));
    lowest.is_some_and(|(said, row)| {
        let mut below = screen.filled(said + 1, last + 1);
        is_farewell(row) && !below.any(|(_, row)| is_drawn(row))
    })
}

/// Whether a row is a shell's prompt that takes keys: the cursor, where it is given, is on it.
pub(super) fn is_shell(screen: &Screen, row: usize) -> bool {
    if !foreign::is_shell_prompt(screen.row(row)) {
        return false;
    }
    // A CLI that was killed leaves the cursor hidden: then it must stand behind the prompt.
    let behind = |(x, y): (usize, usize)| y == row && x >= screen.row(row).width();
    if screen.cursor_visible() == Some(false) {
        return screen.cursor().is_some_and(behind);
    }
    screen
        .cursor()
        .is_none_or(|(_, y)| y == row || y == row + 1)
}

/// Whether a row is a shell's prompt printed over a rule: the CLI was killed while it drew.
fn is_overdrawn_prompt(row: Row<'_>) -> bool {
    let text = row.text();
    if !text.ends_with('─') || memchr::memchr(b'$', text.as_bytes()).is_none() {
        return false;
    }
    let Some((head, tail)) = text.split_once("$ ") else {
        return false;
    };
    let rule = tail.chars().count() >= 8 && tail.chars().all(|character| character == '─');
    rule && head.contains('@') && foreign::is_shell_prompt(row)
}

/// Rows between a composer's lower edge and the last one, at most: a popup that was open is left below what was printed.
const LEFT_MOST: usize = 16;

/// Whether something was printed over a composer's lower edge, and the CLI has drawn nothing below it since.
fn is_overdrawn(screen: &Screen, last: usize) -> bool {
    let mut below = screen
        .flush(last.saturating_sub(LEFT_MOST), last + 1)
        .rev()
        .take_while(|(_, row)| !is_drawn_or_marked(*row));
    below.any(|(index, _)| overdrawn_composer(screen, index).is_some())
}

/// The upper rule of a composer over whose lower rule's beginning something was printed: the CLI was killed or suspended
/// while it drew (`=> ─────`). Labels of its own are within a rule.
fn overdrawn_composer(screen: &Screen, index: usize) -> Option<usize> {
    const LEFT: &str = "────────";
    let row = screen.row(index);
    let broken =
        row.text().ends_with(LEFT) && row.is_flush() && !row.first_char().is_some_and(is_drawing);
    if !broken {
        return None;
    }
    let (prompt, typed) = screen.flush(0, index).next_back()?;
    let rule = prompt.checked_sub(1)?;
    (is_user_row(typed.text()) && is_rule(screen.row(rule))).then_some(rule)
}

/// Whether the cursor is in a shell's prompt below chrome: a killed CLI's drawing may still
/// be around it. Asked only where no composer lives.
pub(super) fn cursor_in_shell(screen: &Screen) -> bool {
    let Some((x, y)) = screen.cursor() else {
        return false;
    };
    let row = screen.row(y);
    let marks = ['$', '#', '%'];
    let head = &row.text()[..row.byte_at_column(x)];
    let prompt = x > 0 && foreign::is_shell_prompt(row) && head.trim_end().ends_with(marks);
    prompt && has_chrome(screen)
}

/// Whether a shell's prompt is over the edge below the composer's text: the row that follows it is flush, as no row of
/// a draft is, and the CLI has drawn nothing since (killed, and then typed to: 2.1.331).
pub(super) fn shell_over_edge(screen: &Screen) -> bool {
    let mut rows = screen.flush(0, screen.height());
    let Some((prompt, _)) = rows.find(|(_, row)| is_hosts_prompt(*row)) else {
        return false;
    };
    let rule = (0..prompt).rev().find(|&row| is_rule(screen.row(row)));
    rule.is_some_and(|rule| {
        let typed = is_user_row(screen.row(rule + 1).text());
        let first = screen.flush(rule + 2, prompt).next().is_none();
        typed && first && !rows.any(|(_, row)| is_drawn_or_marked(row))
    })
}

/// `user@host:path$ …`, with whatever was typed behind it.
fn is_hosts_prompt(row: Row<'_>) -> bool {
    const WAITS: Needle = Needle::new("$ ");
    let named = row
        .first_char()
        .is_some_and(|first| first.is_ascii_alphanumeric());
    let head = named.then(|| WAITS.split_once(row.text())).flatten();
    head.is_some_and(|(head, _)| head.contains('@') && !head.contains(' '))
}

/// Whether a row is drawn, or begins with the mark of a cell.
fn is_drawn(row: Row<'_>) -> bool {
    let own = |first: char| is_drawing(first) || CELL_MARKS.contains(&first);
    row.first_char().is_some_and(own)
}

/// Whether a flush row is one that the CLI draws.
fn is_drawn_or_marked(row: Row<'_>) -> bool {
    is_drawn(row) || is_user_row(row.text())
}

/// Row at which the surface of a CLI that has ended begins: its last composer, or its farewell.
pub(super) fn chrome_left(screen: &Marked<'_>) -> Option<usize> {
    let newest = banner::rows(screen, screen.height());
    surface_left(screen, run_start(screen, newest), screen.last_row()?)
}

/// The rows of an older run's surface, up to the newest run's banner: neither dialog nor live.
pub(super) fn older_surface(screen: &Marked<'_>, newest: Option<RowSpan>) -> Range<usize> {
    let end = run_start(screen, newest);
    let last = end.checked_sub(1);
    let first = last.and_then(|last| surface_left(screen, 0, last));
    first.unwrap_or(end)..end
}

/// Row at which a surface that was left begins among these rows.
fn surface_left(screen: &Marked<'_>, first: usize, last: usize) -> Option<usize> {
    let farewell = (first..=last).find(|&index| {
        let text = screen.row(index).text();
        is_farewell(screen.row(index))
            || text.starts_with("Total cost:")
            || text.starts_with("Pane is dead")
            || text.trim_start_matches(['❯', '\u{a0}', ' ']) == "Killed"
    });
    let composer = live::remnant(screen, last).filter(|&row| row >= first);
    let overdrawn = (first..=last).find_map(|row| overdrawn_composer(screen, row));
    let overdrawn = overdrawn.filter(|&row| row >= first);
    composer.into_iter().chain(overdrawn).chain(farewell).min()
}

/// Row at which the newest run of the CLI begins: its banner, where a shell's prompt stands
/// directly above it, or above the row that was typed before the CLI took keys. What is above
/// is an older run's.
fn run_start(screen: &Screen, newest: Option<RowSpan>) -> usize {
    let Some(banner) = newest else {
        return 0;
    };
    let first = banner.first as usize;
    let above = screen.last_filled(0, first);
    let started = above.is_some_and(|index| {
        (index.saturating_sub(1)..=index).any(|index| foreign::is_shell_prompt(screen.row(index)))
    });
    if started { first } else { 0 }
}

/// Whether a row is the key hint below a box at column 0: of a dialog that was answered before the
/// banner was painted, and stays above it (1.0.38 to 2.1.31).
pub(super) fn is_box_hint(screen: &Screen, index: usize) -> bool {
    let boxed = index > 0 && screen.row(index - 1).text().starts_with('╰');
    boxed && screen.row(index).indent() >= 2
}

/// The row from which a transcript view's footer stands: a rule, then at most three rows that
/// name the view and its keys.
pub(super) fn pager(screen: &Marked<'_>) -> Option<usize> {
    let last = screen.last_row()?;
    let rule = (last.saturating_sub(4)..last)
        .rev()
        .find(|&index| is_rule(screen.row(index)))?;
    let named = (rule + 1..=last).any(|index| {
        let row = screen.row(index).trimmed();
        // The first segment may tell that a turn runs (`working · Showing detailed transcript`, 2.1.331).
        let second = || footer::segments(row).nth(1).is_some_and(names_transcript);
        names_transcript(row) || Mark::WorkingTranscript.holds(screen, second())
    });
    named.then_some(rule)
}

/// Whether a text says that the transcript is shown. A narrow pane cuts it (`Showing detailed transcript…`, 40 columns).
fn names_transcript(text: &str) -> bool {
    let mut words = text.split(' ');
    let is = |word: &str, wanted: &str| word.eq_ignore_ascii_case(wanted);
    words.next().is_some_and(|word| is(word, "showing"))
        && words.any(|word| is(word.trim_end_matches([',', '.', ':', '…']), "transcript"))
}

/// Reads a pager over the transcript, from its rule down.
pub(super) fn read_pager(screen: &Marked<'_>, rule: usize, facts: &mut Facts) -> Surface {
    facts.pager_context = decide! { screen;
        TranscriptEdits if pager_edits(screen, rule) => UiContext::RewindMenu;
        _ => UiContext::TranscriptView
    };
    let rows = RowSpan::new(rule, screen.last_row().unwrap_or(rule));
    facts.mark(Zone::Pager, rows);
    facts.witness(Zone::Pager, "transcript_footer", rows, Axis::InputMode);
    Surface::Pager
}

/// Whether a transcript view offers to edit or rewind.
fn pager_edits(screen: &Screen, rule: usize) -> bool {
    let last = screen.last_row().unwrap_or(rule);
    (rule..=last).any(|index| {
        let text = screen.row(index).text();
        text.contains("to rewind") || text.contains("to edit message")
    })
}
