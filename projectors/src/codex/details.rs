//! What was read, written out: the running turn, composer and dialog, what is queued, facts of the session.

use shadow_core::contract::{
    Activity, Background, BackgroundItem, BackgroundKind, ComposerView, PermissionMode, Retry,
};
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Details, Facts, RowSpan, RunningFact, Zone};

use super::front::Front;
use super::quirks::Quirks;
use super::shape::status_shape;
use super::surfaces::{Found, Located, is_covered};
use super::transcript::Transcript;
use super::{block, composer, failure, footer, goal, queued};
use crate::letters;
use crate::shapes::numbers::share;

/// Writes out what was read.
pub(super) fn write(screen: &Marked<'_>, quirks: Quirks, found: &Found, facts: &Facts) -> Details {
    let main = found.main(screen);
    let mut details = main.part.of(screen, &found.columns, |part| {
        details(part, &main.front, &found.transcript, facts)
    });
    // The surface with the keys has the block.
    if let Some(fact) = &facts.block {
        let Located { part, front } = found.aside.unwrap_or(main);
        part.of(screen, &found.columns, |part| {
            details.excerpt = Some(block::excerpt(part, fact));
            details.block = Some(block::block(part, front.skin(), fact, quirks.prints_tabs));
        });
    }
    details
}

/// The composer, where one was read.
pub(super) fn composer(screen: &Marked<'_>, found: &Found, facts: &Facts) -> Option<ComposerView> {
    let Located { part, front } = found.main(screen);
    part.of(screen, &found.columns, |part| view(part, &front, facts))
}

/// The details of the main session, but for the block.
fn details(screen: &Marked<'_>, front: &Front, transcript: &Transcript, facts: &Facts) -> Details {
    let composer = match front {
        Front::Composer(composer) => Some(composer),
        _ => None,
    };
    let mut details = Details {
        activity: facts
            .turn
            .running
            .map(|running| activity(screen, running, facts)),
        failure: facts
            .turn
            .failure
            .map(|(kind, rows)| failure::details(screen, kind, rows)),
        background: facts
            .background
            .map(|(count, rows)| background(screen, count, rows)),
        permission_mode: facts.permission.map(|(kind, rows)| PermissionMode {
            kind,
            label: Some(permission_label(screen, rows)),
        }),
        goal: composer.and_then(|composer| goal::details(screen, composer, transcript)),
        pending: queued::messages(screen, facts),
        session_facts: footer::session(screen, composer),
        composer: view(screen, front, facts),
        ..Details::default()
    };
    if let Front::Ended { row } = front.without_shell() {
        details.session_facts.resume_command = footer::resume_command(screen, row);
    }
    if is_covered(facts) {
        details.session_facts.session_name = None;
    }
    details
}

/// The composer that is in front, where one was read.
fn view(screen: &Marked<'_>, front: &Front, facts: &Facts) -> Option<ComposerView> {
    match (front, &facts.composer) {
        (Front::Composer(drawn), Some(fact)) => Some(composer::view(screen, drawn, fact)),
        _ => None,
    }
}

/// What the status row says of the running turn. A footer that shows that one runs says no more of it.
fn activity(screen: &Screen, running: RunningFact, facts: &Facts) -> Activity {
    let row = running.rows.first as usize;
    let told = facts.zone_of(row) != Zone::Footer;
    let shape = status_shape(screen.row(row).text()).filter(|_| told);
    Activity {
        kind: running.kind,
        label: shape.map(|shape| shape.header.to_owned()),
        elapsed_seconds: shape.map(|shape| shape.elapsed),
        tokens: None,
        retry: shape.and_then(|shape| retry(shape.header)),
    }
}

/// `Reconnecting... 1/5`.
fn retry(header: &str) -> Option<Retry> {
    if !letters::holds(header, "reconnect") && !letters::holds(header, "retry") {
        return None;
    }
    let (attempt, of) = header.split_whitespace().find_map(share)?;
    Some(Retry {
        attempt: Some(attempt),
        of: Some(of),
        in_seconds: None,
    })
}

fn background(screen: &Screen, count: u32, rows: RowSpan) -> Background {
    let label = footer::background_label(screen.row(rows.first as usize).text()).to_owned();
    let item = BackgroundItem {
        kind: BackgroundKind::Shell,
        label,
    };
    Background {
        items: vec![item],
        count,
        wakes_itself: false,
    }
}

fn permission_label(screen: &Screen, rows: RowSpan) -> String {
    let text = screen.row(rows.first as usize).text();
    let at = text.find("Plan mode").unwrap_or(0);
    let label = text[at..].split(['(', '·']).next();
    label.unwrap_or_default().trim().to_owned()
}
