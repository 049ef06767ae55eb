//! The screen-reader mode: plain lines without frames, led by who speaks (`you:`, `claude:`,
//! `tool:`), hints, and a last line that begins with `$` (seen from 2.1.200 to 2.1.330).
//!
//! Nothing sets the model's words apart here but their place, so little is proof: a turn runs
//! where the hint line says so, and is over where the line above the hints tells its time, or that it was broken off, or where
//! an error is right below the prompt. Messages wait below the running turn's spinner (up to 2.1.263), or above it with a hint
//! on the key that sends them (2.1.310).

use shadow_core::contract::{
    ActivityKind, CellRole, ComposerContent, ComposerMode, ComposerView, DialogCell, Editor,
    FailureKind, PendingInput, PendingMessage,
};
use shadow_core::screen::{Marked, Row, Screen};
use shadow_core::surface::{
    ComposerFact, EndMark, FINISHED_ROW, Facts, INTERRUPTED, IdleProof, RowSpan, RunningFact,
    SettledBy, WitnessPlace, Zone,
};
use smallvec::SmallVec;

use super::hint::key_hint;
use super::marks::Mark;
use super::refusal::{is_about, is_interruption, rejected};
use super::{failure, footer};
use crate::rules::{decide, mark_all};
use crate::shapes::lists;
use crate::shapes::numbers::is_time;
use crate::shapes::wraps::{Above, Words, Wrap};

/// Who speaks, by how a line begins; [`is_spoken`] looks at no other lines.
const SPEAKERS: [(&str, CellRole); 5] = [
    ("you: ", CellRole::User),
    ("claude: ", CellRole::Assistant),
    ("tool: ", CellRole::ToolCall),
    ("tool error: ", CellRole::ToolCall),
    ("thinking: ", CellRole::Thinking),
];

/// Rows of the banner: the mode, the name, model and plan, the directory.
const BANNER: usize = 4;

/// How the first line of all begins (2.1.200, 2.1.330).
const FIRST: [&str; 2] = ["[Screen Reader Mode", "[Accessible screen"];

/// The banner's rows, where it is at the top.
pub(super) fn banner(screen: &Screen) -> Option<RowSpan> {
    let first = screen.first_filled(0, screen.height())?;
    let text = screen.row(first).text();
    let begins = FIRST.iter().any(|start| text.starts_with(start));
    begins.then(|| RowSpan::new(first, first + BANNER - 1))
}

/// The permission mode that a hint names: no mark is before it.
pub(super) fn permission_label(hint: &str) -> Option<&str> {
    hint.ends_with(" on").then_some(hint)
}

