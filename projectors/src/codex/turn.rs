//! The turn: whether one has begun, runs, or has ended, and the witnesses for it.

use shadow_core::contract::{ActivityKind, Axis, BlockKind, ComposerContent, ComposerMode};
use shadow_core::screen::{Marked, Needle, Screen};
use shadow_core::surface::{
    BlockFact, Doubt, EndMark, FINISHED_ROW, Facts, INTERRUPTED, IdleProof, RowSpan, RunningFact,
    WitnessPlace, Zone,
};

use super::block::{self, CENTERED};
use super::cell_kind::{CellKind, CellSpan};
use super::cell_row;
use super::failure;
use super::footer::{self, SHORTCUTS, background_count};
use super::front::{Composer, Skin};
use super::goal;
use super::marks::Mark;
use super::quirks::Quirks;
use super::raw;
use super::rows::hold;
use super::shape::{carries_styles, is_labeled_rule, status_shape};
use super::strange;
use super::transcript::Transcript;
use crate::letters;
use crate::rules::{decide, mark_all};
use crate::shapes::numbers::begins_with_digit;

/// Rows above the composer in which a status row would show: itself and the two blank rows below it.
const STATUS_ROWS: usize = 3;

/// Blank rows that never part two cells: there are two at most.
const CELL_GAP: usize = 3;

/// Fills in the facts about the turn for a live composer.
pub(super) fn read(
    screen: &Marked<'_>,
    quirks: &Quirks,
    composer: &Composer,
    transcript: &mut Transcript,
    facts: &mut Facts,
) {
    facts.turn.begun = transcript.has_begun();
    let cell = || queued_cell(composer, transcript);
    let queued = composer.queued.or_else(cell);
    transcript.queues = queued.is_some();
    let covered = is_covered(screen, composer);
    facts.turn.end_mark = end_mark(screen, transcript).filter(|_| !covered);
    facts.turn.end_unproven =
        !carries_styles(screen) && transcript.last_of(CellKind::Finished).is_some();
    facts.turn.running = running(screen, composer, transcript);
    facts.turn.take_queue(queued);
    facts.turn.hidden_activity = match transcript.last.map(|cell| cell.kind) {
        Some(CellKind::User | CellKind::Tool | CellKind::RawPrompt | CellKind::Command) => {
            ActivityKind::Waiting
        }
        // All that was said is below the banner: nothing, so that what waits is the first prompt.
        None if queued.is_some() && transcript.rows_of(CellKind::Banner).is_some() => {
            ActivityKind::Starting
        }
        _ => ActivityKind::Streaming,
    };
    mark_all! { screen;
        QueuedCell if queued != composer.queued;
        EndCovered if covered;
        QueuedBeforeStart if facts.turn.hidden_activity == ActivityKind::Starting;
    }
    facts.turn.settled_by = quirks.settled_by();
    if facts.turn.running.is_some() {
        return;
    }
    let doubt = |rows, in_front| Some(Doubt { rows, in_front });
    facts.doubt = decide! { screen;
        _ let rows = strange::in_front(screen, composer, transcript) => doubt(rows, true);
        _ let odd = composer.odd => Some(odd);
        LikeStatus let rows = strange::in_status_place(screen, composer, transcript) => {
            doubt(rows, false)
        };
        _ => None
    };
    facts.turn.idle_proof = idle_proof(screen, quirks, composer, transcript, facts);
    if !transcript.has_begun() || transcript.last_of(CellKind::Unexplained).is_some() {
        facts
            .unexplained
            .extend(transcript.rows_of(CellKind::Unexplained));
    }
    if let Some(cell) = transcript.last {
        read_failure(screen, cell, transcript, facts);
    }
}

