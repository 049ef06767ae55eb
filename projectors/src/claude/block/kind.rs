//! What kind of block stands in front, told by its heading, its question and its shape.
//!
//! That it is a block, and that it blocks, is settled by then; the words here only name it.

use shadow_core::OwnDialogs;
use shadow_core::contract::{BlockKind, BlockOrigin};
use shadow_core::screen::{Marked, Needle};
use shadow_core::surface::{BlockFact, RowSpan};

use crate::dialogs::{Named, OTHER, Only, QUESTION, SETTINGS, SETUP, Strength, UNNAMED, own_name};

use super::super::glyph::is_panel_edge;
use super::super::marks::Mark;
use super::body::Body;
use super::edge;
use super::heading::is_headless;
use super::lines::{self, Line};
use super::place::{Edge, Place, is_spoken};
use super::{about, dialogs, proposal};

/// The key that confirms a choice, in a line of keys.
const CONFIRMS: Needle = Needle::new("nter to ");

/// The fact of a block: rows, proposal, context, kind, origin, clipping. `own` are the user's own dialogs.
pub(super) fn fact(body: &Body<'_>, own: &OwnDialogs) -> BlockFact {
    let place = body.place;
    let named = name(body, own);
    let agent = named.origin == BlockOrigin::Agent;
    let proposal = agent
        .then(|| proposal::proposal(body.screen, place))
        .flatten();
    let proposal = Mark::Proposal.found(body.screen, proposal);
    let rows = RowSpan::new(place.first, place.last);
    named.fact(rows, proposal, is_clipped(body, named.kind))
}

fn name(body: &Body<'_>, own: &OwnDialogs) -> Named {
    let screen = body.screen;
    let first = body.heading().map_or("", |line| line.words);
    if Mark::QuestionTabs.holds(screen, lines::has_tabs(first)) {
        return QUESTION;
    }
    // Above a list, the first row of a block whose top is off the pane may be any row of what the agent asks about.
    let open = body.place.edge == Edge::Open && screen.first_filled(0, body.place.first).is_none();
    let open = open && !is_spoken(screen, body.place);
    let cut = open && body.first_row().is_some() && may_be_the_agents(body);
    let heading = if cut { "" } else { first };
    if let Some(named) = asking(body, heading) {
        return named;
    }
    if let Some(named) = Mark::KnownHeading.found(screen, dialogs::headed(heading)) {
        return named;
    }
    let told = Mark::KnownLine.found(screen, by_body(body));
    told.unwrap_or_else(|| unnamed(body, own))
}

/// Whether a list in the open is one of the first run whose banner is off the pane: numbered, one option chosen at its left
/// edge, nothing on the screen above its words, and these are of those that the first run asks.
pub(in super::super) fn is_first_run(screen: &Marked<'_>, place: Place) -> bool {
    let is_setup = |named: Option<Named>| named.is_some_and(|it| it.kind == SETUP.kind);
    let asks_setup = |body: &Body<'_>| {
        let heading = body.heading().map_or("", |line| line.words);
        let said = |line: &Line<'_>| dialogs::said(line.words, Strength::Among, false);
        is_setup(dialogs::headed(heading)) || body.telling().any(|line| is_setup(said(line)))
    };
    let alone = screen.first_filled(0, place.first).is_none() && place.edge == Edge::Open;
    alone && edge::waits_at_left(screen, place) && Body::at(screen, place, asks_setup)
}

/// Whether a heading of an agent's dialog is below a rule, and what would answer it is below the pane, whose cursor is hidden (the
/// address of a server, 2.1.332 in 12 rows).
pub(in super::super) fn is_cut_below(screen: &Marked<'_>, place: Place) -> bool {
    let headed = |body: &Body<'_>| {
        let named = body.heading().and_then(|line| dialogs::headed(line.words));
        named.is_some_and(|named| named.origin == BlockOrigin::Agent)
    };
    place.edge == Edge::Rule
        && screen.cursor_visible() == Some(false)
        && Body::at(screen, place, headed)
}

