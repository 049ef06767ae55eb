//! The screen-reader mode: plain lines without frames, led by who speaks (`you:`, `claude:`,
//! `tool:`), hints, and a last line that begins with `$` (seen from 2.1.200 to 2.1.330).
//!
//! Nothing sets the model's words apart here but their place, so little is proof: a turn runs
//! where the hint line says so, and is over where the line above the hints tells its time, or that it was broken off, or where
//! an error is right below the prompt. Messages wait below the running turn's spinner (up to 2.1.263), or above it with a hint
//! on the key that sends them (2.1.310).

use shadow_core::contract::{
    ActivityKind, CellRole, ComposerContent, ComposerMode, ComposerView, DialogCell, Editor,
    FailureKind, PendingInput, PendingMessage, UiContext,
};
use shadow_core::screen::{Marked, Row, Screen};
use shadow_core::surface::{
    ComposerFact, EndMark, FINISHED_ROW, Facts, INTERRUPTED, IdleProof, Popup, RowSpan,
    RunningFact, SettledBy, WitnessPlace, Zone,
};
use smallvec::SmallVec;

use super::farewell::is_farewell;
use super::glyph::CELL_MARKS;
use super::hint::key_hint;
use super::marks::Mark;
use super::spoken::{
    Line, is_finished, is_hint, is_queue_hint, last_filled, last_said, lines, speaker,
};
use super::{failure, footer};
use crate::letters::Openings;
use crate::rules::{decide, mark_all};
use crate::shapes::lists;
use crate::shapes::numbers::is_number;
use crate::shapes::wraps::{Above, Words, Wrap};

/// Rows of the banner: the mode, the name, model and plan, the directory.
const BANNER: usize = 4;

/// How the first line of all begins (2.1.200, 2.1.330).
static FIRST: Openings<2> = Openings::new(["[Screen Reader Mode", "[Accessible screen"]);

/// The banner's rows, where it is at the top.
pub(super) fn banner(screen: &Screen) -> Option<RowSpan> {
    let first = screen.first_filled(0, screen.height())?;
    let begins = FIRST.begin(screen.row(first).text());
    begins.then(|| RowSpan::new(first, first + BANNER - 1))
}

/// The permission mode that a hint names: no mark is before it.
pub(super) fn permission_label(hint: &str) -> Option<&str> {
    hint.ends_with(" on").then_some(hint)
}

/// Whether a screen is in screen-reader mode: its own first line, or speakers above a `$` line with hints.
pub(super) fn is_spoken(screen: &Screen) -> bool {
    let hinted = |first: bool| first || hints(screen).is_some();
    speaks(screen).is_some_and(hinted) && !has_farewell(screen)
}

/// Whether a bare `$` line may be the mode's: below a turn's end (2.1.200 shows no hints there), or below hints on an empty pane
/// (2.1.263). A shell may print all of it, so nothing is said of the screen.
pub(super) fn may_be(screen: &Screen) -> bool {
    let ended = |prompt: usize| prompt > 0 && is_finished(screen.row(prompt - 1).text());
    hints(screen).is_some() || speaks(screen).is_some() && prompt_row(screen).is_some_and(ended)
}

/// Whether a shell's prompt stands in the line of the mode's own, which is bare: the CLI was killed (2.1.263, 2.1.332; in
/// 2.1.200 it looks like a draft).
pub(super) fn is_killed(screen: &Screen) -> bool {
    let last = screen.last_row().unwrap_or(0);
    screen.row(last).text().starts_with("$$")
        && speaks(screen).is_some()
        && hints_above(screen, last).is_some()
}

/// Whether what is left of the CLI is the mode's: a line has a speaker, and none has a cell's mark.
pub(super) fn has_left(screen: &Screen) -> bool {
    let mut rows = screen.flush(0, screen.height());
    speaks(screen).is_some() && !rows.any(|(_, row)| row.text().starts_with(CELL_MARKS))
}

