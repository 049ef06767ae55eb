//! The row of a running turn and the row that a finished one leaves: told by place and shape.
//!
//! The place is the lowest row above the composer that begins at column 0: everything the model
//! writes is indented by two columns or led by a cell mark, so its words cannot be there.

use crate::letters::{self, Openings, is_letter};
use shadow_core::contract::{Activity, ActivityKind, Retry};
use shadow_core::screen::{Needle, Row, Screen, Style};
use shadow_core::surface::RowSpan;

use super::frame::Frame;
use super::glyph::{CELL_MARKS, after_glyph, is_right_aligned, is_spinner, is_symbol};
use super::ink::is_neutral;
use super::{message, own_command};
use crate::shapes::numbers::{amount, begins_with_digit, is_time, seconds, share};
use crate::shapes::wraps::{Above, Words, Wrap};

/// What is in the lowest row above the composer that begins at column 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Lowest {
    /// No such row on the screen.
    #[default]
    None,
    /// A running turn's row.
    Running(usize, ActivityKind),
    /// A row that a finished turn leaves.
    Finished(usize),
    /// A remark of the CLI with a spinner's glyph, e.g. after compaction.
    Remark(usize),
    /// A row with a spinner's glyph whose shape no rule knows.
    Strange(usize),
    /// Anything else: a cell of the dialog, the banner.
    Other(usize),
}

impl Lowest {
    /// Whether a row has a status row's shape, where it is this one: most screens ask it of no other.
    pub(super) fn is_shaped(self, index: usize) -> Option<bool> {
        match self {
            Self::Running(row, _)
            | Self::Finished(row)
            | Self::Remark(row)
            | Self::Strange(row)
                if row == index =>
            {
                Some(true)
            }
            Self::Other(row) if row == index => Some(false),
            _ => None,
        }
    }
}

/// Finds the lowest row above `frame` that begins at column 0. What is right below a running row is its tree or its
/// tasks, wherever words of theirs have come to stand (a carriage return in a task's text, 1.0.109 and 2.0.31). What stands
/// right below a command of the person's own is its output.
pub(super) fn lowest(screen: &Screen, frame: &Frame) -> Lowest {
    let Some((index, row)) = screen.flush(0, frame.above).next_back() else {
        return Lowest::None;
    };
    if let Some(head) = own_command::of(screen, index) {
        return Lowest::Other(head);
    }
    // No version draws a branch in column 0: a tool has trimmed the margins.
    if row.first_char() == Some('⎿') {
        return Lowest::Strange(index);
    }
    if let Some(running) = running_above_messages(screen, index) {
        return running;
    }
    match classify(screen, row, index) {
        end @ Lowest::Finished(_) => running_above(screen, index).unwrap_or(end),
        words @ Lowest::Other(_) if row.first_char().is_some_and(is_letter) => {
            let trimmed = (screen.run_start(index)..index)
                .any(|above| screen.row(above).flush_char() == Some('⎿'));
            match trimmed {
                true => Lowest::Strange(index),
                false => running_above(screen, index).unwrap_or(words),
            }
        }
        other => other,
    }
}

/// The running row above messages that wait, the last of which is in row `index`.
fn running_above_messages(screen: &Screen, index: usize) -> Option<Lowest> {
    let messages = message::waiting(screen, index + 1)?;
    let (above, row) = screen.flush(0, messages.first as usize).next_back()?;
    let found = classify(screen, row, above);
    matches!(found, Lowest::Running(..)).then_some(found)
}

/// A running row above another, with no blank row between them, or one with a spinner's glyph of which nothing else is
/// known: a finished turn leaves one row.
fn running_above(screen: &Screen, index: usize) -> Option<Lowest> {
    let may_run = |row| matches!(shape_of(row), Some(Shape::Running | Shape::Strange));
    let mut above = screen.flush(screen.run_start(index), index).rev();
    let running = above.find(|(_, row)| may_run(*row));
    running.map(|(index, row)| classify(screen, row, index))
}

fn classify(screen: &Screen, row: Row<'_>, index: usize) -> Lowest {
    match shape_of(row) {
        Some(Shape::Running) => Lowest::Running(index, activity(row.text())),
        Some(Shape::Finished) => Lowest::Finished(index),
        Some(Shape::Remark) => Lowest::Remark(index),
        Some(Shape::Strange) if is_finished_over_rows(screen, index) => Lowest::Finished(index),
        Some(Shape::Strange) => Lowest::Strange(index),
        None => Lowest::Other(index),
    }
}

/// Whether a row is that of a finished turn, whose words a narrow pane has wrapped before they say so:
/// `✻ Waiting for 1 background agent to` (2.1.332 at 40 columns).
fn is_finished_over_rows(screen: &Screen, first: usize) -> bool {
    let last = finished_end(screen, first);
    let rows = RowSpan::new(first, last);
    last > first && shape(Words::default().of(screen, rows)) == Some(Shape::Finished)
}

