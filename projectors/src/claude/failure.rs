//! The failure of the last turn: a cell of the CLI's own, told by its place or its color.

use shadow_core::contract::{Failure, FailureKind};
use shadow_core::screen::{Marked, Row, Screen};
use shadow_core::surface::RowSpan;

use super::glyph::{CELL_MARKS, branch, branches, is_gapped, is_right_aligned, is_user_row};
use super::ink::is_alarming;
use super::marks::Mark;
use super::status::{Lowest, shape_of};
use super::{call, folded, limit, margin};
use crate::letters::{self, Meanings};
use crate::rules::decide;
use crate::shapes::wraps::{Words, go_on};

/// Words of the CLI's own error texts, and the kind that they tell. The first found counts.
static KINDS: Meanings<FailureKind, 46> = Meanings::any_case([
    ("not your usage limit", FailureKind::RateLimit),
    ("rate limit reached", FailureKind::RateLimit),
    ("context low", FailureKind::ContextLimit),
    ("prompt is too long", FailureKind::ContextLimit),
    ("context limit", FailureKind::ContextLimit),
    ("context window", FailureKind::ContextLimit),
    ("conversation too long", FailureKind::ContextLimit),
    ("usage limit", FailureKind::Quota),
    ("hit your", FailureKind::Quota),
    ("reached your", FailureKind::Quota),
    ("spend limit", FailureKind::Quota),
    ("spending cap", FailureKind::Quota),
    ("limit reached", FailureKind::Quota),
    ("credit balance", FailureKind::Quota),
    ("out of extra usage", FailureKind::Quota),
    ("out of usage", FailureKind::Quota),
    ("weekly limit", FailureKind::Quota),
    ("invalid api key", FailureKind::Auth),
    ("invalid x-api-key", FailureKind::Auth),
    ("please run /login", FailureKind::Auth),
    ("authentication", FailureKind::Auth),
    ("oauth", FailureKind::Auth),
    ("401", FailureKind::Auth),
    ("403", FailureKind::Auth),
    ("rate limit", FailureKind::RateLimit),
    ("rate_limit", FailureKind::RateLimit),
    ("429", FailureKind::RateLimit),
    ("overloaded", FailureKind::Overloaded),
    ("529", FailureKind::Overloaded),
    ("connection", FailureKind::Network),
    ("unable to connect", FailureKind::Network),
    ("econn", FailureKind::Network),
    ("timed out", FailureKind::Network),
    ("timeout", FailureKind::Network),
    ("network", FailureKind::Network),
    ("fetch failed", FailureKind::Network),
    ("invalid_request", FailureKind::InvalidRequest),
    ("invalid request", FailureKind::InvalidRequest),
    ("400", FailureKind::InvalidRequest),
    ("413", FailureKind::InvalidRequest),
    ("error: 404", FailureKind::InvalidRequest),
    ("error: 422", FailureKind::InvalidRequest),
    ("issue with the selected model", FailureKind::InvalidRequest),
    ("request too large", FailureKind::InvalidRequest),
    ("api error", FailureKind::Unknown),
    ("error", FailureKind::Unknown),
]);

/// How an error's line begins in screen-reader mode, which draws no mark.
pub(super) const SPOKEN: &str = "error: ";

/// The kind that an error text tells.
pub(super) fn kind_of(text: &str) -> Option<FailureKind> {
    KINDS.of(text)
}

/// Whether a branch's text reads as a failure.
pub(super) fn is_failure(branch: &str) -> bool {
    kind_of(branch).is_some()
}

/// The kind that a branch tells. One in an error's color that says when something resets is of a limit, whatever it calls it.
pub(super) fn told_by(row: Row<'_>) -> Option<FailureKind> {
    let limit = || is_red(row) && limit::resets_at(row.text()).is_some();
    kind_of(row.text()).or_else(|| limit().then_some(FailureKind::Quota))
}

/// Whether a branch's words are in an error's color.
fn is_red(row: Row<'_>) -> bool {
    let said = branch(row).map_or("", letters::trim_start);
    !said.is_empty() && is_alarming(row.style_at(row.text().len() - said.len()).fg)
}

