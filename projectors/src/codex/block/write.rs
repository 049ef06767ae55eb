//! A block written out: excerpt, heading, question, subject, description.

use shadow_core::contract::{BlockKind, BlockOption, BlockPage, OperatorBlock};
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{BlockFact, RowSpan};

use super::super::cell_kind::{CellKind, CellSpan};
use super::super::cells;
use super::super::front::Look;
use super::super::shape::is_count;
use super::super::wrap::{EDGE, above, within};
use super::heads::{Head, Line};
use super::kind::folder;
use super::options;
use crate::shapes::numbers::share;
use crate::shapes::wraps;

/// The block parsed.
pub(in super::super) fn block(screen: &Marked<'_>, look: Look, fact: &BlockFact) -> OperatorBlock {
    let (options, list) = options::read(screen, look, fact.rows, fact.kind);
    let end = list.map_or(fact.rows.last as usize + 1, |rows| rows.first as usize);
    let head = Head::read(screen, look, fact, end);
    if fact.kind == BlockKind::Rewind {
        return rewind(fact, &head, options);
    }
    let mut block = OperatorBlock {
        kind: fact.kind,
        origin: fact.origin,
        title: head.title(),
        question: head.question(),
        description: head.description().or_else(|| proposed_reason(screen, fact)),
        subject: subject(screen, look, fact, &head),
        options,
        page: page(screen, fact),
        ..OperatorBlock::default()
    };
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

/// What a block is about: the command or diff of an approval, the plan, the folder to trust.
fn subject(screen: &Marked<'_>, look: Look, fact: &BlockFact, head: &Head) -> Option<String> {
    match fact.kind {
        BlockKind::ApprovalCommand => {
            command(screen, head).or_else(|| proposed_command(screen, fact))
        }
        BlockKind::ApprovalEdit => proposal(screen, fact).or_else(|| below_title(head)),
        BlockKind::ApprovalOther => called(screen, fact, head).or_else(|| match head.headless {
            true => None,
            false => below_title(head),
        }),
        BlockKind::Plan => plan(screen, look, fact),
        BlockKind::Trust => folder_of(screen, head),
        _ => None,
    }
}

/// The command from the row that opens with the prompt sign of a shell on.
fn command(screen: &Screen, head: &Head) -> Option<String> {
    let opens = |part: &Vec<Line>| part[0].text.starts_with("$ ");
    let at = head.parts.iter().position(opens)?;
    let parts = head.parts[at..].iter().map(|part| rows_of(screen, part));
    let text = parts.collect::<Vec<_>>().join("\n\n");
    text.strip_prefix("$ ").map(str::to_owned)
}

/// A command's rows. They stay rows: nothing tells a wrap from a line end of the command's own, but for one inside a word.
fn rows_of(screen: &Screen, lines: &[Line]) -> String {
    let wrap = within(screen, EDGE);
    let between =
        |one: Line, next: Line| match wrap.joint(above(screen, one.row, one.text), next.text) {
            Some("") => "",
            _ => "\n",
        };
    wraps::joined(lines.iter().copied(), |line| line.text, between)
}

/// The plan in the cell above the block, without its heading.
fn plan(screen: &Marked<'_>, look: Look, fact: &BlockFact) -> Option<String> {
    let rows = fact.proposal?;
    let cell = CellSpan {
        kind: CellKind::Assistant,
        first: rows.first as usize,
        last: rows.last as usize,
    };
    let text = cells::cell_text(screen, look, &cell);
    let (_, plan) = text.split_once('\n')?;
    let plan = plan.trim_matches('\n');
    (!plan.is_empty()).then(|| plan.to_owned())
}

/// The folder that a trust dialog's heading names, where the pane does not cut it.
fn folder_of(screen: &Screen, head: &Head) -> Option<String> {
    let heading = head.parts.first()?;
    let (named, cut) = folder(screen, heading[0].row)?;
    let rest = heading[1..].iter().map(|line| line.text);
    (!cut).then(|| [named].into_iter().chain(rest).collect())
}

/// The cell above the block that shows a change, without its bullet and its own hints.
fn proposal(screen: &Marked<'_>, fact: &BlockFact) -> Option<String> {
    let lines: Vec<&str> = proposal_rows(screen, fact)?
        .map(|row| row.strip_prefix("• ").unwrap_or(row))
        .filter(|row| row.trim() != "+ Show details")
        .collect();
    Some(lines.join("\n"))
}

/// The call in the cell above the block, without its verb and its branch, which narrow panes break it off to (0.148). Where
/// it does not show its arguments, those that the block shows (0.155 to 0.169).
fn called(screen: &Marked<'_>, fact: &BlockFact, head: &Head) -> Option<String> {
    let call = proposal(screen, fact)?;
    let call = call.strip_prefix("Calling")?;
    let call = call.trim_start().trim_start_matches("└ ");
    let shown = call.contains('(');
    let arguments = head.arguments().filter(|_| !shown);
    Some(match arguments {
        Some(arguments) => format!("{call}\n{arguments}"),
        None => call.to_owned(),
    })
}

/// The command in the cell above the block: behind its first words (0.20) or below them (0.34).
fn proposed_command(screen: &Screen, fact: &BlockFact) -> Option<String> {
    let rows = fact.proposal?.indices();
    let lines = rows.map(|row| Line {
        row,
        text: screen.row(row).trimmed(),
    });
    let mut lines: Vec<Line> = lines.take_while(|line| !line.text.is_empty()).collect();
    let first = lines.first_mut()?;
    match first.text.strip_prefix("? Codex wants to run ") {
        Some(named) => first.text = named,
        None => drop(lines.remove(0)),
    }
    let first = lines.first_mut()?;
    first.text = first.text.trim_start_matches("└ ");
    Some(rows_of(screen, &lines))
}

/// What the cell above the block says below its command: why.
fn proposed_reason(screen: &Marked<'_>, fact: &BlockFact) -> Option<String> {
    if fact.kind != BlockKind::ApprovalCommand {
        return None;
    }
    let rows = proposal_rows(screen, fact)?.skip_while(|row| !row.trim().is_empty());
    let told: Vec<&str> = rows.map(str::trim).filter(|row| !row.is_empty()).collect();
    (!told.is_empty()).then(|| told.join(" "))
}

fn proposal_rows<'s>(
    screen: &'s Marked<'s>,
    fact: &BlockFact,
) -> Option<impl Iterator<Item = &'s str> + 's> {
    let rows = fact.proposal?;
    Some(rows.indices().map(|row| screen.row(row).text()))
}

fn below_title(head: &Head) -> Option<String> {
    let told = head.below_title().into_iter().map(|line| line.text);
    let told: Vec<&str> = told.filter(|text| !text.starts_with("Reason:")).collect();
    (!told.is_empty()).then(|| told.join("\n"))
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
