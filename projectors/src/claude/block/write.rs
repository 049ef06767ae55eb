//! A block written out: the excerpt with its proposal, and the parsed block.

use shadow_core::contract::{BlockKind, OperatorBlock};
use shadow_core::screen::{Color, Screen, Style};
use shadow_core::surface::{BlockFact, RowSpan};

use super::super::glyph::CELL_MARKS;
use super::edge::{self, Place};
use super::lines::{self, Line};
use super::{asked, keys, kind, options, subject};

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
    let typed = subject::is_spoken(screen, place);
    keys::fill(fact.kind, &mut block.options, typed);
    let titled = !(fact.clipped && place.first == 0);
    block.title = kind::heading(screen, place)
        .filter(|_| titled)
        .and_then(|line| title(screen, line));
    let lists = block.options.is_empty() && fact.kind == BlockKind::Panel;
    block.question = question(screen, place, fact.kind).filter(|_| !lists);
    let matter = subject::matter(screen, place, fact);
    block.subject = subject::subject(screen, place, fact, &matter);
    block.description = subject::description(&matter, fact.kind);
    block
}

/// The heading's words; of a strip of tabs, the one that is drawn on a ground of its own. An item of
/// a list heads nothing: the heading is off the pane (`/help` of 1.0.0).
fn title(screen: &Screen, heading: Line<'_>) -> Option<String> {
    let text = heading.text.trim();
    if text.starts_with("• ") {
        return None;
    }
    if !text.starts_with("←  ") {
        return Some(text.to_owned());
    }
    let grounded = |style: Style| style.inverse() || style.bg != Color::Default;
    let mut spans = screen.row(heading.row).spans();
    let tab = spans.find(|span| grounded(span.style));
    let label = tab.map(|span| span.text.trim().trim_start_matches(['☐', '☒', '✔']).trim());
    Some(label.unwrap_or(text).to_owned())
}

/// The question: a line that asks, or in a question to the person the text above the options.
fn question(screen: &Screen, place: Place, kind: BlockKind) -> Option<String> {
    if let Some(asked) = asked::find(screen, place) {
        return Some(asked.text(screen, place));
    }
    match kind {
        BlockKind::Question => Some(between(screen, place)).filter(|text| !text.is_empty()),
        BlockKind::Trust => asked_within(&between(screen, place)),
        _ => None,
    }
}

/// The first sentence of a text that asks.
fn asked_within(text: &str) -> Option<String> {
    let end = text.find('?')?;
    let first = text[..end].rfind(". ").map_or(0, |at| at + 2);
    let path = |word: &&str| word.starts_with('/') || word.starts_with('~');
    let words = text[first..=end].split(' ').skip_while(path);
    Some(words.collect::<Vec<_>>().join(" "))
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