/// Reads the failure of which the last cell tells, if it is one.
fn read_failure(screen: &Screen, cell: CellSpan, transcript: &Transcript, facts: &mut Facts) {
    let row = screen.row(cell.first);
    let broken_off = cell.kind == CellKind::RawRed && cell_row::INTERRUPTED.is_in(row.text());
    let failed = match cell.kind {
        CellKind::Error => error_ends(screen, transcript),
        CellKind::RawError => true,
        // As the last of raw output it says how the turn ended, where something else tells that it has. It proves no end.
        CellKind::RawRed => failure::is_final(row) && !(broken_off && transcript.queues),
        _ => false,
    };
    if broken_off {
        let rows = cell.rows();
        facts.witness(Zone::Transcript, INTERRUPTED, rows, Axis::BusinessState);
    }
    if failed {
        failure::read(screen, cell, facts);
    }
}

/// A mark of the turn's end as the last cell: finished row, error, interruption, or a rule with a label in versions that draw it
/// nowhere else. A bare rule below an answer is none: it closes a turn with tools (0.99 to 0.15x), and the same one stands
/// between two steps until the first line of the next is whole (0.53 to 0.132).
///
/// A finished row counts only where styles are given: without, an answer's last paragraph could read
/// the same.
fn end_mark(screen: &Marked<'_>, transcript: &Transcript) -> Option<EndMark> {
    let cell = transcript.last?;
    let (kind, rows, styled) = (cell.kind, cell.rows(), || carries_styles(screen));
    let labeled = || transcript.labels_end && is_labeled_rule(screen, screen.row(cell.first));
    let folded = || styled() && transcript.before_last() == Some(CellKind::Folded);
    let signal = decide! { screen;
        FinishedRow if kind == CellKind::Finished && styled() => FINISHED_ROW;
        LabeledRule if kind == CellKind::Separator && labeled() => "labeled_rule";
        ErrorLast if kind == CellKind::Error && error_ends(screen, transcript) => "error_cell";
        InterruptedLast if kind == CellKind::Interrupted => INTERRUPTED;
        FoldedEnd if kind == CellKind::Assistant && folded() => "folded_turn";
        _ => return None
    };
    Some(EndMark { rows, signal })
}

/// Whether the error that is the last cell has ended its turn. A paste that fails leaves the same red cell (0.44 on). Where nothing was written since the prompt, a turn that goes on would
/// show its status row; behind the agent's words the error itself has to say that nothing more comes, behind a tool that
/// followed them, too: a plan, a patch and a poll of a terminal do not bring the row back (0.53 to 0.169). A message that
/// waits is sent when a turn has ended: before a first one, it waits for the start (0.98).
fn error_ends(screen: &Screen, transcript: &Transcript) -> bool {
    use CellKind::{Command, Finished, Interrupted, Retry, Tool, User};
    let Some(error) = transcript.last.map(|cell| screen.row(cell.first)) else {
        return false;
    };
    if transcript.queues {
        return false;
    }
    match transcript.before_errors() {
        Some(User | Command | Retry | Interrupted | Finished) => true,
        Some(Tool) if !transcript.has_spoken() => true,
        None if transcript.rows_of(CellKind::Banner).is_some() => true,
        _ => failure::is_final(error),
    }
}

/// The status row, a failed attempt that nothing follows, or what the footer shows only behind a running turn: the offer to
/// queue a message, the time of a goal that is pursued.
fn running(
    screen: &Marked<'_>,
    composer: &Composer,
    transcript: &Transcript,
) -> Option<RunningFact> {
    use ActivityKind::{Retrying, Starting, Streaming};
    // As the last cell, a failed attempt says that the next one is under way, its status row hidden (0.42).
    let retrying = transcript.last_of(CellKind::Retry).map(CellSpan::rows);
    let (rows, kind) = decide! { screen;
        _ let rows = composer.status => (rows, activity(screen, rows, transcript));
        RetryLast let rows = retrying => (rows, Retrying);
        WaitsForStart let rows = waits_for_start(screen, composer) => (rows, Starting);
        QueueOffer let rows = queue_hint(screen, composer) => (rows, Streaming);
        GoalPursued let rows = goal::pursued(screen, composer) => (rows, Streaming);
        _ => return None
    };
    Some(RunningFact { rows, kind })
}

