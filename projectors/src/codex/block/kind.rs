//! Dialogs, pickers and panels: which kind a block is. That it is one is settled by its place; words
//! only name it.

use shadow_core::OwnDialogs;
use shadow_core::contract::{BlockKind, BlockOrigin};
use shadow_core::screen::{Marked, Needle, Row, Screen};
use shadow_core::surface::{BlockFact, RowSpan};

use crate::dialogs::{
    EDIT, Named, OTHER, Only, QUESTION, REWIND, Says, UNNAMED, is_approval, own_name,
};
use crate::letters::trim_start;

use super::super::cell_row::CellRows;
use super::super::front::Look;
use super::super::marks::Mark;
use super::super::rows::hold;
use super::super::shape::{
    self, carries_styles, counts, flush_char, is_count, is_question_count, is_search_field,
    opens_command,
};
use super::super::transcript::cells;
use super::dialogs::{self, asked, asks_to_run_tool, is_named};
use super::{edge, options};
use crate::shapes::lists::check_box;
use crate::shapes::numbers::share;

/// The block's fact; `own` are the user's own dialogs.
pub(in super::super) fn fact(
    screen: &Marked<'_>,
    look: Look,
    rows: RowSpan,
    own: &OwnDialogs,
) -> BlockFact {
    let named = name(screen, look, rows, own);
    let (kind, agent) = (named.kind, named.origin == BlockOrigin::Agent);
    let proposal = agent.then(|| proposal(screen, look, rows, kind)).flatten();
    let proposal = Mark::Proposal.found(screen, proposal);
    named.fact(rows, proposal, clipped(screen, look, rows, kind, proposal))
}

/// Whether a block says that another thread asks: in a row of its own, whose end is bold (0.142 and later).
pub(in super::super) fn names_thread(screen: &Screen, rows: RowSpan) -> bool {
    const THREAD: Needle = Needle::new("Thread: ");
    let named = |index: usize| {
        let row = screen.row(index);
        let drawn = || row.style_at(row.text().len() - 1).bold();
        row.trimmed().starts_with("Thread: ") && (!carries_styles(screen) || drawn())
    };
    hold(screen, rows, THREAD) && rows.indices().any(named)
}

/// The block of a pager that offers to edit an earlier message.
pub(in super::super) const fn rewind(rows: RowSpan) -> BlockFact {
    REWIND.fact(rows, None, false)
}

/// What the block is by its words; where an operator opened it, a list to choose from is a picker,
/// anything with a search field or without a list is a panel.
fn name(screen: &Marked<'_>, look: Look, rows: RowSpan, own: &OwnDialogs) -> Named {
    let asked = match look {
        Look::Bar => Mark::AskedAboveList.found(screen, asked_above_list(screen, rows)),
        Look::Chevron => None,
    };
    let named = asked.unwrap_or_else(|| by_words(screen, rows));
    let kind = match named.kind {
        BlockKind::Picker | BlockKind::Panel | BlockKind::Unknown
            if matches!(named.origin, BlockOrigin::Operator | BlockOrigin::Unknown) =>
        {
            opened_kind(screen, rows, named.kind)
        }
        kind => kind,
    };
    let found = Named { kind, ..named };
    let own = (named.origin == BlockOrigin::Unknown).then(|| by_own(screen, rows, found, own));
    own.flatten().unwrap_or(found)
}

/// What a user's own row calls a block that nothing else names.
fn by_own(screen: &Screen, rows: RowSpan, found: Named, own: &OwnDialogs) -> Option<Named> {
    let texts = rows.indices().map(|row| inside(screen, row));
    let mut texts = texts.filter(|text| !text.is_empty());
    let heading = texts.next()?;
    own_name(own, found, heading, texts)
}

