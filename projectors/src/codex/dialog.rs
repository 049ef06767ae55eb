//! The dialog's cells written out: bullets and indents gone, soft wraps undone where they are proven.

use shadow_core::contract::{CellRole, DialogCell};
use shadow_core::screen::{Screen, str_width};
use shadow_core::surface::Facts;

use super::end_row::is_filler;
use super::kept::has_cells;
use super::layout::{Front, Look, filled_above};
use super::shape::{BAR, numbered};
use super::walk::{CellKind, CellSpan, cells, is_wrapped};

/// Appends the cells above what stands in front.
pub(super) fn write(screen: &Screen, front: &Front, facts: &Facts, out: &mut Vec<DialogCell>) {
    let (look, end) = extent(screen, front);
    let start = out.len();
    if has_cells(facts) {
        let kept = facts.zones.iter().filter_map(CellSpan::of);
        write_cells(screen, look, kept, out);
    } else {
        let found = cells(screen, look, begin(screen, front), end);
        write_cells(screen, look, found, out);
    }
    if facts.running.is_some()
        && let Some(last) = out[start..].last_mut()
    {
        last.complete = last.role == CellRole::User;
    }
}

fn write_cells(
    screen: &Screen,
    look: Look,
    cells: impl Iterator<Item = CellSpan>,
    out: &mut Vec<DialogCell>,
) {
    // What stands highest may have begun above the screen, whose first row may be blank.
    let mut highest = true;
    let mut pinned = false;
    for cell in cells {
        let cut = std::mem::take(&mut highest) || std::mem::take(&mut pinned);
        pinned = cell.first == 0 && cell.kind == CellKind::User;
        let Some(role) = role(cell.kind) else {
            continue;
        };
        let text = text(screen, look, &cell);
        if text.is_empty() {
            continue;
        }
        out.push(DialogCell {
            role,
            text,
            rows: [cell.first as i32, cell.last as i32],
            truncated_above: cut && is_headless(screen, look, &cell),
            complete: true,
        });
    }
}

/// The look, and the first row that is no longer transcript.
fn extent(screen: &Screen, front: &Front) -> (Look, usize) {
    match front {
        Front::Composer(composer) => (composer.look, composer.top),
        Front::Block { look, rows } => (*look, rows.first as usize),
        Front::BareStatus { row } => (Look::Bar, *row),
        Front::Ended { row } => (ended_look(screen, *row), last_life(screen, *row)),
        Front::Pager { rule, .. } => (ended_look(screen, *rule), shown_end(screen, *rule)),
        _ => (Look::Chevron, 0),
    }
}

/// The first row that is transcript: a pager has a heading above it.
fn begin(screen: &Screen, front: &Front) -> usize {
    let headed = matches!(front, Front::Pager { .. }) && screen.row(0).text().starts_with("/ ");
    usize::from(headed)
}

/// The first of the rows that fill a pager below its text, or its rule.
fn shown_end(screen: &Screen, rule: usize) -> usize {
    (0..rule)
        .rev()
        .take_while(|&row| is_filler(screen.row(row)) || screen.row(row).is_blank())
        .last()
        .unwrap_or(rule)
}

/// The first row of the composer that a killed CLI left above `end`, or `end`: one that has said farewell has cleared it.
fn last_life(screen: &Screen, end: usize) -> usize {
    if super::ending::says_farewell(screen.row(end)) {
        return end;
    }
    let flush = |row: usize| super::shape::flush_char(screen.row(row)).is_some();
    let Some(prompt) = (0..end).rev().find(|&row| flush(row)) else {
        return end;
    };
    let above_blank = prompt > 0 && screen.row(prompt - 1).is_blank();
    let text = screen.row(prompt).text();
    if !above_blank || !text.starts_with(['›', BAR]) {
        return end;
    }
    let status = filled_above(screen, prompt - 1)
        .map(|row| super::layout::block_start(screen, row))
        .filter(|&row| super::shape::status_shape(screen.row(row).text()).is_some());
    status.unwrap_or(prompt)
}

fn ended_look(screen: &Screen, end: usize) -> Look {
    let barred = (0..end).any(|row| {
        let text = screen.row(row).text();
        text.starts_with(BAR) || text == "user" || text == "codex"
    });
    if barred { Look::Bar } else { Look::Chevron }
}

fn role(kind: CellKind) -> Option<CellRole> {
    Some(match kind {
        CellKind::User => CellRole::User,
        CellKind::Assistant => CellRole::Assistant,
        CellKind::Thinking => CellRole::Thinking,
        CellKind::Tool => CellRole::ToolCall,
        CellKind::Notice | CellKind::Unexplained => CellRole::Notice,
        CellKind::Interrupted | CellKind::Retry => CellRole::Notice,
        CellKind::Error => CellRole::Error,
        CellKind::Banner => CellRole::Banner,
        CellKind::Separator | CellKind::Finished | CellKind::Heading => return None,
    })
}

