//! Whether a turn runs, as far as the screen tells: the running row, the end mark, and the second
//! witness of readiness beside the composer.

use shadow_core::contract::ActivityKind;
use shadow_core::screen::{Marked, Needle, Row, Screen};
use shadow_core::surface::{
    EndMark, INTERRUPTED, IdleProof, RowSpan, RunningFact, SettledBy, TurnFacts, WitnessPlace, Zone,
};

use super::banner::{self, Head};
use super::call::{is_running_branch, open_branch, open_call};
use super::footer::{self, Footer};
use super::frame::{self, Frame};
use super::glyph::{CELL_MARKS, branch, branches, is_right_aligned, is_symbol, is_user_row};
use super::marks::Mark;
use super::quirks::Quirks;
use super::status::{self, Lowest};
use super::{composer, end_mark, margin, message, own_command_runs, queued, scrolled};
use crate::letters::is_letter;
use crate::rules::{decide, mark_all};
use crate::shapes::numbers::is_time;

/// What the screen tells of the turn.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Turn {
    /// The newest banner's rows.
    pub banner: Option<RowSpan>,
    /// What stands lowest above the composer, by its own row.
    pub lowest: Lowest,
    /// What the facts tell of it.
    pub facts: TurnFacts,
    /// Rows that say that the turn was broken off, and do not prove that it has ended.
    pub broken_off: Option<RowSpan>,
    /// A row in the status row's place that no rule explains.
    pub doubt: Option<RowSpan>,
    /// A row of words there that no rule explains and that is no status row.
    pub unexplained: Option<RowSpan>,
}

/// Reads the turn's state around a live composer.
pub(super) fn read(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    quirks: Quirks,
    head: Option<Head>,
) -> Turn {
    let ended = Frame {
        above: margin::above_warnings(screen, frame.above),
        ..*frame
    };
    let own_row = status::lowest(screen, &ended);
    let lowest = still(screen, footer, own_row);
    let own = own_command_runs::running(screen, frame, footer, lowest);
    let works = matches!(lowest, Lowest::Running(..));
    let scrolled = !works && scrolled::is_up(screen, frame.top);
    // What stands lowest there is not the newest.
    let lowest = decide! { screen;
        ScrolledView if scrolled => Lowest::None;
        _ => lowest
    };
    let banner = banner::rows_above(screen, frame.above, head);
    let facts = TurnFacts {
        running: own,
        begun: scrolled || has_begun(screen, banner, frame),
        settled_by: SettledBy::Title,
        hidden_activity: hidden_activity(quirks),
        ..TurnFacts::default()
    };
    let mut turn = Turn {
        banner,
        lowest: own_row,
        facts,
        ..Turn::default()
    };
    if own.is_none() {
        if !scrolled {
            (turn.facts.end_mark, turn.broken_off) = ending(screen, &ended, footer, lowest, quirks);
        }
        read_lowest(screen, frame, footer, lowest, &mut turn);
    }
    let mut queue = pending(screen, frame, lowest);
    if turn.facts.running.is_none() && turn.facts.end_mark.is_none() {
        turn.facts.running = unseen(screen, frame, footer, quirks);
        let alone = turn.facts.running;
        let alone = alone.and_then(|_| queue_alone(screen, frame, quirks));
        queue = Mark::QueuedAlone.found(screen, alone).or(queue);
    }
    turn.facts.take_queue(queue);
    if turn.facts.running.is_none() {
        turn.facts.idle_proof = proof(screen, frame, footer, quirks, &turn);
    }
    turn
}

/// What marks the turn's end, or else the rows that say that it was broken off, and prove no end.
fn ending(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    lowest: Lowest,
    quirks: Quirks,
) -> (Option<EndMark>, Option<RowSpan>) {
    if let Some(mark) = end_mark::find(screen, frame, footer, lowest, quirks) {
        return (Some(mark), None);
    }
    let Some(row) = end_mark::unproven_interruption(screen, frame) else {
        return (None, None);
    };
    let (rows, signal) = (RowSpan::one(row), INTERRUPTED);
    let hangs = end_mark::hangs_from_head(screen, row);
    let drawn = hangs || end_mark::hangs_from_paragraph(screen, row);
    let quiet = drawn && quirks.hint_tells && is_quiet(screen, frame, footer);
    mark_all! { screen;
        InterruptedPlain if hangs;
        QuietMode if quiet;
    }
    match quiet {
        true => (Some(EndMark { rows, signal }), None),
        false => (None, hangs.then_some(rows)),
    }
}

