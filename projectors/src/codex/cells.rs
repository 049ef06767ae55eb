//! The dialog's cells written out: bullets and indents gone, soft wraps undone where they are proven.

use std::ops::Range;

use shadow_core::contract::{CellRole, DialogCell};
use shadow_core::screen::{Marked, Screen, str_width};
use shadow_core::surface::Facts;

use super::cell_kind::{CellKind, CellSpan};
use super::cell_row::CellRows;
use super::end_mark::is_filler;
use super::front::{Front, Skin};
use super::marks::Mark;
use super::shape::{BAR, carries_styles, is_wrapped};
use super::started;
use super::transcript::{Transcript, cells};
use crate::letters::trim_start;
use crate::rules::mark_all;
use crate::shapes::lists::marker;
use crate::shapes::strokes::{Strokes, is_drawn};
use crate::shapes::wraps::{Above, Wrap, unquoted};

/// Appends the cells above what is in front.
pub(super) fn write(
    screen: &Marked<'_>,
    front: Front,
    transcript: &Transcript,
    facts: &Facts,
    out: &mut Vec<DialogCell>,
) {
    let (skin, rows) = extent(screen, &front);
    let start = out.len();
    if transcript.is_read {
        let read = transcript.cells.iter().copied();
        let read = read.map(|cell| without_count(screen, facts, cell));
        write_cells(screen, skin, read, out);
    } else {
        let found = cells(CellRows::of(screen, skin, rows.end), rows.start);
        write_cells(screen, skin, found, out);
    }
    if facts.turn.running.is_some()
        && let Some(last) = out[start..].last_mut()
    {
        last.complete &= last.role == CellRole::User;
    }
}

/// A cell without the row below it that counts background terminals (0.110 and later).
fn without_count(screen: &Marked<'_>, facts: &Facts, mut cell: CellSpan) -> CellSpan {
    let counted = facts.background.map(|(_, rows)| rows.first as usize);
    let counted = counted.filter(|row| (cell.first + 1..=cell.last).contains(row));
    if let Some(row) = Mark::CountTrimmed.found(screen, counted) {
        cell.last = screen.last_filled(0, row).unwrap_or(cell.first);
    }
    cell
}

fn write_cells(
    screen: &Marked<'_>,
    skin: Skin,
    cells: impl Iterator<Item = CellSpan>,
    out: &mut Vec<DialogCell>,
) {
    // What stands highest may have begun above the screen, whose first row may be blank.
    let (mut highest, mut pinned, mut folded) = (true, false, false);
    let mut ended = false;
    let start = out.len();
    for cell in cells {
        // What a turn said before its last words is folded away with its details.
        let folded = std::mem::replace(&mut folded, cell.kind == CellKind::Folded);
        let cut = std::mem::take(&mut highest) || std::mem::take(&mut pinned);
        pinned = cell.first == 0 && cell.kind == CellKind::User;
        let after_end = ended && cell.kind.is_agents();
        ended = ends(screen, cell.kind, ended);
        let Some(role) = role(screen, &cell) else {
            continue;
        };
        let mut text = cell_text(screen, skin, &cell);
        if text.is_empty() {
            continue;
        }
        let answers = role == CellRole::Assistant;
        let label = answers.then(|| plan_label(&text)).flatten();
        if let Some(label) = label {
            text.drain(..label);
        }
        let cut_below = is_cut_pinned(screen, &cell);
        if cut_below {
            text.pop();
        }
        let part = answers.then(|| part_above(&out[start..], &text)).flatten();
        if let Some(part) = part {
            out.remove(start + part);
        }
        let barred = cut && is_barred_at_top(screen, &cell);
        mark_all! { screen;
            AnswersGiven if role == CellRole::ToolResult;
            PlanLabeled if label.is_some();
            PinnedCut if cut_below;
            PrintedAnew if part.is_some();
            CutPromptBar if barred;
        }
        let command = (cell.kind == CellKind::Command).then(|| started::command(&text));
        out.push(DialogCell {
            command: command.flatten(),
            after_end,
            role,
            text,
            rows: [cell.first as i32, cell.last as i32],
            truncated_above: barred || cut && is_headless(screen, skin, &cell),
            complete: !(cut_below || folded || cell.kind.is_raw()),
            breaks_off: cell.kind == CellKind::Interrupted,
        });
    }
}

/// Whether a turn has ended where a cell ends, `before` it or with it: its last row says so, where styles prove that row.
fn ends(screen: &Screen, kind: CellKind, before: bool) -> bool {
    match kind {
        CellKind::Finished => carries_styles(screen),
        CellKind::Notice => before,
        _ => false,
    }
}

/// The length of a plan's label, which the CLI sets above the agent's words (0.98 and later): two blank rows part them.
fn plan_label(text: &str) -> Option<usize> {
    const LABEL: &str = "Proposed Plan\n\n\n";
    text.starts_with(LABEL).then_some(LABEL.len())
}

