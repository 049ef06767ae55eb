//! The two surfaces that one screen may hold: the main session's, and a side chat's over it or beside it (`/side`).

use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Facts, Found as AnyFound, Once};

use super::boxed::{self, Boxed};
use super::front::Front;
use super::layout::front;
use super::marks::Mark;
use super::rows::shown_cursor;
use super::shape::{after_glyph, carries_styles};
use super::side::shows_tabs;
use super::transcript::Transcript;
use crate::multiplexer;
use crate::rules::{decide, mark_all};

/// The parts of a pane that the main session and a side chat share.
#[derive(Debug, Clone, Default)]
pub(super) struct Halves {
    pub(super) main: Screen,
    pub(super) side: Screen,
    /// The side chat's front, where it has the keys.
    pub(super) aside: Option<Front>,
}

/// The front of the main session, or of the only surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct Main {
    pub(super) front: Front,
    /// Where it is.
    pub(super) region: Region,
}

/// The columns of the screen that a front is read in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Region {
    /// All.
    Whole,
    /// A side chat is beside it, in the other of the [`Halves`].
    Half,
    /// A box over the transcript: it is [`Boxed`].
    Box,
}

/// What is found on a screen of Codex, for all that reads it.
#[derive(Debug, Clone, Default)]
pub struct Found {
    pub(super) main: Once<Main>,
    /// Filled where the main session has a half of the pane.
    pub(super) halves: Halves,
    /// Filled where it has a box over it.
    pub(super) boxed: Boxed,
    /// Filled where the reading has located its cells.
    pub(super) transcript: Transcript,
    /// The name of the surface that the screen was read as, for `output_variant`; empty where it has none.
    pub(super) shown: &'static str,
}

impl AnyFound for Found {
    /// Keeps the buffers of the parts.
    fn clear(&mut self) {
        (self.main, self.shown) = Default::default();
        self.transcript.is_read = false;
    }
}

impl Found {
    /// Where the main session is, as far as that was found.
    pub(super) fn region(&self) -> Region {
        self.main.get().map_or(Region::Whole, |main| main.region)
    }

    /// Whether a side chat covers the main session: nothing on the screen was said there.
    pub(super) fn is_covered(&self, facts: &Facts) -> bool {
        facts.side_chat.is_some() && self.region() != Region::Half
    }
}

/// The main session's front, located once for a screen.
pub(super) fn located(screen: &Marked<'_>, found: &mut Found) -> Main {
    Once::of(found, |it| &mut it.main, screen, main)
}

/// Finds the front of the main session.
pub(super) fn main(screen: &Marked<'_>, found: &mut Found) -> Main {
    let Some(column) = multiplexer::split(screen) else {
        return whole(screen, found);
    };
    let shared = beside(screen, column, found);
    Main {
        front: shared.unwrap_or(Front::Unrecognized),
        region: match shared {
            Some(_) => Region::Half,
            None => Region::Whole,
        },
    }
}

/// The front of a screen of one surface.
fn whole(screen: &Marked<'_>, found: &mut Found) -> Main {
    let drawn = front(screen);
    let over = match &drawn {
        Front::Composer(composer) => boxed::front(screen, composer, &mut found.boxed),
        Front::Block { rows, .. } => boxed::beside(screen, *rows, &mut found.boxed),
        _ => None,
    };
    mark_all! { screen;
        Drawer if over.is_some() && found.boxed.is_drawer;
        BoxOverText if over.is_some() && !found.boxed.is_drawer;
    }
    Main {
        front: over.unwrap_or(drawn),
        region: match over {
            Some(Front::Block { .. }) => Region::Box,
            _ => Region::Whole,
        },
    }
}

/// The front in a pane with a rule from top to bottom in it: the main session is left of it, a side chat right of it (0.171).
/// A multiplexer within the pane draws such a rule, too. Its panes are not read.
fn beside(screen: &Marked<'_>, column: usize, found: &mut Found) -> Option<Front> {
    let halves = &mut found.halves;
    halves.main.load_columns(screen, 0..column);
    halves.side.load_columns(screen, column + 1..screen.width());
    decide! { screen;
        SideBeside let (main, aside) = own(screen, column, halves) => {
            halves.aside = aside;
            Some(main)
        };
        SplitPane => None
    }
}

/// The main session's front, and the side chat's where it has the keys, if the rule is the CLI's own: dim, with the main
/// session's composer or dialog left of it, and right of it the bar of the side chats or a dialog about them.
fn own(screen: &Marked<'_>, column: usize, halves: &Halves) -> Option<(Front, Option<Front>)> {
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
    Some((main, has_keys.then_some(side)))
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

/// Calls a reader with the main session's part of a screen or a box over it, or with the whole screen if neither is there.
pub(super) fn on_main<T>(
    screen: &Marked<'_>,
    found: &Found,
    read: impl FnOnce(&Marked<'_>) -> T,
) -> T {
    match found.region() {
        Region::Whole => read(screen),
        Region::Half => screen.within(&found.halves.main, read),
        Region::Box => screen.within(&found.boxed.part, read),
    }
}
