//! The projector: one pass over a screen to facts, another to details, a third to cells.

use shadow_core::contract::{
    ActivityKind, Axis, ComposerContent, ComposerMode, ComposerView, DialogCell, PendingInput,
    PermissionMode, UiContext,
};
use shadow_core::screen::{Marked, Needle, Screen};
use shadow_core::surface::{
    BlockFact, ComposerFact, Details, EndMark, FINISHED_ROW, Facts, INTERRUPTED, IdleProof,
    RowSpan, RunningFact, SUSPENDED, SettledBy, Surface, Zone, ZoneSpan,
};
use shadow_core::{Cli, OwnDialogs, Rule};

use crate::dialogs::doubt_own;
use crate::reshaped;

use super::below::{self, Below};
use super::footer::{Footer, Held};
use super::found::{Around, Found, Front, Shown};
use super::frame::Frame;
use super::glyph::is_bare_rule;
use super::layout::{self, frame_of, front_of};
use super::marks::Mark;
use super::quirks::{PRESETS, Quirks};
use super::status::Lowest;
use super::turn::{self, Turn};
use super::{
    agents, banner, block, cells, command, composer, details, end_mark, ends, failure, focus,
    footer, goal, limit, offer, popup, queued, raised, screen_reader, scrolled, search, sessions,
    status,
};

/// Reads screens of one preset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaudeProjector {
    quirks: Quirks,
    own: OwnDialogs,
}

impl Default for ClaudeProjector {
    fn default() -> Self {
        Self::new(PRESETS[PRESETS.len() - 1])
    }
}

impl ClaudeProjector {
    /// The reader for a preset.
    #[must_use]
    pub const fn new(quirks: Quirks) -> Self {
        Self {
            quirks,
            own: OwnDialogs::NONE,
        }
    }

    /// Sets the user's own dialogs.
    #[must_use]
    pub fn with_own_dialogs(mut self, own: OwnDialogs) -> Self {
        self.own = own;
        self
    }
}

impl Cli for ClaudeProjector {
    type Found = Found;

