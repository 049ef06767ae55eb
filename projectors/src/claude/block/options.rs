//! The options of a block: numbered lists, and lists told by their selected row.

use shadow_core::contract::{BlockOption, OptionRole};
use shadow_core::screen::{Screen, str_width};
use smallvec::SmallVec;

use super::super::marks::Mark;
use super::body::Body;
use super::lines::{self, Line};
use super::subject::is_faint_line;
use super::text_row;

/// Where an option's text stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'a> {
    /// Index into the block's lines.
    pub(super) at: usize,
    pub(super) number: Option<u32>,
    pub(super) selected: bool,
    /// Column of the number, or of the label where there is none.
    column: usize,
    /// Column of the label.
    label_column: usize,
    label: &'a str,
}

/// Heads of a dialog of usual size stay off the heap.
pub(super) type Heads<'a> = SmallVec<[Head<'a>; 32]>;

/// The options of a block, in order, without keys.
pub(super) fn parse(body: &Body<'_>) -> Vec<BlockOption> {
    let (lines, heads, room) = (body.lines(), body.heads(), body.room());
    let button = button(heads, lines);
    let pressed = matches!(button, Some((_, _, true)));
    let boxed = button.map(|(below, _, _)| below - 1);
    let any_selected = pressed || heads.iter().any(|head| head.selected);
    let mut options = Vec::with_capacity(heads.len() + 1);
    let typed = Mark::TextRow.found(body.screen, text_row::find(body, heads));
    for (nth, head) in heads.iter().enumerate() {
        let next = || heads.get(nth + 1).map_or(lines.len(), |next| next.at);
        let end = match boxed {
            Some(boxed) if boxed == nth => head.at + 1,
            _ => next(),
        };
        let mut option = option(head, &lines[head.at..end], room);
        option.selected = any_selected.then_some(head.selected);
        if typed == Some(nth) || text_row::is_empty(&option.label) {
            option.free_text = true;
            option.role = OptionRole::Text;
        }
        options.push(option);
    }
    if let Some((below, label, chosen)) = Mark::OptionButton.found(body.screen, button) {
        options.insert(
            below,
            BlockOption {
                label: label.to_owned(),
                selected: any_selected.then_some(chosen),
                role: OptionRole::Submit,
                ..BlockOption::default()
            },
        );
    }
    options
}

/// The button that stands in a numbered list of check boxes, right below the last of them and without
/// a number: `Submit` (2.0.31 to 2.1.330). Its place among the options, its label, whether it is
/// selected. Under any other box, a row in its column describes it (2.0.31 to 2.1.0).
fn button<'a>(heads: &[Head<'a>], lines: &[Line<'a>]) -> Option<(usize, &'a str, bool)> {
    let boxed = |head: &Head<'_>| check_box(head.label).0.is_some();
    let last = heads.iter().rposition(boxed)?;
    let head = &heads[last];
    let line = lines
        .get(head.at + 1)
        .filter(|line| is_button(line, head))?;
    let chosen = lines::marked(line.text);
    let label = chosen.unwrap_or(line.text).trim();
    Some((last + 1, label, chosen.is_some()))
}

/// Whether a line right under the last check box stands in the box's column.
fn is_button(line: &Line<'_>, head: &Head<'_>) -> bool {
    let text = lines::marked(line.text).unwrap_or(line.text);
    let indent = line.shift + str_width(line.text) - str_width(text.trim_start());
    let placed = match head.number {
        Some(_) => indent == head.label_column,
        // What describes a box stands in the column of its words (2.1.331).
        None => (head.label_column + 1..head.label_column + BOX).contains(&indent),
    };
    !text.trim().is_empty() && !lines::is_hint(text) && placed
}

/// Columns of a check box and the space behind it: `[✔] `.
const BOX: usize = 4;

/// Number of the first option, where it has one.
pub(super) fn first_number(body: &Body<'_>) -> Option<u32> {
    body.heads().first()?.number
}