/// Whether a screen is in screen-reader mode: its own first line, or speakers above a `$` line.
pub(super) fn is_spoken(screen: &Screen) -> bool {
    let mut speakers = 0;
    let lead = |row: Row<'_>| matches!(row.first_char(), Some('[' | 'y' | 'c' | 't'));
    let rows = screen.flush(0, screen.height());
    for (_, row) in rows.filter(|(_, row)| lead(*row)) {
        let text = row.text();
        if FIRST.iter().any(|start| text.starts_with(start)) {
            return true;
        }
        speakers += usize::from(speaker(text).is_some());
    }
    speakers > 0 && prompt_row(screen).is_some() && hints(screen).is_some()
}

/// Whether a row begins a dialog, which the mode frames with nothing.
pub(super) fn begins_dialog(row: Row<'_>) -> bool {
    row.text().starts_with("Permission Required")
}

fn speaker(text: &str) -> Option<(CellRole, &str)> {
    SPEAKERS
        .iter()
        .find_map(|(start, role)| Some((*role, text.strip_prefix(start)?)))
}

/// Rows above a dialog among which its call is searched.
const CALL_MOST: usize = 24;

/// Row where the call above a dialog begins: nobody else has spoken since.
pub(super) fn call_above(screen: &Screen, dialog: usize) -> Option<usize> {
    let floor = dialog.saturating_sub(CALL_MOST);
    let mut rows = (floor..dialog).rev();
    let said = rows.find_map(|row| Some((row, speaker(screen.row(row).text())?.0)));
    said.filter(|(_, role)| *role == CellRole::ToolCall)
        .map(|(row, _)| row)
}

/// The last row, where it is the prompt.
fn prompt_row(screen: &Screen) -> Option<usize> {
    let last = screen.last_row()?;
    let rest = screen.row(last).text().strip_prefix('$')?;
    (rest.is_empty() || rest.starts_with([' ', '\u{a0}'])).then_some(last)
}

/// The draft behind the prompt's mark.
fn draft(screen: &Screen, row: usize) -> &str {
    let text = screen.row(row).text();
    text.strip_prefix('$').unwrap_or_default().trim()
}

/// The lines of hints directly above the prompt.
fn hints(screen: &Screen) -> Option<RowSpan> {
    let end = prompt_row(screen)?;
    let mut first = end;
    while first > 0 && end - first < 4 && is_hint(screen.row(first - 1).text()) {
        first -= 1;
    }
    (first < end).then(|| RowSpan::new(first, end - 1))
}

fn is_hint(text: &str) -> bool {
    let own = |part: &str| {
        part.ends_with(" mode on")
            || part.starts_with("accept edits on")
            || matches!(part, "bypass permissions on" | "don't ask on")
            || part == "·"
            || part.starts_with("effort:")
            || part == "/effort"
            || part == "esc to interrupt"
            || part == "? for shortcuts"
            || footer::background(part).is_some()
    };
    !text.trim().is_empty() && footer::segments(text).all(own)
}

/// The row of the prompt of a screen in screen-reader mode.
pub(super) fn prompt(screen: &Screen) -> Option<usize> {
    prompt_row(screen).filter(|_| is_spoken(screen))
}

/// Reads a screen in screen-reader mode whose prompt is in a row.
pub(super) fn read(screen: &Marked<'_>, row: usize, facts: &mut Facts) {
    let content = match draft(screen, row).is_empty() {
        true => ComposerContent::Empty,
        false => ComposerContent::Draft,
    };
    facts.composer = Some(ComposerFact {
        rows: RowSpan::one(row),
        content,
        mode: ComposerMode::Prompt,
        editor: Editor::Plain,
        draft_is_command: draft(screen, row).starts_with('/'),
        free_by_cursor: false,
    });
    facts.turn.pending = PendingInput::No;
    facts.turn.settled_by = SettledBy::Title;
    read_turn(screen, row, facts);
    facts.mark(Zone::Composer, RowSpan::one(row));
}

fn read_turn(screen: &Marked<'_>, prompt: usize, facts: &mut Facts) {
    let hints = hints(screen);
    let end = hints.map_or(prompt, |rows| rows.first as usize);
    if let Some(rows) = hints {
        facts.mark(Zone::Footer, rows);
        facts.permission = rows.indices().find_map(|row| {
            let label = footer::segments(screen.row(row).text()).find_map(permission_label)?;
            Some((footer::permission_kind(label), RowSpan::one(row)))
        });
        let says = |row: usize| {
            footer::segments(screen.row(row).text()).any(|part| part == "esc to interrupt")
        };
        if rows.indices().any(says) {
            let kind = ActivityKind::Unknown;
            facts.turn.running = Some(RunningFact { rows, kind });
        }
    }
    read_waiting(screen, end, facts);
    mark_all! { screen;
        ScreenReaderHint if facts.turn.running.is_some();
        ScreenReaderQueue if facts.turn.pending == PendingInput::Yes;
    }
    if facts.turn.running.is_some() || facts.turn.pending == PendingInput::Yes {
        return;
    }
    let begun = (0..end).any(|index| speaker(screen.row(index).text()).is_some());
    let last = (0..end).rev().find(|&index| !screen.row(index).is_blank());
    facts.turn.begun = begun;
    if let Some(row) = last.filter(|_| !begun && screen.row(0).text().starts_with('[')) {
        let place = WitnessPlace::Screen(Zone::Banner, RowSpan::new(0, row));
        facts.turn.idle_proof = Some(IdleProof::NoTurnYet(place));
        return;
    }
    let finished = last.filter(|row| is_finished(screen.row(*row).text()));
    let broken_off = broken_off(screen, end).filter(|_| finished.is_none());
    // Beside a draft no hint tells that a turn runs (2.1.200, 2.1.332), and an answer may quote a turn's end.
    let hinted = draft(screen, prompt).is_empty();
    let failed = error_below_prompt(screen, finished.unwrap_or(end));
    let failed = failed.filter(|_| finished.is_some() || hinted && hints.is_some());
    facts.turn.failure = failed.filter(|_| broken_off.is_none());
    let ended = |signal, rows| Some(EndMark { rows, signal });
    facts.turn.end_mark = decide! { screen;
        ScreenReaderFinished let rows = finished.map(RowSpan::one) => {
            facts.mark(Zone::Finished, rows);
            ended(FINISHED_ROW, rows)
        };
        ScreenReaderInterruption let rows = broken_off => ended(INTERRUPTED, rows);
        ScreenReaderError let (_, rows) = failed => ended("error_cell", rows);
        _ => None
    };
    facts.turn.idle_proof = facts
        .turn
        .end_mark
        .filter(|_| hinted)
        .map(IdleProof::EndMark);
}

/// Reads what is below the dialog of a running turn, above row `end`, the hints' first: its spinner, and the messages that wait.
/// Beside a draft only the hint on the key that sends them tells that a turn runs.
fn read_waiting(screen: &Screen, end: usize, facts: &mut Facts) {
    let running = facts.turn.running.is_some();
    let spinner = spinner_above(screen, end).filter(|_| running);
    let top = spinner.unwrap_or(end);
    let told = queue(screen, top).filter(|queue| running || queue.hinted);
    if let Some(queue) = told {
        facts.mark(Zone::Queued, queue.rows);
        facts.turn.pending = PendingInput::Yes;
        facts.turn.pending_rows = Some(queue.rows);
        let below = queue.rows.last as usize + 1;
        mark_status(below, end, facts);
        let first = queue.rows.first as usize;
        mark_status(spinner_above(screen, first).unwrap_or(first), first, facts);
        return;
    }
    mark_status(top, end, facts);
    let mut rows = (0..top).rev();
    let last = rows.find_map(|row| speaker(screen.row(row).text()));
    // What waits while an answer is written is read out as its prompt is (2.1.200, 2.1.263).
    if running && last.is_some_and(|(role, _)| role == CellRole::User) {
        facts.turn.pending = PendingInput::Unknown;
    }
}

/// Marks the rows of a running turn's own from `first` up to, not including, `end`.
fn mark_status(first: usize, end: usize, facts: &mut Facts) {
    if first < end {
        facts.mark(Zone::Status, RowSpan::new(first, end - 1));
    }
}

/// Rows that a tip may fill in a narrow pane.
const TIP_MOST: usize = 4;

/// The row of the spinner right above row `end`, with a tip below it or without. No glyph marks it, so an answer's own words
/// could read like it: below them it is left in the answer. Right below a call is what the call shows.
fn spinner_above(screen: &Screen, end: usize) -> Option<usize> {
    let spoken = |row: usize| speaker(screen.row(row).text());
    let is_spinner = |row: &usize| is_spinner(screen.row(*row).text());
    let below = (end.saturating_sub(TIP_MOST)..end).rev();
    let mut unsaid = below.take_while(|row| spoken(*row).is_none());
    let above_tip = || {
        let tip = unsaid.find(|row| is_tip(screen.row(*row).text()))?;
        tip.checked_sub(1)
    };
    let last = end.checked_sub(1).filter(is_spinner);
    let row = last.or_else(above_tip).filter(is_spinner)?;
    let (at, role) = (0..row).rev().find_map(|at| Some((at, spoken(at)?.0)))?;
    let shown = role == CellRole::ToolCall && at + 1 == row;
    (role != CellRole::Assistant && !shown).then_some(row)
}

fn is_tip(text: &str) -> bool {
    text.starts_with("Tip: ")
}

/// `Brewing…`, `Hashing…   ( 3s  ·  40 tokens )`.
fn is_spinner(text: &str) -> bool {
    text.split_once('…').is_some_and(|(verb, rest)| {
        let rest = rest.trim_start();
        let counts = rest.is_empty() || rest.starts_with('(');
        counts && !verb.contains(' ') && verb.starts_with(char::is_uppercase)
    })
}

/// The messages that wait.
struct Queue {
    rows: RowSpan,
    /// Whether a hint on the key that sends them is below them.
    hinted: bool,
}

/// Whether a row says which key sends what waits: `ctrl+x ctrl+s to send now` (2.1.310), `Queued  ·  ctrl+x ctrl+s to send now`
/// (2.1.332).
fn is_queue_hint(text: &str) -> bool {
    let keys = text.strip_prefix("Queued").unwrap_or(text);
    let keys = keys.trim_start_matches([' ', '·']);
    keys.starts_with("ctrl+") && keys.ends_with(" to send now")
}

/// The messages that wait above row `end`: prompts below the spinner, or above a hint on the key that sends them. The first
/// prompt after a turn's end is the one that runs.
fn queue(screen: &Screen, end: usize) -> Option<Queue> {
    let last = screen.last_filled(0, end)?;
    let text = |row: usize| screen.row(row).text();
    let below_spinner = |row: usize| is_tip(text(row)) || is_spinner(text(row));
    let mut prompts: SmallVec<[usize; 16]> = SmallVec::new();
    let mut hint = None;
    let above = (0..=last).rev().find(|&row| match speaker(text(row)) {
        Some((CellRole::User, _)) => {
            prompts.push(row);
            false
        }
        Some(_) => true,
        None if prompts.is_empty() => {
            hint = hint.or(is_queue_hint(text(row)).then_some(row));
            false
        }
        None => below_spinner(row) || ends_turn(screen, row),
    });
    let spinner = above.is_some_and(below_spinner);
    let opens_turn = !spinner && above.is_none_or(|row| speaker(text(row)).is_none());
    if opens_turn && prompts.len() > 1 {
        prompts.pop();
    }
    let first = *prompts.last().filter(|_| spinner || hint.is_some())?;
    let rows = RowSpan::new(first, hint.unwrap_or(last));
    let hinted = hint.is_some();
    Some(Queue { rows, hinted })
}

/// Whether a row is what a turn that has ended leaves behind.
fn ends_turn(screen: &Screen, row: usize) -> bool {
    let text = screen.row(row).text();
    let rejects = || row > 0 && is_rejected(screen, row - 1);
    is_finished(text) || is_interruption(text) || text.starts_with(failure::SPOKEN) || rejects()
}

/// The messages that wait, written out.
pub(super) fn messages(screen: &Screen, facts: &Facts) -> Vec<PendingMessage> {
    let mut messages: Vec<PendingMessage> = Vec::new();
    let rows = facts
        .turn
        .pending_rows
        .iter()
        .flat_map(|rows| rows.indices());
    for index in rows.filter(|row| !is_queue_hint(screen.row(*row).text())) {
        let text = screen.row(index).text();
        match (speaker(text), messages.last_mut()) {
            (None, Some(message)) => {
                message.text.push_str(line_end(screen, index - 1));
                message.text.push_str(text);
            }
            (said, _) => messages.push(PendingMessage {
                text: said.map_or(text, |(_, said)| said).to_owned(),
                complete: said.is_some(),
            }),
        }
    }
    messages
}

/// The error of the last turn above row `end`: the line right below the prompt, where the CLI alone writes, and nothing but the
/// turn's time below it.
fn error_below_prompt(screen: &Screen, end: usize) -> Option<(FailureKind, RowSpan)> {
    let error = (0..end).rev().find(|row| {
        let text = screen.row(*row).text();
        text.starts_with(failure::SPOKEN) || speaker(text).is_some() || is_finished(text)
    })?;
    is_below_prompt(screen, error).then_some(())?;
    let below = (error + 1..end).find(|row| !goes_on(screen, *row));
    let below = below.unwrap_or(end);
    let rows = RowSpan::new(error, below - 1);
    let kind = failure::kind_of(Words::default().of(screen, rows))?;
    let alone = screen.first_filled(below, end).is_none();
    alone.then_some((kind, rows))
}

/// Whether an error's line begins in a row, right below a prompt. One right below an answer's words may be quoted in it.
fn is_below_prompt(screen: &Screen, error: usize) -> bool {
    let spoken = |row: usize| speaker(screen.row(row).text()).map(|(role, _)| role);
    let own = screen.row(error).text().starts_with(failure::SPOKEN) && !goes_on(screen, error);
    let Some(above) = error.checked_sub(1).filter(|_| own) else {
        return false;
    };
    let mut starts = line_starts(screen, above);
    let Some(prompt) = starts.find(|row| spoken(*row) == Some(CellRole::User)) else {
        return false;
    };
    let mut rows = (0..prompt).rev();
    let last = rows.find(|row| spoken(*row).is_some() || ends_turn(screen, *row));
    last.and_then(spoken) != Some(CellRole::Assistant)
}

/// Whether a row goes on the line above it.
fn goes_on(screen: &Screen, row: usize) -> bool {
    line_starts(screen, row).nth(1).is_some()
}

/// What above row `end` says that the turn was broken off: the last line, or the first one of the last call, which the person
/// rejected.
fn broken_off(screen: &Screen, end: usize) -> Option<RowSpan> {
    let last = screen.last_filled(0, end)?;
    let mut starts = line_starts(screen, last);
    if let Some(first) = starts.find(|row| is_interruption(screen.row(*row).text())) {
        return Some(RowSpan::new(first, last));
    }
    let spoken = |row: &usize| speaker(screen.row(*row).text()).is_some();
    let call = (0..=last).rev().find(spoken)?;
    let rejected = call < last && is_rejected(screen, call);
    rejected.then(|| RowSpan::one(call + 1))
}

/// The rows in which the line may begin that ends in a row, the lowest first: a narrow pane wraps it.
fn line_starts(screen: &Screen, last: usize) -> impl Iterator<Item = usize> {
    let wrap = Wrap::at_spaces(screen.width());
    let text = |row: usize| screen.row(row).text();
    let goes_on = move |row: &usize| wrap.is_full(Above::bare(text(row - 1)), text(*row));
    std::iter::successors(Some(last), move |row| {
        (*row > 0 && goes_on(row)).then(|| row - 1)
    })
}

/// Whether the line below a call says that the person rejected it.
fn is_rejected(screen: &Screen, call: usize) -> bool {
    let named = rejected(screen.row(call + 1).text());
    let said = speaker(screen.row(call).text());
    let call = said.filter(|(role, _)| *role == CellRole::ToolCall);
    call.zip(named)
        .is_some_and(|((_, call), named)| is_about(call, named))
}

/// `Sautéed for 2s · done 11:53 PM`.
fn is_finished(text: &str) -> bool {
    let first = text.split(" · ").next().unwrap_or(text);
    let timed = first.split_once(" for ");
    timed.is_some_and(|(verb, time)| !verb.contains(' ') && is_time(time))
}

/// The composer written out.
pub(super) fn view(screen: &Screen, fact: &ComposerFact) -> ComposerView {
    ComposerView {
        content: fact.content,
        text: draft(screen, fact.rows.first as usize).to_owned(),
        mode: fact.mode,
        editor: fact.editor,
        cursor: None,
    }
}

/// The dialog's cells up to a row: a speaker's lines until the next one speaks, or the CLI itself.
pub(super) fn cells(screen: &Screen, end: usize, facts: &Facts, cells: &mut Vec<DialogCell>) {
    let live = |row: usize| matches!(facts.zone_of(row), Zone::Status | Zone::Queued);
    let works = facts.turn.running.is_some() || facts.turn.pending == PendingInput::Yes;
    let failed = |error: usize| {
        let edge = |row: &usize| {
            let text = screen.row(*row).text();
            live(*row) || is_finished(text) || is_hint(text) || speaker(text).is_some()
        };
        let next = is_below_prompt(screen, error).then(|| (error + 1..end).find(edge));
        next.is_some_and(|next| {
            let said = next.and_then(|row| speaker(screen.row(row).text()));
            let open = works && next.is_none_or(live);
            let answered = said.is_some_and(|(role, _)| role != CellRole::User);
            !open && !answered && error_below_prompt(screen, next.unwrap_or(end)).is_some()
        })
    };
    let mut open = false;
    for index in (0..end).filter(|row| !live(*row)) {
        let text = screen.row(index).text();
        let at = i32::try_from(index).unwrap_or(i32::MAX);
        let rejects = index > 0 && is_rejected(screen, index - 1);
        if let Some((role, said)) = speaker(text) {
            open = true;
            cells.push(cell(role, said, at));
        } else if let Some(said) = text.strip_prefix(failure::SPOKEN).filter(|_| failed(index)) {
            open = true;
            cells.push(cell(CellRole::Error, said, at));
        } else if is_interruption(text) || rejects {
            open = rejects;
            let role = match rejects {
                true => CellRole::ToolResult,
                false => CellRole::Notice,
            };
            cells.push(DialogCell {
                breaks_off: true,
                ..cell(role, text, at)
            });
        } else if let Some(hint) = key_hint(text) {
            open = false;
            if hint > 0 {
                cells.push(cell(CellRole::ToolCall, text[..hint].trim_end(), at));
            }
        } else if is_finished(text) || is_hint(text) {
            open = false;
        } else if let Some(cell) = cells.last_mut().filter(|_| open && !text.trim().is_empty()) {
            let prose = cell.role != CellRole::ToolCall && lists::marker(text) == 0;
            cell.text.push_str(match prose {
                true => line_end(screen, index - 1),
                false => "\n",
            });
            cell.text.push_str(text);
            cell.rows[1] = at;
        }
    }
}

/// What stood between a row and the next one: a narrow pane wraps lines.
fn line_end(screen: &Screen, row: usize) -> &'static str {
    let [above, below] = [row, row + 1].map(|row| screen.row(row).text());
    Wrap::at_spaces(screen.width()).between(above, below)
}

/// A cell of one line.
fn cell(role: CellRole, text: &str, row: i32) -> DialogCell {
    DialogCell::new(role, text, [row, row])
}