    fn id(&self) -> &'static str {
        self.quirks.id
    }

    fn rules(&self) -> &'static [Rule] {
        Mark::TABLE
    }

    fn variant(&self, found: &Found) -> &'static str {
        found.variant()
    }

    fn read(&self, screen: &Marked<'_>, found: &mut Found, facts: &mut Facts) {
        match layout::front(screen, found) {
            Front::Blank => facts.surface = Surface::Blank,
            Front::ScreenReader(row) => screen_reader::read(screen, row, facts),
            Front::Exited(Some(rows)) => exited(rows, facts),
            Front::Exited(None) => facts.surface = Surface::Exited,
            Front::Composer(frame) => live(screen, &frame, self, found, facts),
            Front::Pager(rule) => in_pager(screen, rule, facts),
            Front::ScrolledDialog(row) => scrolled::read(row, facts),
            Front::Block(place) => in_block(screen, place, self, found, facts),
            Front::Foreign => facts.surface = Surface::Foreign,
            Front::Banner => facts.surface = Surface::Blank,
            Front::SplitPane | Front::Unrecognized => facts.surface = Surface::Unrecognized,
        }
        doubt_own(&self.own, screen, facts);
        let left = facts.surface == Surface::Exited;
        if let Some(row) = left.then(|| below::stopped(screen)).flatten() {
            facts.witness(
                Zone::Shell,
                SUSPENDED,
                RowSpan::one(row),
                Axis::Availability,
            );
        }
    }

    fn details(&self, screen: &Marked<'_>, found: &Found, facts: &Facts) -> Details {
        let mut details = Details::default();
        let frame = frame_of(front_of(screen, found));
        if let Some(fact) = &facts.block {
            let (excerpt, block) = match found.shown {
                Shown::Sessions(_) => sessions::write(screen, fact.rows, frame.as_ref()),
                _ => block::write(screen, found.dialog(), fact, self.quirks.clips_tabs),
            };
            (details.excerpt, details.block) = (Some(excerpt), Some(block));
        }
        details.composer = self.composer(screen, found, facts);
        details.activity = facts
            .running
            .map(|running| details::activity(screen, running.rows, running.kind));
        details.background = facts.background.map(|(count, rows)| {
            let around = found.around().unwrap_or_default();
            agents::background(screen, &around.footer, facts, (count, rows))
        });
        details.failure = facts
            .failure
            .map(|(kind, rows)| failure::write(screen, kind, rows));
        let offers = facts.offers.iter();
        details.offers = offers
            .map(|&(kind, rows)| offer::write(screen, kind, rows))
            .collect();
        details.continues = facts
            .continues
            .map(|rows| limit::write_continues(screen, rows));
        if let (Some(frame), Some(around)) = (frame, found.around()) {
            details.goal = goal::details(screen, &frame, &around.footer);
        }
        details.permission_mode = facts.permission.map(|(kind, rows)| PermissionMode {
            kind,
            label: details::permission_label(screen, rows, found),
        });
        details.session_facts = details::session_facts(screen, found, facts);
        details.pending = queued::messages(screen, facts);
        details
    }

    fn composer(&self, screen: &Marked<'_>, found: &Found, facts: &Facts) -> Option<ComposerView> {
        let fact = facts.composer?;
        Some(match front_of(screen, found) {
            Front::Composer(frame) => composer::view(screen, &frame, &fact),
            Front::ScreenReader(_) => screen_reader::view(screen, &fact),
            _ => search::view(screen, fact.rows),
        })
    }

    fn cells(
        &self,
        screen: &Marked<'_>,
        found: &Found,
        facts: &Facts,
        cells: &mut Vec<DialogCell>,
    ) {
        if found.front.get() == Some(Front::SplitPane) {
            return;
        }
        let end = dialog_end(screen, facts);
        let framed = matches!(found.shown, Shown::Composer(..));
        if !framed && screen_reader::is_spoken(screen) {
            return screen_reader::cells(screen, end, cells);
        }
        let older = ends::older_surface(screen, layout::newest_banner(screen, found, facts));
        let above = match found.around() {
            Some(around) => around.banner,
            None => banner::rows(screen, end),
        };
        let banner = above.map(|rows| (rows.first as usize, rows.last as usize));
        let listed = facts
            .composer
            .and_then(|_| end_mark::task_list(screen, end));
        let tasks = Mark::TaskList.found(screen, listed).unwrap_or(0..0);
        let skip = |index: usize| {
            matches!(
                facts.zone_of(index),
                Zone::Status | Zone::Queued | Zone::Finished | Zone::Popup | Zone::Tasks
            ) || older.contains(&index)
                || tasks.contains(&index)
        };
        cells::read(screen, end, skip, banner, self.quirks, cells);
        let running = facts.running.is_some();
        if let Some(last) = cells.last_mut().filter(|_| running) {
            last.complete = false;
        }
    }
}

/// Row at which the dialog ends and the live surface begins.
fn dialog_end(screen: &Marked<'_>, facts: &Facts) -> usize {
    if let Some(block) = facts.block {
        return block.rows.first as usize;
    }
    if let Some(composer) = facts.composer {
        let offer = facts.offers.first().map(|(_, rows)| rows.first);
        return offer.unwrap_or(composer.rows.first) as usize;
    }
    let mut zones = facts.zones.iter();
    if let Some(pager) = zones.find(|span| span.zone == Zone::Pager) {
        return pager.rows.first as usize;
    }
    ends::chrome_left(screen).unwrap_or_else(|| screen.height())
}

