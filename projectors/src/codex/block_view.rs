//! A block written out: excerpt, heading, question, subject, description.

use shadow_core::contract::{BlockKind, BlockOption, OperatorBlock};
use shadow_core::screen::Screen;
use shadow_core::surface::{BlockFact, RowSpan};

use super::layout::Look;
use super::options;
use super::shape::{BAR, is_key_hint};

/// The block parsed.
pub(super) fn block(screen: &Screen, look: Look, fact: &BlockFact) -> OperatorBlock {
    let (options, list) = options::read(screen, look, fact.rows, fact.kind);
    let head_end = list.map_or(fact.rows.last as usize + 1, |rows| rows.first as usize);
    let head = RowSpan::new(
        fact.rows.first as usize,
        head_end.saturating_sub(1).max(fact.rows.first as usize),
    );
    let lines: Vec<&str> = head
        .indices()
        .filter(|&row| row < head_end)
        .map(|row| body(screen, row))
        .collect();
    let parts = Parts::of(&lines);
    if fact.kind == BlockKind::Rewind {
        return rewind(fact, &parts, options);
    }
    let mut block = OperatorBlock {
        kind: fact.kind,
        origin: fact.origin,
        title: parts.title(),
        question: question(fact.kind, &parts),
        description: parts
            .description(fact.kind)
            .or_else(|| proposed_reason(screen, fact)),
        subject: subject(screen, fact, &parts),
        options,
        signature: String::new(),
    };
    if block.question.is_none() && fact.kind == BlockKind::Unknown {
        block.question = block.title.clone();
    }
    block
}

/// A pager that offers to rewind: its rows are the dialog's own, so they neither ask nor explain.
fn rewind(fact: &BlockFact, parts: &Parts, options: Vec<BlockOption>) -> OperatorBlock {
    OperatorBlock {
        kind: fact.kind,
        origin: fact.origin,
        title: parts.title().map(|title| spaced_out(&title)),
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

/// A row of a block without bar and margins.
fn body(screen: &Screen, row: usize) -> &str {
    screen.row(row).trimmed().trim_start_matches(BAR).trim()
}

/// The rows above the list, in parts that blank rows separate; each part's rows.
struct Parts<'s> {
    parts: Vec<Vec<&'s str>>,
}

impl<'s> Parts<'s> {
    fn of(lines: &[&'s str]) -> Self {
        let parts = lines
            .split(|line| line.is_empty())
            .filter(|part| !part.is_empty())
            .map(<[&str]>::to_vec)
            .collect();
        Self { parts }
    }

    fn title(&self) -> Option<String> {
        self.parts.first()?.first().map(|line| (*line).to_owned())
    }

    /// What explains the heading: the reason of an approval, the rows below a panel's heading.
    fn description(&self, kind: BlockKind) -> Option<String> {
        let rest = self.parts.iter().flatten().skip(1);
        let approval = matches!(
            kind,
            BlockKind::ApprovalCommand | BlockKind::ApprovalEdit | BlockKind::ApprovalOther
        );
        let told: Vec<&str> = match approval {
            true => self.reason()?.to_vec(),
            false => rest.copied().filter(|line| !is_key_hint(line)).collect(),
        };
        (!told.is_empty()).then(|| told.join(" "))
    }

    fn reason(&self) -> Option<&[&'s str]> {
        let part = self
            .parts
            .iter()
            .find(|part| part[0].starts_with("Reason:"))?;
        Some(part)
    }
}

fn question(kind: BlockKind, parts: &Parts) -> Option<String> {
    let lines: Vec<&str> = parts.parts.iter().flatten().copied().collect();
    match kind {
        BlockKind::Question => lines
            .get(1)
            .or(lines.first())
            .map(|line| (*line).to_owned()),
        _ => lines
            .iter()
            .find(|line| line.ends_with('?'))
            .map(|line| (*line).to_owned()),
    }
}

/// The command or diff that an approval is about.
fn subject(screen: &Screen, fact: &BlockFact, parts: &Parts) -> Option<String> {
    match fact.kind {
        BlockKind::ApprovalCommand => command(parts).or_else(|| proposed_command(screen, fact)),
        BlockKind::ApprovalEdit => proposal(screen, fact).or_else(|| below_title(parts)),
        BlockKind::ApprovalOther => below_title(parts),
        _ => None,
    }
}

/// The part that opens with the prompt sign of a shell.
fn command(parts: &Parts) -> Option<String> {
    let part = parts.parts.iter().find(|part| part[0].starts_with("$ "))?;
    let at = parts.parts.iter().position(|other| other[0] == part[0])?;
    let mut text = part.join("\n");
    for more in &parts.parts[at + 1..] {
        text.push_str("\n\n");
        text.push_str(&more.join("\n"));
    }
    Some(text.trim_start_matches("$ ").to_owned())
}

/// The cell above the block that shows a change, without its bullet and its own hints.
fn proposal(screen: &Screen, fact: &BlockFact) -> Option<String> {
    let lines: Vec<&str> = proposal_rows(screen, fact)?
        .map(|row| row.strip_prefix("• ").unwrap_or(row))
        .filter(|row| row.trim() != "+ Show details")
        .collect();
    Some(lines.join("\n"))
}

/// The command in the cell above the block: behind its first words (0.20) or below them (0.34).
fn proposed_command(screen: &Screen, fact: &BlockFact) -> Option<String> {
    let mut rows = proposal_rows(screen, fact)?.take_while(|row| !row.trim().is_empty());
    let head = rows.next()?;
    let named = head.strip_prefix("? Codex wants to run ");
    let told = rows.map(|row| row.trim_start().trim_start_matches("└ "));
    let lines: Vec<&str> = named.into_iter().chain(told).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// What the cell above the block says below its command: why.
fn proposed_reason(screen: &Screen, fact: &BlockFact) -> Option<String> {
    if fact.kind != BlockKind::ApprovalCommand {
        return None;
    }
    let rows = proposal_rows(screen, fact)?.skip_while(|row| !row.trim().is_empty());
    let told: Vec<&str> = rows.map(str::trim).filter(|row| !row.is_empty()).collect();
    (!told.is_empty()).then(|| told.join(" "))
}

fn proposal_rows<'s>(
    screen: &'s Screen,
    fact: &BlockFact,
) -> Option<impl Iterator<Item = &'s str> + 's> {
    let rows = fact.proposal?;
    Some(rows.indices().map(|row| screen.row(row).text()))
}

fn below_title(parts: &Parts) -> Option<String> {
    let told: Vec<&str> = parts
        .parts
        .iter()
        .flatten()
        .skip(1)
        .copied()
        .filter(|line| !line.starts_with("Reason:"))
        .collect();
    (!told.is_empty()).then(|| told.join("\n"))
}

/// The block as text, the proposal directly above it included.
pub(super) fn excerpt(screen: &Screen, fact: &BlockFact) -> String {
    let first = fact.proposal.map_or(fact.rows.first, |rows| rows.first);
    let rows = RowSpan {
        first,
        last: fact.rows.last,
    };
    let lines: Vec<&str> = rows.indices().map(|row| screen.row(row).text()).collect();
    lines.join("\n")
}
