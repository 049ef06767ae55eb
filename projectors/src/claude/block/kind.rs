//! What kind of block stands in front, told by its heading, its question and its shape; and the proposal above it.
//!
//! That it is a block, and that it blocks, is settled by then; the words here only name it.

use shadow_core::OwnDialogs;
use shadow_core::contract::{BlockKind, BlockOrigin};
use shadow_core::screen::{Marked, Needle, Screen};
use shadow_core::surface::{BlockFact, RowSpan};

use crate::dialogs::{
    Named, OTHER, Only, QUESTION, SETTINGS, SETUP, Strength, UNNAMED, is_approval, own_name,
};

use super::super::glyph::{CELL_MARKS, branch, is_panel_edge};
use super::super::marks::Mark;
use super::super::screen_reader;
use super::body::Body;
use super::lines::{self, Line};
use super::place::{Edge, Place};
use super::{about, asked, dialogs, edge};
use crate::rules::{self, Ordered};

/// The key that confirms a choice, in a line of keys.
const CONFIRMS: Needle = Needle::new("nter to ");

/// The fact of a block: rows, proposal, context, kind, origin, clipping. `own` are the user's own dialogs.
pub(super) fn fact(body: &Body<'_>, own: &OwnDialogs) -> BlockFact {
    let (screen, place) = (body.screen, body.place);
    let named = rules::said(screen, name(body, own));
    let agent = named.origin == BlockOrigin::Agent;
    let proposal = agent.then(|| proposal(screen, place)).flatten();
    let clipped = rules::any(&CUTS, screen, |is_cut| is_cut(body, named.kind));
    named.fact(RowSpan::new(place.first, place.last), proposal, clipped)
}

/// What the block is called, and by which rule.
fn name(body: &Body<'_>, own: &OwnDialogs) -> (Mark, Named) {
    let (screen, first) = (body.screen, body.heading_words());
    if lines::has_tabs(first) {
        return (Mark::QuestionTabs, QUESTION);
    }
    let spoken = body.place.edge == Edge::Spoken;
    let permits = spoken && screen_reader::begins_dialog(screen.row(body.place.first));
    if spoken && !permits && screen_reader::banner(screen).is_none() {
        // An approval's heading may be off the pane, and any row may be of what the agent asks about: only the question counts.
        let asked = asking(body, "").filter(|(_, named)| is_approval(named.kind));
        return asked.unwrap_or_else(|| unnamed(body, own));
    }
    // Above a list, the first row of a block whose top is off the pane may be any row of what the agent asks about.
    let open = body.place.may_be_cut(screen);
    let agents = || is_yes_or_no(body) || agents_line(body).is_some();
    let cut = open && body.first_row().is_some() && agents();
    let heading = match cut {
        true => "",
        false => screen_reader::heading(first),
    };
    asking(body, heading)
        .or_else(|| {
            let named = dialogs::headed(heading).filter(|it| !permits || may_permit(it.kind))?;
            Some((Mark::KnownHeading, named))
        })
        .or_else(|| Some((Mark::KnownLine, by_body(body)?)))
        .unwrap_or_else(|| unnamed(body, own))
}

/// Whether a kind of block may have the screen-reader mode's heading of what needs a permission.
fn may_permit(kind: BlockKind) -> bool {
    is_approval(kind) || matches!(kind, BlockKind::Plan | BlockKind::Trust)
}

/// Rows above a block among which its proposal is searched.
const PROPOSAL_MOST: usize = 60;

/// The rows of the cell directly above a block: the call that it asks about.
fn proposal(screen: &Screen, place: Place) -> Option<RowSpan> {
    let floor = place.first.saturating_sub(PROPOSAL_MOST);
    let last = screen.last_filled(floor, place.first)?;
    if place.edge == Edge::Spoken {
        let call = screen_reader::call_above(screen, place.first)?;
        return Some(RowSpan::new(call, last));
    }
    let mut rows = (floor..=last).rev();
    let first = rows.find(|&index| starts_cell(screen, index))?;
    let mark = screen.row(first).text().chars().next();
    let own = mark.is_some_and(|mark| mark == ' ' || CELL_MARKS.contains(&mark));
    own.then(|| RowSpan::new(first, last))
}

/// Whether a row begins a cell: a mark at column 0, or a folded call (its bullet blinks) below a
/// blank row with its branch under it.
fn starts_cell(screen: &Screen, index: usize) -> bool {
    let row = screen.row(index);
    let Some(first) = row.text().chars().next() else {
        return false;
    };
    let below_blank = index == 0 || screen.row(index - 1).is_blank();
    let hung = branch(screen.row(index + 1)).is_some();
    !first.is_whitespace() || (below_blank && hung)
}