/// A screen with a live composer.
fn live(
    screen: &Marked<'_>,
    frame: &Frame,
    projector: &ClaudeProjector,
    found: &mut Found,
    facts: &mut Facts,
) {
    let quirks = projector.quirks;
    let below = below::read(screen, frame);
    if let Some(Below::Suspended(rows)) = below {
        return exited(rows, facts);
    }
    let footer = Footer::read(screen, frame);
    if let Some(list) = focus::agent_shown(screen, frame, &footer) {
        return over_agent(screen, frame, list, footer, found, facts);
    }
    let turn = turn::read(screen, frame, &footer, quirks, found.head.get());
    let banner = turn.banner;
    let around = Around { footer, banner };
    if let Some(rows) = sessions::rows(screen, &footer, banner) {
        found.shown = Shown::Sessions(Some(around));
        return over_sessions(rows, banner, facts);
    }
    if let Some(place) = raised::find(screen, frame, &turn) {
        found.shown = Shown::Raised(place, Some(around));
        let dialog = block::read(screen, place, &projector.own);
        take_dialog(dialog, turn.running, banner, facts);
        return;
    }
    let held = take_composer(screen, frame, &footer, quirks, facts);
    let command = facts.composer.is_some_and(|it| it.draft_is_command);
    let listed = facts.popup.is_some() || held.is_some() || command;
    if let Some(below) = below.filter(|_| !listed) {
        return not_its_own(screen, below, facts);
    }
    facts.surface = Surface::Live;
    found.shown = Shown::Composer(frame.kind, around);
    take_turn(facts, &turn, quirks);
    take_footer(screen, facts, &footer);
    if facts.running.is_none() {
        let by_goal = || goal::continues(screen, frame, &footer);
        let goes_on = limit::continues(screen, &footer).or_else(by_goal);
        facts.continues = Mark::GoesOn.found(screen, goes_on);
    }
    mark_zones(screen, frame, &footer, banner, facts);
    take_offer(screen, frame, facts);
    if facts.running.is_none() {
        let told = failure::find(screen, frame.above, turn.lowest);
        facts.failure = told.or_else(|| failure::armed(screen, facts.continues));
    }
}