/// The failure that the last cell above row `end` shows, the composer's or a dialog's first. What stands lowest above it may
/// be known.
pub(super) fn find(
    screen: &Marked<'_>,
    end: usize,
    lowest: Lowest,
) -> Option<(FailureKind, RowSpan)> {
    let first = last_cell(screen, end, lowest)?;
    let row = screen.row(first);
    let (text, user) = (row.text(), is_user_row(row.text()));
    let under = || user.then(|| under_user(screen, first, end)).flatten();
    // What the CLI says of a limit may hang from its own warning (2.1.332: `Automatic continue stopped`).
    let apart = |rows: RowSpan| !user || screen.run_start(rows.first as usize) > first;
    let below = || below_work(screen, first, end).filter(|(_, rows)| apart(*rows));
    // An answer may be colored, and a failed call's mark is: of an error, mark and words are (2.1.200 to 2.1.331).
    let body = text.char_indices().nth(2).map_or(0, |(at, _)| at);
    let alarms = || !user && [body, 0].iter().all(|at| is_alarming(row.style_at(*at).fg));
    let red = || {
        let rows = alarms().then(|| RowSpan::new(first, cell_end(screen, first, end)))?;
        Some((kind_over(screen, rows)?, rows))
    };
    decide! { screen;
        ErrorUnderPrompt let told = under() => Some(told);
        ErrorBelowWork let told = below() => Some(told);
        ErrorRed let told = red() => Some(told);
        _ => None
    }
}

/// The kind that the rows of an error tell: the first, or where it names none, what a narrow pane has wrapped below it. A banner,
/// which may be of an error's color, has no mark.
fn kind_over(screen: &Screen, rows: RowSpan) -> Option<FailureKind> {
    let head = screen.row(rows.first as usize);
    let first = kind_of(head.text());
    let named = first.is_some_and(|kind| kind != FailureKind::Unknown);
    let marked = head
        .flush_char()
        .is_some_and(|mark| CELL_MARKS.contains(&mark));
    match named || !marked || rows.first == rows.last {
        true => first,
        false => kind_of(Words::default().of(screen, rows)).or(first),
    }
}

/// The failure that a warning in the footer tells, below which or behind which the CLI says that it will go on.
pub(super) fn armed(screen: &Screen, continues: Option<RowSpan>) -> Option<(FailureKind, RowSpan)> {
    let row = continues?.first as usize;
    let warns = screen.row(row).first_char() == Some('⚠');
    let kind = kind_of(screen.row(row).text()).filter(|_| warns)?;
    Some((kind, RowSpan::one(row)))
}

/// The row at which a dialog's own command is right above it, nothing hung from it, `end` where there is none. It is no turn: the CLI
/// itself enters `/rate-limit-options` when a limit is reached (2.0.76 to 2.1.200).
pub(super) fn above_command(screen: &Marked<'_>, end: usize) -> usize {
    let last = screen.last_filled(0, end);
    let command = last.filter(|&row| is_command(screen.row(row).text()));
    Mark::DialogsCommand.found(screen, command).unwrap_or(end)
}

/// Whether a row is a user's cell that holds a command.
fn is_command(text: &str) -> bool {
    is_user_row(text) && text.chars().nth(2) == Some('/')
}

/// The lowest row above the composer that begins a cell: neither a status row, nor a notice of the CLI's own. What such a notice
/// is about may hang from it: a limit below a call that was folded away (2.1.245 to 2.1.332).
fn last_cell(screen: &Screen, end: usize, lowest: Lowest) -> Option<usize> {
    let mut rows = screen.flush(0, end).rev();
    let heads = |index: usize| {
        let below = (index + 1..end).map(|row| screen.row(row));
        let mut own = below.take_while(|row| row.indent() >= 2 && !row.is_blank());
        own.find(|row| branch(*row).is_some())
            .is_some_and(is_red_branch)
    };
    let told = |index: usize, row: Row<'_>| margin::is_told_in_gray(row) && !heads(index);
    let shaped = |index: usize, row: Row<'_>| {
        let known = lowest.is_shaped(index);
        known.unwrap_or_else(|| shape_of(row).is_some())
    };
    let own = |index: usize, row: Row<'_>| shaped(index, row) || told(index, row);
    let cell = rows.find(|(index, row)| !own(*index, *row));
    cell.map(|(index, _)| index)
}

