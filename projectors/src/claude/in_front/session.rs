//! A live composer, and what stands around it: the turn above, the footer below, what is open over it.

use shadow_core::OwnDialogs;
use shadow_core::contract::{Axis, ComposerContent, ComposerMode, PendingInput, UiContext};
use shadow_core::screen::{Marked, Needle, Screen};
use shadow_core::surface::{ComposerFact, EndMark, FINISHED_ROW, Facts, IdleProof, RowSpan, Zone};

use super::super::below::{self, Below};
use super::super::footer::{self, Footer};
use super::super::found::{Around, Found, Surface};
use super::super::frame::Frame;
use super::super::marks::Mark;
use super::super::quirks::Quirks;
use super::super::{
    agents, banner, block, command, composer, failure, focus, goal, limit, offer, popup, queued,
    raised, sessions, status, turn,
};
use super::dialog;
use super::parts::{exited, mark_above, mark_parts, take_turn};
use crate::rules::mark_all;
use crate::shapes::wraps::Words;

/// Reads a screen with a live composer.
pub(in super::super) fn read(
    screen: &Marked<'_>,
    frame: &Frame,
    (quirks, own): (Quirks, &OwnDialogs),
    found: &Found,
    facts: &mut Facts,
) -> Surface {
    let below = below::read(screen, frame);
    if let Some(Below::Suspended(rows)) = below {
        return exited(rows, facts);
    }
    let footer = Footer::read(screen, frame);
    if let Some(list) = focus::agent_shown(screen, frame, &footer) {
        return over_agent(screen, frame, list, footer, facts);
    }
    let turn = turn::read(screen, frame, &footer, quirks, found.head.get());
    let banner = turn.banner;
    let around = || Around {
        frame: *frame,
        footer,
        banner,
    };
    if let Some(rows) = sessions::rows(screen, &footer, banner) {
        dialog::over_sessions(rows, banner, facts);
        return Surface::Sessions(Some(around()));
    }
    if let Some(place) = raised::find(screen, frame, &turn) {
        let dialog = block::read(screen, place, own);
        let fact = dialog::take(dialog, turn.facts.running, banner, facts);
        let raised = fact.map(|_| Surface::Raised(place, Some(around())));
        return raised.unwrap_or(Surface::Unrecognized);
    }
    take_composer(screen, frame, &footer, quirks, facts);
    let command = facts.composer.is_some_and(|it| it.draft_is_command);
    let listed = facts.popup.is_some() || command;
    if let Some(below) = below.filter(|_| !listed) {
        return not_its_own(screen, below, facts);
    }
    take_turn(facts, &turn);
    take_footer(screen, frame, &footer, facts);
    mark_zones(screen, frame, &footer, banner, facts);
    take_offer(screen, frame, facts);
    if facts.turn.running.is_none() {
        let told = failure::find(screen, frame.above, turn.lowest);
        facts.turn.failure = told.or_else(|| failure::armed(screen, facts.turn.continues));
    }
    Surface::Composer(around())
}

/// What is in the composer, and what is open over it.
fn take_composer(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    quirks: Quirks,
    facts: &mut Facts,
) {
    let content = composer::content(screen, frame, footer, quirks);
    let held = focus::held(screen, frame, footer);
    let mode = composer::mode(screen, frame, held);
    facts.popup = popup::find(screen, frame, held, content);
    let may_be_draft = matches!(content, ComposerContent::Draft | ComposerContent::Unknown);
    let typed = facts.popup.is_some() || may_be_draft;
    facts.composer = Some(ComposerFact {
        rows: frame.rows(screen),
        content,
        mode,
        editor: composer::editor(screen, frame, footer, content, quirks),
        draft_is_command: typed
            && mode == ComposerMode::Prompt
            && command::is_command(screen, frame),
        free_by_cursor: composer::free_by_cursor(screen, frame, content),
    });
    mark_all! { screen;
        EmptyComposer if content == ComposerContent::Empty;
        FoldedPaste if content == ComposerContent::CollapsedPaste;
        FreeByCursor if facts.composer.is_some_and(|it| it.free_by_cursor);
    }
}

/// What is offered right above the composer.
fn take_offer(screen: &Marked<'_>, frame: &Frame, facts: &mut Facts) {
    if frame.above < frame.top
        && let Some(rows) = offer::rows(screen, frame.top)
    {
        facts.offers.push((offer::kind(screen, rows), rows));
        facts.mark(Zone::Overlay, rows);
        facts.witness(Zone::Overlay, "offer", rows, Axis::Offers);
    }
}