/// Whether the row of the permission mode has room for the offer to interrupt, and does not make it: below an empty composer
/// it does for as long as a turn runs (2.1.91 to 2.1.332), but where vim's mode or a status line of the user's own is shown.
fn is_quiet(screen: &Screen, frame: &Frame, footer: &Footer) -> bool {
    const OFFER: usize = " · esc to interrupt".len();
    let Some((_, row)) = footer
        .permission
        .filter(|(_, row)| *row == frame.bottom + 1)
    else {
        return false;
    };
    let row = screen.row(row);
    let others = footer.custom > 0 || footer.editor.is_some() || footer.interrupt.is_some();
    let held = footer.search.or(footer.chosen).is_some();
    let (first, last) = frame.inside();
    let empty = first == last && frame::first_text(screen, frame).trim().is_empty();
    // What else the row says is behind the offer.
    let more = footer::segments(row.text()).nth(1).is_some();
    let room = more || row.width() + OFFER <= screen.width();
    !others && !held && empty && room && !row.text().ends_with('…')
}

/// Reads what is lowest above the composer: the status row, or what no rule explains.
fn read_lowest(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    lowest: Lowest,
    turn: &mut Turn,
) {
    let mark = match lowest {
        Lowest::Running(row, told) if turn.facts.end_mark.is_none() => {
            let rows = RowSpan::new(row, status::tail_end(screen, row, frame));
            let kind = refine(screen, footer, row, told);
            turn.facts.running = Some(RunningFact { rows, kind });
            match told {
                ActivityKind::Retrying => Mark::RetryRow,
                _ => Mark::RunningRow,
            }
        }
        Lowest::Strange(row) if !is_banner(turn.banner, row) => {
            turn.doubt = Some(RowSpan::one(row));
            Mark::StrangeRow
        }
        Lowest::Other(row) => return read_unknown(screen, row, turn),
        Lowest::Remark(_) => Mark::RemarkRow,
        _ => return,
    };
    mark.on(screen);
}

/// What a turn does of which no status row tells.
const fn hidden_activity(quirks: Quirks) -> ActivityKind {
    match quirks.hides_status {
        true => ActivityKind::Streaming,
        false => ActivityKind::Unknown,
    }
}

/// A running turn of which no status row tells: a call that is open, the faint glyph of the prompt, or what the footer says.
fn unseen(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    quirks: Quirks,
) -> Option<RunningFact> {
    let kind = hidden_activity(quirks);
    let faint = composer::glyph_is_faint(screen, frame);
    let hint = || {
        let own = faint.is_none() && footer.custom == 0 && quirks.hint_tells;
        footer.interrupt.filter(|_| own)
    };
    let row = decide! { screen;
        OpenCall let call = open_call(screen, frame) => return Some(call);
        GlyphFaint if faint == Some(true) => frame.inside().0;
        InterruptHint let row = hint() => row;
        _ => return None
    };
    let rows = RowSpan::one(row);
    Some(RunningFact { rows, kind })
}

/// What stands lowest, a status row whose mark stands still in an answer's place counted as one. Without styles the hint that a
/// key interrupts must be below it.
fn still(screen: &Marked<'_>, footer: &Footer, lowest: Lowest) -> Lowest {
    let hinted = !screen.is_styled() && footer.interrupt.is_some();
    let reads = |row: usize| hinted && status::reads_still(screen.row(row).text());
    match lowest {
        Lowest::Other(row) if Mark::StillStatus.holds(screen, reads(row)) => {
            Lowest::Running(row, status::activity(screen.row(row).text()))
        }
        other => other,
    }
}

/// Whether a row belongs to the newest banner.
fn is_banner(banner: Option<RowSpan>, row: usize) -> bool {
    banner.is_some_and(|rows| rows.contains(row))
}