/// Whether a line of a screen has a speaker, and whether the mode's own first line is there.
fn speaks(screen: &Screen) -> Option<bool> {
    let mut speakers = 0;
    let lead = |row: Row<'_>| matches!(row.first_char(), Some('[' | 'y' | 'c' | 't'));
    let rows = screen.flush(0, screen.height());
    for (_, row) in rows.filter(|(_, row)| lead(*row)) {
        let text = row.text();
        if FIRST.begin(text) {
            return Some(true);
        }
        speakers += usize::from(speaker(text).is_some());
    }
    (speakers > 0).then_some(false)
}

/// Whether a farewell is on a screen, and no later banner of the mode's below it.
fn has_farewell(screen: &Screen) -> bool {
    let rows = screen.flush(0, screen.height());
    rows.fold(false, |said, (_, row)| {
        is_farewell(row) || said && !FIRST.begin(row.text())
    })
}

/// Whether a line waits for the number of a choice, as nothing but the mode says it.
pub(super) fn waits_for_number(text: &str) -> bool {
    let after = |start: &str| text.strip_prefix(start)?.split_once(']');
    let counts = |start: &str, goes_on: &str| {
        after(start).is_some_and(|(most, rest)| is_number(most) && rest.starts_with(goes_on))
    };
    counts("Select with numbers [1-", ". Then Enter")
        || counts("Enter selection [1-", ", or Escape")
}

/// The row below the conversation, where a dialog without a heading of the mode's is there that ends in row `last`: the prompt
/// is gone, and the person and another speak above it, or it waits for a number. Nothing but words would name it.
pub(super) fn dialog(screen: &Screen, last: usize, numbered: bool) -> Option<usize> {
    let lines = &lines(screen)[..=last];
    let ends =
        |line: &Line<'_>| line.role().is_some() || line.ends_turn() || *line == Line::Spinner;
    let below = |row: usize| row + 1 + usize::from(lines.get(row + 1) == Some(&Line::Tip));
    let top = lines.iter().rposition(ends).map_or(0, below);
    let speaks = |it: CellRole| lines.iter().any(|line| line.role() == Some(it));
    let others = || speaks(CellRole::Assistant) || speaks(CellRole::ToolCall);
    let known = self::speaks(screen) == Some(true) || speaks(CellRole::User) && others();
    let prompts = (top..=last).any(|row| screen.row(row).text().starts_with('$'));
    (known || numbered).then_some(top).filter(|_| !prompts)
}

/// How the heading of what needs a permission begins.
const PERMISSION: &str = "Permission Required";

/// Whether a row begins a dialog, which the mode frames with nothing.
pub(super) fn begins_dialog(row: Row<'_>) -> bool {
    row.text().starts_with(PERMISSION)
}

/// A dialog's heading without what the mode sets before it.
pub(super) fn heading(words: &str) -> &str {
    let rest = words.strip_prefix(PERMISSION);
    rest.and_then(|rest| rest.strip_prefix(": "))
        .unwrap_or(words)
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
    hints_above(screen, prompt_row(screen)?)
}

fn hints_above(screen: &Screen, end: usize) -> Option<RowSpan> {
    let mut first = end;
    while first > 0 && end - first < 4 && is_hint(screen.row(first - 1).text()) {
        first -= 1;
    }
    (first < end).then(|| RowSpan::new(first, end - 1))
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
    facts.popup = files_popup(screen, row);
    facts.turn.pending = PendingInput::No;
    facts.turn.settled_by = SettledBy::Title;
    read_turn(screen, row, facts);
    facts.mark(Zone::Composer, RowSpan::one(row));
}

/// The list of files that a draft calls up: blank rows are between it and the prompt, and nowhere else above one (2.1.200,
/// 2.1.332).
fn files_popup(screen: &Screen, prompt: usize) -> Option<Popup> {
    let calls =
        draft(screen, prompt).contains('@') && screen.row(prompt.checked_sub(1)?).is_blank();
    let last = screen.last_filled(0, prompt).filter(|_| calls)?;
    Some(Popup {
        rows: RowSpan::one(last),
        context: UiContext::FilePicker,
    })
}

fn read_turn(screen: &Marked<'_>, prompt: usize, facts: &mut Facts) {
    let hints = hints(screen);
    let end = hints.map_or(prompt, |rows| rows.first as usize);
    if let Some(rows) = hints {
        facts.mark(Zone::Footer, rows);
        let parts = |row: usize| footer::segments(screen.row(row).text());
        facts.permission = rows.indices().find_map(|row| {
            let label = parts(row).find_map(permission_label)?;
            Some((footer::permission_kind(label), RowSpan::one(row)))
        });
        let mut parts = rows.indices().flat_map(parts);
        if parts.any(|part| part == "esc to interrupt") {
            let kind = ActivityKind::Unknown;
            facts.turn.running = Some(RunningFact { rows, kind });
        }
    }
    let lines = &lines(screen)[..end];
    read_waiting(lines, facts);
    mark_all! { screen;
        ScreenReaderHint if facts.turn.running.is_some();
        ScreenReaderQueue if facts.turn.pending == PendingInput::Yes;
    }
    if facts.turn.running.is_some() || facts.turn.pending == PendingInput::Yes {
        return;
    }
    let begun = last_said(lines).is_some();
    let last = last_filled(lines);
    facts.turn.begun = begun;
    if let Some(row) = last.filter(|_| !begun && screen.row(0).text().starts_with('[')) {
        let place = WitnessPlace::Screen(Zone::Banner, RowSpan::new(0, row));
        facts.turn.idle_proof = Some(IdleProof::NoTurnYet(place));
        return;
    }
    let finished = last.filter(|row| lines[*row] == Line::Finished);
    let broken_off = broken_off(screen, lines).filter(|_| finished.is_none());
    // Beside a draft no hint tells that a turn runs (2.1.200, 2.1.332), and an answer may quote a turn's end.
    let hinted = draft(screen, prompt).is_empty();
    let failed = error_below_prompt(screen, &lines[..finished.unwrap_or(end)]);
    let failed = failed.filter(|_| finished.is_some() || hinted && hints.is_some());
    facts.turn.failure = failed.filter(|_| broken_off.is_none());
    let ended = |signal, rows| Some(EndMark { rows, signal });
    let end_mark = decide! { screen;
        ScreenReaderFinished let rows = finished.map(RowSpan::one) => {
            facts.mark(Zone::Finished, rows);
            ended(FINISHED_ROW, rows)
        };
        ScreenReaderInterruption let rows = broken_off => ended(INTERRUPTED, rows);
        ScreenReaderError let (_, rows) = failed => ended("error_cell", rows);
        _ => None
    };
    facts.turn.end_mark = end_mark;
    facts.turn.idle_proof = end_mark.filter(|_| hinted).map(IdleProof::EndMark);
}

/// Reads what is below the dialog of a running turn, among the lines above the hints: its spinner, and the messages that wait.
/// Beside a draft only the hint on the key that sends them tells that a turn runs.
fn read_waiting(lines: &[Line<'_>], facts: &mut Facts) {
    let (running, end) = (facts.turn.running.is_some(), lines.len());
    let spinner = last_spinner(lines).filter(|_| running);
    let top = spinner.unwrap_or(end);
    let told = queue(&lines[..top]).filter(|(_, hinted)| running || *hinted);
    if let Some((rows, _)) = told {
        facts.mark(Zone::Queued, rows);
        facts.turn.pending = PendingInput::Yes;
        facts.turn.pending_rows = Some(rows);
        mark_status(rows.last as usize + 1, end, facts);
        let first = rows.first as usize;
        mark_status(last_spinner(&lines[..first]).unwrap_or(first), first, facts);
        return;
    }
    mark_status(top, end, facts);
    let last = last_said(&lines[..top]);
    // What waits while an answer is written is read out as its prompt is (2.1.200, 2.1.263).
    if running && last.is_some_and(|(_, role)| role == CellRole::User) {
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

/// The row of the spinner where it is the last of some lines, with a tip below it or without. No glyph marks it, so an answer's
/// own words could read like it: below them it is left in the answer. Right below a call is what the call shows.
fn last_spinner(lines: &[Line<'_>]) -> Option<usize> {
    let last = lines.len().checked_sub(1)?;
    let mut unsaid = { lines.iter().rev().take(TIP_MOST) }.take_while(|line| line.role().is_none());
    let row = match lines[last] {
        Line::Spinner => last,
        _ => last.checked_sub(unsaid.position(|line| *line == Line::Tip)? + 1)?,
    };
    let (at, role) = last_said(&lines[..row]).filter(|_| lines[row] == Line::Spinner)?;
    let shown = role == CellRole::ToolCall && at + 1 == row;
    (role != CellRole::Assistant && !shown).then_some(row)
}

/// The messages that wait at the end of some lines: prompts below the spinner, or above a hint on the key that sends them. The
/// first prompt after a turn's end is the one that runs. The second value says whether there is a hint.
fn queue(lines: &[Line<'_>]) -> Option<(RowSpan, bool)> {
    let last = last_filled(lines)?;
    let mut prompts: SmallVec<[usize; 16]> = SmallVec::new();
    let mut hint = None;
    let mut all = lines.iter().enumerate().rev();
    let above = all.find(|(row, line)| match line {
        Line::Said(CellRole::User, _) => {
            prompts.push(*row);
            false
        }
        Line::QueueHint if prompts.is_empty() => {
            hint = hint.or(Some(*row));
            false
        }
        Line::Said(..) => true,
        Line::Tip | Line::Spinner => !prompts.is_empty(),
        line => line.ends_turn() && !prompts.is_empty(),
    });
    let above = above.map(|(_, line)| line);
    let spinner = matches!(above, Some(Line::Tip | Line::Spinner));
    let opens_turn = !spinner && above.and_then(Line::role).is_none();
    if opens_turn && prompts.len() > 1 {
        prompts.pop();
    }
    let first = *prompts.last().filter(|_| spinner || hint.is_some())?;
    Some((RowSpan::new(first, hint.unwrap_or(last)), hint.is_some()))
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

/// The error of the last turn of some lines: the line right below the prompt, where the CLI alone writes, and nothing but the
/// turn's time below it.
fn error_below_prompt(screen: &Screen, lines: &[Line<'_>]) -> Option<(FailureKind, RowSpan)> {
    let ends = |line: &Line<'_>| matches!(line, Line::Error(_) | Line::Said(..) | Line::Finished);
    let error = lines.iter().rposition(ends)?;
    is_below_prompt(screen, lines, error).then_some(())?;
    let below = (error + 1..lines.len()).find(|row| !goes_on(screen, *row));
    let below = below.unwrap_or(lines.len());
    let rows = RowSpan::new(error, below - 1);
    let kind = failure::kind_of(Words::default().of(screen, rows))?;
    let alone = last_filled(&lines[below..]).is_none();
    alone.then_some((kind, rows))
}

/// Whether an error's line begins in a row, right below a prompt. One right below an answer's words may be quoted in it.
fn is_below_prompt(screen: &Screen, lines: &[Line<'_>], error: usize) -> bool {
    let own = matches!(lines[error], Line::Error(_)) && !goes_on(screen, error);
    let Some(above) = error.checked_sub(1).filter(|_| own) else {
        return false;
    };
    let mut starts = line_starts(screen, above);
    let Some(prompt) = starts.find(|row| lines[*row].role() == Some(CellRole::User)) else {
        return false;
    };
    let mut above = lines[..prompt].iter().rev();
    let last = above.find(|line| line.role().is_some() || line.ends_turn());
    last.and_then(Line::role) != Some(CellRole::Assistant)
}

/// Whether a row goes on the line above it.
fn goes_on(screen: &Screen, row: usize) -> bool {
    line_starts(screen, row).nth(1).is_some()
}

/// What of some lines says that the turn was broken off: the last line, or the first one of the last call, which the person
/// rejected.
fn broken_off(screen: &Screen, lines: &[Line<'_>]) -> Option<RowSpan> {
    let last = last_filled(lines)?;
    let mut starts = line_starts(screen, last);
    if let Some(first) = starts.find(|row| lines[*row] == Line::Interruption) {
        return Some(RowSpan::new(first, last));
    }
    let (call, _) = last_said(lines)?;
    let rejected = lines.get(call + 1) == Some(&Line::Rejection);
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
    let lines = &lines(screen)[..end];
    let failed = |error: usize| {
        let ends = |line: Line<'_>| matches!(line, Line::Finished | Line::Hint | Line::Said(..));
        let edge = |row: &usize| live(*row) || ends(lines[*row]);
        let next = is_below_prompt(screen, lines, error).then(|| (error + 1..end).find(edge));
        next.is_some_and(|next| {
            let said = next.and_then(|row| lines[row].role());
            let open = works && next.is_none_or(live);
            let answered = said.is_some_and(|role| role != CellRole::User);
            let turn = &lines[..next.unwrap_or(end)];
            !open && !answered && error_below_prompt(screen, turn).is_some()
        })
    };
    // Above the end of a turn stands the rest of an answer that begins above the pane. Above a prompt it may be the banner's.
    let unmarked = |line: &&Line<'_>| matches!(line, Line::Other | Line::Blank);
    let headless = lines.iter().take_while(unmarked).count();
    let rest = lines.get(headless) == Some(&Line::Finished);
    let mut open = false;
    for (index, line) in lines.iter().enumerate().filter(|(row, _)| !live(*row)) {
        let text = screen.row(index).text();
        let at = index as i32;
        let (said, goes_on) = match (line, key_hint(text)) {
            (Line::Said(CellRole::ToolCall, call), Some(_)) => {
                let end = key_hint(call).unwrap_or(call.len());
                (Some((CellRole::ToolCall, call[..end].trim_end())), true)
            }
            (Line::Said(role, said), _) => (Some((*role, *said)), true),
            (Line::Error(said), _) if failed(index) => (Some((CellRole::Error, *said)), true),
            (Line::Interruption, _) => (Some((CellRole::Notice, text)), false),
            (Line::Rejection, _) => (Some((CellRole::ToolResult, text)), true),
            (Line::Other, None) if rest && !open && index < headless => {
                (Some((CellRole::Assistant, text)), true)
            }
            (_, Some(0)) | (Line::Finished | Line::Hint, None) => (None, false),
            (_, Some(hint)) => (Some((CellRole::ToolCall, text[..hint].trim_end())), false),
            _ => {
                if let Some(cell) = cells.last_mut().filter(|_| open && *line != Line::Blank) {
                    let prose = cell.role != CellRole::ToolCall && lists::marker(text) == 0;
                    let end = || line_end(screen, index - 1);
                    cell.text.push_str(if prose { end() } else { "\n" });
                    cell.text.push_str(text);
                    cell.rows[1] = at;
                }
                continue;
            }
        };
        open = goes_on;
        cells.extend(said.map(|(role, said)| DialogCell {
            breaks_off: matches!(line, Line::Interruption | Line::Rejection),
            truncated_above: index < headless,
            ..DialogCell::new(role, said, [at, at])
        }));
    }
}

/// What stood between a row and the next one: a narrow pane wraps lines.
fn line_end(screen: &Screen, row: usize) -> &'static str {
    let [above, below] = [row, row + 1].map(|row| screen.row(row).text());
    Wrap::at_spaces(screen.width()).between(above, below)
}
