//! What was read, written out: the dialog, the composer, the running turn, the permission mode, facts of the session.
//! Where the rows are, the reading has found.

use shadow_core::contract::{Activity, ActivityKind, ComposerView, PermissionMode, SessionFacts};
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Details, Facts, RowSpan};

use super::found::{Found, Surface};
use super::quirks::Quirks;
use super::{
    agents, banner, block, failure, footer, goal, limit, offer, queued, screen_reader, search,
    sessions, status,
};

/// Writes out what was read.
pub(super) fn write(screen: &Marked<'_>, quirks: Quirks, found: &Found, facts: &Facts) -> Details {
    let mut details = Details::default();
    let (surface, around) = (found.surface(), found.around());
    if let Some(fact) = &facts.block {
        let (excerpt, block) = match surface {
            Surface::Sessions(_) => sessions::write(screen, fact.rows, around),
            _ => block::write(screen, surface.dialog(), fact, quirks.clips_tabs),
        };
        (details.excerpt, details.block) = (Some(excerpt), Some(block));
    }
    details.composer = composer(screen, found, facts);
    details.activity = facts
        .turn
        .running
        .map(|running| activity(screen, running.rows, running.kind));
    details.background = facts.background.map(|(count, rows)| {
        let footer = around.map(|around| around.footer).unwrap_or_default();
        agents::background(screen, &footer, facts, (count, rows))
    });
    details.failure = facts
        .turn
        .failure
        .map(|(kind, rows)| failure::write(screen, kind, rows));
    let offers = facts.offers.iter();
    details.offers = offers
        .map(|&(kind, rows)| offer::write(screen, kind, rows))
        .collect();
    details.continues = facts
        .turn
        .continues
        .map(|rows| limit::write_continues(screen, rows));
    details.goal = around.and_then(|around| goal::details(screen, &around.frame, &around.footer));
    details.permission_mode = facts.permission.map(|(kind, rows)| PermissionMode {
        kind,
        label: permission_label(screen, rows, surface),
    });
    details.session_facts = session_facts(screen, found, facts);
    details.pending = match surface {
        Surface::ScreenReader => screen_reader::messages(screen, facts),
        _ => queued::messages(screen, facts),
    };
    details
}

/// The composer, where one was read.
pub(super) fn composer(screen: &Marked<'_>, found: &Found, facts: &Facts) -> Option<ComposerView> {
    let fact = facts.composer?;
    Some(match found.surface() {
        Surface::Composer(around) => super::composer::view(screen, &around.frame, &fact),
        Surface::ScreenReader => screen_reader::view(screen, &fact),
        _ => search::view(screen, fact.rows),
    })
}

/// What the running turn does, as its row says.
fn activity(screen: &Screen, rows: RowSpan, kind: ActivityKind) -> Activity {
    let row = rows.first as usize;
    let mut activity = status::activity_of(screen.row(row).text(), kind);
    if kind == ActivityKind::Retrying
        && activity.retry.as_ref().and_then(|retry| retry.of).is_none()
    {
        let above = row.saturating_sub(RETRY_MOST)..row;
        let branch: Vec<&str> = above.map(|index| screen.row(index).trimmed()).collect();
        activity.retry = Some(status::retry(&branch.join(" ")));
    }
    activity
}

/// Rows above a running row within which the branch that counts a retry down stands.
const RETRY_MOST: usize = 4;

/// The permission mode as the footer's row names it.
fn permission_label(screen: &Screen, rows: RowSpan, surface: &Surface) -> Option<String> {
    let label = match surface {
        Surface::ScreenReader => screen_reader::permission_label,
        _ => footer::permission_label,
    };
    let mut parts = footer::segments(screen.row(rows.first as usize).text());
    parts.find_map(|part| label(part).map(str::to_owned))
}

/// What banner, footer and farewell tell of the session.
fn session_facts(screen: &Screen, found: &Found, facts: &Facts) -> SessionFacts {
    let mut session = SessionFacts::default();
    if let Some(rows) = found.newest_banner(screen, facts) {
        banner::facts(screen, rows, &mut session);
    }
    if let Some(rows) = screen_reader::banner(screen) {
        banner::facts(screen, rows, &mut session);
    }
    if matches!(found.surface(), Surface::Exited) {
        session.resume_command = screen
            .rows()
            .map(|row| row.text())
            .find(|text| text.starts_with("claude ") && text.contains("--resume"))
            // What the composer's footer had on the right may still stand behind it (2.1.98).
            .and_then(|text| text.split("  ").next())
            .map(str::to_owned);
    }
    if let Some(composer) = facts.composer {
        session.effort = effort(screen, composer.rows);
    }
    session
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