/// The cell above that is the beginning of an answer, with nothing but the CLI's own words between the two: the whole is
/// printed below what was set into it while it streamed (0.157 to 0.169).
fn part_above(above: &[DialogCell], whole: &str) -> Option<usize> {
    use CellRole::{Banner, Error, Notice};
    // What is refused while a turn runs is told as an error.
    let told = |cell: &DialogCell| matches!(cell.role, Notice | Banner | Error);
    let part = above.iter().rposition(|cell| !told(cell))?;
    let cell = &above[part];
    let begins = cell.role == CellRole::Assistant && whole.starts_with(&cell.text);
    (begins && part + 1 < above.len()).then_some(part)
}

/// Whether a prompt that stays on the first row while its turn scrolls shows its beginning alone: it takes one row, line
/// ends become blanks, and what does not fit the pane's width is cut (0.157 to 0.169).
fn is_cut_pinned(screen: &Screen, cell: &CellSpan) -> bool {
    let row = screen.row(0);
    let alone = cell.kind == CellKind::User && (cell.first, cell.last) == (0, 0);
    // A character of two columns may not have fitted.
    alone && row.text().ends_with('…') && row.width() + 2 >= screen.width()
}

/// The skin, and the rows of the transcript. A pager may have a heading above it.
fn extent(screen: &Screen, front: &Front) -> (Skin, Range<usize>) {
    match *front {
        Front::Composer(composer) => (composer.skin, 0..composer.top),
        Front::Block { skin, rows } => (skin, 0..rows.first as usize),
        Front::BareStatus { row } => (Skin::Bar, 0..row),
        Front::Ended { row } => (ended_look(screen, row), 0..last_life(screen, row)),
        Front::Pager { rule, .. } => {
            let headed = screen.row(0).text().starts_with("/ ");
            let first = usize::from(headed);
            (ended_look(screen, rule), first..shown_end(screen, rule))
        }
        _ => (Skin::Chevron, 0..0),
    }
}

/// The first of the rows that fill a pager below its text, or its rule.
fn shown_end(screen: &Screen, rule: usize) -> usize {
    (0..rule)
        .rev()
        .take_while(|&row| is_filler(screen.row(row)) || screen.row(row).is_blank())
        .last()
        .unwrap_or(rule)
}

/// The first row of the composer that a killed CLI left above `end`, or `end`: one that has said farewell has cleared it. A
/// prompt with nothing below it is the person's last one: a CLI that is left while it waits clears its composer, and says no
/// farewell (0.58 to 0.169).
fn last_life(screen: &Screen, end: usize) -> usize {
    if super::farewell::says_farewell(screen.row(end)) {
        return end;
    }
    // The footer is flush in 0.36 to 0.42.
    let flush = |row: usize| screen.row(row).flush_char().is_some_and(|c| c != '⏎');
    let Some(prompt) = (0..end).rev().find(|&row| flush(row)) else {
        return end;
    };
    let above_blank = prompt > 0 && screen.row(prompt - 1).is_blank();
    let text = screen.row(prompt).text();
    let footed = screen.last_filled(prompt + 1, end).is_some();
    if !above_blank || !footed || !text.starts_with(['›', '»', BAR]) {
        return end;
    }
    let status = screen
        .last_filled(0, prompt)
        .map(|row| screen.run_start(row))
        .filter(|&row| super::shape::status_shape(screen.row(row).text()).is_some());
    status.unwrap_or(prompt)
}

fn ended_look(screen: &Screen, end: usize) -> Skin {
    let barred = (0..end).any(|row| {
        let text = screen.row(row).text();
        text.starts_with(BAR) || text == "user" || text == "codex"
    });
    if barred { Skin::Bar } else { Skin::Chevron }
}

fn role(screen: &Screen, cell: &CellSpan) -> Option<CellRole> {
    match cell.kind {
        CellKind::Assistant if holds_answers(screen, cell) => Some(CellRole::ToolResult),
        kind => kind.mark_and_role().1,
    }
}

/// What the person answered to the agent's questions: a bullet, a bold word and a dim count, which no answer of the
/// agent's has together (0.98 to 0.169).
fn holds_answers(screen: &Screen, cell: &CellSpan) -> bool {
    const HEAD: &str = "• Questions";
    let row = screen.row(cell.first);
    let counted = row
        .text()
        .strip_prefix(HEAD)
        .is_some_and(|rest| rest.ends_with(" answered"));
    let drawn = || row.style_at(HEAD.len() - 1).bold() && row.style_at(HEAD.len() + 1).dim();
    counted && drawn()
}

/// The highest cell, where it does not open with a bullet, began above the screen; so did one below
/// a prompt that stays on that row while its turn scrolls. Up to 0.20 an answer has a heading instead. A terminal that has
/// become narrower wraps an answer's rows into column 0 (0.110).
fn is_headless(screen: &Screen, skin: Skin, cell: &CellSpan) -> bool {
    let text = screen.row(cell.first).text();
    let indented = text.chars().next().is_none_or(char::is_whitespace);
    let opens = match skin {
        Skin::Bar => text.starts_with('>'),
        Skin::Chevron => text.starts_with(['•', '◦']),
    };
    let flush = cell.kind == CellKind::RawText || cell.kind == CellKind::Assistant && !opens;
    (indented || flush) && cell.kind != CellKind::Banner
}

