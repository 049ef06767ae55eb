//! The two surfaces that one screen may hold: the main session's, and a side chat's over it or beside it (`/side`).

use shadow_core::contract::BusinessState;
use shadow_core::screen::{Color, Marked, Needle, Screen, Style};
use shadow_core::surface::{Facts, INTERRUPTED, Layouts, MainSession, RowSpan, SideChat};

use super::footer::DOT;
use super::front::{Composer, Front};
use super::layout::front;
use super::marks::Mark;
use super::prompt::is_placeholder;
use super::rows::{hold, shown_cursor};
use super::shape::{after_glyph, carries_styles};
use crate::multiplexer;
use crate::shapes::columns::wide_apart;

/// The front of each surface of a screen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surfaces {
    /// The front of the main session, or of the only surface.
    pub(super) main: Front,
    /// The side chat beside it.
    pub(super) side: Option<Beside>,
}

/// A side chat beside the main session.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beside {
    /// Its front.
    pub(super) front: Front,
    /// The keys go there.
    pub(super) has_keys: bool,
}

/// The parts of a pane that the main session and a side chat share.
#[derive(Debug, Clone, Default)]
pub(super) struct Halves {
    pub(super) main: Screen,
    pub(super) side: Screen,
}

impl Surfaces {
    /// A screen of one surface.
    pub(super) const fn one(main: Front) -> Self {
        Self { main, side: None }
    }

    /// What takes the keys, where they go to the side chat.
    pub(super) fn aside(&self) -> Option<Front> {
        let side = self.side.filter(|side| side.has_keys)?;
        Some(side.front)
    }
}

/// The surfaces of a pane with a rule from top to bottom in it: the main session left of it, a side chat right of it (0.171).
/// A multiplexer within the pane draws such a rule, too. Its panes are not read.
pub(super) fn beside(screen: &Marked<'_>, layouts: &mut Layouts) -> Option<Surfaces> {
    let column = multiplexer::split(screen)?;
    layouts.refill(|halves: &mut Halves| {
        halves.main.load_columns(screen, 0..column);
        halves.side.load_columns(screen, column + 1..screen.width());
    });
    let own = layouts.get().and_then(|halves| own(screen, column, halves));
    if let Some(surfaces) = Mark::SideBeside.found(screen, own) {
        return Some(surfaces);
    }
    layouts.take::<Halves>();
    Mark::SplitPane.on(screen);
    Some(Surfaces::one(Front::Unrecognized))
}

/// The surfaces, where the rule is the CLI's own: dim, with the main session's composer or dialog left of it, and right of it
/// the bar of the side chats or a dialog about them.
fn own(screen: &Marked<'_>, column: usize, halves: &Halves) -> Option<Surfaces> {
    let rule = |row| {
        screen
            .row(row)
            .style_at(screen.row(row).byte_at_column(column))
    };
    let last = screen.last_row()?;
    let drawn = !carries_styles(screen) || (0..=last).all(|row| rule(row).dim());
    if !drawn {
        return None;
    }
    let main = screen.within(&halves.main, front);
    let side = screen.within(&halves.side, front);
    let live = matches!(main, Front::Composer(_) | Front::Block { .. });
    let asks = matches!(side, Front::Block { .. });
    if !live || !(asks || shows_tabs(&halves.side)) {
        return None;
    }
    let has_keys = match shown_cursor(screen) {
        Some((x, _)) => x > column,
        None => takes_keys(&halves.side, &side) || !takes_keys(&halves.main, &main),
    };
    let side = Some(Beside {
        front: side,
        has_keys,
    });
    Some(Surfaces { main, side })
}

/// Whether a front is drawn as the one with the keys. A composer without the keys is empty, and has no hint in it.
fn takes_keys(half: &Screen, front: &Front) -> bool {
    match front {
        Front::Composer(composer) => {
            let text = after_glyph(half.row(composer.first).text());
            composer.last > composer.first || !text.trim().is_empty()
        }
        front => matches!(front, Front::Block { .. }),
    }
}

/// Whether the first row is the bar of the side chats: a tab with what closes it, and at the right edge what opens another.
fn shows_tabs(screen: &Screen) -> bool {
    const EDGE: usize = 3;
    let row = screen.row(0);
    if !row.text().ends_with('+') {
        return false;
    }
    let mut parts = wide_apart(row.text());
    let closes = parts.next().is_some_and(|tab| tab.ends_with('×'));
    let opens = parts.last() == Some("+") && row.width() + EDGE >= screen.width();
    let drawn = || !carries_styles(screen) || row.draws(Style::bold);
    closes && opens && drawn()
}

