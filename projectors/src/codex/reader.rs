//! The projector: the parts of the layout put into facts, details and cells.

use crate::dialogs::doubt_own;
use crate::letters;
use shadow_core::contract::{
    Activity, Axis, Background, BackgroundItem, BackgroundKind, BlockOrigin, ComposerView,
    DialogCell, PermissionMode, Retry, UiContext,
};
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Details, Facts, RowSpan, RunningFact, Surface, Zone};
use shadow_core::{OwnDialogs, Projector, Rule};

use super::front::{Composer, Front, Look};
use super::marks::Mark;
use super::quirks::Quirks;
use super::shape::status_shape;
use super::{block, cells, composer, failure, footer, layout, queued, trace, turn};
use crate::shapes::numbers::share;

/// Reads screens of the Codex CLI of one preset.
#[derive(Debug, Clone)]
pub struct CodexProjector {
    quirks: Quirks,
    own: OwnDialogs,
}

impl CodexProjector {
    /// The reader for a preset.
    #[must_use]
    pub const fn new(quirks: Quirks) -> Self {
        Self {
            quirks,
            own: OwnDialogs::NONE,
        }
    }

    /// Sets the user's own dialogs.
    #[must_use]
    pub fn with_own_dialogs(mut self, own: OwnDialogs) -> Self {
        self.own = own;
        self
    }

    fn read_block(&self, screen: &Marked<'_>, look: Look, rows: RowSpan, facts: &mut Facts) {
        facts.surface = Surface::Live;
        let fact = block::fact(screen, look, rows, &self.own);
        let trace = trace::trace(screen, &self.quirks, look, rows.first as usize, facts);
        turn::witness_block(screen, fact, trace, facts);
        facts.mark(Zone::Dialog, rows);
        if let Some(rows) = fact.proposal {
            facts.mark(Zone::Proposal, rows);
        }
        if fact.origin == BlockOrigin::Agent {
            facts.variant = "agent_block";
        }
        facts.block = Some(fact);
    }
}

impl Projector for CodexProjector {
    fn id(&self) -> &'static str {
        self.quirks.id
    }

    fn rules(&self) -> &'static [Rule] {
        Mark::TABLE
    }

    fn read(&self, screen: &Marked<'_>, facts: &mut Facts) {
        match layout::located(screen, &mut facts.layouts) {
            Front::Blank => facts.surface = Surface::Blank,
            Front::Composer(found) => read_composer(screen, &self.quirks, &found, facts),
            Front::Block { look, rows } => self.read_block(screen, look, rows, facts),
            Front::Pager { rule, last } => read_pager(screen, rule, last, facts),
            Front::BareStatus { row } => read_bare_status(screen, &self.quirks, row, facts),
            Front::Ended { row } => {
                facts.surface = Surface::Exited;
                facts.mark(
                    Zone::Shell,
                    RowSpan::new(row, screen.height().saturating_sub(1)),
                );
            }
            Front::Foreign { row } => {
                facts.surface = Surface::Foreign;
                facts.mark(Zone::Shell, RowSpan::one(row));
            }
            Front::Undecided { rows } => {
                facts.surface = Surface::Unrecognized;
                facts.unexplained.push(rows);
            }
            Front::Unrecognized => facts.surface = Surface::Unrecognized,
        }
        doubt_own(&self.own, screen, facts);
    }

    fn details(&self, screen: &Marked<'_>, facts: &Facts) -> Details {
        let front = front(screen, facts);
        let composer = match &front {
            Front::Composer(found) => Some(found),
            _ => None,
        };
        let mut details = Details {
            activity: facts.running.map(|running| activity(screen, running)),
            failure: facts
                .failure
                .map(|(kind, rows)| failure::details(screen, kind, rows)),
            background: facts
                .background
                .map(|(count, rows)| background(screen, count, rows)),
            permission_mode: facts.permission.map(|(kind, rows)| PermissionMode {
                kind,
                label: Some(permission_label(screen, rows)),
            }),
            pending: queued::messages(screen, facts),
            session_facts: footer::session(screen, composer),
            ..Details::default()
        };
        details.composer = view(screen, &front, facts);
        if let Some(fact) = &facts.block {
            let look = match &front {
                Front::Block { look, .. } => look,
                _ => &Look::Chevron,
            };
            details.excerpt = Some(block::excerpt(screen, fact));
            details.block = Some(block::block(screen, *look, fact));
        }
        if let Front::Ended { row } = front.without_shell() {
            details.session_facts.resume_command = footer::resume_command(screen, row);
        }
        details
    }

    fn composer(&self, screen: &Marked<'_>, facts: &Facts) -> Option<ComposerView> {
        view(screen, &front(screen, facts), facts)
    }

    fn cells(&self, screen: &Marked<'_>, facts: &Facts, cells: &mut Vec<DialogCell>) {
        cells::write(screen, front(screen, facts).without_shell(), facts, cells);
    }
}