/// What is no letter and yet begins words.
const OPENING: [char; 11] = ['[', '(', '+', '=', '~', '$', '%', '&', '<', '|', '@'];

/// Doubts the lowest row above the composer if it is of no kind that any version has shown: no cell, no banner and no notice.
/// One that begins with a symbol, as status rows do, may be a running turn's.
fn read_unknown(screen: &Marked<'_>, row: usize, turn: &mut Turn) {
    let Some(first) = screen.row(row).flush_char() else {
        return;
    };
    let rows = Some(RowSpan::one(row));
    // Where a row is full, the terminal itself may have wrapped it to column 0.
    let wrapped = || row > 0 && screen.row(row - 1).width() >= screen.width();
    let unknown = || !is_banner(turn.banner, row) && !wrapped();
    let worded = || is_letter(first) || OPENING.contains(&first);
    decide! { screen;
        UnknownSymbol if is_symbol(first) && unknown() => turn.doubt = rows;
        _ if is_symbol(first) => {};
        UnknownWords if worded() && unknown() => turn.unexplained = rows;
        _ => {}
    }
}

/// Why the screen may be called idle, the surest witness first.
fn proof(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    quirks: Quirks,
    turn: &Turn,
) -> Option<IdleProof> {
    let bright = || composer::glyph_is_faint(screen, frame) == Some(false);
    let banner = |rows| IdleProof::NoTurnYet(WitnessPlace::Screen(Zone::Banner, rows));
    let little =
        |rows: &RowSpan| said_since(screen, rows.last as usize + 1, frame.above) <= NOTICES_MOST;
    let no_turn = || turn.banner.filter(|_| !turn.facts.begun).filter(little);
    let queue = || !bright() && queue_alone(screen, frame, quirks).is_some();
    let quiet = footer.interrupt.is_none();
    let hint = || footer.shortcuts.filter(|_| quirks.hint_tells && quiet);
    decide! { screen;
        NoTurnYet let rows = no_turn() => Some(banner(rows));
        _ if leaves(screen, frame) => None;
        _ let mark = turn.facts.end_mark => Some(IdleProof::EndMark(mark));
        HeadlessRows if !quirks.hides_status && is_headless(screen, frame) => None;
        QueuedAlone if queue() => None;
        StatusRowAbsent if !quirks.hides_status && frame.above >= 3 => {
            let rows = RowSpan::new(frame.above - 2, frame.above - 1);
            silent("status_row_absent", Zone::Status, rows)
        };
        // Where no status row would be, the composer tells: the hint below it, which is only below an empty one, or its glyph.
        _ if !composer::shows_glyph(screen, frame) => None;
        ShortcutsTell let row = hint() => silent("shortcuts_hint", Zone::Footer, RowSpan::one(row));
        // Elsewhere the status row tells, and what stands above the composer is off the pane.
        _ if !quirks.hides_status && frame.above == 0 => None;
        GlyphBright if quiet && bright() => {
            silent("prompt_glyph_bright", Zone::Composer, RowSpan::one(frame.inside().0))
        };
        _ => None
    }
}

/// A proof from a place that is silent.
fn silent(signal: &'static str, zone: Zone, rows: RowSpan) -> Option<IdleProof> {
    let place = WitnessPlace::Screen(zone, rows);
    Some(IdleProof::SilentPlace { signal, place })
}

/// Whether all that is above the composer belongs to a row that is off the pane, which may be a running
/// turn's: the end of a tree or of a task list, or at most two rows that nothing opens.
fn is_headless(screen: &Marked<'_>, frame: &Frame) -> bool {
    if screen.flush(0, frame.above).next().is_some() {
        return false;
    }
    let Some(last) = screen.last_filled(0, margin::above(screen, frame.above)) else {
        return false;
    };
    let listed = (screen.run_start(last)..=last).any(|index| {
        let first = screen.row(index).first_char();
        first.is_some_and(|mark| matches!(mark, '⎿' | '◻' | '◼' | '☐' | '☒'))
    });
    // What waits behind a turn stands below its row, indented by two.
    let waiting = frame.above < 3 && screen.row(last).indent() < 4;
    listed || waiting
}

