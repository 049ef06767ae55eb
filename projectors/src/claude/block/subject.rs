//! What a block is about, and what is said of it: the command, the file with its change, the call
//! or the plan on one side; descriptions and notes on the other.
//!
//! Seen: the subject in a box of its own (edits and plans of 1.0.0 to 2.0.0) or between dashed
//! rules (edits from 2.0.31 on, commands and calls from 2.1.245 on); without either, it stands
//! deeper than the heading, a faint description under it, notes below that.

use shadow_core::contract::BlockKind;
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{BlockFact, RowSpan};
use smallvec::SmallVec;

use super::super::marks::Mark;
use super::super::screen_reader::call_above;
use super::body::Body;
use super::heading;
use super::lines::{self, Line, Lines, is_faint_line};
use super::place::{Edge, is_spoken};
use crate::dialogs::is_approval;

/// The lines of a block that say what it is about, and those that explain.
#[derive(Debug, Default)]
pub(super) struct About<'a> {
    subject: Lines<'a>,
    description: Lines<'a>,
}

/// Reads the lines between a block's heading and its question.
pub(super) fn about<'s>(body: &Body<'s>, fact: &BlockFact) -> About<'s> {
    let heading = heading_row(body, fact);
    let end = end(body, heading);
    let within =
        |line: &&Line<'_>| heading.is_none_or(|heading| line.row > heading) && line.row < end;
    let mut lines: Lines<'_> = body.lines().iter().filter(within).copied().collect();
    let all = lines.len();
    let indent = body
        .heading()
        .filter(|_| heading.is_some())
        .map_or(0, |line| line.indent());
    let read_aloud = is_spoken(body.screen, body.place);
    // There the tip may be the widest row: where no width is given, none tells whether it wraps.
    let room = if read_aloud { usize::MAX } else { body.room() };
    drop_tip(&mut lines, indent, room);
    Mark::TipInBlock.holds(body.screen, lines.len() < all);
    if read_aloud {
        return screen_reader(body, &lines);
    }
    if is_overdrawn(body, fact.kind) {
        return About::default();
    }
    match (fact.kind, framed(&lines, indent)) {
        (BlockKind::Trust, _) => {
            Mark::FirstParagraph.on(body.screen);
            first_paragraph(&lines)
        }
        (_, Some(rows)) => {
            Mark::SubjectFramed.on(body.screen);
            by_frame(body, fact.kind, &lines, rows)
        }
        (BlockKind::ApprovalCommand | BlockKind::ApprovalOther, None) => {
            Mark::SubjectDeeper.on(body.screen);
            by_depth(body.screen, &lines, fact, indent)
        }
        _ => About {
            subject: lines
                .into_iter()
                .filter(|line| is_boxed(body, line) || says(line) && !is_lead_in(line))
                .collect(),
            description: Lines::new(),
        },
    }
}

/// Row of the heading; none where the block's upper part is off the pane.
fn heading_row(body: &Body<'_>, fact: &BlockFact) -> Option<usize> {
    let cut = fact.clipped && body.place.is_cut_above() || heading::is_headless(body, fact.kind);
    body.heading().filter(|_| !cut).map(|line| line.row)
}

/// Row of the question, or of the first option where the heading itself asks.
fn end(body: &Body<'_>, heading: Option<usize>) -> usize {
    body.asked()
        .filter(|asked| heading.is_none_or(|heading| asked.first > heading))
        .map(|asked| asked.first)
        .or_else(|| body.first_row())
        .unwrap_or(body.place.last + 1)
}

/// Whether a line of a block without sides stands in a box in it: a file's row (2.0.31), whatever it says.
fn is_boxed(body: &Body<'_>, line: &Line<'_>) -> bool {
    body.place.edge == Edge::Rule && line.shift > 0 && !line.words.is_empty()
}

/// Whether a row stands further left than any row of a dialog does between an approval's heading and its question: a
/// carriage return in the command has painted over its beginning (2.0.31).
pub(super) fn is_overdrawn(body: &Body<'_>, kind: BlockKind) -> bool {
    let command = matches!(kind, BlockKind::ApprovalCommand | BlockKind::ApprovalOther);
    if !command || body.place.edge != Edge::Rule {
        return false;
    }
    let (Some(heading), Some(asked)) = (body.heading(), body.asked()) else {
        return false;
    };
    let flush = |line: &Line<'_>| says(line) && line.indent() == 0 && heading.indent() > 0;
    let mut lines = body.lines().iter();
    lines.any(|line| (heading.row..asked.first).contains(&line.row) && flush(line))
}

