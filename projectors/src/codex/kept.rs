//! What stands in front, carried in the facts from the reading to details and cells, so that they
//! need not find it again: finding it is a third of reading a screen.

use shadow_core::screen::Screen;
use shadow_core::surface::{Facts, Kept, RowSpan};

use super::layout::{Composer, Front, Look, front};

/// The kinds of [`Front`], by which the first word names them. Zero: nothing was kept.
const COMPOSER: u32 = 1;
const BLOCK: u32 = 2;
const PAGER: u32 = 3;
const BARE_STATUS: u32 = 4;
const ENDED: u32 = 5;
const NOTHING: u32 = 6;

/// Stands for rows that are not there.
const NO_ROWS: [u32; 2] = [u32::MAX; 2];

/// Keeps what stands in front. Of a composer, what details and cells ask for: its rows, its margin,
/// its footer, and where its surroundings begin.
pub(super) fn keep(front: &Front) -> Kept {
    let row = |row: usize| u32::try_from(row).unwrap_or(u32::MAX);
    let look_of = |look: Look| u32::from(look == Look::Bar);
    Kept(match front {
        Front::Composer(composer) => {
            let footer = composer
                .footer
                .map_or(NO_ROWS, |rows| [rows.first, rows.last]);
            [
                COMPOSER,
                look_of(composer.look),
                row(composer.first),
                row(composer.last),
                row(composer.top),
                u32::from(composer.margin),
                footer[0],
                footer[1],
            ]
        }
        Front::Block { look, rows } => [BLOCK, look_of(*look), rows.first, rows.last, 0, 0, 0, 0],
        Front::Pager { rule, last } => [PAGER, 0, row(*rule), row(*last), 0, 0, 0, 0],
        Front::BareStatus { row: at } => [BARE_STATUS, 0, row(*at), 0, 0, 0, 0, 0],
        Front::Ended { row: at } => [ENDED, 0, row(*at), 0, 0, 0, 0, 0],
        // The dialog ends above the composer, whoever has the pane.
        Front::Undecided { rows } => [ENDED, 0, rows.first, 0, 0, 0, 0, 0],
        Front::Blank | Front::Foreign { .. } | Front::Unrecognised => {
            [NOTHING, 0, 0, 0, 0, 0, 0, 0]
        }
    })
}

/// Whether the reading kept what stands in front and the cells above it, up to there, among its zones.
pub(super) fn has_cells(facts: &Facts) -> bool {
    matches!(facts.kept.0[0], COMPOSER | BLOCK | BARE_STATUS)
}

/// What stands in front, as far as it was kept; found anew for facts that another reader filled.
pub(super) fn kept(screen: &Screen, facts: &Facts) -> Front {
    let [kind, look, first, last, top, margin, footer @ ..] = facts.kept.0;
    let look = if look == 1 { Look::Bar } else { Look::Chevron };
    let row = |row: u32| row as usize;
    match kind {
        COMPOSER => Front::Composer(Composer {
            look,
            first: row(first),
            last: row(last),
            margin: margin == 1,
            top: row(top),
            footer: (footer != NO_ROWS).then(|| RowSpan::new(row(footer[0]), row(footer[1]))),
            popup: None,
            overlay: None,
            status: None,
            beside: None,
            queued: None,
            panel: None,
            odd: None,
            odd_in_front: false,
        }),
        BLOCK => Front::Block {
            look,
            rows: RowSpan { first, last },
        },
        PAGER => Front::Pager {
            rule: row(first),
            last: row(last),
        },
        BARE_STATUS => Front::BareStatus { row: row(first) },
        ENDED => Front::Ended { row: row(first) },
        NOTHING => Front::Unrecognised,
        _ => front(screen),
    }
}
