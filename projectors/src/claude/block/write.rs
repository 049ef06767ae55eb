//! A block written out: the excerpt with its proposal, and the parsed block.

use shadow_core::contract::{BlockKind, OperatorBlock};
use shadow_core::screen::Screen;
use shadow_core::surface::{BlockFact, RowSpan};

use super::super::composer::is_faint;
use super::super::glyph::CELL_MARKS;
use super::edge::{self, Place};
use super::kind;
use super::lines::{self, Line};
use super::{keys, options};

/// Rows above a block among which its proposal is searched.
const PROPOSAL_MOST: usize = 60;

/// The rows of the cell directly above a block: the call that it asks about.
pub(super) fn proposal(screen: &Screen, place: Place) -> Option<RowSpan> {
    let floor = place.first.saturating_sub(PROPOSAL_MOST);
    let last = (floor..place.first)
        .rev()
        .find(|&index| !screen.row(index).is_blank())?;
    let first = (floor..=last)
        .rev()
        .find(|&index| starts_cell(screen, index))?;
    let mark = screen.row(first).text().chars().next();
    mark.is_some_and(|mark| mark == ' ' || CELL_MARKS.contains(&mark))
        .then(|| RowSpan::new(first, last))
}

/// Whether a row begins a cell: a mark at column 0, or a folded call (its bullet blinks) below a
/// blank row with its branch under it.
fn starts_cell(screen: &Screen, index: usize) -> bool {
    let row = screen.row(index);
    let Some(first) = row.text().chars().next() else {
        return false;
    };
    let below_blank = index == 0 || screen.row(index - 1).is_blank();
    let branch = screen.row(index + 1).text().starts_with("  ⎿");
    !first.is_whitespace() || (below_blank && branch)
}

/// The excerpt: the proposal's rows, then the block's, without frames.
pub(in super::super) fn excerpt(screen: &Screen, fact: &BlockFact) -> String {
    let mut text = String::new();
    if let Some(proposal) = fact.proposal {
        for index in proposal.indices() {
            push_line(&mut text, screen.row(index).text());
        }
        text.push('\n');
    }
    let Some(place) = place(screen, fact) else {
        return text;
    };
    for line in lines::inside(screen, place) {
        if !lines::is_drawn(line.text) {
            push_line(&mut text, line.text);
        }
    }
    text.trim_matches('\n').to_owned()
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// The block's place again, from its fact.
fn place(screen: &Screen, fact: &BlockFact) -> Option<Place> {
    edge::find(screen).filter(|place| place.first == fact.rows.first as usize)
}

/// The block parsed.
pub(in super::super) fn write(screen: &Screen, fact: &BlockFact) -> OperatorBlock {
    let mut block = OperatorBlock {
        kind: fact.kind,
        origin: fact.origin,
        ..OperatorBlock::default()
    };
    let Some(place) = place(screen, fact) else {
        return block;
    };
    block.options = options::parse(screen, place);
    keys::fill(fact.kind, &mut block.options);
    block.title = kind::heading(screen, place).map(|line| line.text.trim().to_owned());
    block.question = question(screen, place, fact.kind);
    block.subject = subject(screen, place, fact);
    block.description = description(screen, place, fact.kind);
    block
}

/// The question: a line that asks, or in a question to the person the text above the options.
fn question(screen: &Screen, place: Place, kind: BlockKind) -> Option<String> {
    if let Some(text) = kind::question(screen, place) {
        return Some(text.to_owned());
    }
    (kind == BlockKind::Question)
        .then(|| between(screen, place))
        .filter(|text| !text.is_empty())
}

/// The lines between the heading and the first option.
fn between(screen: &Screen, place: Place) -> String {
    let end = options::first_row(screen, place).unwrap_or(place.last);
    let mut text = String::new();
    for line in lines::inside(screen, place)
        .skip(1)
        .take_while(|line| line.row < end)
    {
        let line = line.text.trim();
        if !line.is_empty() && !lines::is_drawn(line) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(line);
        }
    }
    text
}