/// Row of the first option of a list with numbers.
pub(super) fn first_numbered_row(body: &Body<'_>) -> Option<usize> {
    let numbered = Mark::AskedAboveList.found(body.screen, first_number(body));
    numbered.and_then(|_| first_row(body))
}

/// Row of the first option, where there is one.
pub(super) fn first_row(body: &Body<'_>) -> Option<usize> {
    let head = body.heads().first()?;
    Some(body.lines()[head.at].row)
}

/// Row in which the last option ends: its wraps and its description, a button included.
pub(super) fn last_row(body: &Body<'_>) -> Option<usize> {
    let (lines, head) = (body.lines(), body.heads().last()?);
    let belongs = |line: &&Line<'_>| {
        let text = line.words;
        let other = text.is_empty() || lines::is_drawn(text) || lines::is_hint(text);
        !other && (line.indent() >= head.column || lines::is_selected(line.text))
    };
    let more = lines[head.at + 1..].iter().take_while(belongs).count();
    Some(lines[head.at + more].row)
}

/// Where the options among these lines begin.
pub(super) fn heads<'a>(screen: &Screen, lines: &[Line<'a>]) -> Heads<'a> {
    let numbered = numbered(screen, lines);
    if Mark::NumberedOptions.holds(screen, !numbered.is_empty()) {
        return numbered;
    }
    plain(screen, lines)
}

/// The lowest list whose numbers count up one by one.
fn numbered<'a>(screen: &Screen, lines: &[Line<'a>]) -> Heads<'a> {
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
    list.extend(Mark::AppendedOption.found(screen, appended(lines, &list)));
    let trusted = list.iter().any(|head| head.selected) || list.len() > 1 || last_is_first;
    if trusted { list } else { Heads::new() }
}

