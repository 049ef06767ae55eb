//! Where the options of a block begin: numbered lists, and lists told by their selected row.

use std::ops::RangeInclusive;

use shadow_core::screen::{Marked, Screen};
use smallvec::SmallVec;

use super::super::ink::is_faint;
use super::super::marks::Mark;
use super::lines::{self, Line};
use crate::rules::mark_all;
use crate::shapes::columns::{before, beside};

/// Where an option's text stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'a> {
    /// Index into the block's lines.
    pub(super) at: usize,
    pub(super) number: Option<u32>,
    pub(super) selected: bool,
    /// Column of the number, or of the label where there is none.
    pub(super) column: usize,
    /// Column of the label.
    pub(super) label_column: usize,
    pub(super) label: &'a str,
}

impl<'a> Head<'a> {
    /// An entry without a number.
    const fn bare(at: usize, column: usize, label: &'a str) -> Self {
        Self {
            at,
            number: None,
            selected: false,
            column,
            label_column: column,
            label,
        }
    }
}

/// Heads of a dialog of usual size stay off the heap.
pub(super) type Heads<'a> = SmallVec<[Head<'a>; 32]>;

/// Where the options among these lines begin.
pub(super) fn heads<'a>(screen: &Marked<'_>, lines: &[Line<'a>]) -> Heads<'a> {
    let numbered = numbered(lines);
    mark_all! { screen;
        NumberedOptions if !numbered.is_empty();
        AppendedOption if numbered.last().is_some_and(|head| head.number.is_none());
    }
    match numbered.is_empty() {
        true => plain(screen, lines),
        false => numbered,
    }
}

/// The lowest list whose numbers count up one by one.
fn numbered<'a>(lines: &[Line<'a>]) -> Heads<'a> {
    let mut list = Heads::new();
    let all = lines.iter().enumerate().rev();
    for head in all.filter_map(|(at, line)| numbered_head(line, at)) {
        let Some(next) = list.last() else {
            list.push(head);
            continue;
        };
        // Nothing stands above the first: a file may hold an item 0 (2.0.31).
        let counts = head.number < next.number && next.number != Some(1);
        let aligned = head.column.abs_diff(list[0].column) <= 1;
        if counts && aligned {
            list.push(head);
        } else if head.number == Some(1) || next.number == Some(1) {
            break;
        }
    }
    if list.is_empty() {
        return list;
    }
    list.reverse();
    let last_is_first = list.len() == 1 && list[0].number == Some(1);
    list.extend(appended(lines, &list));
    let trusted = list.iter().any(|head| head.selected) || list.len() > 1 || last_is_first;
    if trusted { list } else { Heads::new() }
}

/// The entries without a number that stand apart below an inner rule: `Chat about this` (2.1.12), in plan mode another below it.
fn appended<'a>(lines: &[Line<'a>], list: &[Head<'a>]) -> SmallVec<[Head<'a>; 2]> {
    let Some(last) = list.last() else {
        return SmallVec::new();
    };
    let mut below = last.at + 1..lines.len();
    let rule = below.find(|&at| lines[at].text.starts_with("───"));
    let entries = below.map_while(|at| entry(&lines[at], at, last));
    rule.map_or_else(SmallVec::new, |_| entries.collect())
}

/// An entry in the column of a list's last, without a number.
fn entry<'a>(line: &Line<'a>, at: usize, last: &Head<'_>) -> Option<Head<'a>> {
    let marked = lines::marked(line.text);
    let text = marked.unwrap_or(line.text);
    let label = text.trim();
    let column = line.column_of(text.trim_start());
    (!label.is_empty() && column == last.column && !lines::is_hint(label)).then_some(Head {
        selected: marked.is_some(),
        ..Head::bare(at, column, label)
    })
}

fn numbered_head<'a>(line: &Line<'a>, at: usize) -> Option<Head<'a>> {
    let first = line.words.bytes().next()?;
    if first.is_ascii() && !first.is_ascii_digit() {
        return None;
    }
    let text = line.text;
    let (rest, selected) = match lines::marked(text) {
        Some(rest) => (rest, true),
        None => (text.trim_start_matches([' ', '↑', '↓']), false),
    };
    let (number, label) = lines::option_number(rest)?;
    Some(Head {
        number: Some(number),
        selected,
        label_column: line.column_of(label),
        ..Head::bare(at, line.column_of(rest.trim_start()), label)
    })
}