/// What is in the composer, and what is open over it; gives what of the footer has the keys.
fn take_composer(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    quirks: Quirks,
    facts: &mut Facts,
) -> Option<Held> {
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
    held
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
fn not_its_own(screen: &Marked<'_>, below: Below, facts: &mut Facts) {
    (facts.composer, facts.popup) = (None, None);
    match below {
        Below::Typed(rows) | Below::Suspended(rows) => {
            Mark::CursorBelowFooter.on(screen);
            exited(rows, facts);
        }
        Below::Unknown(rows) => {
            facts.surface = Surface::Unrecognized;
            facts.unexplained.push(rows);
        }
    }
}

/// The CLI has left the pane to a shell, whose rows these are.
fn exited(rows: RowSpan, facts: &mut Facts) {
    facts.surface = Surface::Exited;
    facts.mark(Zone::Shell, rows);
    facts.witness(Zone::Shell, "shell_prompt", rows, Axis::Availability);
}

/// An agent's dialog in the session's place: the composer writes to the agent, and what runs there is the agent's.
fn over_agent(
    screen: &Screen,
    frame: &Frame,
    list: RowSpan,
    footer: Footer,
    found: &mut Found,
    facts: &mut Facts,
) {
    facts.surface = Surface::Pager;
    facts.pager_context = UiContext::AgentsView;
    facts.background = footer.background();
    let banner = banner::rows(screen, frame.top);
    found.shown = Shown::Agent(Around { footer, banner });
    let last = screen.last_row().unwrap_or(frame.bottom);
    facts.mark(Zone::Pager, RowSpan::new(frame.top, last));
    facts.witness(Zone::Pager, "agent_shown", list, Axis::InputMode);
}

/// The view over all sessions: its composer is not the session's.
fn over_sessions(rows: RowSpan, banner: Option<RowSpan>, facts: &mut Facts) {
    facts.surface = Surface::Live;
    facts.block = Some(sessions::fact(rows));
    if let Some(banner) = banner {
        facts.mark(Zone::Banner, banner);
    }
    facts.mark(Zone::Dialog, rows);
}

fn take_turn(facts: &mut Facts, turn: &Turn, quirks: Quirks) {
    facts.running = turn.running;
    facts.end_mark = turn.end_mark;
    if let Some(rows) = turn.broken_off {
        facts.witness(Zone::Transcript, INTERRUPTED, rows, Axis::BusinessState);
    }
    facts.idle_proof = turn.idle_proof;
    facts.doubt = turn.doubt;
    facts.unexplained.extend(turn.unexplained);
    facts.turn_begun = turn.begun;
    facts.pending = turn.pending;
    facts.pending_rows = turn.pending_rows;
    facts.settled_by = SettledBy::Title;
    facts.hidden_activity = if quirks.hides_status {
        ActivityKind::Streaming
    } else {
        ActivityKind::Unknown
    };
}

fn take_footer(screen: &Marked<'_>, facts: &mut Facts, footer: &Footer) {
    facts.permission = footer
        .permission
        .map(|(kind, row)| (kind, RowSpan::one(row)));
    facts.background = footer.background();
    if facts.background.is_none()
        && let Some(IdleProof::EndMark(mark)) = facts.idle_proof
    {
        let counted = finished_background(screen, mark.rows);
        facts.background = Mark::BackgroundFinished.found(screen, counted);
    }
    facts.background = agents::counted(screen, footer, facts);
    let on = |row: usize| screen.row(row).trimmed();
    if let Some(row) = footer
        .shortcuts
        .filter(|&row| on(row).starts_with("! for") || on(row).starts_with("? for"))
    {
        facts.witness(
            Zone::Footer,
            "shortcuts_hint",
            RowSpan::one(row),
            Axis::Composer,
        );
    }
    facts.help_overlay = help_overlay(screen, footer);
}

/// Background work that a finished row counts.
fn finished_background(screen: &Screen, rows: RowSpan) -> Option<(u32, RowSpan)> {
    const WAITING: Needle = Needle::new("Waiting");
    const RUNNING: Needle = Needle::new("running");
    let (first, end) = (rows.first as usize, rows.last as usize + 1);
    if !screen.rows_hold(first, end, WAITING) && !screen.rows_hold(first, end, RUNNING) {
        return None;
    }
    let text = status::finished_text(screen, rows);
    let count = footer::counts(&text).map(|(count, ..)| count).sum();
    (count > 0).then_some((count, rows))
}

/// The shortcuts overlay: three rows or more below the composer, in columns, `! for …` first.
fn help_overlay(screen: &Marked<'_>, footer: &Footer) -> Option<RowSpan> {
    let rows = footer.rows?;
    let first = screen.row(rows.first as usize).trimmed();
    let listed = rows.last >= rows.first + 2 && first.starts_with("! for ");
    Mark::HelpOverlay.holds(screen, listed).then_some(rows)
}

fn mark_zones(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    banner: Option<RowSpan>,
    facts: &mut Facts,
) {
    if let Some(rows) = banner {
        facts.mark(Zone::Banner, rows);
        let before = rows.last as usize + 1;
        if before < frame.top {
            facts.mark(Zone::Transcript, RowSpan::new(before, frame.top - 1));
        }
    } else if frame.top > 0 {
        facts.mark(Zone::Transcript, RowSpan::new(0, frame.top - 1));
    }
    facts.mark(Zone::Composer, frame.rows(screen));
    if let Some(rows) = footer.rows {
        facts.mark(Zone::Footer, rows);
    }
    if let Some(running) = facts
        .running
        .filter(|running| (running.rows.first as usize) < frame.top)
    {
        facts.mark(Zone::Status, running.rows);
    }
    let finished = |mark: &EndMark| {
        let text = screen.row(mark.rows.first as usize).text();
        mark.signal == FINISHED_ROW || status::shape(text) == Some(status::Shape::Finished)
    };
    if let Some(mark) = facts.end_mark.filter(finished) {
        facts.mark(Zone::Finished, mark.rows);
    }
    if facts.pending == PendingInput::Yes
        && let Some((first, last)) = queued::rows(screen, frame.above, facts.pending_rows)
    {
        facts.mark(Zone::Queued, RowSpan::new(first, last));
    }
    if let Some(popup) = facts.popup {
        facts.mark(Zone::Popup, popup.rows);
    }
    if let Some(rows) = facts.help_overlay {
        facts.mark(Zone::Overlay, rows);
    }
}

/// A pager over the transcript, from its rule down.
fn in_pager(screen: &Marked<'_>, rule: usize, facts: &mut Facts) {
    facts.surface = Surface::Pager;
    let edits = ends::pager_edits(screen, rule);
    facts.pager_context = if Mark::TranscriptEdits.holds(screen, edits) {
        UiContext::RewindMenu
    } else {
        UiContext::TranscriptView
    };
    let rows = RowSpan::new(rule, screen.last_row().unwrap_or(rule));
    facts.mark(Zone::Pager, rows);
    facts.witness(Zone::Pager, "transcript_footer", rows, Axis::InputMode);
}

/// A dialog, picker or panel, or what is drawn in its place.
fn in_block(
    screen: &Marked<'_>,
    place: block::Place,
    projector: &ClaudeProjector,
    found: &mut Found,
    facts: &mut Facts,
) {
    if Mark::SearchPanel.holds(screen, search::is_search(screen, place)) {
        return searching(screen, place, projector.quirks, found, facts);
    }
    if let Some(rows) = sessions::rows_with_reply(screen, place, found.head.get()) {
        found.shown = Shown::Sessions(None);
        return over_sessions(rows, banner::rows(screen, place.first), facts);
    }
    let (running, place) = raised::status_below(screen, place);
    // Boxes and what is spoken begin in column 0; below a rule every version sets in what it says.
    let ruled = || {
        let mut rows = screen.flush(0, screen.height());
        rows.any(|(_, row)| is_bare_rule(row))
    };
    let trimmed = reshaped::lacks_margins(screen) && ruled();
    let own = !Mark::Reshaped.holds(screen, trimmed);
    let dialog = own.then(|| block::read(screen, place, &projector.own));
    let Some(fact) = take_dialog(dialog.flatten(), running, None, facts) else {
        return;
    };
    found.shown = match running {
        Some(_) => Shown::Raised(place, None),
        None => Shown::Dialog(place),
    };
    if !fact.origin.may_be_agents() && running.is_none() {
        let end = failure::above_command(screen, place.first);
        facts.failure = failure::find(screen, end, Lowest::None);
    }
}

/// Takes a dialog for what is in front, over a turn that may run; what has no furniture of one is nothing that is known.
fn take_dialog(
    dialog: Option<block::Dialog>,
    running: Option<RunningFact>,
    banner: Option<RowSpan>,
    facts: &mut Facts,
) -> Option<BlockFact> {
    let Some(block::Dialog { fact, strange }) = dialog else {
        facts.surface = Surface::Unrecognized;
        return None;
    };
    facts.surface = Surface::Live;
    facts.block = Some(fact);
    facts.unexplained.extend(strange);
    facts.running = running;
    if let Some(rows) = banner {
        facts.mark(Zone::Banner, rows);
    }
    let from = banner.map_or(0, |rows| rows.last + 1);
    if from < fact.rows.first {
        let above = RowSpan {
            first: from,
            last: fact.rows.first - 1,
        };
        facts.mark(Zone::Transcript, above);
    }
    let parts = [
        (Zone::Status, running.map(|running| running.rows)),
        (Zone::Dialog, Some(fact.rows)),
        (Zone::Proposal, fact.proposal),
    ];
    for (zone, rows) in parts {
        facts.zones.extend(rows.map(|rows| ZoneSpan { zone, rows }));
    }
    Some(fact)
}

/// The search through earlier prompts in the composer's place.
fn searching(
    screen: &Marked<'_>,
    place: block::Place,
    quirks: Quirks,
    found: &Found,
    facts: &mut Facts,
) {
    facts.surface = Surface::Live;
    let (composer, popup) = search::fact(place);
    facts.composer = Some(composer);
    facts.popup = Some(popup);
    let frame = search::frame(place);
    let turn = turn::read(screen, &frame, &Footer::default(), quirks, found.head.get());
    take_turn(facts, &turn, quirks);
    if place.first > 0 {
        facts.mark(Zone::Transcript, RowSpan::new(0, place.first - 1));
    }
    facts.mark(Zone::Popup, popup.rows);
}