/// The shape of a row that begins with a glyph at column 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// `✻ Baking… (3s · …)`, `✻ … · retrying in 4s · attempt 4/10`.
    Running,
    /// `✻ Baked for 8m 42s`, `✻ Waiting for 1 background agent to finish`.
    Finished,
    /// `✻ Conversation compacted (ctrl+o for history)`, `✻ Welcome to Claude Code!`.
    Remark,
    /// A spinner's glyph, and nothing that is known.
    Strange,
}

/// The shape of a row as a status row: in column 0, where most rows begin with what rules one out.
pub(super) fn shape_of(row: Row<'_>) -> Option<Shape> {
    match row.flush_char() {
        Some(first) if CELL_MARKS.contains(&first) => is_still(row).then_some(Shape::Running),
        Some(first) if !first.is_ascii() || first == '*' => shape(row.text()),
        _ => None,
    }
}

/// Whether a finished row counts messages that are hidden: `✻ Baked for 5s · done 8:24 PM · 1 message hidden (/focus to show)`.
pub(super) fn hides_messages(row: Row<'_>) -> bool {
    const HIDDEN: Needle = Needle::new(" hidden (");
    let text = row.text();
    HIDDEN.is_in(text)
        && shape(text) == Some(Shape::Finished)
        && super::footer::segments(text).any(|part| begins_with_digit(part) && HIDDEN.is_in(part))
}

/// Whether a row is that of a turn that runs, with a mark that stands still in an answer's place (`prefersReducedMotion`,
/// 2.1.200 to 2.1.332): mark and words are of one color that is no text's, as of nothing that the agent says or does.
fn is_still(row: Row<'_>) -> bool {
    let text = row.text();
    let (mark, words) = (row.first_style(), text.char_indices().nth(2));
    let words = words.map_or(Style::default(), |(at, _)| row.style_at(at));
    let inked = !is_neutral(mark.fg) && mark.fg == words.fg && !mark.dim() && !words.bold();
    inked && after_glyph(text).is_some_and(is_running)
}

/// The same without styles: one word and an ellipsis, or a label and in parentheses the time.
pub(super) fn reads_still(text: &str) -> bool {
    let marked = text.starts_with(CELL_MARKS);
    let Some(rest) = after_glyph(text).filter(|rest| marked && is_running(rest)) else {
        return false;
    };
    let rest = rest.trim();
    let alone = rest.ends_with('…') && !rest.contains(' ');
    let inside = rest
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once('('));
    let timed = |(_, inside): (&str, &str)| inside.split(" · ").any(is_time);
    alone || inside.is_some_and(timed)
}

/// The shape of a text as a status row; `None` where its first glyph rules one out.
pub(super) fn shape(text: &str) -> Option<Shape> {
    let glyph = text.chars().next()?;
    let known = is_spinner(glyph);
    if !known && !is_symbol(glyph) {
        return None;
    }
    let rest = letters::trim_start(after_glyph(text)?);
    if rest.is_empty() {
        return known.then_some(Shape::Strange);
    }
    if is_running(rest) || is_retry(rest) {
        return Some(Shape::Running);
    }
    if !known {
        return None;
    }
    Some(if is_finished(rest) {
        Shape::Finished
    } else if is_remark(rest) {
        Shape::Remark
    } else {
        Shape::Strange
    })
}

/// A label that ends in an ellipsis, then nothing or a parenthesis.
fn is_running(rest: &str) -> bool {
    const ELLIPSIS: Needle = Needle::new("…");
    const DOTS: Needle = Needle::new("...");
    let dots = || DOTS.split_once(rest);
    let Some((label, tail)) = ELLIPSIS.split_once(rest).or_else(dots) else {
        return false;
    };
    let tail = letters::trim_start(tail);
    !label.is_empty() && (tail.is_empty() || tail.starts_with('(') || tail.starts_with('·'))
}

/// A countdown and an attempt: `… 4s … 4/10`.
fn is_retry(rest: &str) -> bool {
    let named = letters::holds(rest, "retry");
    if !named && memchr::memchr(b'/', rest.as_bytes()).is_none() {
        return false;
    }
    // A status row may count other things (`running Stop hooks… 0/2 · 14s`, 2.1.331).
    if !named && is_running(rest) {
        return false;
    }
    let mut timed = false;
    let mut attempt = false;
    for word in
        rest.split(|character: char| character.is_whitespace() || "()·,".contains(character))
    {
        timed |= is_time(word);
        attempt |= share(word).is_some();
    }
    timed && (attempt || named)
}

/// A verb and a duration, or work that is waited for; nothing that tells of a running turn.
fn is_finished(rest: &str) -> bool {
    const DOT: Needle = Needle::new(" · ");
    let first = DOT.split_once(rest).map_or(rest, |(first, _)| first);
    if is_live(first, rest) {
        return false;
    }
    let mut behind_verb = first.split_whitespace().skip(1);
    behind_verb.any(is_time) || rest.starts_with("Waiting for ") && rest.contains(" to finish")
}