/// Whether a prompt each row of which has a bar stands from the first row down: a blank row would be above its beginning.
fn is_barred_at_top(screen: &Screen, cell: &CellSpan) -> bool {
    let barred = || screen.row(0).flush_char() == Some(BAR);
    cell.kind == CellKind::User && cell.first == 0 && barred()
}

/// A cell's text: each row without margin, joined where a wrap is proven.
pub(super) fn cell_text(screen: &Screen, skin: Skin, cell: &CellSpan) -> String {
    let mut out = String::with_capacity(room_for(screen, cell));
    // The row above as it stands, and without its margin.
    let mut previous: Option<(&str, &str)> = None;
    let prose = matches!(
        cell.kind,
        CellKind::Assistant
            | CellKind::User
            | CellKind::Thinking
            | CellKind::Error
            | CellKind::Refusal
    ) && !holds_answers(screen, cell);
    for index in cell.first..=cell.last {
        let row = screen.row(index).text();
        if is_broken(screen, skin, cell, index) {
            out.push_str(row);
            previous = Some((row, row));
            continue;
        }
        let opens = index == cell.first && !is_headed(screen, skin, cell);
        let line = strip_margin(row, skin, cell.kind, opens);
        if is_drawn(line, Strokes::Lines)
            || cell.kind == CellKind::Tool && trim_start(line) == "+ Show details"
        {
            continue;
        }
        let above = previous.replace((row, line));
        let joint = above.filter(|_| prose);
        let body = joint.map_or(line, |(_, above)| unquoted(above, trim_start(line), QUOTED));
        match joint.and_then(|above| joint_of(screen, above, body)) {
            Some(joint) => {
                out.push_str(joint);
                out.push_str(trim_start(body));
            }
            None => {
                out.push_str(if above.is_some() { "\n" } else { "" });
                out.push_str(line);
            }
        }
    }
    without_ends(out)
}

/// The mark before each row of a quotation.
const QUOTED: &str = "> ";

/// What stood between a row, given as it is and without its margin, and one that goes on it. An item of a list does not.
fn joint_of(screen: &Screen, (row, text): (&str, &str), line: &str) -> Option<&'static str> {
    let body = trim_start(line);
    if body.is_empty() || marker(body) > 0 {
        return None;
    }
    let used = str_width(row);
    let wrap = Wrap::at_hyphens(screen.width().saturating_sub(1));
    wrap.joint(Above { text, used }, body)
}

/// Whether a heading is above a cell (0.20, 0.21): a glyph that opens it is of its own words.
fn is_headed(screen: &Screen, skin: Skin, cell: &CellSpan) -> bool {
    let above = cell.first.checked_sub(1).map(|row| screen.row(row).text());
    let said = matches!(
        cell.kind,
        CellKind::User | CellKind::Assistant | CellKind::Thinking
    );
    skin == Skin::Bar && said && matches!(above, Some("user" | "codex" | "thinking"))
}

/// Whether a row goes on a word of an answer that the terminal has broken, which a known width proves.
fn is_broken(screen: &Screen, skin: Skin, cell: &CellSpan, index: usize) -> bool {
    let prose = cell.kind == CellKind::Assistant && skin == Skin::Chevron && index > cell.first;
    prose && screen.cols().is_some() && is_wrapped(screen, index)
}

/// Bytes that a cell's rows take at most, line ends included.
fn room_for(screen: &Screen, cell: &CellSpan) -> usize {
    let rows = cell.first..=cell.last;
    rows.map(|row| screen.row(row).text().len() + 1).sum()
}

/// A text without line ends at its beginning and end.
fn without_ends(mut text: String) -> String {
    text.truncate(text.trim_end_matches('\n').len());
    if text.starts_with('\n') {
        let blank = text.len() - text.trim_start_matches('\n').len();
        text.drain(..blank);
    }
    text
}

/// A row without bullet or indent.
fn strip_margin(row: &str, skin: Skin, kind: CellKind, first: bool) -> &str {
    let bar = row
        .strip_prefix(BAR)
        .map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
    if skin == Skin::Bar
        && let Some(rest) = bar
    {
        return rest;
    }
    const BULLETS: [char; 11] = ['›', '•', '◦', '■', '⚠', '✔', '✗', '🖐', '⚡', '>', '▌'];
    if first
        && kind != CellKind::Banner
        && !row.starts_with(">>")
        && let Some(rest) = row.strip_prefix(BULLETS)
    {
        return rest.strip_prefix('\u{fe0f}').unwrap_or(rest).trim_start();
    }
    row.strip_prefix("  ").unwrap_or(row)
}