/// The last branch below what a turn did, where it is the turn's error: in an error's color (2.0.0 on), or, of a limit, below
/// another branch, as a call has one result.
fn below_work(screen: &Screen, first: usize, end: usize) -> Option<(FailureKind, RowSpan)> {
    let next = screen.flush(first + 1, end).next();
    let end = next.map_or(end, |(index, _)| index);
    let (hung, _) = branches(screen, first + 1, end).next_back()?;
    let last = cell_end(screen, hung, end);
    let alone = || {
        let mut below = screen.filled(last + 1, end);
        below.all(|(_, row)| is_right_aligned(row, screen.width()))
    };
    if !(is_turns(screen, hung) && alone()) {
        return None;
    }
    Some((told_by(screen.row(hung))?, RowSpan::new(hung, last)))
}

/// Whether a branch tells of a limit where the screen has no styles, which would tell whose it is.
fn is_plain_limit(screen: &Screen, row: usize) -> bool {
    let row = screen.row(row);
    let own = branch(row).is_some_and(|said| is_gapped(screen, said));
    !screen.is_styled() && own && kind_of(row.text()) == Some(FailureKind::Quota)
}

/// Whether a branch is the turn's error, and no call's result, by what it hangs from: another branch, calls folded into one
/// row, or an answer's text.
fn is_turns(screen: &Screen, hung: usize) -> bool {
    let run = screen.run_start(hung);
    let head = screen.row(run);
    let red = is_red_branch(screen.row(hung));
    let second = branches(screen, run, hung).next().is_some();
    let folded = || run < hung && !head.is_flush() && folded::is_summary(screen, head);
    if second || folded() {
        return red || is_plain_limit(screen, hung);
    }
    let name = match head.is_flush() {
        true => head.text().char_indices().nth(2).map(|(at, _)| at),
        false => Some(head.indent()),
    };
    let bold = name.is_some_and(|at| head.style_at(at).bold());
    let named = || head.is_flush() && call::is_call(&head.text()[name.unwrap_or(0)..]);
    let result = run == hung || bold || !screen.is_styled() || named();
    red && !result
}

/// A branch under the user's own cell: the CLI alone writes there. Output of commands is none.
fn under_user(screen: &Screen, first: usize, end: usize) -> Option<(FailureKind, RowSpan)> {
    let text = screen.row(first).text();
    if is_command(text) || text.starts_with(['!', '#']) {
        return None;
    }
    let last = cell_end(screen, first, end);
    let (hung, row) = branches(screen, first + 1, last + 1).next()?;
    let kind = told_by(row)?;
    Some((kind, RowSpan::new(hung, last)))
}

/// Last row of the cell that begins at `first`, above row `end`.
fn cell_end(screen: &Screen, first: usize, end: usize) -> usize {
    let mut last = first;
    for index in first + 1..end {
        let row = screen.row(index);
        if row.is_blank() || row.indent() == 0 {
            break;
        }
        last = index;
    }
    last
}

/// Whether a row begins a cell that tells a failure: its mark and its words in an error's color, as no answer has both.
pub(super) fn is_told(row: Row<'_>) -> bool {
    let words = || {
        let first = row.text().char_indices().nth(2);
        first.is_some_and(|(byte, _)| is_alarming(row.style_at(byte).fg))
    };
    is_alarming(row.first_style().fg) && words() && is_failure(row.text())
}

/// Whether a row is a branch in an error's color that reads as a failure.
pub(super) fn is_red_branch(row: Row<'_>) -> bool {
    is_red(row) && told_by(row).is_some()
}

/// The failure written out, without the CLI's hint below it on what to do (`/upgrade to increase your usage limit.`).
pub(super) fn write(screen: &Screen, kind: FailureKind, rows: RowSpan) -> Failure {
    let mut text = String::new();
    let mut ink = None;
    for index in rows.indices() {
        let row = screen.row(index);
        let line = row
            .trimmed()
            .trim_start_matches(['⎿', '●', '⏺', '⚠', '\u{a0}', ' '])
            .trim_start_matches(SPOKEN);
        let fg = row.style_at(row.text().len() - line.len()).fg;
        if *ink.get_or_insert(fg) != fg || !text.is_empty() && line.starts_with('/') {
            break;
        }
        go_on(&mut text, line);
    }
    Failure {
        kind,
        scope: (kind == FailureKind::Quota).then(|| limit::scope(&text)),
        resets_at: limit::resets_at(&text),
        text,
        retry_in_seconds: None,
    }
}