/// The lines between a block's heading and its question: what explains, and what it is about.
///
/// The command of an approval stands between dashed rules (2.1.290 and later), or is followed by
/// a faint description (1.0.0 and later).
fn parts(screen: &Screen, place: Place, kind: BlockKind) -> (Vec<Line<'_>>, Vec<Line<'_>>) {
    let heading = kind::heading(screen, place).map_or(place.first, |line| line.row);
    let end = end_of_subject(screen, place);
    let all = || lines::inside(screen, place).filter(|line| line.row > heading && line.row < end);
    let mut dashes = all()
        .filter(|line| line.text.trim().starts_with('╌'))
        .map(|line| line.row);
    let dashed = dashes.next().zip(dashes.next_back());
    let says = |line: &Line<'_>| !line.text.trim().is_empty() && !lines::is_drawn(line.text);
    let lines = all().filter(says);
    if kind != BlockKind::ApprovalCommand {
        return (Vec::new(), lines.filter(|line| !is_tip(line)).collect());
    }
    if let Some((first, last)) = dashed {
        let (inside, outside): (Vec<_>, Vec<_>) =
            lines.partition(|line| (first..=last).contains(&line.row));
        return (
            outside.into_iter().filter(|line| !is_tip(line)).collect(),
            inside,
        );
    }
    let mut body: Vec<Line<'_>> = lines.filter(|line| !is_tip(line)).collect();
    let command = body.iter().rposition(|line| !is_faint_line(screen, line));
    let description = body.split_off(command.map_or(body.len(), |at| at + 1));
    (description, body)
}

fn is_tip(line: &Line<'_>) -> bool {
    line.text.trim().starts_with("Tip: ")
}

/// Whether a line's text is drawn dim or grey.
fn is_faint_line(screen: &Screen, line: &Line<'_>) -> bool {
    let row = screen.row(line.row);
    let text = line.text.trim();
    row.text()
        .find(text)
        .is_some_and(|at| is_faint(row.style_at(at)))
}

/// What an approval says of its subject.
fn description(screen: &Screen, place: Place, kind: BlockKind) -> Option<String> {
    if kind != BlockKind::ApprovalCommand {
        return None;
    }
    let (lines, _) = parts(screen, place, kind);
    let text: Vec<&str> = lines.iter().map(|line| line.text.trim()).collect();
    (!text.is_empty()).then(|| text.join(" "))
}

/// What an approval is about: the lines between its heading and its question, or the proposal
/// above it where the block itself shows nothing.
fn subject(screen: &Screen, place: Place, fact: &BlockFact) -> Option<String> {
    let asks = matches!(
        fact.kind,
        BlockKind::ApprovalCommand
            | BlockKind::ApprovalEdit
            | BlockKind::ApprovalOther
            | BlockKind::Plan
            | BlockKind::Trust
    );
    if !asks {
        return None;
    }
    let (_, body) = parts(screen, place, fact.kind);
    let text = unindented(&body);
    let named = named_in_heading(kind::heading(screen, place)?.text);
    match (named, text.is_empty()) {
        (Some(file), false) => return Some(format!("{file}\n{text}")),
        (Some(file), true) => return Some(file.to_owned()),
        (None, false) => return Some(text),
        (None, true) => {}
    }
    let rows = fact.proposal?;
    let text: Vec<&str> = rows
        .indices()
        .map(|index| screen.row(index).text())
        .collect();
    Some(text.join("\n"))
}

/// The file that a heading names: `Edit file notes.txt` (2.0.0 to 2.1.0).
fn named_in_heading(heading: &str) -> Option<&str> {
    let rest = heading.trim();
    let verbs = [
        "Edit file ",
        "Create file ",
        "Write file ",
        "Overwrite file ",
        "Read file ",
    ];
    verbs.iter().find_map(|verb| rest.strip_prefix(verb))
}

/// Row of the question, or of the first option.
fn end_of_subject(screen: &Screen, place: Place) -> usize {
    let asked = kind::question(screen, place);
    let row = asked.and_then(|asked| {
        lines::inside(screen, place)
            .filter(|line| line.text.trim() == asked)
            .map(|line| line.row)
            .next_back()
    });
    row.or_else(|| options::first_row(screen, place))
        .unwrap_or(place.last + 1)
}

/// Lines without the blank columns that all of them share, inner frames left out.
fn unindented(lines: &[Line<'_>]) -> String {
    let bare: Vec<&str> = lines.iter().map(|line| inner(line.text)).collect();
    let indent = |text: &&str| text.len() - text.trim_start().len();
    let shared = bare.iter().map(indent).min().unwrap_or(0);
    let cut: Vec<&str> = bare.iter().map(|text| text[shared..].trim_end()).collect();
    cut.join("\n")
}

/// A line without an inner box's sides.
fn inner(text: &str) -> &str {
    let trimmed = text.trim();
    ['│', '╎']
        .into_iter()
        .find_map(|side| Some(trimmed.strip_prefix(side)?.strip_suffix(side)?.trim_end()))
        .unwrap_or(text)
}