/// A block that no words name but a user's own. A panel's edge (`/fast`, `/mobile`, `/passes`, `/sandbox` of 2.1.330), or a command right above
/// the block (the same in 2.1.126) or in its last row (2.0.64) tells that the operator has opened it.
fn unnamed(body: &Body<'_>, own: &OwnDialogs) -> Named {
    let (screen, place) = (body.screen, body.place);
    let above = (0..place.first).rev().map(|index| screen.row(index));
    let command = above.into_iter().find(|row| !row.is_blank());
    let opened = is_panel_edge(screen.row(place.first))
        || command.is_some_and(edge::is_command_cell)
        || edge::is_command_cell(screen.row(place.last));
    let approves = Mark::ApprovalByShape.holds(screen, !opened && is_approval_by_shape(body));
    Mark::Unnamed.holds(screen, !opened && !approves);
    let named = match Mark::BelowCommand.holds(screen, opened) {
        true => SETTINGS,
        false if approves => OTHER,
        false => UNNAMED,
    };
    by_own(body, named, own).unwrap_or(named)
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
    body.place.edge != Edge::Open
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
fn asking(body: &Body<'_>, heading: &str) -> Option<Named> {
    let asked = body.asked()?;
    // Behind a pointer stands a choice, or what a person writes.
    let mut lines = asked.lines(body.lines());
    if lines.any(|line| lines::is_selected(line.text)) {
        return None;
    }
    if let Some(named) = own_choices(body, asked.first) {
        Mark::KnownLine.on(body.screen);
        return Some(named);
    }
    let question = asked.words(body.lines());
    let question = str::from_utf8(&question).unwrap_or_default();
    let open = body.place.edge == Edge::Open;
    let dialog = dialogs::asking(heading, question, open)?;
    let named = dialog.named();
    if named.origin != BlockOrigin::Agent && !is_above_list(body, asked.last) {
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
    mark.on(body.screen);
    Some(named)
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

/// Whether choices or lines are like those of the agent's dialogs.
fn may_be_the_agents(body: &Body<'_>) -> bool {
    is_yes_or_no(body) || agents_line(body).is_some()
}

/// What names a block whose heading does not: other lines in it, one of the agent's before others, and of those a strong one
/// before a weak one above it.
fn by_body(body: &Body<'_>) -> Option<Named> {
    let boxed = body.place.edge == Edge::Box;
    if let Some(agents) = agents_line(body) {
        return Some(agents);
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

/// Whether part of a block does not fit in the pane: its edge is gone, or a list says that there
/// is more or begins with a later number than 1, or no option shows where there must be one.
fn is_clipped(body: &Body<'_>, kind: BlockKind) -> bool {
    let place = body.place;
    let asks = !matches!(
        kind,
        BlockKind::Panel | BlockKind::Picker | BlockKind::Rewind | BlockKind::Setup
    );
    let cut_above = place.is_cut_above(body.screen) && asks || is_headless(body, kind);
    let overdrawn = Mark::CommandOverdrawn.holds(body.screen, about::is_overdrawn(body, kind));
    let optionless = || asks && kind != BlockKind::Unknown && body.first_row().is_none();
    overdrawn
        || Mark::BlockCutAbove.holds(body.screen, cut_above)
        || Mark::BlockCutBelow.holds(body.screen, optionless())
        || Mark::OptionsOff.holds(body.screen, scrolls(body, asks) || begins_late(body))
}

/// Whether a list has more than it shows: an arrow before an option, or, where no agent's words stand in the block,
/// before a count of hidden rows.
fn scrolls(body: &Body<'_>, asks: bool) -> bool {
    let arrow = |line: &&Line<'_>| line.words.starts_with(['↑', '↓']);
    body.lines().iter().filter(arrow).any(|line| {
        let rest = line.words.trim_start_matches(['↑', '↓']);
        lines::option_number(rest).is_some() || !asks && lines::is_more(line.words)
    })
}

/// Whether a list that runs down from the pane's first row begins with a later number than 1.
fn begins_late(body: &Body<'_>) -> bool {
    let cut = body.place.is_cut_above(body.screen);
    cut && body.first_number().is_some_and(|number| number > 1)
}
