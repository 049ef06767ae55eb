//! A block written out: the excerpt with its proposal, and the parsed block.

use shadow_core::contract::{BlockKind, BlockPage, OperatorBlock};
use shadow_core::screen::{Color, Marked, Screen, Style};
use shadow_core::surface::BlockFact;

use super::super::marks::Mark;
use super::body::Body;
use super::lines::{self, Line};
use super::place::{Edge, Place};
use super::{asked, form, note, options, subject};
use crate::dialogs::{Says, mark_refusals};
use crate::letters::offset;
use crate::shapes::columns::parts;

/// The mark of a warning that stands in a dialog (2.1.330).
const WARNING: char = '⚠';

/// How the labels of those options begin that refuse, last in an approval or a plan (1.0.0 to 2.1.332).
const REFUSES: [Says; 4] = [
    Says::Is("No"),
    Says::Begins("No, "),
    Says::Begins("Tell Claude what to "),
    Says::Begins("Type here to tell Claude what to "),
];

/// A block written out: the excerpt, and the block parsed; without a place, what its fact says. `clips_tabs` in versions that
/// cut off what a tab pushes over the edge.
pub(in super::super) fn write(
    screen: &Marked<'_>,
    place: Option<Place>,
    fact: &BlockFact,
    clips_tabs: bool,
) -> (String, OperatorBlock) {
    let written = |body: &Body<'_>| {
        let excerpt = excerpt(screen, fact, body.lines());
        (excerpt, parsed(body, fact, clips_tabs))
    };
    match place {
        Some(place) => Body::at(screen, place, written),
        None => (excerpt(screen, fact, &[]), bare(fact)),
    }
}