/// A user cell that nothing follows, in the last of the bar skin's versions (0.42), where a turn that
/// has not spoken yet shows its status row: the message waits behind a turn that streams.
fn queued_cell(composer: &Composer, transcript: &Transcript) -> Option<RowSpan> {
    let cell = transcript.last_of(CellKind::User)?;
    let hiding = composer.skin == Skin::Bar && !transcript.steady && composer.status.is_none();
    hiding.then(|| cell.rows())
}

/// Seconds that the status row of the running turn counts, where one stands.
#[must_use]
pub fn elapsed_seconds(screen: &Screen, facts: &Facts) -> Option<f64> {
    let row = screen.row(facts.turn.running?.rows.first as usize);
    status_shape(row.text()).map(|shape| shape.elapsed)
}

/// The footer row that offers to queue the draft.
fn queue_hint(screen: &Screen, composer: &Composer) -> Option<RowSpan> {
    let rows = composer.footer?;
    let row = rows.indices().find(|&row| {
        screen
            .row(row)
            .trimmed()
            .starts_with("tab to queue message")
    })?;
    Some(RowSpan::one(row))
}

/// The footer below a prompt that was sent before the program had started: what is waited for, alone in a
/// row with the key that takes the prompt back. A search has a key on both sides, in lower case.
fn waits_for_start(screen: &Screen, composer: &Composer) -> Option<RowSpan> {
    const KEY: Needle = Needle::new("· esc ");
    let rows = composer.footer.filter(|rows| rows.first == rows.last)?;
    let row = screen.row(rows.first as usize);
    // Most footers begin otherwise.
    row.first_char().filter(|c| c.is_uppercase())?;
    let (said, key) = KEY.split_once(row.trimmed())?;
    let alone = !said.contains('·') && !key.is_empty() && !key.contains([' ', '·']);
    alone.then_some(rows)
}

/// What the status row's header and the last cell say that the turn does.
pub(super) fn activity(
    screen: &Marked<'_>,
    rows: RowSpan,
    transcript: &Transcript,
) -> ActivityKind {
    let text = screen.row(rows.first as usize).text();
    let shape = status_shape(text);
    let header = shape.map_or("", |shape| shape.header);
    // The usual header is none of them.
    let says = |word| header != "Working" && letters::holds(header, word);
    let below = || screen.row(rows.first as usize + 1).text();
    let waits = || {
        shape.is_some_and(|shape| has_background(shape.rest)) || background_count(below()).is_some()
    };
    decide! { screen;
        _ if says("reconnect") || says("retry") => ActivityKind::Retrying;
        _ if says("compact") => ActivityKind::Compacting;
        _ if says("starting mcp") || says("booting mcp") => ActivityKind::Starting;
        WaitsForTerminal if waits() => ActivityKind::Tool;
        _ => by_last_cell(screen, transcript, header == "Working")
    }
}

/// ` · 1 background terminal running`, which a narrow pane cuts.
fn has_background(rest: &str) -> bool {
    let body = rest.trim_start_matches([' ', '·']);
    let cut = body.ends_with('…') && begins_with_digit(body);
    cut || background_count(rest).is_some()
}

/// What the last cell says below a usual header or another: a tool that is not done yet, a tool that is (the model has the
/// word), the agent's text, the person's.
fn by_last_cell(screen: &Marked<'_>, transcript: &Transcript, usual: bool) -> ActivityKind {
    use CellKind::{Assistant, Command, RawPrompt, Retry, Thinking, User};
    let last = transcript.last.map(|cell| cell.kind);
    let tool = transcript.last_of(CellKind::Tool);
    let under_way = |tool: CellSpan| is_under_way(screen.row(tool.first).text());
    decide! { screen;
        RetryLast if last == Some(Retry) => ActivityKind::Retrying;
        ToolUnderWay if tool.is_some_and(under_way) => ActivityKind::Tool;
        ToolReturned if tool.is_some() && usual => ActivityKind::Waiting;
        AnswerGrows if last == Some(Assistant) && transcript.steady => ActivityKind::Streaming;
        ThoughtLast if last == Some(Thinking) => ActivityKind::Thinking;
        HeaderThinks if !usual => ActivityKind::Thinking;
        PromptLast if matches!(last, None | Some(User | RawPrompt | Command)) => {
            ActivityKind::Waiting
        };
        _ => ActivityKind::Unknown
    }
}

