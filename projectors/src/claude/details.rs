//! What rows beside composer and block say, written out: the running turn, the permission mode, facts of the session.
//! Where those rows are, the reader has found.

use shadow_core::contract::{Activity, ActivityKind, SessionFacts};
use shadow_core::screen::Screen;
use shadow_core::surface::{Facts, RowSpan, Surface};

use super::found::{Found, Front};
use super::layout::newest_banner;
use super::{banner, footer, screen_reader, status};

/// What the running turn does, as its row says.
pub(super) fn activity(screen: &Screen, rows: RowSpan, kind: ActivityKind) -> Activity {
    let row = rows.first as usize;
    let mut activity = status::activity_of(screen.row(row).text(), kind);
    if kind == ActivityKind::Retrying
        && activity
            .retry
            .as_ref()
            .is_none_or(|retry| retry.of.is_none())
    {
        let first = row.saturating_sub(RETRY_MOST);
        let branch: Vec<&str> = (first..row)
            .map(|index| screen.row(index).trimmed())
            .collect();
        activity.retry = Some(status::retry(&branch.join(" ")));
    }
    activity
}

/// Rows above a running row within which the branch that counts a retry down stands.
const RETRY_MOST: usize = 4;

/// The permission mode as the footer's row names it.
pub(super) fn permission_label(screen: &Screen, rows: RowSpan, found: &Found) -> Option<String> {
    let label = match found.front.get() {
        Some(Front::ScreenReader(_)) => screen_reader::permission_label,
        _ => footer::permission_label,
    };
    let mut parts = footer::segments(screen.row(rows.first as usize).text());
    parts.find_map(|part| label(part).map(str::to_owned))
}

/// What banner, footer and farewell tell of the session.
pub(super) fn session_facts(screen: &Screen, found: &Found, facts: &Facts) -> SessionFacts {
    let newest = newest_banner(screen, found, facts);
    let mut found = SessionFacts::default();
    if let Some(rows) = newest {
        banner::facts(screen, rows, &mut found);
    }
    if let Some(rows) = screen_reader::banner(screen) {
        banner::facts(screen, rows, &mut found);
    }
    if facts.surface == Surface::Exited {
        found.resume_command = screen
            .rows()
            .map(|row| row.text())
            .find(|text| text.starts_with("claude ") && text.contains("--resume"))
            // What the composer's footer had on the right may still stand behind it (2.1.98).
            .and_then(|text| text.split("  ").next())
            .map(str::to_owned);
    }
    if let Some(composer) = facts.composer {
        found.effort = effort(screen, composer.rows);
    }
    found
}

/// `◐ medium · /effort`, beside the composer on the right.
fn effort(screen: &Screen, composer: RowSpan) -> Option<String> {
    let first = (composer.first as usize).saturating_sub(1);
    let last = screen.last_row()?;
    (first..=last).find_map(|index| {
        let text = screen.row(index).text();
        let head = text.strip_suffix("· /effort")?.trim_end();
        head.rsplit(' ').next().map(str::to_owned)
    })
}
