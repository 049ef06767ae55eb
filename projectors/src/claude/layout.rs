//! What is in front of a screen, from what decides most to what decides least.

use shadow_core::foreign;
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Facts, Once, RowSpan};

use super::found::{self, Found, Front};
use super::frame::Frame;
use super::marks::Mark;
use super::{banner, below, ends, recognition, screen_reader, scrolled};
use crate::multiplexer;
use crate::rules::decide;

/// What is in front: located once.
pub(super) fn front(screen: &Marked<'_>, found: &mut Found) -> Front {
    Once::of(
        found,
        |it| &mut it.front,
        screen,
        |screen, found| {
            decide! { screen;
                BlankScreen if screen.is_blank() => Front::Blank;
                ScreenReader let row = screen_reader::prompt(screen) => Front::ScreenReader(row);
                _ if ends::has_exited(screen, found) => {
                    Front::Exited(Some(RowSpan::one(screen.last_row().unwrap_or(0))))
                };
                _ let frame = found::frame(screen, found) => Front::Composer(frame);
                _ => without_composer(screen, found)
            }
        },
    )
}

/// What is in front of a screen without a live composer.
fn without_composer(screen: &Marked<'_>, found: &mut Found) -> Front {
    let parted = multiplexer::split(screen).is_some() || multiplexer::is_framed(screen);
    let is_shell = |last: usize| ends::is_shell(screen, last);
    decide! { screen;
        SplitPane if parted => Front::SplitPane;
        TranscriptFooter let rule = ends::pager(screen) => Front::Pager(rule);
        CursorInShell if ends::cursor_in_shell(screen) => Front::Exited(None);
        ShellOverEdge if ends::shell_over_edge(screen) => Front::Exited(None);
        SuspendedAlone let rows = below::suspended(screen) => Front::Exited(Some(rows));
        ScrolledDialog let row = scrolled::to_dialog(screen) => Front::ScrolledDialog(row);
        _ let place = recognition::own_block(screen, found) => Front::Block(place);
        ShellAlone if screen.last_row().is_some_and(is_shell) => Front::Foreign;
        EditorOpen if foreign::is_program(screen) => Front::Foreign;
        BannerAlone if banner::rows(screen, screen.height()).is_some() => Front::Banner;
        _ => Front::Unrecognized
    }
}

/// What is in front of a screen that was read; located now for facts that another reader filled.
pub(super) fn front_of(screen: &Marked<'_>, found: &Found) -> Front {
    let now = || front(screen, &mut Found::default());
    found.front.get().unwrap_or_else(now)
}

/// The frame of the live composer, where it is in front.
pub(super) const fn frame_of(front: Front) -> Option<Frame> {
    match front {
        Front::Composer(frame) => Some(frame),
        _ => None,
    }
}

/// The newest banner of the whole screen: above a frame it is known, and where the look for the version has passed, it is
/// known where the newest begins.
pub(super) fn newest_banner(screen: &Screen, found: &Found, facts: &Facts) -> Option<RowSpan> {
    let composer = || facts.composer.map_or(0, |it| it.rows.first as usize);
    let around = found.around();
    let first = around.map_or(0, |_| composer());
    let above = around.and_then(|around| around.banner);
    banner::rows_from(screen, first, found.head.get()).or(above)
}