/// A tool's cell in the present: `Running`, `Calling`, `Exploring`.
fn is_under_way(text: &str) -> bool {
    let body = text.trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
    body.split([' ', ':'])
        .next()
        .is_some_and(|verb| verb.ends_with("ing"))
}

fn idle_proof(
    screen: &Marked<'_>,
    quirks: &Quirks,
    composer: &Composer,
    transcript: &Transcript,
    facts: &Facts,
) -> Option<IdleProof> {
    let silent = |signal, zone, rows| {
        let place = WitnessPlace::Screen(zone, rows);
        Some(IdleProof::SilentPlace { signal, place })
    };
    let banner = |rows| IdleProof::NoTurnYet(WitnessPlace::Screen(Zone::Banner, rows));
    let is_seen = || !transcript.cells.is_empty() || shows_status_place(screen, composer);
    let is_absent = || {
        let explained = transcript.last_of(CellKind::Unexplained).is_none();
        transcript.steady && explained && !is_cut_above(screen, composer) && is_seen()
    };
    decide! { screen;
        _ if is_covered(screen, composer) => None;
        NoTurnYet let rows = no_turn_yet(screen, composer, transcript) => Some(banner(rows));
        _ let mark = facts.turn.end_mark => Some(IdleProof::EndMark(mark));
        StatusRowAbsent if is_absent() => {
            silent("status_row_absent", Zone::Composer, RowSpan::one(composer.first))
        };
        RewindOffer let rows = rewind_offer(screen, composer) => {
            silent("footer_offers_rewind", Zone::Footer, rows)
        };
        QueueOfferAbsent let rows = without_offer(screen, quirks, composer, facts) => {
            silent("footer_without_queue_offer", Zone::Footer, rows)
        };
        _ => None
    }
}

/// The footer below a draft that a running turn would offer to queue there, if it has room for the offer and does not make it.
fn without_offer(
    screen: &Screen,
    quirks: &Quirks,
    composer: &Composer,
    facts: &Facts,
) -> Option<RowSpan> {
    let free = || is_free_draft(facts) && composer.images == 0;
    let footer = composer.footer.filter(|_| quirks.offers_queue && free())?;
    let parted = hold(screen, footer, footer::DOT);
    let whole = parted && screen.width() >= 60 && !queue_hidden(screen, footer);
    (whole && !offers_otherwise(screen, footer)).then_some(footer)
}

/// The footer's offer to edit an earlier message: behind a running turn the same key interrupts.
fn rewind_offer(screen: &Screen, composer: &Composer) -> Option<RowSpan> {
    let rows = composer.footer.filter(|rows| rows.first == rows.last)?;
    let text = screen.row(rows.first as usize).trimmed();
    text.starts_with("esc again to edit previous message")
        .then_some(rows)
}

/// Whether a status row would be in sight above an empty top: its rows are, or the pane has room left
/// below, into which the composer would have been pushed.
fn shows_status_place(screen: &Marked<'_>, composer: &Composer) -> bool {
    let used = screen.last_row().map_or(0, |row| row + 1);
    let room = screen
        .pane_rows()
        .is_some_and(|rows| used + STATUS_ROWS <= usize::from(rows));
    composer.top >= STATUS_ROWS || room || is_uppermost(screen, composer)
}

/// Whether a count of background terminals right above the composer begins at the screen's first row: the
/// status row that it is below while a turn runs may be cut off.
fn is_cut_above(screen: &Screen, composer: &Composer) -> bool {
    let end = screen.last_filled(0, composer.top);
    let counted = |end: usize| background_count(screen.row(end).text()).is_some();
    end.is_some_and(|end| end < STATUS_ROWS && screen.run_start(end) == 0 && counted(end))
}

