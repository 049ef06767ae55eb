//! A goal that is pursued over turns (`/goal`, 2.1.332): what the hint at the right margin says of it, the row that named it,
//! and when the CLI says that it will go on by itself.

use shadow_core::contract::{Goal, GoalState};
use shadow_core::screen::{Needle, Row, Screen};
use shadow_core::surface::RowSpan;

use super::footer::{Footer, segments};
use super::frame::Frame;
use super::glyph::{CELL_MARKS, after_glyph, branch, is_user_row};
use super::{margin, status};
use crate::shapes::numbers::seconds;
use crate::shapes::wraps::go_on;

const COMMAND: Needle = Needle::new("/goal ");

/// What the hint says, and in which row: `◎ /goal active (2s)`, `◎ /goal paused`. It is the last part of the row right above
/// the composer, or of a row of the footer.
pub(super) fn shown(screen: &Screen, frame: &Frame, footer: &Footer) -> Option<(usize, Goal)> {
    let first = frame.above.saturating_sub(1);
    let below = footer.rows.into_iter().flat_map(|rows| rows.indices());
    let end = footer.rows.map_or(frame.top, |rows| rows.last as usize + 1);
    // Most screens show none: one look for all rows.
    if !screen.rows_hold(first, end, COMMAND) {
        return None;
    }
    let mut rows = (first..frame.top).chain(below);
    rows.find_map(|row| Some((row, said(screen.row(row))?)))
}

/// What the last part of a row says, behind the goal's sign.
fn said(row: Row<'_>) -> Option<Goal> {
    let last = segments(row.text()).last()?;
    let sign = last.chars().next().filter(|sign| !sign.is_ascii())?;
    let (state, rest) = last[sign.len_utf8()..]
        .strip_prefix(" /goal ")
        .and_then(|said| said.split_once(' ').or(Some((said, ""))))?;
    let clock = rest
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    Some(Goal {
        state: match state {
            "active" => GoalState::Active,
            "paused" => GoalState::Paused,
            _ => return None,
        },
        text: None,
        elapsed_seconds: clock.and_then(seconds),
    })
}

/// The goal with its words, where the command that set it is on the screen.
pub(super) fn details(screen: &Screen, frame: &Frame, footer: &Footer) -> Option<Goal> {
    let (_, goal) = shown(screen, frame, footer)?;
    let text = set_by(screen, frame.above);
    Some(Goal { text, ..goal })
}

/// The words behind the newest command that set a goal: below it the CLI says so.
fn set_by(screen: &Screen, end: usize) -> Option<String> {
    let mut commands = screen.flush(0, end).rev().filter(|(_, row)| {
        let words = is_user_row(row.text()).then(|| after_glyph(row.text()));
        words
            .flatten()
            .is_some_and(|said| said.starts_with("/goal "))
    });
    commands.find_map(|(index, _)| {
        let below = screen.filled(index + 1, screen.run_end(index, end) + 1);
        let mut below = below.skip_while(|(_, row)| branch(*row).is_none());
        let (_, row) = below.next()?;
        let said = branch(row).map(|said| said.trim_start_matches([' ', '\u{a0}']));
        let mut text = said?.strip_prefix("Goal set: ")?.to_owned();
        below.for_each(|(_, row)| go_on(&mut text, row.trimmed()));
        Some(text)
    })
}

/// The rows of the notice with which the CLI says that it will go on with the goal by itself: the last cell above the
/// composer, a finished row aside, while the hint says that there is a goal.
pub(super) fn continues(screen: &Screen, frame: &Frame, footer: &Footer) -> Option<RowSpan> {
    const LOWEST: usize = 2;
    let mut cells = screen.flush(0, frame.above).rev().take(LOWEST);
    let (first, row) = cells.find(|(_, row)| names_goal(*row))?;
    let mut below = screen.flush(first + 1, frame.above);
    if !below.all(|(_, row)| status::shape_of(row) == Some(status::Shape::Finished)) {
        return None;
    }
    let (_, goal) = shown(screen, frame, footer)?;
    let own = !screen.is_styled() || margin::is_told_in_gray(row);
    let rows = RowSpan::new(first, screen.run_end(first, frame.above));
    let text = words(screen, rows);
    let goes_on = match goal.state {
        GoalState::Active => at(&text).is_some(),
        _ => parts(&text).any(|part| part.starts_with("continues automatically")),
    };
    (own && text.starts_with("Goal ") && goes_on).then_some(rows)
}

