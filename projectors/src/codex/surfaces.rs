//! The two surfaces that one screen may hold: the main session's, and a side chat's over it or beside it (`/side`).

use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Facts, Found as AnyFound, Once, RowSpan};

use super::boxed;
use super::front::{Front, Part};
use super::layout::front;
use super::marks::Mark;
use super::rows::shown_cursor;
use super::shape::{after_glyph, carries_styles};
use super::side::shows_tabs;
use super::transcript::Transcript;
use crate::multiplexer;
use crate::rules::decide;

/// What is in front of a surface, and the part of the screen that the surface has.
#[derive(Debug, Clone, Copy)]
pub(super) struct Located {
    pub(super) part: Part,
    pub(super) front: Front,
}

/// The columns of the surfaces that have not all of them: of the main session or a box over it, and of a side chat.
pub(super) type Columns = [Screen; 2];

impl Part {
    /// Calls a reader with this part of a screen.
    pub(super) fn of<T>(
        self,
        screen: &Marked<'_>,
        [main, side]: &Columns,
        read: impl FnOnce(&Marked<'_>) -> T,
    ) -> T {
        match self {
            Self::Whole => read(screen),
            Self::Right => screen.within(side, read),
            Self::Left | Self::Drawer | Self::Box => screen.within(main, read),
        }
    }
}

/// What is found on a screen of Codex, for all that reads it.
#[derive(Debug, Clone, Default)]
pub struct Found {
    main: Once<Located>,
    /// A side chat beside the main session that has the keys.
    pub(super) aside: Option<Located>,
    pub(super) columns: Columns,
    /// The status row of a turn that runs under a box.
    pub(super) status: Option<RowSpan>,
    /// Filled where the reading has located its cells.
    pub(super) transcript: Transcript,
    /// The name of the surface that the screen was read as, for `output_variant`; empty where it has none.
    pub(super) variant: &'static str,
}

impl AnyFound for Found {
    /// Keeps the buffers of the parts.
    fn clear(&mut self) {
        (self.main, self.aside) = (Once::default(), None);
        (self.status, self.variant) = (None, "");
        self.transcript.is_read = false;
    }
}

impl Found {
    /// The main session's front; located now for facts that another reader filled.
    pub(super) fn main(&self, screen: &Marked<'_>) -> Located {
        self.main.get().unwrap_or_else(|| Located {
            part: Part::Whole,
            ..main(screen, &mut Self::default())
        })
    }
}

/// Whether a side chat covers the main session: nothing on the screen was said there.
pub(super) const fn is_covered(facts: &Facts) -> bool {
    facts.side_chat.is_some() && facts.side_rule.is_none()
}

/// The main session's front, located once for a screen.
pub(super) fn located(screen: &Marked<'_>, found: &mut Found) -> Located {
    Once::of(found, |it| &mut it.main, screen, main)
}

/// Finds the front of the main session.
fn main(screen: &Marked<'_>, found: &mut Found) -> Located {
    match multiplexer::split(screen) {
        Some(column) => beside(screen, column, found),
        None => whole(screen, found),
    }
}

/// The front of a screen of one surface.
fn whole(screen: &Marked<'_>, found: &mut Found) -> Located {
    let (front, columns) = (front(screen), &mut found.columns[0]);
    let (status, over) = match &front {
        Front::Composer(composer) => (composer.status, boxed::front(screen, composer, columns)),
        Front::Block { rows, .. } => (None, boxed::beside(screen, *rows, columns)),
        _ => (None, None),
    };
    let Some((part, rows)) = over else {
        let part = Part::Whole;
        return Located { part, front };
    };
    found.status = status.filter(|_| part != Part::Whole);
    let front = match part {
        Part::Whole => Front::Undecided { rows },
        _ => Front::block(rows),
    };
    Located { part, front }
}

/// The front in a pane with a rule from top to bottom in it: the main session is left of it, a side chat right of it (0.171).
/// A multiplexer within the pane draws such a rule, too. Its panes are not read.
fn beside(screen: &Marked<'_>, column: usize, found: &mut Found) -> Located {
    let [left, right] = &mut found.columns;
    left.load_columns(screen, 0..column);
    right.load_columns(screen, column + 1..screen.width());
    let (part, front) = decide! { screen;
        SideBeside let (main, aside) = own(screen, column, &found.columns) => {
            let part = Part::Right;
            found.aside = aside.map(|front| Located { part, front });
            (Part::Left, main)
        };
        SplitPane => (Part::Whole, Front::Unrecognized)
    };
    Located { part, front }
}

/// The main session's front, and the side chat's where it has the keys, if the rule is the CLI's own: dim, with the main
/// session's composer or dialog left of it, and right of it the bar of the side chats or a dialog about them.
fn own(
    screen: &Marked<'_>,
    column: usize,
    [left, right]: &Columns,
) -> Option<(Front, Option<Front>)> {
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
    let main = screen.within(left, front);
    let side = screen.within(right, front);
    let live = matches!(main, Front::Composer(_) | Front::Block { .. });
    let asks = matches!(side, Front::Block { .. });
    if !live || !(asks || shows_tabs(right)) {
        return None;
    }
    let has_keys = match shown_cursor(screen) {
        Some((x, _)) => x > column,
        None => takes_keys(right, &side) || !takes_keys(left, &main),
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