fn opened_kind(screen: &Marked<'_>, rows: RowSpan, kind: BlockKind) -> BlockKind {
    let any = |wanted: fn(Row<'_>) -> bool| rows.indices().any(|row| wanted(screen.row(row)));
    let listed = any(is_marked_choice);
    let searched = any(|row| is_search_field(row.trimmed()));
    match (kind, listed, searched) {
        (BlockKind::Unknown, false, false) => kind,
        (_, true, false) => {
            Mark::OpenedList.on(screen);
            BlockKind::Picker
        }
        (BlockKind::Picker, ..) => kind,
        _ => {
            Mark::OpenedPanel.on(screen);
            BlockKind::Panel
        }
    }
}

/// `› 1. label` or `› [x] label`.
fn is_marked_choice(row: Row<'_>) -> bool {
    if !matches!(row.first_char(), Some(shape::BAR | '›' | '>')) {
        return false;
    }
    let body = trim_start(row.trimmed().trim_start_matches(shape::BAR));
    let Some(rest) = body.strip_prefix('›').or_else(|| body.strip_prefix('>')) else {
        return false;
    };
    let label = trim_start(rest);
    shape::numbered(label).is_some() || check_box(label).is_some()
}

/// The approval that asks in the lowest row that is one of their questions and nothing else (0.20 to 0.42): above it
/// stands what the model says.
fn asked_above_list(screen: &Screen, rows: RowSpan) -> Option<Named> {
    rows.indices().rev().find_map(|index| {
        let text = screen.row(index).text().strip_prefix(shape::BAR)?;
        asked(text.trim())
    })
}

/// What the heading says, and no other row: below it stands what a model may have written. Keys behind the choices weigh
/// more than a heading that is not the agent's.
fn by_words(screen: &Marked<'_>, rows: RowSpan) -> Named {
    let heading = edge::heading(screen, rows);
    let text = heading.map_or("", |heading| screen.row(heading.row).trimmed());
    if Mark::QuestionCount.holds(screen, is_question_count(text)) {
        return question(screen, rows);
    }
    if Mark::FieldCount.holds(screen, counts("Field ", text)) {
        return field(screen, rows);
    }
    let named = dialogs::named(text);
    // Below a command stand numbered choices: where there are none, the first row is no command's.
    let is_own = || heading.is_some_and(|it| it.proven) || !options::are_numbered(screen, rows);
    let (agents, others) = match named.filter(|named| named.origin == BlockOrigin::Agent) {
        Some(agents) => (Some(agents), None),
        None => (None, named.filter(|_| is_own())),
    };
    let keyed = || asks_by_keys(screen, rows).then(|| approval_by_shape(screen, rows));
    Mark::KnownName
        .found(screen, agents)
        .or_else(keyed)
        .or_else(|| Mark::KnownName.found(screen, others))
        .unwrap_or_else(|| by_list(screen, rows))
}

/// A row without its bar and margins.
fn inside(screen: &Screen, row: usize) -> &str {
    screen
        .row(row)
        .trimmed()
        .trim_start_matches(shape::BAR)
        .trim()
}

/// What a server asks in the agent's turn, below a count of fields: to run a tool or to allow a request, which its choices
/// name, or, where the pane shows only some of these, the row right below the count; else something to fill in.
fn field(screen: &Screen, rows: RowSpan) -> Named {
    let mut texts = rows.indices().map(|row| inside(screen, row));
    let asked = texts.find(|text| !text.is_empty() && !counts("Field ", text));
    let approval = |text: &str| dialogs::named(text).filter(|named| is_approval(named.kind));
    by_rows(screen, rows, Only::Fields)
        .or_else(|| approval(asked?))
        .unwrap_or(QUESTION)
}

/// A question of the agent's, or the approval of an MCP tool in the same frame: told by its words, or by the call that
/// stands right above it and has not returned (0.115).
fn question(screen: &Marked<'_>, rows: RowSpan) -> Named {
    let mut texts = rows.indices().map(|row| screen.row(row).text());
    let asked = texts.any(asks_to_run_tool);
    let tool = asked.then(|| by_rows(screen, rows, Only::Call)).flatten();
    let tool = tool.or_else(|| is_under_call(screen, rows).then_some(OTHER));
    Mark::ToolInQuestion.found(screen, tool).unwrap_or(QUESTION)
}

/// Which of the agent's dialogs any row names where this stands around it.
fn by_rows(screen: &Screen, rows: RowSpan, only: Only) -> Option<Named> {
    dialogs::by_choice(only, |says| {
        rows.indices().any(|row| says.is_in(inside(screen, row)))
    })
}

/// Whether the cell right above a dialog is a call that has not returned.
fn is_under_call(screen: &Screen, rows: RowSpan) -> bool {
    let last = screen.last_filled(0, rows.first as usize);
    let first = last.map(|row| screen.run_start(row));
    first.is_some_and(|row| is_call(screen, row))
}

/// Whether a row begins a call of a server's tool that has not returned.
fn is_call(screen: &Screen, row: usize) -> bool {
    screen.row(row).text().starts_with("• Calling ")
}

/// The folder that the heading of a trust dialog names in a row, and whether the pane's edge may cut it (0.98 does).
pub(super) fn folder(screen: &Screen, row: usize) -> Option<(&str, bool)> {
    let named = dialogs::folder(screen.row(row).text())?;
    let goes_on = !screen.row(row + 1).is_blank();
    let full = screen.cols().is_some() && screen.row(row).width() >= screen.width();
    Some((named.trim(), full && !goes_on))
}

/// Whether keys behind the choices mark an approval.
fn asks_by_keys(screen: &Screen, rows: RowSpan) -> bool {
    const YES: Needle = Needle::new("Yes");
    let any = |wanted: fn(&str) -> bool| {
        let mut rows = screen.filled(rows.first as usize, rows.last as usize + 1);
        rows.any(|(_, row)| wanted(row.trimmed()))
    };
    let refused = any(|text| text.ends_with("(esc)") || text.ends_with(" esc"));
    let keyed = any(|text| text.ends_with("(y)"));
    // The choice that refuses may be off the pane (0.148).
    let offered = || any(|text| text.starts_with("Press enter to confirm"));
    refused && (keyed || any(|text| YES.is_in(text))) || keyed && offered()
}

/// What no heading names: a choice of its own list may, or a line of keys below that.
fn by_list(screen: &Marked<'_>, rows: RowSpan) -> Named {
    let (choices, end) = options::list(screen, rows);
    let below = end.map_or(rows.last as usize, |end| end + 1)..=rows.last as usize;
    let known = dialogs::by_choice(Only::Anywhere, |says| {
        let is_in = |row: usize| says.is_in(inside(screen, row));
        match says {
            Says::Chooses(_) => choices.iter().any(|&row| is_in(row)),
            _ => below.clone().any(is_in),
        }
    });
    let known = Mark::KnownChoice.found(screen, known);
    Mark::Unnamed.holds(screen, known.is_none());
    known.unwrap_or(UNNAMED)
}

/// An approval whose question is off the pane, or has no known words: by its command row or by what its choices cover.
fn approval_by_shape(screen: &Marked<'_>, rows: RowSpan) -> Named {
    let diff = || {
        rows.indices()
            .any(|row| is_diff_row(screen.row(row).text()))
    };
    let known = by_rows(screen, rows, Only::Keys);
    let edit = known.filter(|named| named.kind == EDIT.kind);
    let edit = edit.or_else(|| diff().then_some(EDIT));
    if let Some(edit) = Mark::EditByShape.found(screen, edit) {
        edit
    } else if let Some(command) = Mark::CommandByShape.found(screen, known) {
        command
    } else {
        Mark::OtherByShape.on(screen);
        OTHER
    }
}

/// A row of a diff: a line number, then a sign.
fn is_diff_row(text: &str) -> bool {
    let body = trim_start(text);
    let rest = body.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < body.len() && (rest.starts_with(" +") || rest.starts_with(" -"))
}

/// The cell directly above a block that shows what it is about (a command in 0.20 and 0.34, a diff
/// in 0.34 and 0.142, a plan in 0.98 and later, a server's tool in 0.115).
fn proposal(screen: &Marked<'_>, look: Look, rows: RowSpan, kind: BlockKind) -> Option<RowSpan> {
    let end = screen.last_filled(0, rows.first as usize)?;
    let mut start = screen.run_start(end);
    loop {
        let opens = |row: &usize| opens_proposal(screen, look, kind, *row);
        if let Some(first) = (start..=end).find(opens) {
            return Some(RowSpan::new(
                first,
                proposal_end(screen, look, kind, first, end),
            ));
        }
        if ends_search(screen, look, start) {
            return None;
        }
        let above = screen.last_filled(0, start)?;
        start = screen.run_start(above);
    }
}

/// Whether a run of rows begins another cell: what stands above it is not directly above the block. Up to 0.42 a reason
/// stands flush between proposal and block.
fn ends_search(screen: &Screen, look: Look, start: usize) -> bool {
    flush_char(screen.row(start)).is_some_and(|c| match look {
        Look::Bar => matches!(c, '›' | '▌' | '>'),
        Look::Chevron => true,
    })
}

/// The last row of a proposal: a plan's turn has ended below it, which a row may tell.
fn proposal_end(
    screen: &Marked<'_>,
    look: Look,
    kind: BlockKind,
    first: usize,
    end: usize,
) -> usize {
    let plan = match kind {
        BlockKind::Plan => cells(CellRows::of(screen, look, end + 1), first).next(),
        _ => None,
    };
    plan.map_or(end, |cell| cell.last)
}

fn opens_proposal(screen: &Screen, look: Look, kind: BlockKind, index: usize) -> bool {
    let text = screen.row(index).text();
    match look {
        Look::Bar => {
            text.starts_with("? ")
                || text.starts_with("• Proposed")
                || text.starts_with("proposed patch")
        }
        Look::Chevron => {
            let body = text.strip_prefix("• ").unwrap_or_default();
            match kind {
                BlockKind::Plan => body == "Proposed Plan",
                BlockKind::ApprovalEdit => ["Edited ", "Added ", "Deleted "]
                    .iter()
                    .any(|verb| body.starts_with(verb)),
                BlockKind::ApprovalOther => is_call(screen, index),
                _ => false,
            }
        }
    }
}

/// Whether the block or its subject runs off the top of the pane.
fn clipped(
    screen: &Marked<'_>,
    look: Look,
    rows: RowSpan,
    kind: BlockKind,
    proposal: Option<RowSpan>,
) -> bool {
    let cut = || lost_head(screen, look, rows, kind);
    let shown_above = match look {
        Look::Bar => matches!(kind, BlockKind::ApprovalCommand | BlockKind::ApprovalEdit),
        Look::Chevron => kind == BlockKind::Plan,
    };
    let folder_cut = kind == BlockKind::Trust
        && rows
            .indices()
            .find_map(|row| folder(screen, row))
            .is_some_and(|(_, cut)| cut);
    let command = |row: usize| opens_command(screen.row(row).trimmed());
    let folded =
        look == Look::Chevron && kind == BlockKind::ApprovalCommand && !rows.indices().any(command);
    Mark::CommandFolded.holds(screen, folded)
        || Mark::HeadCut.holds(screen, cut())
        || Mark::ProposalCut.holds(screen, shown_above && proposal.is_none())
        || Mark::FolderCut.holds(screen, folder_cut)
        || Mark::ListScrolled.holds(screen, is_scrolled(screen, rows))
        || Mark::EndCut.holds(screen, cut_below(screen, rows))
}

/// Whether a block's heading is not shown: off the pane's top, or, above what a command asks to be approved for, painted
/// over by the command (a carriage return in it, 0.58 and 0.110) or lost in it.
fn lost_head(screen: &Screen, look: Look, rows: RowSpan, kind: BlockKind) -> bool {
    let named = |row: usize| is_named(screen.row(row).text());
    let at_top = rows.first == 0 && screen.alternate() != Some(true);
    let above_list = look == Look::Chevron && is_approval(kind);
    let first = rows.first as usize;
    let headed = || named(first) || is_count(screen.row(first).trimmed());
    let heading = || edge::heading(screen, rows).map(|heading| heading.row);
    above_list && !headed() || at_top && !heading().is_some_and(named)
}

/// A list that goes on above or below its window: none of its choices down to the marked one is the first, an arrow
/// stands alone in a row, or more choices are counted than shown.
fn is_scrolled(screen: &Screen, rows: RowSpan) -> bool {
    let marked = |row: &usize| is_marked_choice(screen.row(*row));
    let Some(marked) = rows.indices().find(marked) else {
        return false;
    };
    let number = |row: usize| shape::numbered(unmarked(screen.row(row).trimmed()));
    let mut above = (rows.first as usize..=marked).filter_map(number);
    let numbered = number(marked).is_some();
    let arrow = |row: usize| {
        let row = screen.row(row);
        let points = matches!(row.first_char(), Some('↑' | '↓'));
        points && matches!(row.trimmed(), "↑" | "↓" | "↑ more" | "↓ more")
    };
    numbered && above.all(|(number, _)| number > 1)
        || rows.indices().any(arrow)
        || counts_more(screen, rows)
}

/// A question's row of keys that counts more choices than its list shows: `option 1/3` (0.98, ten rows).
fn counts_more(screen: &Screen, rows: RowSpan) -> bool {
    let counted = screen.row(rows.last as usize).trimmed();
    let rest = counted.strip_prefix("option ");
    let count = rest.and_then(|rest| share(rest.split_once(' ')?.0));
    let number = |row: usize| shape::numbered(unmarked(screen.row(row).trimmed()));
    let listed = rows.indices().filter_map(number).map(|(number, _)| number);
    count.is_some_and(|(_, count)| listed.max().is_some_and(|listed| listed < count))
}

/// A row of a list without its mark.
fn unmarked(text: &str) -> &str {
    text.trim_start_matches(['›', '>', ' '])
}

/// The pane ends within the block: its last row is neither a hint nor one of its choices.
fn cut_below(screen: &Screen, rows: RowSpan) -> bool {
    let full = screen
        .pane_rows()
        .is_some_and(|pane| rows.last as usize + 2 >= usize::from(pane));
    let numbered = |row: usize| shape::numbered(unmarked(screen.row(row).trimmed()));
    let choice = || rows.indices().any(|row| numbered(row).is_some());
    full && !choice() && !shape::ends_in_hint(screen, rows.last as usize)
}