/// Whether a line holds words of the block: not blank, no drawing.
fn says(line: &Line<'_>) -> bool {
    !line.words.is_empty() && !lines::is_drawn(line.words)
}

/// Takes a tip away, with the rows over which it wraps (seen from 2.1.290 on).
fn drop_tip(body: &mut Lines<'_>, indent: usize, room: usize) {
    let is_tip =
        |line: &Line<'_>| line.words.starts_with("Tip: ") && line.indent() <= indent.max(1);
    let Some(first) = body.iter().position(is_tip) else {
        return;
    };
    let wraps = |at: &usize| says(&body[*at]) && body[*at - 1].is_full(&body[*at], room);
    let more = (first + 1..body.len()).take_while(wraps).count();
    body.drain(first..=first + more);
}

/// Whether a line only leads in to what follows it: `Here is Claude's plan:`.
fn is_lead_in(line: &Line<'_>) -> bool {
    let text = line.words;
    text.ends_with(':') && text.contains(' ')
}

/// The rows of the frame around the subject: an inner box, or dashed rules. It stands no deeper than the heading; a box
/// in a command does (2.0.31).
fn framed(body: &[Line<'_>], indent: usize) -> Option<RowSpan> {
    let is_edge = |line: &&Line<'_>| {
        let text = line.words;
        text.starts_with(['╌', '╭', '╰']) && lines::is_drawn(text) && line.indent() <= indent.max(2)
    };
    let mut edges = body.iter().filter(is_edge);
    let first = edges.next()?;
    let last = edges.next_back()?;
    Some(RowSpan::new(first.row, last.row))
}

/// The subject is what the frame holds, and the file or call that is named directly above it.
fn by_frame<'s>(body: &Body<'s>, kind: BlockKind, lines: &Lines<'s>, frame: RowSpan) -> About<'s> {
    let mut about = About::default();
    let mut explained: Option<Line<'s>> = None;
    let within = (frame.first as usize + 1)..frame.last as usize;
    let held = |line: &Line<'_>| within.contains(&line.row) && !between_sides(line.text).is_empty();
    for line in lines.iter().filter(|line| says(line) || held(line)) {
        // An explanation may wrap; without styles nothing but its first row tells that it is one.
        let more = explained.is_some_and(|above| above.is_full(line, body.room()));
        explained = (more || explains(body.screen, line)).then_some(*line);
        let above = line.row < frame.first as usize;
        let named = above
            && match kind {
                BlockKind::ApprovalEdit => true,
                BlockKind::ApprovalOther => explained.is_none(),
                _ => false,
            };
        if frame.contains(line.row) || named {
            about.subject.push(*line);
        } else if !is_lead_in(line) {
            about.description.push(*line);
        }
    }
    about
}

/// What stands between the sides of a box, or behind the bar of a quoted line.
fn between_sides(text: &str) -> &str {
    let sides = ['│', '╎'];
    let text = text.trim();
    let text = text.strip_prefix(sides).unwrap_or(text);
    text.strip_suffix(sides).unwrap_or(text).trim()
}

/// Whether a line of an approval tells in words what the call does.
fn explains(screen: &Screen, line: &Line<'_>) -> bool {
    is_faint_line(screen, line) || line.words.starts_with("Claude wants to ")
}

