//! A block written out: excerpt, heading, question, description. What it is about, `subject` says.

use shadow_core::contract::{BlockKind, BlockOption, BlockPage, OperatorBlock};
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{BlockFact, RowSpan};

use super::super::front::Skin;
use super::super::marks::Mark;
use super::super::shape::is_count;
use super::body::Body;
use super::heads::Head;
use super::{options, subject};
use crate::shapes::numbers::share;

/// The block parsed. `prints_tabs` in versions that print tabs as they are.
pub(in super::super) fn block(
    screen: &Marked<'_>,
    skin: Skin,
    fact: &BlockFact,
    prints_tabs: bool,
) -> OperatorBlock {
    let body = Body::new(screen, skin, fact.rows);
    let read = options::read(&body, fact.kind);
    let (options, end) = read.unwrap_or_else(|| (Vec::new(), fact.rows.last as usize + 1));
    let head = Head::read(body, fact, end);
    if fact.kind == BlockKind::Rewind {
        return rewind(fact, &head, options);
    }
    let mut block = OperatorBlock {
        kind: fact.kind,
        origin: fact.origin,
        asked_by: Mark::AskedBy.found(screen, head.asked_by()),
        title: head.title(),
        question: head.question(),
        description: head
            .description()
            .or_else(|| subject::proposed_reason(&head)),
        options,
        page: page(screen, fact),
        ..OperatorBlock::default()
    };
    subject::fill(&mut block, &head, prints_tabs);
    if block.question.is_none() && fact.kind == BlockKind::Unknown {
        block.question = block.title.clone();
    }
    block
}

/// The page that a count above the question names: `Question 1/2`, `Field 1/3 (1 required unanswered)`.
fn page(screen: &Screen, fact: &BlockFact) -> Option<BlockPage> {
    let mut rows = fact.rows.indices().map(|row| screen.row(row).trimmed());
    let (_, count) = rows.find(|text| is_count(text))?.split_once(' ')?;
    let (at, of) = share(count.split(' ').next()?)?;
    (of > 1).then_some(BlockPage {
        at,
        of,
        titles: Vec::new(),
    })
}

/// A pager that offers to rewind: its rows are the dialog's own, so they neither ask nor explain.
fn rewind(fact: &BlockFact, head: &Head, options: Vec<BlockOption>) -> OperatorBlock {
    OperatorBlock {
        kind: fact.kind,
        origin: fact.origin,
        title: head.first_row().map(spaced_out),
        options,
        ..OperatorBlock::default()
    }
}

/// `/ T R A N S C R I P T / / / /` read as a word.
fn spaced_out(title: &str) -> String {
    let word: String = title.chars().filter(|c| !matches!(c, '/' | ' ')).collect();
    match title.starts_with("/ ") && !word.is_empty() {
        true => word,
        false => title.to_owned(),
    }
}

/// The block as text, the proposal directly above it included.
pub(in super::super) fn excerpt(screen: &Screen, fact: &BlockFact) -> String {
    let first = fact.proposal.map_or(fact.rows.first, |rows| rows.first);
    let rows = RowSpan {
        first,
        last: fact.rows.last,
    };
    let lines: Vec<&str> = rows.indices().map(|row| screen.row(row).text()).collect();
    lines.join("\n")
}
