//! The projector: the parts of the layout put into facts, details and cells.

use crate::dialogs::doubt_own;
use crate::letters;
use shadow_core::contract::{
    Activity, ActivityKind, Axis, Background, BackgroundItem, BackgroundKind, BlockOrigin,
    BusinessState, ComposerView, DialogCell, FailureKind, PermissionMode, Retry, UiContext,
};
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{
    Details, Facts, MainSession, Popup, RowSpan, RunningFact, SideChat, Surface, Zone,
};
use shadow_core::{Cli, OwnDialogs, Rule};

use super::front::{Composer, Front, Look};
use super::marks::Mark;
use super::quirks::Quirks;
use super::shape::status_shape;
use super::side::{self, MAIN_FAILED};
use super::surfaces::{self, Found, Place, Shown, on_main};
use super::{block, cells, composer, failure, footer, goal, queued, turn};
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

    /// Reads the surface in front, of the two that a screen may hold.
    fn read_surface(
        &self,
        screen: &Marked<'_>,
        front: &Front,
        found: &mut Found,
        facts: &mut Facts,
    ) {
        match *front {
            Front::Blank => facts.surface = Surface::Blank,
            Front::Composer(ref composer) => {
                read_composer(screen, &self.quirks, composer, found, facts)
            }
            Front::Block { look, rows } => self.read_block(screen, look, rows, found, facts),
            Front::Pager { rule, last } => read_pager(screen, rule, last, facts),
            Front::BareStatus { row } => read_bare_status(screen, &self.quirks, row, found, facts),
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

    /// Reads the main session, and beside it what takes its keys, if anything does.
    fn read_beside(
        &self,
        screen: &Marked<'_>,
        front: &Front,
        found: &mut Found,
        facts: &mut Facts,
    ) {
        let halves = std::mem::take(&mut found.halves);
        facts.side_rule = Some(halves.main.width());
        screen.within(&halves.main, |main| {
            self.read_surface(main, front, found, facts);
        });
        if let Some(front) = halves.aside {
            screen.within(&halves.side, |side| self.put_aside(side, front, facts));
        }
        found.halves = halves;
    }

    /// Reads a box over the transcript. A turn may run under it.
    fn read_boxed(&self, screen: &Marked<'_>, front: &Front, found: &mut Found, facts: &mut Facts) {
        let boxed = std::mem::take(&mut found.boxed);
        screen.within(&boxed.part, |part| {
            self.read_surface(part, front, found, facts);
        });
        let kind = ActivityKind::Unknown;
        facts.running = boxed.status.map(|rows| RunningFact { rows, kind });
        found.boxed = boxed;
    }

    /// Puts a side chat that has the keys into the main session's facts. What the main session asks cannot be answered now.
    fn put_aside(&self, side: &Marked<'_>, front: Front, facts: &mut Facts) {
        let rows = match front {
            Front::Block { rows, .. } => rows,
            Front::Composer(composer) => RowSpan::new(composer.first, composer.last),
            _ => RowSpan::one(0),
        };
        let main = match facts.block.take() {
            Some(asked) => MainSession::Told {
                state: BusinessState::AwaitingOperator,
                signal: "live_dialog",
                rows: asked.rows,
            },
            None => MainSession::Beside,
        };
        facts.surface = Surface::Live;
        (facts.composer, facts.popup, facts.help_overlay) = (None, None, None);
        facts.side_chat = Some(SideChat { rows, main });
        if let Front::Block { look, rows } = front {
            facts.block = Some(block::fact(side, look, rows, &self.own));
        }
    }

    fn read_block(
        &self,
        screen: &Marked<'_>,
        look: Look,
        rows: RowSpan,
        found: &mut Found,
        facts: &mut Facts,
    ) {
        facts.surface = Surface::Live;
        let fact = block::fact(screen, look, rows, &self.own);
        let transcript = &mut found.transcript;
        transcript.read(
            screen,
            &self.quirks,
            look,
            rows.first as usize,
            &mut facts.zones,
        );
        turn::witness_block(screen, fact, transcript, facts);
        facts.mark(Zone::Dialog, rows);
        if let Some(rows) = fact.proposal {
            facts.mark(Zone::Proposal, rows);
        }
        if fact.origin == BlockOrigin::Agent {
            found.shown = Shown::AgentBlock;
        }
        facts.block = Some(fact);
    }
}

impl Cli for CodexProjector {
    type Found = Found;

    fn id(&self) -> &'static str {
        self.quirks.id
    }

    fn rules(&self) -> &'static [Rule] {
        Mark::TABLE
    }

    fn variant(&self, found: &Found) -> &'static str {
        found.shown.name()
    }

    fn read(&self, screen: &Marked<'_>, found: &mut Found, facts: &mut Facts) {
        let main = surfaces::located(screen, found);
        match main.place {
            Place::Whole => self.read_surface(screen, &main.front, found, facts),
            Place::Half => self.read_beside(screen, &main.front, found, facts),
            Place::Box => self.read_boxed(screen, &main.front, found, facts),
        }
    }

    fn details(&self, screen: &Marked<'_>, found: &Found, facts: &Facts) -> Details {
        let prints_tabs = self.quirks.prints_tabs;
        let mut details = on_main(screen, found, |main| {
            details(main, found, facts, prints_tabs)
        });
        if found.place() == Place::Half
            && let Some(Front::Block { look, .. }) = found.halves.aside
        {
            screen.within(&found.halves.side, |side| {
                write_block(side, (look, prints_tabs), facts, &mut details);
            });
        }
        details
    }

    fn composer(&self, screen: &Marked<'_>, found: &Found, facts: &Facts) -> Option<ComposerView> {
        on_main(screen, found, |main| view(main, &front(main, found), facts))
    }

    fn cells(
        &self,
        screen: &Marked<'_>,
        found: &Found,
        facts: &Facts,
        cells: &mut Vec<DialogCell>,
    ) {
        if is_covered(found, facts) || found.place() == Place::Box {
            return;
        }
        on_main(screen, found, |main| {
            let front = front(main, found).without_shell();
            cells::write(main, front, &found.transcript, facts, cells);
        });
    }
}