/// Whether a list in the open is one of the first run whose banner is off the pane: numbered, one option chosen at its left
/// edge, nothing on the screen above its words, and these are of those that the first run asks.
pub(in super::super) fn is_first_run(screen: &Marked<'_>, place: Place) -> bool {
    let is_setup = |named: Option<Named>| named.is_some_and(|it| it.kind == SETUP.kind);
    let asks_setup = |body: &Body<'_>| {
        let said = |line: &Line<'_>| dialogs::said(line.words, Strength::Among, false);
        is_setup(dialogs::headed(body.heading_words()))
            || body.telling().any(|line| is_setup(said(line)))
    };
    let alone = screen.first_filled(0, place.first).is_none() && place.edge == Edge::Open;
    alone && edge::waits(screen, place.first..=place.last) && Body::at(screen, place, asks_setup)
}

/// Whether a heading of an agent's dialog is below a rule, and what would answer it is below the pane, whose cursor is hidden (the
/// address of a server, 2.1.332 in 12 rows).
pub(in super::super) fn is_cut_below(screen: &Marked<'_>, place: Place) -> bool {
    let headed = |body: &Body<'_>| {
        let named = dialogs::headed(body.heading_words());
        named.is_some_and(|named| named.origin == BlockOrigin::Agent)
    };
    place.edge == Edge::Rule
        && screen.cursor_visible() == Some(false)
        && Body::at(screen, place, headed)
}

/// A block that no words name but a user's own. A panel's edge (`/fast`, `/mobile`, `/passes`, `/sandbox` of 2.1.330), or a command right above
/// the block (the same in 2.1.126) or in its last row (2.0.64) tells that the operator has opened it.
fn unnamed(body: &Body<'_>, own: &OwnDialogs) -> (Mark, Named) {
    let (screen, place) = (body.screen, body.place);
    let above = (0..place.first).rev().map(|index| screen.row(index));
    let command = above.into_iter().find(|row| !row.is_blank());
    let opened = is_panel_edge(screen.row(place.first))
        || command.is_some_and(edge::is_command_cell)
        || edge::is_command_cell(screen.row(place.last));
    let (mark, named) = if opened {
        (Mark::BelowCommand, SETTINGS)
    } else if is_approval_by_shape(body) {
        (Mark::ApprovalByShape, OTHER)
    } else {
        (Mark::Unnamed, UNNAMED)
    };
    (mark, by_own(body, named, own).unwrap_or(named))
}

/// Whether a block that nothing names has an approval's furniture, as a tool may ask in words of its own: an edge, a numbered
/// list whose first choice is a bare yes, and no key that confirms, which the CLI's own questions and panels name.
fn is_approval_by_shape(body: &Body<'_>) -> bool {
    let heads = body.heads();
    let Some(first) = heads.first().filter(|_| heads.len() > 1) else {
        return false;
    };
    let last = body.last_row().unwrap_or(body.place.last);
    let confirms = |line: &Line<'_>| {
        line.row > last && lines::is_hint(line.words) && CONFIRMS.is_in(line.words)
    };
    !body.place.is_bare()
        && first.number == Some(1)
        && first.label == "Yes"
        && !body.lines().iter().any(confirms)
}

/// What a user's own row calls the block.
fn by_own(body: &Body<'_>, found: Named, own: &OwnDialogs) -> Option<Named> {
    let heading = body.heading()?;
    let below = body.lines().iter().filter(|line| line.row > heading.row);
    own_name(own, found, heading.words, below.map(|line| line.words))
}

/// What a block's question asks for, by its words and the heading above it.
fn asking(body: &Body<'_>, heading: &str) -> Option<(Mark, Named)> {
    let asked = body.asked()?;
    // Behind a pointer stands a choice, or what a person writes.
    if asked.iter().any(|line| lines::is_selected(line.text)) {
        return None;
    }
    if let Some(named) = own_choices(body, asked[0].row) {
        return Some((Mark::KnownLine, named));
    }
    let question = asked::words(asked);
    let question = str::from_utf8(&question).unwrap_or_default();
    let open = body.place.is_bare();
    let dialog = dialogs::asking(heading, question, open)?;
    let named = dialog.named();
    if named.origin != BlockOrigin::Agent && !is_above_list(body, asked[asked.len() - 1].row) {
        return None;
    }
    let mark = match (named.kind, dialog.only) {
        (BlockKind::Plan, _) => Mark::PlanAsked,
        (BlockKind::Setup, _) => Mark::KnownLine,
        (BlockKind::ApprovalCommand, Only::OpenApproval) => Mark::CommandUnheaded,
        (BlockKind::ApprovalCommand, _) => Mark::CommandHeading,
        (BlockKind::ApprovalEdit, _) => Mark::EditHeading,
        _ => Mark::OtherApproval,
    };
    Some((mark, named))
}