/// The highest cell, where it does not open with a bullet, began above the screen; so did one below
/// a prompt that stays on that row while its turn scrolls. Up to 0.20 an answer has a heading instead.
fn is_headless(screen: &Screen, look: Look, cell: &CellSpan) -> bool {
    let text = screen.row(cell.first).text();
    let indented = text.chars().next().is_none_or(char::is_whitespace);
    let flush = look == Look::Bar && cell.kind == CellKind::Assistant && !text.starts_with('>');
    (indented || flush) && cell.kind != CellKind::Banner
}

/// A cell's text: each row without margin, joined where a wrap is proven.
fn text(screen: &Screen, look: Look, cell: &CellSpan) -> String {
    let mut out = String::with_capacity(room_for(screen, cell));
    // The row above as it stands, and without its margin.
    let mut previous: Option<(&str, &str)> = None;
    let prose = matches!(
        cell.kind,
        CellKind::Assistant | CellKind::User | CellKind::Thinking | CellKind::Error
    );
    for index in cell.first..=cell.last {
        let row = screen.row(index).text();
        if is_broken(screen, look, cell, index) {
            out.push_str(row);
            previous = Some((row, row));
            continue;
        }
        let line = strip_margin(row, look, cell.kind, index == cell.first);
        if is_drawn(line) || cell.kind == CellKind::Tool && line.trim_start() == "+ Show details" {
            continue;
        }
        let wrapped =
            prose && previous.is_some_and(|(row, text)| continues(screen.width(), row, text, line));
        match (previous, wrapped) {
            (None, _) => out.push_str(line),
            (Some((_, before)), true) => {
                if !is_cut(before, line) {
                    out.push(' ');
                }
                out.push_str(line.trim_start());
            }
            (Some(_), false) => {
                out.push('\n');
                out.push_str(line);
            }
        }
        previous = Some((row, line));
    }
    without_ends(out)
}

/// Whether a row goes on a word of an answer that the terminal has broken, which a known width proves.
fn is_broken(screen: &Screen, look: Look, cell: &CellSpan, index: usize) -> bool {
    let prose = cell.kind == CellKind::Assistant && look == Look::Chevron && index > cell.first;
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
fn strip_margin(row: &str, look: Look, kind: CellKind, first: bool) -> &str {
    let bar = row
        .strip_prefix(BAR)
        .map(|rest| rest.strip_prefix(' ').unwrap_or(rest));
    if look == Look::Bar
        && let Some(rest) = bar
    {
        return rest;
    }
    const BULLETS: [char; 11] = ['›', '•', '◦', '■', '⚠', '✔', '✗', '🖐', '⚡', '>', '▌'];
    if first
        && kind != CellKind::Banner
        && let Some(rest) = row.strip_prefix(BULLETS)
    {
        return rest.strip_prefix('\u{fe0f}').unwrap_or(rest).trim_start();
    }
    row.strip_prefix("  ").unwrap_or(row)
}

/// A row of rules and frames only.
fn is_drawn(line: &str) -> bool {
    const DASHES: &str = "────";
    const SPACES: &[u8] = &[b' '; 16];
    let (mut rest, mut drawn) = (line.as_bytes(), false);
    loop {
        // The edges of a box are long, and so are its blanks.
        while let Some(after) = rest.strip_prefix(DASHES.as_bytes()) {
            (rest, drawn) = (after, true);
        }
        rest = match rest {
            [] => return drawn,
            [b' ', after @ ..] => rest.strip_prefix(SPACES).unwrap_or(after),
            // U+2500 to U+257F, not decoded.
            [0xe2, 0x94 | 0x95, _, after @ ..] => {
                drawn = true;
                after
            }
            _ => return false,
        };
    }
}

/// Whether a row goes on the one above: that had no room for this one's first word.
fn continues(cols: usize, row: &str, before: &str, line: &str) -> bool {
    let body = line.trim_start();
    if body.is_empty() || before.trim().is_empty() || is_item(body) {
        return false;
    }
    let width = str_width(row);
    let word = body.split(' ').next().unwrap_or(body);
    if is_hyphenated(before) {
        let piece = word.split_inclusive('-').next().unwrap_or(word);
        return width + str_width(piece) > cols.saturating_sub(1);
    }
    width + 1 + str_width(word) > cols.saturating_sub(1)
}

/// Whether the wrap cut a word: the row above ends in a character that a wrap after it keeps.
fn is_cut(before: &str, line: &str) -> bool {
    let wide = |c: char| shadow_core::screen::char_width(c) == 2;
    let last = before.chars().next_back();
    let first = line.trim_start().chars().next();
    last.is_some_and(wide) && first.is_some_and(wide) || is_hyphenated(before)
}

/// Whether a row ends in a hyphen inside a word, after which a wrap may come.
fn is_hyphenated(before: &str) -> bool {
    before
        .strip_suffix('-')
        .is_some_and(|head| head.ends_with(char::is_alphanumeric))
}

fn is_item(body: &str) -> bool {
    body.starts_with("- ")
        || body.starts_with("• ")
        || body.starts_with("* ")
        || numbered(body).is_some()
}