/// Whether a side chat covers the main session: nothing on the screen was said there.
fn is_covered(found: &Found, facts: &Facts) -> bool {
    facts.side_chat.is_some() && found.place() != Place::Half
}

/// The details of one surface.
fn details(screen: &Marked<'_>, found: &Found, facts: &Facts, prints_tabs: bool) -> Details {
    let front = front(screen, found);
    let composer = match &front {
        Front::Composer(composer) => Some(composer),
        _ => None,
    };
    let mut details = Details {
        activity: facts
            .running
            .map(|running| activity(screen, running, facts)),
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
        goal: composer.and_then(|composer| goal::details(screen, composer, &found.transcript)),
        pending: queued::messages(screen, facts),
        session_facts: footer::session(screen, composer),
        ..Details::default()
    };
    details.composer = view(screen, &front, facts);
    let look = match front {
        Front::Block { look, .. } => look,
        _ => Look::Chevron,
    };
    write_block(screen, (look, prints_tabs), facts, &mut details);
    if let Front::Ended { row } = front.without_shell() {
        details.session_facts.resume_command = footer::resume_command(screen, row);
    }
    if is_covered(found, facts) {
        details.session_facts.session_name = None;
    }
    details
}

/// Writes out the block, where one was read.
fn write_block(screen: &Marked<'_>, look: (Look, bool), facts: &Facts, details: &mut Details) {
    if let Some(fact) = &facts.block {
        details.excerpt = Some(block::excerpt(screen, fact));
        details.block = Some(block::block(screen, look, fact));
    }
}

/// What is in front; located now for facts that another reader filled.
fn front(screen: &Marked<'_>, found: &Found) -> Front {
    let now = || surfaces::main(screen, &mut Found::default());
    found.main.get().unwrap_or_else(now).front
}

/// The composer that is in front, where one was read.
fn view(screen: &Marked<'_>, front: &Front, facts: &Facts) -> Option<ComposerView> {
    let fact = facts.composer.as_ref()?;
    match front {
        Front::Composer(drawn) => Some(composer::view(screen, drawn, fact)),
        _ => None,
    }
}

/// A side chat over the main session: nothing of it is the main session's.
fn read_covering(composer: &Composer, side: SideChat, facts: &mut Facts) {
    facts.surface = Surface::Live;
    facts.side_chat = Some(side);
    facts.mark(
        Zone::Transcript,
        RowSpan::new(0, composer.top.saturating_sub(1)),
    );
    mark_composer(composer, facts);
    if let MainSession::Told {
        signal: MAIN_FAILED,
        rows,
        ..
    } = side.main
    {
        facts.failure = Some((FailureKind::Unknown, rows));
    }
}

fn read_composer(
    screen: &Marked<'_>,
    quirks: &Quirks,
    composer: &Composer,
    found: &mut Found,
    facts: &mut Facts,
) {
    if let Some(side) = side::over(screen, composer) {
        found.shown = Shown::SideChat;
        return read_covering(composer, side, facts);
    }
    facts.surface = Surface::Live;
    let seen = quirks.seen_in(composer.look);
    if Mark::OtherLook.holds(screen, seen.id != quirks.id) {
        facts.preset_contradicted = Some("the screen has another version's look");
    }
    let quirks = seen;
    found.shown = match composer.look {
        Look::Bar => Shown::BarComposer,
        Look::Chevron => Shown::ChevronComposer,
    };
    let transcript = &mut found.transcript;
    transcript.read(
        screen,
        quirks,
        composer.look,
        composer.top,
        &mut facts.zones,
    );
    mark_composer(composer, facts);
    if transcript.is_loading(screen, composer) {
        facts.surface = Surface::Blank;
        return;
    }
    facts.composer = Some(composer::fact(screen, composer));
    facts.popup = composer
        .popup
        .map(|(rows, context)| Popup { rows, context });
    facts.help_overlay = composer.overlay;
    turn::read(screen, quirks, composer, transcript, facts);
    footer::read(screen, composer, facts);
    if composer::is_closed(screen, composer) {
        facts.surface = Surface::Pager;
        facts.pager_context = UiContext::NormalPrompt;
    }
}

fn mark_composer(composer: &Composer, facts: &mut Facts) {
    facts.mark(Zone::Composer, RowSpan::new(composer.first, composer.last));
    let parts = [
        (Zone::Composer, composer.image_rows()),
        (Zone::Status, composer.status),
        (Zone::Queued, composer.queued),
        (Zone::Popup, composer.popup.map(|(rows, _)| rows)),
        (Zone::Overlay, composer.overlay),
        (Zone::Footer, composer.footer),
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

fn read_bare_status(
    screen: &Marked<'_>,
    quirks: &Quirks,
    row: usize,
    found: &mut Found,
    facts: &mut Facts,
) {
    facts.surface = Surface::Live;
    let transcript = &mut found.transcript;
    transcript.read(screen, quirks, Look::Bar, row, &mut facts.zones);
    let rows = RowSpan::one(row);
    facts.mark(Zone::Status, rows);
    facts.composer = Some(composer::hidden(rows));
    facts.running = Some(RunningFact {
        rows,
        kind: turn::activity(screen, rows, transcript),
    });
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
    text[at..]
        .split(['(', '·'])
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}