/// Whether a row begins a cell about a goal.
fn names_goal(row: Row<'_>) -> bool {
    let said = after_glyph(row.text()).is_some_and(|said| said.starts_with("Goal"));
    said && row.text().starts_with(CELL_MARKS)
}

/// The words of a notice, without its mark and wraps.
fn words(screen: &Screen, rows: RowSpan) -> String {
    let mut texts = rows.indices().map(|row| screen.row(row).trimmed());
    let first = texts.next().and_then(after_glyph).unwrap_or_default();
    let mut text = first.to_owned();
    texts.for_each(|row| go_on(&mut text, row));
    text
}

/// When it goes on, as shown: `retrying in 1 min (1/3)`.
pub(super) fn when(screen: &Screen, rows: RowSpan) -> Option<String> {
    at(&words(screen, rows)).map(str::to_owned)
}

fn at(text: &str) -> Option<&str> {
    let when = parts(text).find_map(|part| part.strip_prefix("retrying "))?;
    let end = when.find(" (").unwrap_or(when.len());
    when.starts_with("in ").then_some(&when[..end])
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(" · ").map(str::trim)
}

#[cfg(test)]
mod tests {
    use shadow_core::Cli;
    use shadow_core::contract::GoalState;
    use shadow_core::screen::Marked;

    use super::super::ClaudeProjector;
    use crate::testing::{read, screen};

    const RULE: &str = "────────────────────────────────────────────────────────────";

    type Told = (
        GoalState,
        Option<f64>,
        Option<String>,
        Option<Option<String>>,
    );

    /// What is told of the goal on a screen of 60 columns: its state, time and words, and when the CLI goes on.
    fn told(above: &str, hint: &str) -> Option<Told> {
        let text = format!(
            "❯ /goal all tests pass, in each\n  of the crates\n  ⎿ \u{a0}Goal set: all tests pass, in each of\n     the \
             crates\n\n● Done.\n\n{above}\n\n✻ Churned for 0s\n\n{hint:>60}\n{RULE}\n❯\u{a0}\n{RULE}\n  ? for shortcuts"
        );
        let screen = screen(60, &text);
        let projector = ClaudeProjector::default();
        let (found, facts) = read(&projector, &screen);
        let details = projector.details(&Marked::new(&screen), &found, &facts);
        let goes_on = details.continues.map(|it| it.at);
        let goal = details.goal?;
        Some((goal.state, goal.elapsed_seconds, goal.text, goes_on))
    }

    const RETRIES: &str = "● Goal still active · the goal check could not complete ·\n  retrying in 1 min (1/3) · send a \
                           message to retry now";

    #[test]
    fn the_margin_says_how_a_goal_stands_and_a_notice_when_it_goes_on() {
        let text = Some("all tests pass, in each of the crates".to_owned());
        let active = |clock, at| Some((GoalState::Active, clock, text.clone(), at));
        let retry = Some(Some("in 1 min".to_owned()));
        assert_eq!(
            told(RETRIES, "ctrl+o to see · ◎ /goal active (2s)"),
            active(Some(2.0), retry)
        );
        assert_eq!(told("● So.", "◎ /goal active"), active(None, None));
        let waits =
            "● Goal paused · usage limit reached · continues\n  automatically when it resets";
        let paused = |at| Some((GoalState::Paused, None, text.clone(), at));
        assert_eq!(told(waits, "◎ /goal paused"), paused(Some(None)));
        assert_eq!(told(RETRIES, "◎ /goal paused"), paused(None));
        assert_eq!(told(RETRIES, "read about /goal active"), None);
    }
}