/// The entry without a number that stands apart below an inner rule: `Chat about this` (2.1.12).
fn appended<'a>(lines: &[Line<'a>], list: &[Head<'a>]) -> Option<Head<'a>> {
    let last = list.last()?;
    let rule = (last.at + 1..lines.len()).find(|&at| lines[at].text.starts_with("───"))?;
    let line = lines.get(rule + 1)?;
    let text = lines::marked(line.text).unwrap_or(line.text);
    let label = text.trim();
    let column = line.shift + str_width(line.text) - str_width(text.trim_start());
    (!label.is_empty() && column == last.column && !lines::is_hint(label)).then_some(Head {
        at: rule + 1,
        number: None,
        selected: lines::marked(line.text).is_some(),
        column,
        label_column: column,
        label,
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
    let offset = |part: &str| line.shift + str_width(&text[..text.len() - part.len()]);
    Some(Head {
        at,
        number: Some(number),
        selected,
        column: offset(rest.trim_start()),
        label_column: offset(label),
        label,
    })
}

/// A list without numbers: the selected row, and the rows around it whose text begins in the
/// same column. Where blank rows set entries apart, an entry's first row is its head.
fn plain<'a>(screen: &Screen, lines: &[Line<'a>]) -> Heads<'a> {
    let selected = (0..lines.len())
        .rev()
        .find(|&at| lines::is_selected(lines[at].text) && !lines::is_hint(lines[at].words));
    let Some(selected) = selected else {
        return Heads::new();
    };
    let Some(head) = marked_head(&lines[selected], selected) else {
        return Heads::new();
    };
    let shift = lines[selected].shift;
    let belongs = |at: &usize| {
        let line = &lines[*at];
        line.words.is_empty() || line.shift == shift && part_of_list(line, head.label_column)
    };
    let first = (0..selected)
        .rev()
        .take_while(belongs)
        .last()
        .unwrap_or(selected);
    let last = (selected + 1..lines.len())
        .take_while(belongs)
        .last()
        .unwrap_or(selected);
    let own = &lines[first..=last];
    let spaced = is_spaced(own, head.label_column) || is_alone(own, &lines[selected]);
    let spaced = Mark::SpacedOptions.holds(screen, spaced);
    Mark::PlainOptions.holds(screen, !spaced);
    let after_blank = |at: usize| at == 0 || lines[at - 1].words.is_empty();
    let is_head = |at: usize| {
        let apart = at == first || after_blank(at);
        let heading = !spaced && after_blank(at) && heads_group(&lines[at..], head.label);
        let heading = Mark::GroupHeading.holds(screen, heading);
        let note = at != selected && is_note(screen, lines, at);
        let note = Mark::OptionNote.holds(screen, note);
        !lines[at].words.is_empty() && (!spaced || apart) && !heading && !note
    };
    let range = if spaced {
        first..=last
    } else {
        group(lines, selected, head.label_column)
    };
    let mut heads: Heads<'a> = range
        .filter(|&at| is_head(at))
        .filter_map(|at| match at == selected {
            true => Some(head),
            false => plain_head(&lines[at], at, head.label_column),
        })
        .collect();
    Mark::CountedOptions.holds(screen, take_counts(&mut heads));
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
        head.label_column += str_width(&head.label[..head.label.len() - label.len()]);
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
/// to 2.1.330), in grey where there are styles.
fn is_note(screen: &Screen, lines: &[Line<'_>], at: usize) -> bool {
    let valued = |line: &Line<'_>| columns(line.words).1.is_some();
    let near = |at: usize| lines.get(at).is_some_and(valued);
    let between = at > 0 && near(at - 1) && near(at + 1) && !valued(&lines[at]);
    between && (!screen.is_styled() || is_faint_line(screen, &lines[at]))
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

/// The rows around one that no blank row and nothing foreign to the list sets apart.
fn group(lines: &[Line<'_>], selected: usize, column: usize) -> std::ops::RangeInclusive<usize> {
    let belongs = |at: &usize| part_of_list(&lines[*at], column);
    let first = (0..selected)
        .rev()
        .take_while(belongs)
        .last()
        .unwrap_or(selected);
    let last = (selected + 1..lines.len())
        .take_while(belongs)
        .last()
        .unwrap_or(selected);
    first..=last
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
        let text = line
            .text
            .trim_start()
            .trim_start_matches(['❯', '›'])
            .trim_start();
        let at = line.shift + str_width(&line.text[..line.text.len() - text.len()]);
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
    let column = line.shift + str_width(&line.text[..line.text.len() - label.len()]);
    Some(Head {
        at,
        number: None,
        selected: true,
        column,
        label_column: column,
        label: marked,
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
    let label = line
        .text
        .trim_start()
        .trim_start_matches(['↑', '↓'])
        .trim_start();
    let words = label.trim_start_matches('✔').trim_start();
    let offset = line.shift + str_width(&line.text[..line.text.len() - words.len()]);
    (offset == column || line.indent() == column).then_some(Head {
        at,
        number: None,
        selected: false,
        column,
        label_column: column,
        label,
    })
}

/// One option from its lines: the first holds the head, the rest its wraps and description.
fn option(head: &Head<'_>, own: &[Line<'_>], room: usize) -> BlockOption {
    let (checked, label) = check_box(head.label);
    let (label, beside) = columns(label);
    let ((label, done), beside) = (untick(label), beside.map(untick));
    let ticked = done || beside.is_some_and(|(_, done)| done);
    let mut label = label.to_owned();
    let mut description = beside.map(|(text, _)| text.to_owned());
    read_below(head, own, room, &mut label, &mut description);
    if description.is_none()
        && let Some((head, tail)) = label.split_once(" · ")
    {
        description = Some(tail.trim().to_owned());
        label = head.trim_end_matches([' ', '—']).to_owned();
    }
    // A label's last word, with the tick behind it, may stand in another row.
    let (label, done) = untick(&label);
    BlockOption {
        number: head.number,
        checked: checked.or((ticked || done).then_some(true)),
        hotkey: hotkey(label),
        free_text: is_free_text(label),
        role: match is_toggle(head.label) {
            true => OptionRole::Toggle,
            false => OptionRole::Choice,
        },
        label: label.to_owned(),
        description,
        ..BlockOption::default()
    }
}

/// Takes the rows below an option's first: wraps of its label or of what stands beside it, or its description.
fn read_below(
    head: &Head<'_>,
    own: &[Line<'_>],
    room: usize,
    label: &mut String,
    description: &mut Option<String>,
) {
    let Some((first, below)) = own.split_first() else {
        return;
    };
    // What a value in a column of its own wraps to stands in that column; a note stands below the label.
    let valued = head.number.is_none() && description.is_some();
    let noted = |line: &Line<'_>| valued && line.indent() == head.label_column;
    let mut above = first.shift + str_width(first.text.trim_end());
    for line in below {
        if ends_option(line, head) || noted(line) {
            break;
        }
        let text = line.words;
        let word = str_width(text.split_whitespace().next().unwrap_or_default());
        let wraps = above + 1 + word + 2 > room;
        match (&mut *description, wraps) {
            (Some(description), _) => join(description, text),
            (None, true) => join(label, text),
            (None, false) => *description = Some(text.to_owned()),
        }
        above = line.indent() + str_width(text);
    }
}

/// Whether a line below an option's first row is none of its own.
fn ends_option(line: &Line<'_>, head: &Head<'_>) -> bool {
    let text = line.words;
    text.is_empty()
        || lines::is_drawn(text)
        || lines::is_hint(text)
        || lines::is_more(text)
        || line.indent() < head.column
}

fn join(text: &mut String, more: &str) {
    text.push(' ');
    text.push_str(more);
}

/// Whether a label stands behind a box that can be ticked; a tick alone says what is in force.
fn is_toggle(label: &str) -> bool {
    check_box(label).0.is_some() && !label.starts_with(['✔', '✓'])
}

/// `[ ] Red`, `[✔] Red`, `☐ Red`.
pub(super) fn check_box(label: &str) -> (Option<bool>, &str) {
    let boxes = [
        ("[ ] ", false),
        ("[x] ", true),
        ("[X] ", true),
        ("[✔] ", true),
        ("[✓] ", true),
        ("☐ ", false),
        ("☒ ", true),
        ("☑ ", true),
        ("◯ ", false),
        ("◉ ", true),
        ("✔ ", true),
        ("✓ ", true),
    ];
    boxes
        .iter()
        .find_map(|(mark, on)| Some((Some(*on), label.strip_prefix(mark)?.trim_start())))
        .unwrap_or((None, label))
}

/// The label and what stands beside it, two spaces or more away.
fn columns(text: &str) -> (&str, Option<&str>) {
    match text.split_once("  ") {
        Some((label, beside)) if !beside.trim().is_empty() => {
            (label.trim_end(), Some(beside.trim()))
        }
        _ => (text.trim_end(), None),
    }
}

/// A text without the tick behind it, with or without a space, and whether there is one: behind the label
/// (2.0.0 on), or behind what stands beside it, in its first row (1.0.0 to 1.0.120).
fn untick(text: &str) -> (&str, bool) {
    let trimmed = text.trim_end();
    match trimmed.strip_suffix(['✔', '✓']) {
        Some(rest) => (rest.trim_end(), true),
        None => (trimmed, false),
    }
}

/// A key in parentheses at a label's end: `(esc)`, `(shift+tab)`.
fn hotkey(label: &str) -> Option<String> {
    let inside = label.strip_suffix(')')?;
    let (_, key) = inside.rsplit_once('(')?;
    is_key(key).then(|| key.to_owned())
}

fn is_key(key: &str) -> bool {
    key == "esc"
        || key == "enter"
        || key == "tab"
        || key.starts_with("shift+")
        || key.starts_with("ctrl+")
        || key.starts_with("alt+")
}

/// Whether choosing an option opens a text field.
fn is_free_text(label: &str) -> bool {
    label.starts_with("Type something")
        || label.starts_with("Type here")
        || label == "Other"
        || label.contains("tell Claude what to ")
        || label.starts_with("Tell Claude what to ")
}