/// The subject stands deeper than the heading; faint lines under it describe it, and what stands
/// no deeper than the heading are notes.
fn by_depth<'s>(
    screen: &Marked<'_>,
    body: &Lines<'s>,
    fact: &BlockFact,
    indent: usize,
) -> About<'s> {
    // A tab in a command wraps to a row further left (2.0.31); notes stand below what describes it.
    let deepest = body
        .iter()
        .rposition(|line| says(line) && line.indent() > indent);
    let lowest = deepest.map_or(0, |at| body[at].row);
    let (mut deep, mut notes): (Lines<'_>, Lines<'_>) = body
        .iter()
        .copied()
        .filter(|line| says(line) || line.indent() > indent && !line.words.is_empty())
        .partition(|line| line.indent() > indent || line.row < lowest);
    if deep.is_empty() {
        std::mem::swap(&mut deep, &mut notes);
    }
    let quoted = deep
        .iter()
        .position(|line| is_quoted(line))
        .filter(|_| fact.kind == BlockKind::ApprovalOther);
    let last = deep.iter().rposition(|line| !explains(screen, line));
    let split = match (quoted, last) {
        (Some(first), _) => first - usize::from(first > 0 && is_lead_in(&deep[first - 1])),
        (None, Some(last)) if last + 1 < deep.len() => last + 1,
        _ => by_call(screen, &deep, fact.proposal),
    };
    let mut description: Lines<'_> = deep
        .drain(split..)
        .filter(|line| !is_lead_in(line))
        .collect();
    description.extend(notes);
    About {
        subject: deep,
        description,
    }
}

/// Whether a line is quoted behind a bar.
fn is_quoted(line: &Line<'_>) -> bool {
    line.text.trim_start().starts_with("│ ")
}

/// How many lines the call above the block repeats, where no style tells them apart.
fn by_call(screen: &Marked<'_>, deep: &[Line<'_>], proposal: Option<RowSpan>) -> usize {
    let Some(rows) = proposal.filter(|_| deep.len() > 1) else {
        return deep.len();
    };
    let call: String = rows
        .indices()
        .flat_map(|row| letters(screen.row(row).text()))
        .collect();
    // What a folded call leaves out is not told from what describes it: no row of the command may be taken for that.
    if call_is_folded(screen, rows) {
        return deep.len();
    }
    let repeated = |line: &Line<'_>| call.contains(&letters(line.text).collect::<String>());
    match deep.iter().rposition(repeated) {
        Some(last) => {
            Mark::SubjectRepeats.on(screen);
            last + 1
        }
        // The words of the call are in another order there (`name (MCP)(…)`).
        None if deep.len() == 2 && deep[0].text.trim_end().ends_with("(MCP)") => 1,
        None => deep.len(),
    }
}

/// Whether a call ends in an ellipsis (`…)` in 2.0.31): it does not show the whole command.
fn call_is_folded(screen: &Screen, rows: RowSpan) -> bool {
    let mut rows = rows.indices().map(|row| screen.row(row));
    rows.any(|row| row.trimmed().ends_with("…)"))
}

/// The characters of a line but blanks, frames and ellipses.
fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars()
        .filter(|letter| !letter.is_whitespace() && !['│', '…'].contains(letter))
}

/// The lines that the call above the block repeats, and those that it does not.
fn screen_reader<'s>(body: &Body<'s>, lines: &Lines<'s>) -> About<'s> {
    let (screen, place) = (body.screen, body.place);
    let first = call_above(screen, place.first).unwrap_or(place.first);
    let call: String = (first..place.first)
        .flat_map(|row| letters(screen.row(row).text()))
        .collect();
    let mut about = About::default();
    for line in lines.iter().filter(|line| says(line)) {
        let text = line.text.strip_prefix("> ").unwrap_or(line.text);
        let words = text.trim();
        let line = Line {
            text,
            words,
            ..*line
        };
        match call.contains(&letters(text).collect::<String>()) {
            true => about.subject.push(line),
            false => about.description.push(line),
        }
    }
    about
}

/// The first paragraph is what is to be trusted; the others explain.
fn first_paragraph<'s>(body: &Lines<'s>) -> About<'s> {
    let mut lines = body.iter().skip_while(|line| !says(line));
    let subject = lines
        .by_ref()
        .take_while(|line| says(line))
        .copied()
        .collect();
    About {
        subject,
        description: lines.filter(|line| says(line)).copied().collect(),
    }
}

/// What an approval, a plan or a question of trust says of its subject.
pub(super) fn description(about: &About<'_>, kind: BlockKind) -> Option<String> {
    let text: Vec<&str> = about
        .description
        .iter()
        .map(|line| line.words.trim_start_matches(['│', ' ']))
        .collect();
    (has_subject(kind) && !text.is_empty()).then(|| text.join(" "))
}