/// What the choices name where the question is the first row of its block: `Allow external CLAUDE.md file imports?` reads as an
/// approval, which has a heading above its question, and the choices are those of a dialog of the CLI's own.
fn own_choices(body: &Body<'_>, asked: usize) -> Option<Named> {
    body.heading().filter(|line| line.row == asked)?;
    let mut labels = body.heads().iter().map(|head| head.label);
    let named = labels.find_map(dialogs::chosen);
    named.filter(|named| named.origin == BlockOrigin::Cli)
}

/// Whether nothing is between a row and the list: above the question there may be any row of a command.
fn is_above_list(body: &Body<'_>, row: usize) -> bool {
    let between = |line: &&Line<'_>| line.row > row && !line.words.is_empty();
    body.first_row()
        .is_some_and(|list| body.lines().iter().find(between).map(|line| line.row) == Some(list))
}

/// Whether a block's choices are a yes or a no: a model's words may stand above them, and in them.
fn is_yes_or_no(body: &Body<'_>) -> bool {
    let one = |label: &str| label.starts_with("Yes") || label == "No" || label.starts_with("No,");
    body.heads().iter().any(|head| one(head.label))
}

/// What a line of the agent's dialogs names.
fn agents_line(body: &Body<'_>) -> Option<Named> {
    let boxed = body.place.edge == Edge::Box;
    let said = |line: &Line<'_>| dialogs::said(line.words, Strength::Among, boxed);
    let mut named = body.telling().filter_map(said);
    named.find(|named| named.origin == BlockOrigin::Agent)
}

/// What names a block whose heading does not: other lines in it, one of the agent's before others, and of those a strong one
/// before a weak one above it.
fn by_body(body: &Body<'_>) -> Option<Named> {
    let boxed = body.place.edge == Edge::Box;
    let agents = agents_line(body);
    if agents.is_some() {
        return agents;
    }
    if is_yes_or_no(body) {
        let mut labels = body.heads().iter().map(|head| head.label);
        return labels.find_map(dialogs::chosen);
    }
    let mut found = None;
    for line in body.telling() {
        if let Some(named) = dialogs::said(line.words, Strength::Alone, boxed) {
            return Some(named);
        }
        found = found.or_else(|| dialogs::said(line.words, Strength::Among, boxed));
    }
    found
}

/// A rule by which part of a block does not fit in the pane.
type Cut = Ordered<Mark, fn(&Body<'_>, BlockKind) -> bool>;

static CUTS: [Cut; 4] = [
    Cut::named(Mark::CommandOverdrawn, about::is_overdrawn),
    Cut::named(Mark::BlockCutAbove, is_cut_above),
    Cut::named(Mark::BlockCutBelow, lacks_options),
    Cut::named(Mark::OptionsOff, is_scrolled),
];

/// Whether a block of a kind waits for the person, who has not opened it.
const fn asks(kind: BlockKind) -> bool {
    !matches!(
        kind,
        BlockKind::Panel | BlockKind::Picker | BlockKind::Rewind | BlockKind::Setup
    )
}

/// Whether a block's edge is gone, or its heading.
fn is_cut_above(body: &Body<'_>, kind: BlockKind) -> bool {
    body.place.is_cut_above(body.screen) && asks(kind) || body.is_headless(kind)
}

/// Whether no option shows where there must be one.
fn lacks_options(body: &Body<'_>, kind: BlockKind) -> bool {
    asks(kind) && kind != BlockKind::Unknown && body.first_row().is_none()
}

/// Whether a list has more than it shows: an arrow before an option, or, where no agent's words stand in the block,
/// before a count of hidden rows; or it runs down from the pane's first row and begins with a later number than 1.
fn is_scrolled(body: &Body<'_>, kind: BlockKind) -> bool {
    let more = |line: &Line<'_>| {
        let rest = line.words.trim_start_matches(['↑', '↓']);
        let counted = || !asks(kind) && lines::is_more(line.words);
        rest.len() < line.words.len() && (lines::option_number(rest).is_some() || counted())
    };
    let late = || body.first_number().is_some_and(|number| number > 1);
    body.lines().iter().any(more) || body.place.is_cut_above(body.screen) && late()
}