/// Rows below the footer that are not the CLI's, and are no list that is open there: nothing is known of the composer
/// above them but that it has been drawn.
fn not_its_own(screen: &Marked<'_>, below: Below, facts: &mut Facts) -> Surface {
    (facts.composer, facts.popup) = (None, None);
    match below {
        Below::Typed(rows) | Below::Suspended(rows) => {
            Mark::CursorBelowFooter.on(screen);
            exited(rows, facts)
        }
        Below::Unknown(rows) => {
            facts.unexplained.push(rows);
            Surface::Unrecognized
        }
    }
}

/// An agent's dialog in the session's place: the composer writes to the agent, and what runs there is the agent's.
fn over_agent(
    screen: &Screen,
    frame: &Frame,
    list: RowSpan,
    footer: Footer,
    facts: &mut Facts,
) -> Surface {
    facts.pager_context = UiContext::AgentsView;
    facts.background = footer.background();
    let last = screen.last_row().unwrap_or(frame.bottom);
    facts.mark(Zone::Pager, RowSpan::new(frame.top, last));
    facts.witness(Zone::Pager, "agent_shown", list, Axis::InputMode);
    Surface::Agent(Around {
        frame: *frame,
        footer,
        banner: banner::rows(screen, frame.top),
    })
}

/// What the rows below the composer say.
fn take_footer(screen: &Marked<'_>, frame: &Frame, footer: &Footer, facts: &mut Facts) {
    facts.permission = footer
        .permission
        .map(|(kind, row)| (kind, RowSpan::one(row)));
    let finished = match (footer.background, facts.turn.idle_proof) {
        (None, Some(IdleProof::EndMark(mark))) => finished_background(screen, mark.rows),
        _ => None,
    };
    facts.background = footer.background().or(finished);
    facts.background = agents::counted(screen, footer, facts);
    let leads = |row: &usize| {
        let text = screen.row(*row).trimmed();
        text.starts_with("! for") || text.starts_with("? for")
    };
    if let Some(rows) = footer.shortcuts.filter(leads).map(RowSpan::one) {
        facts.witness(Zone::Footer, "shortcuts_hint", rows, Axis::Composer);
    }
    // The shortcuts: three rows or more, in columns.
    facts.help_overlay = footer.rows.filter(|rows| {
        let first = screen.row(rows.first as usize).trimmed();
        rows.last >= rows.first + 2 && first.starts_with("! for ")
    });
    if facts.turn.running.is_none() {
        let by_goal = || goal::continues(screen, frame, footer);
        facts.turn.continues = limit::continues(screen, footer).or_else(by_goal);
    }
    mark_all! { screen;
        BackgroundFinished if finished.is_some();
        HelpOverlay if facts.help_overlay.is_some();
        GoesOn if facts.turn.continues.is_some();
    }
}

/// Background work that a finished row counts.
fn finished_background(screen: &Screen, rows: RowSpan) -> Option<(u32, RowSpan)> {
    const WAITING: Needle = Needle::new("Waiting");
    const RUNNING: Needle = Needle::new("running");
    let (first, end) = (rows.first as usize, rows.last as usize + 1);
    if !screen.rows_hold(first, end, WAITING) && !screen.rows_hold(first, end, RUNNING) {
        return None;
    }
    let mut words = Words::default();
    let counts = footer::counts(words.of(screen, rows));
    let count = counts.map(|(count, ..)| count).sum();
    (count > 0).then_some((count, rows))
}

fn mark_zones(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    banner: Option<RowSpan>,
    facts: &mut Facts,
) {
    let running = facts.turn.running.map(|running| running.rows);
    let finished = |mark: &EndMark| {
        let text = screen.row(mark.rows.first as usize).text();
        mark.signal == FINISHED_ROW || status::shape(text) == Some(status::Shape::Finished)
    };
    let queued = match facts.turn.pending {
        PendingInput::Yes => queued::rows(screen, frame.above, facts.turn.pending_rows),
        _ => None,
    };
    let parts = [
        (Zone::Composer, Some(frame.rows(screen))),
        (Zone::Footer, footer.rows),
        (
            Zone::Status,
            running.filter(|rows| (rows.first as usize) < frame.top),
        ),
        (
            Zone::Finished,
            facts.turn.end_mark.filter(finished).map(|mark| mark.rows),
        ),
        (
            Zone::Queued,
            queued.map(|(first, last)| RowSpan::new(first, last)),
        ),
        (Zone::Popup, facts.popup.map(|popup| popup.rows)),
        (Zone::Overlay, facts.help_overlay),
    ];
    mark_above(facts, banner, frame.top);
    mark_parts(facts, parts);
}