/// What is in front; located now for facts that another reader filled.
fn front(screen: &Marked<'_>, facts: &Facts) -> Front {
    let located = facts.layouts.get().copied();
    located.unwrap_or_else(|| layout::front(screen))
}

/// The composer that is in front, where one was read.
fn view(screen: &Marked<'_>, front: &Front, facts: &Facts) -> Option<ComposerView> {
    let fact = facts.composer.as_ref()?;
    match front {
        Front::Composer(found) => Some(composer::view(screen, found, fact)),
        _ => None,
    }
}

fn read_composer(screen: &Marked<'_>, quirks: &Quirks, found: &Composer, facts: &mut Facts) {
    facts.surface = Surface::Live;
    let seen = quirks.seen_in(found.look);
    if Mark::OtherLook.holds(screen, seen.id != quirks.id) {
        facts.preset_contradicted = Some("the screen has another version's look");
    }
    let quirks = seen;
    facts.variant = match found.look {
        Look::Bar => "bar_composer",
        Look::Chevron => "chevron_composer",
    };
    let trace = trace::trace(screen, quirks, found.look, found.top, facts);
    mark_composer(found, facts);
    if trace.is_loading(screen) {
        facts.surface = Surface::Blank;
        return;
    }
    facts.composer = Some(composer::fact(screen, found));
    facts.popup = found
        .popup
        .map(|(rows, context)| shadow_core::surface::Popup { rows, context });
    facts.help_overlay = found.overlay;
    turn::read(screen, quirks, found, trace, facts);
    footer::read(screen, found, facts);
    if composer::is_closed(screen, found) {
        facts.surface = Surface::Pager;
        facts.pager_context = UiContext::NormalPrompt;
    }
}

fn mark_composer(found: &Composer, facts: &mut Facts) {
    facts.mark(Zone::Composer, RowSpan::new(found.first, found.last));
    let parts = [
        (Zone::Status, found.status),
        (Zone::Queued, found.queued),
        (Zone::Popup, found.popup.map(|(rows, _)| rows)),
        (Zone::Overlay, found.overlay),
        (Zone::Footer, found.footer),
    ];
    for (zone, rows) in parts {
        if let Some(rows) = rows {
            facts.mark(zone, rows);
        }
    }
}

/// A pager whose hints offer to edit an earlier message is a rewind menu.
fn read_pager(screen: &Marked<'_>, rule: usize, last: usize, facts: &mut Facts) {
    let rows = RowSpan::new(0, last);
    let offers = ["edit message", "/← to edit", "enter to", "⏎", "↵ rewind"];
    let edits = (rule..=last).any(|row| {
        let text = screen.row(row).text();
        offers.iter().any(|offer| text.contains(offer))
    });
    if Mark::PagerEdits.holds(screen, edits) {
        facts.surface = Surface::Live;
        facts.mark(Zone::Dialog, rows);
        facts.block = Some(block::rewind(rows));
    } else {
        facts.surface = Surface::Pager;
        facts.mark(Zone::Pager, rows);
        facts.pager_context = UiContext::TranscriptView;
        let hints = RowSpan::new(rule, last);
        facts.witness(Zone::Pager, "transcript_footer", hints, Axis::InputMode);
    }
}

fn read_bare_status(screen: &Marked<'_>, quirks: &Quirks, row: usize, facts: &mut Facts) {
    facts.surface = Surface::Live;
    let trace = trace::trace(screen, quirks, Look::Bar, row, facts);
    let rows = RowSpan::one(row);
    facts.mark(Zone::Status, rows);
    facts.composer = Some(composer::hidden(rows));
    facts.running = Some(RunningFact {
        rows,
        kind: turn::activity(screen, rows, trace),
    });
}

fn activity(screen: &Screen, running: RunningFact) -> Activity {
    let shape = status_shape(screen.row(running.rows.first as usize).text());
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
    text[at..]
        .split(['(', '·'])
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}