/// Whether a row tells of a turn that still runs, whatever its shape: a label with an ellipsis, tokens on
/// their way, a key that interrupts.
fn is_live(first: &str, rest: &str) -> bool {
    const DOTS: Needle = Needle::new("...");
    const ELLIPSIS: Needle = Needle::new("…");
    const DOWN: Needle = Needle::new("↓");
    const UP: Needle = Needle::new("↑");
    const INTERRUPT: Needle = Needle::new("to interrupt");
    let told = [DOWN, UP, INTERRUPT].iter().any(|word| word.is_in(rest));
    told || ELLIPSIS.is_in(first) || DOTS.is_in(first)
}

fn is_remark(rest: &str) -> bool {
    static STARTS: Openings<4> =
        Openings::new(["Welcome ", "Conversation ", "Compacted", "Claude Code"]);
    STARTS.begin(rest)
}

/// The last row of a finished row, which a narrow pane wraps: the rows below it are set in by two, and the words of each had
/// no room in the one above.
pub(super) fn finished_end(screen: &Screen, first: usize) -> usize {
    let wrap = Wrap::at_spaces(screen.width());
    let goes_on = |last: &usize| {
        let (above, below) = (screen.row(*last), screen.row(*last + 1));
        below.indent() == 2 && wrap.is_full(Above::bare(above.text()), below.trimmed())
    };
    let mut last = first;
    while last + 1 < screen.height() && goes_on(&last) {
        last += 1;
    }
    last
}

/// What a running row says the turn does.
pub(super) fn activity(text: &str) -> ActivityKind {
    let rest = after_glyph(text).unwrap_or_default();
    if is_retry(rest) {
        ActivityKind::Retrying
    } else if letters::begins(rest, "compacting") {
        ActivityKind::Compacting
    } else if is_thinking(rest) {
        ActivityKind::Thinking
    } else if letters::begins(rest, "starting") || letters::begins(rest, "waiting for mcp") {
        ActivityKind::Starting
    } else {
        ActivityKind::Unknown
    }
}

fn is_thinking(rest: &str) -> bool {
    let parts = rest.split(['·', '(']).skip(1);
    parts
        .map(str::trim_start)
        .any(|part| letters::begins(part, "thinking"))
}

/// Rows from `first` to the composer that belong to the row above them: its tree, queued
/// messages, the task list. Blank rows at the end and notices on the right are left out.
pub(super) fn tail_end(screen: &Screen, first: usize, frame: &Frame) -> usize {
    let width = screen.width();
    let mut rows = screen.filled(first, frame.above);
    let last = rows.rfind(|(_, row)| !is_right_aligned(*row, width));
    last.map_or(first, |(index, _)| index)
}

/// A running row written out: `✻ Perusing… (6s · ↑ 0 tokens · esc to interrupt)`. While a turn tries again, it
/// is the same up to 2.1.160, and a branch above it counts; from 2.1.200 on the row itself does.
pub(super) fn activity_of(text: &str, kind: ActivityKind) -> Activity {
    let mut activity = Activity {
        kind,
        ..Activity::default()
    };
    if shape(text) != Some(Shape::Running) && !text.starts_with(CELL_MARKS) {
        return activity;
    }
    let rest = after_glyph(text).unwrap_or_default().trim();
    activity.retry = is_retry(rest).then(|| retry(rest));
    if !is_running(rest) {
        activity.label = rest.split(" · ").next().map(str::to_owned);
        return activity;
    }
    let ellipsis = rest.split_once('…').or_else(|| rest.split_once("..."));
    let label = ellipsis.map_or(rest, |(label, _)| label);
    activity.label = Some(format!("{label}…"));
    let inside = rest
        .split_once('(')
        .map_or("", |(_, inside)| inside.trim_end_matches(')'));
    for part in inside.split(" · ") {
        read_part(part.trim(), &mut activity);
    }
    activity
}

/// One part of a running row's parenthesis.
fn read_part(part: &str, activity: &mut Activity) {
    if let Some(seconds) = seconds(part) {
        activity.elapsed_seconds = Some(seconds);
    } else if let Some(tokens) = part.strip_suffix(" tokens") {
        activity.tokens = amount(tokens.trim_start_matches(['↓', '↑', '⚒', ' ']));
    }
}

/// `retrying in 4s · attempt 4/10`.
pub(super) fn retry(rest: &str) -> Retry {
    const RETRYING: Needle = Needle::new("etrying in ");
    let seconds_in_words = RETRYING.split_once(rest).and_then(|(_, tail)| {
        let digits = tail.split(|next: char| !next.is_ascii_digit()).next()?;
        digits.parse().ok()
    });
    let mut retry = Retry {
        in_seconds: seconds_in_words,
        ..Retry::default()
    };
    for word in
        rest.split(|character: char| character.is_whitespace() || "()·,".contains(character))
    {
        if is_time(word) && retry.in_seconds.is_none() {
            retry.in_seconds = seconds(word);
        } else if let Some((attempt, of)) = share(word) {
            (retry.attempt, retry.of) = (Some(attempt), Some(of));
        }
    }
    retry
}