/// A list without numbers: the selected row, and the rows around it whose text begins in the
/// same column. Where blank rows set entries apart, an entry's first row is its head.
fn plain<'a>(screen: &Marked<'_>, lines: &[Line<'a>]) -> Heads<'a> {
    let is_chosen = |line: &Line<'_>| lines::is_selected(line.text) && !lines::is_hint(line.words);
    let selected = lines.iter().rposition(is_chosen);
    let head = selected.and_then(|at| marked_head(&lines[at], at));
    let (Some(selected), Some(head)) = (selected, head) else {
        return Heads::new();
    };
    let shift = lines[selected].shift;
    let all = around(lines, selected, |line| {
        line.words.is_empty() || line.shift == shift && part_of_list(line, head.label_column)
    });
    let first = *all.start();
    let own = &lines[all.clone()];
    let spaced = is_spaced(own, head.label_column) || is_alone(own, &lines[selected]);
    let after_blank = |at: usize| at == 0 || lines[at - 1].words.is_empty();
    let is_head = |at: usize| {
        let apart = at == first || after_blank(at);
        let heading = !spaced && after_blank(at) && heads_group(&lines[at..], head.label);
        let note = at != selected && is_note(screen, lines, at);
        mark_all! { screen;
            GroupHeading if heading;
            OptionNote if note;
        }
        !lines[at].words.is_empty() && (!spaced || apart) && !heading && !note
    };
    let range = if spaced {
        all
    } else {
        // No blank row and nothing foreign to the list sets these apart.
        around(lines, selected, |line| {
            part_of_list(line, head.label_column)
        })
    };
    let mut heads: Heads<'a> = range
        .filter(|&at| is_head(at))
        .filter_map(|at| match at == selected {
            true => Some(head),
            false => plain_head(&lines[at], at, head.label_column),
        })
        .collect();
    let counted = take_counts(&mut heads);
    mark_all! { screen;
        SpacedOptions if spaced;
        PlainOptions if !spaced;
        CountedOptions if counted;
    }
    heads
}

/// Takes the numbers that count a list's entries up in a column of their own for numbers, and what stands beside them for
/// the labels, the person's prompts behind their glyph: `1    > say hello`, `3    (current)` (1.0.0 to 1.0.85). Whether
/// there are any.
fn take_counts(heads: &mut Heads<'_>) -> bool {
    let counts: Option<SmallVec<[(u32, &str); 32]>> =
        heads.iter().map(|head| count(head.label)).collect();
    let Some(counts) = counts.filter(|counts| counts.len() > 1) else {
        return false;
    };
    if !counts.windows(2).all(|two| two[0].0 + 1 == two[1].0) {
        return false;
    }
    for (head, (number, label)) in heads.iter_mut().zip(counts) {
        head.number = Some(number);
        head.label_column += before(head.label, label);
        head.label = label;
    }
    true
}

/// The number in a column before a label, and the label.
fn count(text: &str) -> Option<(u32, &str)> {
    let (number, label) = text.split_once("  ")?;
    let label = label.trim_start();
    let label = label.strip_prefix("> ").unwrap_or(label);
    Some((number.parse().ok()?, label)).filter(|_| !label.is_empty())
}

/// Whether a group's first line is its heading: `User MCPs (~/.claude.json)` over entries that each
/// tell their state behind a dot, as the selected one does (2.1.160).
fn heads_group(lines: &[Line<'_>], selected: &str) -> bool {
    let below = lines.get(1).is_some_and(|line| is_stated(line.text));
    is_stated(selected)
        && below
        && !is_stated(lines[0].text)
        && lines[0].text.trim_end().ends_with(')')
}

/// Whether a row between two that have a value beside them has none: it says why the setting above it is fixed (2.1.281
/// to 2.1.330), in gray where there are styles.
fn is_note(screen: &Screen, lines: &[Line<'_>], at: usize) -> bool {
    let valued = |line: &Line<'_>| beside(line.words).1.is_some();
    let near = |at: usize| lines.get(at).is_some_and(valued);
    let between = at > 0 && near(at - 1) && near(at + 1) && !valued(&lines[at]);
    let gray = || lines[at].style(screen).is_some_and(is_faint);
    between && (!screen.is_styled() || gray())
}

/// Whether a text tells states, a dot between them.
fn is_stated(text: &str) -> bool {
    text.contains(" · ")
}

/// Whether a list is one entry with its states in the row below it: the only session that there is to resume (2.0.0
/// to 2.1.0). A second entry would tell its states as the first does, or stand behind a blank row.
fn is_alone(lines: &[Line<'_>], selected: &Line<'_>) -> bool {
    let mut filled = lines.iter().filter(|line| !line.words.is_empty());
    let first = filled.next().is_some_and(|line| line.row == selected.row);
    let states = filled.next().filter(|line| line.row == selected.row + 1);
    let told = states.is_some_and(|line| is_stated(line.words));
    first && told && !is_stated(selected.words) && filled.next().is_none()
}

/// The run of lines around one that belong to it.
fn around(
    lines: &[Line<'_>],
    at: usize,
    belongs: impl Fn(&Line<'_>) -> bool,
) -> RangeInclusive<usize> {
    let belongs = |at: &usize| belongs(&lines[*at]);
    let first = (0..at).rev().take_while(belongs).last();
    let last = (at + 1..lines.len()).take_while(belongs).last();
    first.unwrap_or(at)..=last.unwrap_or(at)
}

/// Whether blank rows set the entries of a list apart: several groups of one or two rows.
fn is_spaced(lines: &[Line<'_>], column: usize) -> bool {
    let mut groups = 0;
    let mut size = 0;
    for line in lines {
        if line.words.is_empty() {
            size = 0;
            continue;
        }
        let text = line.text.trim_start().trim_start_matches(['❯', '›']);
        let at = line.column_of(text.trim_start());
        groups += usize::from(size == 0);
        size += 1;
        if size > 2 || (size == 1 && at != column) {
            return false;
        }
    }
    groups >= 2
}

fn marked_head<'a>(line: &Line<'a>, at: usize) -> Option<Head<'a>> {
    let marked = lines::marked(line.text)?.trim_start();
    let label = marked.trim_start_matches('✔').trim_start();
    Some(Head {
        selected: true,
        ..Head::bare(at, line.column_of(label), marked)
    })
}

/// Whether a line can stand in a list whose labels begin at `column`.
fn part_of_list(line: &Line<'_>, column: usize) -> bool {
    let text = line.words;
    !text.is_empty()
        && (line.indent() >= column || text.starts_with(['✔', '↑', '↓', '❯']))
        && !lines::is_hint(text)
        && !lines::is_drawn(text)
        && !lines::is_more(text)
}

fn plain_head<'a>(line: &Line<'a>, at: usize, column: usize) -> Option<Head<'a>> {
    let text = line.text.trim_start();
    let label = text.trim_start_matches(['↑', '↓']).trim_start();
    let words = label.trim_start_matches('✔').trim_start();
    let placed = line.column_of(words) == column || line.indent() == column;
    placed.then(|| Head::bare(at, column, label))
}