/// What shows that a composer is a side chat's that covers the main session, and what it says of that. The hints below the
/// composer say it (0.122 and later), the last part of the status line names the thread (0.122 and later), and the first row
/// is the bar of the side chats (0.171). A narrow pane leaves out any of them. An empty composer asks for a follow-up question
/// (0.155).
pub(super) fn over(screen: &Marked<'_>, composer: &Composer) -> Option<SideChat> {
    let rows = composer.footer;
    let hints = rows.and_then(|rows| hinted(screen, rows));
    if let Some(side) = Mark::SideHints.found(screen, hints) {
        return Some(side);
    }
    let named = rows.and_then(|rows| named(screen, rows));
    let named = Mark::SideNamed.found(screen, named);
    let asks = Mark::SideAsks.found(screen, asks(screen, composer));
    let tabs = Mark::SideTabs.holds(screen, shows_tabs(screen));
    let rows = named.or(asks).or(tabs.then_some(RowSpan::one(0)))?;
    Some(SideChat {
        rows,
        main: MainSession::Covered,
    })
}

/// The part of the hints that says what the side chat is beside, and the next one, which says how the main thread goes on.
/// Up to 0.168 they are at the right edge of the status line, and a narrow pane cuts the status line before them. Later they are
/// in the row below it.
fn hinted(screen: &Screen, rows: RowSpan) -> Option<SideChat> {
    const BESIDE: Needle = Needle::new("Side from ");
    if !hold(screen, rows, BESIDE) {
        return None;
    }
    rows.indices().find_map(|row| {
        let halves = wide_apart(screen.row(row).text());
        let mut parts = halves.flat_map(|half| DOT.split(half));
        let beside = parts.find_map(|part| part.rsplit("… ").next()?.strip_prefix("Side from "))?;
        let rows = RowSpan::one(row);
        let main = match parts.next().and_then(said_of_main) {
            Some((state, signal)) if beside == "main thread" => MainSession::Told {
                state,
                signal,
                rows,
            },
            _ => MainSession::Covered,
        };
        Some(SideChat { rows, main })
    })
}

/// The composer's row, if its placeholder asks for a follow-up question. The main session's placeholder does not.
fn asks(screen: &Screen, composer: &Composer) -> Option<RowSpan> {
    let text = after_glyph(screen.row(composer.first).text()).trim_end();
    let own = text == "Ask a follow-up question" && composer.first == composer.last;
    let drawn = || !carries_styles(screen) || is_placeholder(screen, composer.first);
    (own && drawn()).then(|| RowSpan::one(composer.first))
}

/// What the hints say of the main thread, and how a witness for it is called.
fn said_of_main(part: &str) -> Option<(BusinessState, &'static str)> {
    use BusinessState::{AwaitingOperator, Idle};
    Some(match part.strip_prefix("main ")? {
        "finished" => (Idle, "main_finished"),
        "interrupted" => (Idle, INTERRUPTED),
        "failed" => (Idle, MAIN_FAILED),
        "needs input" | "needs approval" => (AwaitingOperator, "main_asks"),
        _ => return None,
    })
}

/// The witness' name where the main thread's turn has failed.
pub(super) const MAIN_FAILED: &str = "main_failed";

/// The row of the status line whose last part is the name that threads have which are not the main one. A session's own
/// name may be this word, and is drawn in a color.
fn named(screen: &Screen, rows: RowSpan) -> Option<RowSpan> {
    const NAME: &str = " · Agent";
    if !hold(screen, rows, Needle::new(NAME)) {
        return None;
    }
    let is_named = |row: &usize| {
        let row = screen.row(*row);
        let line = wide_apart(row.text()).next();
        let before = line.and_then(|line| line.strip_suffix(NAME));
        before.is_some_and(|before| {
            let indent = row.text().len() - row.trimmed().len();
            let last = indent + before.len() + NAME.len() - 1;
            row.style_at(last).fg == Color::Default
        })
    };
    rows.indices().find(is_named).map(RowSpan::one)
}

/// Calls a reader with the main session's part of a screen, or with the whole screen if no side chat is beside it.
pub(super) fn on_main<T>(
    screen: &Marked<'_>,
    facts: &Facts,
    read: impl FnOnce(&Marked<'_>) -> T,
) -> T {
    match facts.layouts.get::<Halves>() {
        Some(halves) => screen.within(&halves.main, read),
        None => read(screen),
    }
}