/// Rows that may be those of messages that wait, where they have moved the turn's row off the pane (1.0.24 to 2.0.60, 18 of
/// them at 24 rows): indented by two, right above the composer, and nothing in column 0 above them. Between an answer and
/// the composer stands a blank row.
fn queue_alone(screen: &Screen, frame: &Frame, quirks: Quirks) -> Option<RowSpan> {
    let last = frame
        .above
        .checked_sub(1)
        .filter(|_| !quirks.hides_status)?;
    if screen.flush(0, frame.above).next().is_some() {
        return None;
    }
    let first = screen.run_start(last);
    let waits = |row: Row<'_>| (2..=4).contains(&row.indent()) && branch(row).is_none();
    let own = !screen.row(last).is_blank() && (first..=last).all(|row| waits(screen.row(row)));
    own.then(|| RowSpan::new(first, last))
}

/// Rows of tips and notices below a banner beyond which it may be an answer.
const NOTICES_MOST: usize = 12;

/// How many rows between two are not blank and not on the right.
fn said_since(screen: &Screen, first: usize, end: usize) -> usize {
    let width = screen.width();
    screen
        .filled(first, end)
        .filter(|(_, row)| !is_right_aligned(*row, width))
        .count()
}

/// Whether a user's cell, an answer or a running row is above the composer, below the newest
/// banner.
fn has_begun(screen: &Screen, banner: Option<RowSpan>, frame: &Frame) -> bool {
    let first = banner.map_or(0, |rows| rows.last as usize + 1);
    screen.flush(first, frame.above).any(|(_, row)| {
        row.first_char()
            .is_some_and(|mark| CELL_MARKS.contains(&mark))
            || is_user_row(row.text())
            || status::shape_of(row) == Some(status::Shape::Running)
    })
}

/// Whether the last that was said is the command that ends the CLI: what is below it is what it left.
fn leaves(screen: &Screen, frame: &Frame) -> bool {
    let lowest = screen.flush(0, frame.above).next_back();
    lowest.is_some_and(|(_, row)| {
        let typed = row.text().trim_start_matches(['>', '❯', ' ', '\u{a0}']);
        is_user_row(row.text()) && matches!(typed.trim_end(), "/exit" | "/quit")
    })
}

/// What a running row's turn does, from the cell above it where neither the footer nor the row itself tells.
fn refine(screen: &Marked<'_>, footer: &Footer, row: usize, kind: ActivityKind) -> ActivityKind {
    decide! { screen;
        CompactingFooter if footer.compacting.is_some() => ActivityKind::Compacting;
        _ if kind != ActivityKind::Unknown => kind;
        AgentTree if has_running_agent(screen, row) => ActivityKind::Tool;
        _ => above_running(screen, row)
    }
}

/// What a turn does by the cell above its row.
fn above_running(screen: &Marked<'_>, row: usize) -> ActivityKind {
    // The nearest row above that begins a cell, queued messages left out.
    let above = screen.flush(0, above_queued(screen, row)).next_back();
    let Some((above, head)) = above else {
        // The cell's head is above the pane; its branch may still show.
        return decide! { screen;
            HeadlessCall if open_branch(screen, 0, row).is_some() => ActivityKind::Tool;
            _ => ActivityKind::Unknown
        };
    };
    const ATTEMPT: Needle = Needle::new("(attempt ");
    let text = head.text();
    let retry = is_user_row(text) && retries(screen, above + 1, row);
    let calls = || calls(screen, above + 1, above_queued(screen, row));
    decide! { screen;
        RetryBranch if retry || ATTEMPT.is_in(text) => ActivityKind::Retrying;
        PromptAlone if is_user_row(text) => ActivityKind::Waiting;
        CallEllipsis if text.ends_with(")…") => ActivityKind::Tool;
        ThoughtAbove if text.starts_with('∴') => ActivityKind::Thinking;
        CallUnderWay if calls() => ActivityKind::Tool;
        _ => ActivityKind::Unknown
    }
}