/// Whether blocks of a kind are about something.
fn has_subject(kind: BlockKind) -> bool {
    is_approval(kind) || matches!(kind, BlockKind::Plan | BlockKind::Trust)
}

/// What a block is about; the proposal above it where the block itself shows nothing.
pub(super) fn subject(body: &Body<'_>, fact: &BlockFact, about: &About<'_>) -> Option<String> {
    if !has_subject(fact.kind) || is_overdrawn(body, fact.kind) {
        return None;
    }
    let text = match fact.kind {
        BlockKind::ApprovalCommand => command(&about.subject, body.room()),
        _ => unindented(&about.subject, true),
    };
    let named = body.heading().and_then(|line| named_in_heading(line.text));
    match (named, text.is_empty()) {
        (Some(file), false) => return Some(format!("{file}\n{text}")),
        (Some(file), true) => return Some(file.to_owned()),
        (None, false) => return Some(text),
        (None, true) => {}
    }
    let rows = fact.proposal?;
    let text: Vec<&str> = rows
        .indices()
        .map(|index| body.screen.row(index).text())
        .collect();
    Some(text.join("\n"))
}

/// How headings begin that name a file (2.0.0 to 2.1.0).
const BEFORE_FILE: [&str; 5] = [
    "Edit file ",
    "Create file ",
    "Write file ",
    "Overwrite file ",
    "Read file ",
];

/// The file that a heading names: `Edit file notes.txt`.
fn named_in_heading(heading: &str) -> Option<&str> {
    let heading = heading.trim();
    let mut starts = BEFORE_FILE.iter();
    starts.find_map(|start| heading.strip_prefix(start))
}

/// A command with soft wraps undone.
fn command(lines: &[Line<'_>], room: usize) -> String {
    let whole = unindented(lines, false);
    let mut text = String::new();
    for (at, line) in whole.lines().enumerate() {
        let above = at.checked_sub(1).map(|above| &lines[above]);
        let joint = above.map_or(Some(""), |above| above.joint(&lines[at], room));
        text.push_str(joint.unwrap_or("\n"));
        text.push_str(if joint.is_some() {
            line.trim_start()
        } else {
            line
        });
    }
    text.trim_start().to_owned()
}

/// Lines without the blank columns that all of them share. A box in it is the dialog's own and left out, but in a command,
/// which no box holds.
fn unindented(lines: &[Line<'_>], boxed: bool) -> String {
    let closed = |line: &Line<'_>| line.text.trim_end().ends_with('│');
    let gutter = lines.iter().all(is_quoted) && !lines.iter().all(closed);
    let bare: SmallVec<[&str; 64]> = lines
        .iter()
        .map(|line| inner(line.text, gutter, boxed))
        .collect();
    let indent = |text: &&str| text.len() - text.trim_start().len();
    // An ellipsis at the edge stands for what is not drawn yet (2.1.200), and is not part of it.
    let drawn = bare.iter().filter(|text| **text != "…");
    let shared = drawn.map(indent).min().unwrap_or(0);
    // Where blanks differ in bytes (a no-break space takes two), the cut may fall into one.
    let cut = bare.iter().map(|text| match text.get(shared..) {
        Some(rest) => rest.trim_end(),
        None => text.trim(),
    });
    let cut: Vec<&str> = cut.collect();
    cut.join("\n")
}

/// A line without an inner box's sides, or without the bar before a quoted line.
fn inner(text: &str, gutter: bool, boxed: bool) -> &str {
    let trimmed = text.trim();
    if let Some(quoted) = trimmed.strip_prefix('│').filter(|_| gutter) {
        return quoted;
    }
    if !boxed {
        return text;
    }
    let boxed = ['│', '╎']
        .into_iter()
        .find_map(|side| Some(trimmed.strip_prefix(side)?.strip_suffix(side)?.trim_end()));
    boxed.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::{Line, unindented};

    #[test]
    fn a_cut_within_a_blank_of_two_bytes_breaks_nothing() {
        let line = |text: &'static str| Line {
            row: 0,
            text,
            words: text.trim(),
            shift: 0,
        };
        let lines = [line(" first"), line("\u{a0} second")];
        assert_eq!(unindented(&lines, true), "first\nsecond");
    }
}