/// A popup that has pushed the composer to the top of the pane: in the bar skin the status row is
/// painted first and the popup cut for it (seen in 0.34 on ten rows).
fn is_uppermost(screen: &Marked<'_>, composer: &Composer) -> bool {
    let below = |rows: RowSpan| rows.first as usize > composer.first;
    let uppermost = composer.skin == Skin::Bar
        && composer.popup.is_some_and(|(rows, _)| below(rows))
        && (0..composer.first).all(|row| screen.row(row).trimmed().is_empty());
    Mark::BarPopupOnTop.holds(screen, uppermost)
}

/// A draft that a running turn would offer to queue.
fn is_free_draft(facts: &Facts) -> bool {
    facts.composer.is_some_and(|composer| {
        composer.content == ComposerContent::Draft
            && composer.mode == ComposerMode::Prompt
            && !composer.draft_is_command
    }) && facts.popup.is_none()
}

/// The footer shows a passing hint in the queue offer's place.
fn queue_hidden(screen: &Screen, footer: RowSpan) -> bool {
    const AGAIN: Needle = Needle::new("again to");
    hold(screen, footer, AGAIN)
}

/// A row below the footer's first, where the queue offer would stand, that is no known one: the offer in
/// other words, perhaps. Notices are at the right edge.
fn offers_otherwise(screen: &Screen, footer: RowSpan) -> bool {
    let known = |row: usize| {
        let row = screen.row(row);
        row.is_blank() || row.indent() >= CENTERED || SHORTCUTS.is_in(row.text())
    };
    (footer.first + 1..=footer.last).any(|row| !known(row as usize))
}

/// The banner stands, no cell of a turn follows it, and no row that no rule explains. In raw output the model's words may
/// read like the banner.
fn no_turn_yet(screen: &Screen, composer: &Composer, transcript: &Transcript) -> Option<RowSpan> {
    let fresh = !transcript.has_begun() && transcript.rows_of(CellKind::Unexplained).is_none();
    let rows = fresh.then(|| transcript.rows_of(CellKind::Banner))??;
    let own = !transcript.raw || raw::is_alone(screen, rows.first as usize, composer.top);
    own.then_some(rows)
}

/// Whether a popup or overlay above the composer (0.15x and later) may cover the turn's last rows. A status row is drawn above
/// the overlay, and the transcript's end, too, if more blank rows are below it than part two cells (0.160 to 0.171).
fn is_covered(screen: &Screen, composer: &Composer) -> bool {
    let above = |rows: RowSpan| (rows.last as usize) < composer.first;
    let ends = |top: usize| top > CELL_GAP && screen.first_filled(top - CELL_GAP, top).is_none();
    let overlaid = |rows: RowSpan| above(rows) && !ends(rows.first as usize);
    composer.popup.is_some_and(|(rows, _)| above(rows)) || composer.overlay.is_some_and(overlaid)
}

/// Adds the witnesses of a running turn under a block. A plan is handed in by a turn that has ended (0.98 to 0.169). A dialog of
/// another thread belongs to no turn of this session: the mark of a turn's end above it holds.
pub(super) fn witness_block(
    screen: &Marked<'_>,
    block: BlockFact,
    transcript: &Transcript,
    facts: &mut Facts,
) {
    facts.turn.begun = transcript.has_begun();
    let mark = end_mark(screen, transcript);
    let others = || mark.filter(|_| block::names_thread(screen, block.rows));
    decide! { screen;
        PlanEndsTurn if block.kind == BlockKind::Plan => {
            let rows = block.proposal.unwrap_or(block.rows);
            let signal = "plan_handed_in";
            facts.turn.end_mark = mark.or(Some(EndMark { rows, signal }));
        };
        OthersDialog let mark = others() => {
            facts.witness(Zone::Finished, mark.signal, mark.rows, Axis::UiContext);
            facts.turn.end_mark = Some(mark);
        };
        _ => {}
    }
    if let Some(cell) = transcript.last {
        let rows = cell.rows();
        facts.witness(Zone::Transcript, "last_cell", rows, Axis::UiContext);
    }
}