/// Whether a subagent in a tree of them has not returned. The tree may be above the turn's prompt, to
/// which later agents are added (2.0.55 to 2.1.160).
fn has_running_agent(screen: &Screen, end: usize) -> bool {
    let hooked = |row: Row<'_>| matches!(row.first_char(), Some('⎿' | '│'));
    screen.filled(1, end).any(|(index, row)| {
        let in_tree = || screen.row(index - 1).trimmed().starts_with(['├', '└']);
        if !hooked(row) || !in_tree() {
            return false;
        }
        let leaf = row.trimmed().trim_start_matches('│');
        let branch = leaf.trim_start().strip_prefix('⎿');
        let waits = |text: &str| is_running_branch(text) || text == "Initializing...";
        branch.is_some_and(|text| waits(text.trim_start()))
    })
}

/// Whether a call that has not returned is between two rows: its branch says so, or ends in
/// the time that it has taken (1.0.60 to 1.0.120).
fn calls(screen: &Screen, first: usize, end: usize) -> bool {
    let last = screen.filled(first, end).next_back().map(|(_, row)| row);
    let timed = last.is_some_and(|row| {
        let text = row.trimmed();
        let inside = text
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        row.indent() >= 4 && inside.is_some_and(is_time)
    });
    // A subagent's prompt with nothing below it: the agent has it and has not answered.
    let handed_over = last
        .and_then(branch)
        .is_some_and(|branch| branch.trim_start().starts_with(['❯', '>']));
    timed || handed_over || open_branch(screen, first, end).is_some()
}

/// Whether a branch between two rows counts down to another attempt: `(attempt 1/10)` up to
/// 2.1.62, `Retrying in 5s · attempt 1/10` later.
fn retries(screen: &Screen, first: usize, row: usize) -> bool {
    const ATTEMPT: Needle = Needle::new("attempt ");
    let branch = branches(screen, first, row).next();
    branch.is_some() && screen.rows_hold(first, row, ATTEMPT)
}

/// The row at which the messages queued right above another begin; that row where none is.
fn above_queued(screen: &Screen, row: usize) -> usize {
    queued::cells_above(screen, row).map_or(row, |rows| rows.first as usize)
}

/// The rows of the messages queued behind the turn, or the hint that tells of them.
fn pending(screen: &Marked<'_>, frame: &Frame, lowest: Lowest) -> Option<RowSpan> {
    let running = match lowest {
        Lowest::Running(row, _) => Some(row),
        _ => None,
    };
    let end = match lowest {
        Lowest::Running(row, _) => Some(row),
        Lowest::None => Some(frame.above),
        Lowest::Other(row) => is_user_row(screen.row(row).text()).then_some(frame.above),
        // What stands lowest is no cell of the person's.
        Lowest::Finished(_) | Lowest::Remark(_) | Lowest::Strange(_) => None,
    };
    let hinted = || {
        let hint = frame::first_text(screen, frame);
        hint.starts_with("Press up to edit queued") && !composer::is_typed(screen, frame)
    };
    let below = || running.and_then(|row| queued_below(screen, row, frame));
    let messages = || running.and_then(|_| message::waiting(screen, frame.above));
    decide! { screen;
        QueuedAbove let rows = end.and_then(|end| queued::cells_above(screen, end)) => Some(rows);
        QueuedHint if hinted() => Some(RowSpan::one(frame.inside().0));
        QueuedBelow let rows = below() => Some(rows);
        QueuedMessages let rows = messages() => Some(rows);
        _ => None
    }
}

/// Rows of queued messages between a running row's tree and the composer: indented by two, no
/// branch.
fn queued_below(screen: &Marked<'_>, row: usize, frame: &Frame) -> Option<RowSpan> {
    let width = screen.width();
    let is_queued = |index: &usize| {
        let row = screen.row(*index);
        row.indent() == 2 && branch(row).is_none() && !is_right_aligned(row, width)
    };
    let apart =
        |row: usize| screen.row(row - 1).is_blank() || screen.row(row).text().starts_with("  ❯ ");
    let end = margin::above(screen, frame.above);
    let first = (row + 1..end).find(|index| is_queued(index) && apart(*index))?;
    let last = (first..end).rev().find(is_queued)?;
    Some(RowSpan::new(first, last))
}
