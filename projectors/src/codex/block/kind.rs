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
use super::super::front::Skin;
use super::super::marks::Mark;
use super::super::rows::hold;
use super::super::shape::{
    self, carries_styles, counts, is_count, is_question_count, is_search_field, opens_command,
};
use super::super::transcript::cells;
use super::body::Body;
use super::choices::is_arrow;
use super::dialogs::{self, asked, asks_to_run_tool, is_named};
use super::options::list_end;
use crate::rules::{self, Ordered};
use crate::shapes::lists::check_box;
use crate::shapes::numbers::share;

/// The block's fact; `own` are the user's own dialogs.
pub(in super::super) fn fact(
    screen: &Marked<'_>,
    skin: Skin,
    rows: RowSpan,
    own: &OwnDialogs,
) -> BlockFact {
    let body = &Body::new(screen, skin, rows);
    let named = name(body, own);
    let agent = named.origin == BlockOrigin::Agent;
    let proposal = agent.then(|| proposal(body, named.kind)).flatten();
    let proposal = Mark::Proposal.found(screen, proposal);
    let fact = named.fact(rows, proposal, false);
    let clipped = rules::any(&CUTS, screen, |is_cut| is_cut(body, &fact));
    BlockFact { clipped, ..fact }
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
fn name(body: &Body<'_>, own: &OwnDialogs) -> Named {
    let asked = match body.skin {
        Skin::Bar => asked_above_list(body),
        Skin::Chevron => None,
    };
    let named = rules::said(body.screen, asked.unwrap_or_else(|| by_words(body)));
    let listed = matches!(
        named.kind,
        BlockKind::Picker | BlockKind::Panel | BlockKind::Unknown
    );
    let opened = match named.origin {
        BlockOrigin::Operator | BlockOrigin::Unknown if listed => opened(body, named.kind),
        _ => None,
    };
    let kind = opened.map_or(named.kind, |told| rules::said(body.screen, told));
    let found = Named { kind, ..named };
    let own = (named.origin == BlockOrigin::Unknown).then(|| by_own(body, found, own));
    own.flatten().unwrap_or(found)
}

/// What a user's own row calls a block that nothing else names.
fn by_own(body: &Body<'_>, found: Named, own: &OwnDialogs) -> Option<Named> {
    let mut texts = body.texts().filter(|text| !text.is_empty());
    let heading = texts.next()?;
    own_name(own, found, heading, texts)
}

/// What the layout of a block of an operator's says it is.
fn opened(body: &Body<'_>, kind: BlockKind) -> Option<(Mark, BlockKind)> {
    let listed = body.any(is_marked_choice);
    let searched = body.any(|row| is_search_field(row.trimmed()));
    match (kind, listed, searched) {
        (BlockKind::Unknown, false, false) => None,
        (_, true, false) => Some((Mark::OpenedList, BlockKind::Picker)),
        (BlockKind::Picker, ..) => None,
        _ => Some((Mark::OpenedPanel, BlockKind::Panel)),
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
fn asked_above_list(body: &Body<'_>) -> Option<(Mark, Named)> {
    body.rows.indices().rev().find_map(|index| {
        let text = body.screen.row(index).text().strip_prefix(shape::BAR)?;
        Some((Mark::AskedAboveList, asked(text.trim())?))
    })
}

/// What the heading says, and no other row: below it stands what a model may have written. Keys behind the choices weigh
/// more than a heading that is not the agent's.
fn by_words(body: &Body<'_>) -> (Mark, Named) {
    let heading = body.heading();
    let text = heading.map_or("", |heading| body.screen.row(heading.row).trimmed());
    if is_question_count(text) {
        return (Mark::QuestionCount, question(body));
    }
    if counts("Field ", text) {
        return (Mark::FieldCount, field(body));
    }
    let known = dialogs::named(text).map(|named| (Mark::KnownName, named));
    if let Some(agents) = known.filter(|(_, named)| named.origin == BlockOrigin::Agent) {
        return agents;
    }
    // Below a command stand numbered choices: where there are none, the first row is no command's.
    let are_numbered = || body.choices().iter().any(|it| it.number.is_some());
    let is_own = || heading.is_some_and(|it| it.proven) || !are_numbered();
    let others = known.filter(|_| is_own());
    match asks_by_keys(body) {
        true => approval_by_shape(body),
        false => others.unwrap_or_else(|| by_list(body)),
    }
}

/// What a server asks in the agent's turn, below a count of fields: to run a tool or to allow a request, which its choices
/// name, or, where the pane shows only some of these, the row right below the count; else something to fill in.
fn field(body: &Body<'_>) -> Named {
    let mut texts = body.texts();
    let asked = texts.find(|text| !text.is_empty() && !counts("Field ", text));
    let approval = |text: &str| dialogs::named(text).filter(|named| is_approval(named.kind));
    by_rows(body, Only::Fields)
        .or_else(|| approval(asked?))
        .unwrap_or(QUESTION)
}

/// A question of the agent's, or the approval of an MCP tool in the same frame: told by its words, or by the call that
/// stands right above it and has not returned (0.115).
fn question(body: &Body<'_>) -> Named {
    let asked = body.any(|row| asks_to_run_tool(row.text()));
    let tool = asked.then(|| by_rows(body, Only::Call)).flatten();
    let tool = tool.or_else(|| is_under_call(body).then_some(OTHER));
    Mark::ToolInQuestion
        .found(body.screen, tool)
        .unwrap_or(QUESTION)
}

/// Which of the agent's dialogs any row names where this stands around it.
fn by_rows(body: &Body<'_>, only: Only) -> Option<Named> {
    dialogs::by_choice(only, |says| body.texts().any(|text| says.is_in(text)))
}

/// Whether the cell right above a dialog is a call that has not returned.
fn is_under_call(body: &Body<'_>) -> bool {
    let last = body.screen.last_filled(0, body.rows.first as usize);
    let first = last.map(|row| body.screen.run_start(row));
    first.is_some_and(|row| is_call(body.screen, row))
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
fn asks_by_keys(body: &Body<'_>) -> bool {
    const YES: Needle = Needle::new("Yes");
    let any = |wanted: fn(&str) -> bool| body.any(|row| wanted(row.trimmed()));
    let refused = any(|text| text.ends_with("(esc)") || text.ends_with(" esc"));
    let keyed = any(|text| text.ends_with("(y)"));
    // The choice that refuses may be off the pane (0.148).
    let offered = || any(|text| text.starts_with("Press enter to confirm"));
    refused && (keyed || any(|text| YES.is_in(text))) || keyed && offered()
}

/// What no heading names: a choice of its own list may, or a line of keys below that.
fn by_list(body: &Body<'_>) -> (Mark, Named) {
    let (choices, last) = (body.choices(), body.rows.last as usize);
    let below = list_end(body).map_or(last, |end| end + 1)..=last;
    let known = dialogs::by_choice(Only::Anywhere, |says| {
        let is_in = |row: usize| says.is_in(body.text(row));
        match says {
            Says::Chooses(_) => choices.iter().any(|choice| is_in(choice.index)),
            _ => below.clone().any(is_in),
        }
    });
    known.map_or((Mark::Unnamed, UNNAMED), |known| (Mark::KnownChoice, known))
}

/// An approval whose question is off the pane, or has no known words: by its command row or by what its choices cover.
fn approval_by_shape(body: &Body<'_>) -> (Mark, Named) {
    let known = by_rows(body, Only::Keys);
    let edits = known.is_some_and(|named| named.kind == EDIT.kind);
    match known {
        Some(edit) if edits => (Mark::EditByShape, edit),
        _ if body.any(is_diff_row) => (Mark::EditByShape, EDIT),
        Some(command) => (Mark::CommandByShape, command),
        None => (Mark::OtherByShape, OTHER),
    }
}

/// A row of a diff: a line number, then a sign.
fn is_diff_row(row: Row<'_>) -> bool {
    let body = trim_start(row.text());
    let rest = body.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < body.len() && (rest.starts_with(" +") || rest.starts_with(" -"))
}

/// The cell directly above a block that shows what it is about (a command in 0.20 and 0.34, a diff
/// in 0.34 and 0.142, a plan in 0.98 and later, a server's tool in 0.115).
fn proposal(body: &Body<'_>, kind: BlockKind) -> Option<RowSpan> {
    let (screen, skin) = (body.screen, body.skin);
    let end = screen.last_filled(0, body.rows.first as usize)?;
    let mut start = screen.run_start(end);
    loop {
        let opens = |row: &usize| opens_proposal(screen, skin, kind, *row);
        if let Some(first) = (start..=end).find(opens) {
            // A plan's turn has ended below it, which a row may tell.
            let plan = match kind {
                BlockKind::Plan => cells(CellRows::of(screen, skin, end + 1), first).next(),
                _ => None,
            };
            return Some(RowSpan::new(first, plan.map_or(end, |cell| cell.last)));
        }
        if ends_search(screen.row(start), skin) {
            return None;
        }
        let above = screen.last_filled(0, start)?;
        start = screen.run_start(above);
    }
}

/// Whether a run of rows begins another cell: what stands above it is not directly above the block. Up to 0.42 a reason
/// stands flush between proposal and block.
fn ends_search(start: Row<'_>, skin: Skin) -> bool {
    start.flush_char().is_some_and(|c| match skin {
        Skin::Bar => matches!(c, '›' | '▌' | '>'),
        Skin::Chevron => true,
    })
}

fn opens_proposal(screen: &Screen, skin: Skin, kind: BlockKind, index: usize) -> bool {
    let text = screen.row(index).text();
    let begins = |starts: &[&str]| starts.iter().any(|start| text.starts_with(start));
    match (skin, kind) {
        (Skin::Bar, _) => begins(&["? ", "• Proposed", "proposed patch"]),
        (_, BlockKind::Plan) => text == "• Proposed Plan",
        (_, BlockKind::ApprovalEdit) => begins(&["• Edited ", "• Added ", "• Deleted "]),
        (_, BlockKind::ApprovalOther) => is_call(screen, index),
        _ => false,
    }
}

/// A rule by which a block or its subject runs off the pane.
type Cut = Ordered<Mark, fn(&Body<'_>, &BlockFact) -> bool>;

static CUTS: [Cut; 6] = [
    Cut::named(Mark::CommandFolded, is_folded),
    Cut::named(Mark::HeadCut, lost_head),
    Cut::named(Mark::ProposalCut, lost_proposal),
    Cut::named(Mark::FolderCut, cuts_folder),
    Cut::named(Mark::ListScrolled, is_scrolled),
    Cut::named(Mark::EndCut, is_cut_below),
];

/// Whether an approval of a command does not show it.
fn is_folded(body: &Body<'_>, fact: &BlockFact) -> bool {
    let command = body.skin == Skin::Chevron && fact.kind == BlockKind::ApprovalCommand;
    command && !body.any(|row| opens_command(row.trimmed()))
}

/// Whether a block's heading is not shown: off the pane's top, or, above what a command asks to be approved for, painted
/// over by the command (a carriage return in it, 0.58 and 0.110) or lost in it.
fn lost_head(body: &Body<'_>, fact: &BlockFact) -> bool {
    let (screen, rows) = (body.screen, body.rows);
    let named = |row: usize| is_named(screen.row(row).text());
    let at_top = rows.first == 0 && screen.alternate() != Some(true);
    let above_list = body.skin == Skin::Chevron && is_approval(fact.kind);
    let first = rows.first as usize;
    let headed = || named(first) || is_count(screen.row(first).trimmed());
    let heading = || body.heading().map(|heading| heading.row);
    above_list && !headed() || at_top && !heading().is_some_and(named)
}

/// Whether a block that shows what it is about above itself has nothing there.
fn lost_proposal(body: &Body<'_>, fact: &BlockFact) -> bool {
    let shown_above = match body.skin {
        Skin::Bar => matches!(
            fact.kind,
            BlockKind::ApprovalCommand | BlockKind::ApprovalEdit
        ),
        Skin::Chevron => fact.kind == BlockKind::Plan,
    };
    shown_above && fact.proposal.is_none()
}

/// Whether the pane's edge may cut the folder that is to be trusted.
fn cuts_folder(body: &Body<'_>, fact: &BlockFact) -> bool {
    let mut rows = body.rows.indices();
    let named = rows.find_map(|row| folder(body.screen, row));
    fact.kind == BlockKind::Trust && named.is_some_and(|(_, cut)| cut)
}

/// Whether a list goes on above or below its window: none of its choices down to the marked one is the first, an arrow
/// stands alone in a row, or more choices are counted than shown.
fn is_scrolled(body: &Body<'_>, _: &BlockFact) -> bool {
    let marked = |row: &usize| is_marked_choice(body.screen.row(*row));
    let Some(marked) = body.rows.indices().find(marked) else {
        return false;
    };
    let mut above = (body.rows.first as usize..=marked).filter_map(|row| body.number(row));
    body.number(marked).is_some() && above.all(|number| number > 1)
        || body.any(|row| is_arrow(row.trimmed()))
        || counts_more(body)
}

/// A question's row of keys that counts more choices than its list shows: `option 1/3` (0.98, ten rows).
fn counts_more(body: &Body<'_>) -> bool {
    let counted = body.screen.row(body.rows.last as usize).trimmed();
    let rest = counted.strip_prefix("option ");
    let count = rest.and_then(|rest| share(rest.split_once(' ')?.0));
    let listed = body.rows.indices().filter_map(|row| body.number(row));
    count.is_some_and(|(_, count)| listed.max().is_some_and(|listed| listed < count))
}

/// Whether the pane ends within the block: its last row is neither a hint nor one of its choices.
fn is_cut_below(body: &Body<'_>, _: &BlockFact) -> bool {
    let (screen, last) = (body.screen, body.rows.last as usize);
    let full = screen
        .pane_rows()
        .is_some_and(|pane| last + 2 >= usize::from(pane));
    let mut rows = body.rows.indices();
    full && !rows.any(|row| body.number(row).is_some()) && !shape::ends_in_hint(screen, last)
}
