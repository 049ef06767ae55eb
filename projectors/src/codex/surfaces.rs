//! The two surfaces that one screen may hold: the main session's, and a side chat's over it or beside it (`/side`).

use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Facts, Layouts};

use super::boxed::{self, Boxed};
use super::front::Front;
use super::layout::front;
use super::marks::Mark;
use super::rows::shown_cursor;
use super::shape::{after_glyph, carries_styles};
use super::side::shows_tabs;
use crate::multiplexer;

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
    pub(super) place: Place,
}

/// The columns of the screen that a front is read in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// All.
    Whole,
    /// A side chat is beside it: the layouts hold the [`Halves`].
    Half,
    /// A box over the transcript: the layouts hold the [`Boxed`].
    Box,
}

/// The main session's front, located once for a screen.
pub(super) fn located(screen: &Marked<'_>, layouts: &mut Layouts) -> Main {
    layouts.locate(screen, main)
}

/// Finds the front of the main session.
pub(super) fn main(screen: &Marked<'_>, layouts: &mut Layouts) -> Main {
    let Some(column) = multiplexer::split(screen) else {
        return whole(screen, layouts);
    };
    let shared = beside(screen, column, layouts);
    Main {
        front: shared.unwrap_or(Front::Unrecognized),
        place: match shared {
            Some(_) => Place::Half,
            None => Place::Whole,
        },
    }
}

/// The front of a screen of one surface.
fn whole(screen: &Marked<'_>, layouts: &mut Layouts) -> Main {
    let found = front(screen);
    let over = match &found {
        Front::Composer(composer) => boxed::front(screen, composer, layouts),
        _ => None,
    };
    Main {
        front: over.unwrap_or(found),
        place: match over {
            Some(Front::Block { .. }) => Place::Box,
            _ => Place::Whole,
        },
    }
}

/// The front in a pane with a rule from top to bottom in it: the main session is left of it, a side chat right of it (0.171).
/// A multiplexer within the pane draws such a rule, too. Its panes are not read.
fn beside(screen: &Marked<'_>, column: usize, layouts: &mut Layouts) -> Option<Front> {
    layouts.refill(|halves: &mut Halves| {
        halves.main.load_columns(screen, 0..column);
        halves.side.load_columns(screen, column + 1..screen.width());
    });
    let own = layouts.get().and_then(|halves| own(screen, column, halves));
    if let Some((main, aside)) = Mark::SideBeside.found(screen, own) {
        layouts.update(|halves: &mut Halves| halves.aside = aside);
        return Some(main);
    }
    layouts.take::<Halves>();
    Mark::SplitPane.on(screen);
    None
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
    facts: &Facts,
    read: impl FnOnce(&Marked<'_>) -> T,
) -> T {
    let half = facts.layouts.get::<Halves>().map(|halves| &halves.main);
    let part = half.or_else(|| facts.layouts.get::<Boxed>().map(|boxed| &boxed.part));
    match part {
        Some(part) => screen.within(part, read),
        None => read(screen),
    }
}