/// The excerpt: the proposal's rows, then the block's, without frames.
fn excerpt(screen: &Screen, fact: &BlockFact, lines: &[Line<'_>]) -> String {
    let mut text = String::new();
    if let Some(proposal) = fact.proposal {
        for index in proposal.indices() {
            push_line(&mut text, screen.row(index).text());
        }
        text.push('\n');
    }
    for line in lines.iter().filter(|line| !lines::is_drawn(line.words)) {
        push_line(&mut text, line.text);
    }
    text.trim_matches('\n').to_owned()
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// What the fact of a block says of it.
fn bare(fact: &BlockFact) -> OperatorBlock {
    OperatorBlock {
        kind: fact.kind,
        origin: fact.origin,
        ..OperatorBlock::default()
    }
}

/// The block parsed.
fn parsed(body: &Body<'_>, fact: &BlockFact, clips_tabs: bool) -> OperatorBlock {
    let mut block = bare(fact);
    // In the screen-reader mode numbers are typed, and what is asked is quoted.
    let typed = body.place.edge == Edge::Spoken;
    block.options = form::options(body).unwrap_or_else(|| {
        let mut options = options::parse(body, fact.kind);
        options::fill_keys(fact.kind, &mut options, typed);
        if fact.kind == BlockKind::Question {
            note::fill(body, &mut options);
        }
        options
    });
    mark_refusals(fact.kind, &mut block.options, &REFUSES);
    let heading = body.own_heading(fact);
    block.title = heading.and_then(|line| title(body.screen, line));
    block.page = heading.and_then(|line| page(body.screen, line));
    let named = body.heading().filter(|_| fact.kind.has_subject());
    block.asked_by = Mark::AskedBy.found(body.screen, named.and_then(|line| asked_by(body, line)));
    let lists = block.options.is_empty() && fact.kind == BlockKind::Panel;
    let question = question(body, fact.kind).filter(|_| !lists);
    block.question = question.map(|text| match text.strip_prefix("> ") {
        Some(quoted) if typed => quoted.to_owned(),
        _ => text,
    });
    subject::fill(&mut block, body, fact, clips_tabs);
    block
}

/// The heading's words; of a strip of tabs, the one that is drawn on a ground of its own; without the box of a
/// question. An item of a list heads nothing: the heading is off the pane (`/help` of 1.0.0).
fn title(screen: &Screen, heading: &Line<'_>) -> Option<String> {
    let text = heading.words;
    if text.starts_with("• ") {
        return None;
    }
    if !text.starts_with("←  ") {
        return Some(unboxed(text).to_owned());
    }
    let mut spans = screen.row(heading.row).spans();
    let tab = spans.find(|span| is_grounded(span.style));
    let label = tab.map(|span| unboxed(span.text.trim()));
    Some(label.unwrap_or(text).to_owned())
}

/// The agent that a heading names behind what it asks about: `Bash command · from the scout agent`. Where styled, that part
/// is not bold.
fn asked_by(body: &Body<'_>, heading: &Line<'_>) -> Option<String> {
    let (_, part) = heading.words.split_once(" · from the ")?;
    let name = part.strip_suffix(" agent")?;
    let row = body.screen.row(heading.row);
    let bold = offset(row.text(), part).is_some_and(|at| row.style_at(at).bold());
    (!bold).then(|| name.to_owned())
}

/// Whether a text stands on a ground of its own, as the tab does that is shown.
fn is_grounded(style: Style) -> bool {
    style.inverse() || style.bg != Color::Default
}

/// The page that a strip of tabs shows (`←  ☐ Format  ☐ Parts  ✔ Submit  →`, 2.0.31 to 2.1.332), where a ground tells which it is.
fn page(screen: &Screen, heading: &Line<'_>) -> Option<BlockPage> {
    let strip = heading.words.strip_prefix("←  ")?.strip_suffix('→')?;
    let row = screen.row(heading.row);
    let tabs: Vec<&str> = parts(strip).collect();
    let shown = |tab: &&str| {
        let at = offset(row.text(), tab);
        at.is_some_and(|at| is_grounded(row.style_at(at)))
    };
    let at = tabs.iter().position(shown)?;
    let count = |number: usize| u32::try_from(number).ok();
    Some(BlockPage {
        at: count(at + 1)?,
        of: count(tabs.len())?,
        titles: tabs.iter().map(|tab| unboxed(tab).to_owned()).collect(),
    })
}

/// A question's tab without the box before it: `☐ Border`.
fn unboxed(tab: &str) -> &str {
    let bare = tab.strip_prefix(['☐', '☒', '✔']);
    bare.map_or(tab, str::trim_start)
}

/// The question: a line that asks, or in a question to the person the text above the options.
fn question(body: &Body<'_>, kind: BlockKind) -> Option<String> {
    let whole = || has_own_rows(body).then(|| between(body));
    let whole = (kind == BlockKind::Question).then(whole).flatten();
    if let Some(text) = Mark::QuestionRows.found(body.screen, whole) {
        return Some(text);
    }
    if let Some(asked) = body.asked() {
        return Some(asked::text(asked));
    }
    match kind {
        BlockKind::Question => Some(between(body)).filter(|text| !text.is_empty()),
        BlockKind::Trust => asked_within(&between(body)),
        _ => None,
    }
}

/// Whether all that stands between the tabs of a question to the person and its options is the question: it may have
/// several rows, of which none or an inner one asks (2.0.31; 2.1.331 draws a bar before each of them). Where the answers
/// are read again, only the last row asks.
fn has_own_rows(body: &Body<'_>) -> bool {
    let tabs = body.heading().filter(|line| lines::has_tabs(line.words));
    let first = body.first_row();
    let (Some(tabs), Some(first)) = (tabs, first) else {
        return false;
    };
    let rows = tabs.row + 1..first;
    let mut lines = body.lines().iter().filter(|line| rows.contains(&line.row));
    lines.clone().any(|line| !line.words.is_empty()) && !lines.any(is_beside)
}

/// Whether a line stands beside the question: a warning, or a question that was answered.
fn is_beside(line: &Line<'_>) -> bool {
    line.words.starts_with(asked::ANSWERED) || line.words.starts_with(WARNING)
}

/// The first sentence of a text that asks.
fn asked_within(text: &str) -> Option<String> {
    let end = text.find('?')?;
    let first = text[..end].rfind(". ").map_or(0, |at| at + 2);
    let path = |word: &&str| word.starts_with('/') || word.starts_with('~');
    let words = text[first..=end].split(' ').skip_while(path);
    Some(words.collect::<Vec<_>>().join(" "))
}

/// The lines between the heading and the first option, a warning, or a list of what was answered.
fn between(body: &Body<'_>) -> String {
    let end = body.first_row().unwrap_or(body.place.last);
    let head = body.heading().map_or(body.place.first, |line| line.row);
    let below = body.lines().iter().filter(|line| line.row > head);
    let words = below
        .take_while(|line| line.row < end && !is_beside(line))
        .map(|line| line.words);
    let told: Vec<&str> = words
        .filter(|words| !words.is_empty() && !lines::is_drawn(words))
        .collect();
    told.join(" ")
}
