//! Whether a shell command of the person's own runs: only the CLI's rows below it tell that it has not ended.

use shadow_core::contract::ActivityKind;
use shadow_core::screen::{Marked, Row, Screen};
use shadow_core::surface::{RowSpan, RunningFact};

use super::call::{is_running_branch, queued_rows};
use super::footer::Footer;
use super::frame::Frame;
use super::glyph::is_right_aligned;
use super::ink::is_faint;
use super::marks::Mark;
use super::own_command::is_own;
use super::status::Lowest;
use crate::rules::decide;
use crate::shapes::numbers::is_time;

/// The command that runs, as the lowest cell above the composer; below the footer in 2.0.60.
pub(super) fn running(
    screen: &Marked<'_>,
    frame: &Frame,
    footer: &Footer,
    lowest: Lowest,
) -> Option<RunningFact> {
    let runs = || match lowest {
        Lowest::Other(row) if is_own(screen.row(row)) => above(screen, frame, row),
        _ => None,
    };
    let rows = decide! { screen;
        OwnCommandBelow let head = footer.own_command => {
            RowSpan::new(head, screen.last_row().unwrap_or(head))
        };
        OwnCommandRuns let rows = runs() => rows;
        _ => return None
    };
    Some(RunningFact {
        rows,
        kind: ActivityKind::Tool,
    })
}

/// The row above the composer that tells that the command in row `head` runs: its own where nothing is below its words, or
/// what the CLI sets below its output.
fn above(screen: &Screen, frame: &Frame, head: usize) -> Option<RowSpan> {
    let end = queued_rows(screen, head + 1, frame);
    let mut rows = screen.filled(head + 1, end);
    let width = screen.width();
    match rows.rfind(|(_, row)| !is_right_aligned(*row, width)) {
        None => Some(RowSpan::one(head)),
        Some((index, row)) => says_it_runs(screen, row).then(|| RowSpan::one(index)),
    }
}

/// Whether the last row of a command's cell says that it runs: `Running…`, the time that it has taken (1.0.100 to
/// 2.1.331), the key that moves it to the background (2.0.60 to 2.1.331). They are gray; what it has printed is not, once
/// it has ended.
fn says_it_runs(screen: &Screen, row: Row<'_>) -> bool {
    let said = row.trimmed().trim_start_matches(['⎿', '\u{a0}', ' ']);
    let key = said.trim_start_matches('(').starts_with("ctrl+b ");
    if !key && !is_running_branch(said) && !is_timed(said) {
        return false;
    }
    let at = row.text().len() - said.len();
    is_faint(row.style_at(at)) || !screen.draws(is_faint)
}

/// `(4s)`, `… +2 lines (1m 4s)`.
fn is_timed(text: &str) -> bool {
    let Some((before, inside)) = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('))
    else {
        return false;
    };
    let time = inside.split(" · ").next().unwrap_or_default();
    (before.is_empty() || before.starts_with(['…', '+'])) && is_time(time)
}
