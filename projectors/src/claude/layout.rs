//! What is in front of a screen, from what decides most to what decides least.

use shadow_core::foreign;
use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::{Facts, Once, RowSpan};

use super::found::{self, Found, Front};
use super::frame::Frame;
use super::marks::Mark;
use super::{banner, below, ends, recognition, screen_reader, scrolled};
use crate::{multiplexer, rules};

/// What is in front: located once.
pub(super) fn front(screen: &Marked<'_>, found: &mut Found) -> Front {
    Once::of(
        found,
        |it| &mut it.front,
        screen,
        |screen, found| {
            if Mark::BlankScreen.holds(screen, screen.is_blank()) {
                Front::Blank
            } else if let Some(row) = screen_reader::prompt(screen) {
                Front::ScreenReader(row)
            } else if ends::has_exited(screen, found) {
                Front::Exited(Some(RowSpan::one(screen.last_row().unwrap_or(0))))
            } else if let Some(frame) = found::frame(screen, found) {
                Front::Composer(frame)
            } else {
                without_composer(screen, found)
            }
        },
    )
}

/// What is in front of a screen without a live composer.
fn without_composer(screen: &Marked<'_>, found: &mut Found) -> Front {
    let front = rules::found(FRONTS, screen, |find| find(screen, found));
    front.unwrap_or(Front::Unrecognized)
}

/// Finds what is in front.
type Find = fn(&Marked<'_>, &mut Found) -> Option<Front>;

/// What is in front of a screen without a live composer, from what decides most to what decides least.
const FRONTS: &[(Option<Mark>, Find)] = &[
    (Some(Mark::SplitPane), |screen, _| {
        let parted = multiplexer::split(screen).is_some() || multiplexer::is_framed(screen);
        parted.then_some(Front::SplitPane)
    }),
    (Some(Mark::TranscriptFooter), |screen, _| {
        ends::pager(screen).map(Front::Pager)
    }),
    (Some(Mark::CursorInShell), |screen, _| {
        ends::is_cursor_in_shell(screen).then_some(Front::Exited(None))
    }),
    (Some(Mark::ShellOverEdge), |screen, _| {
        ends::is_shell_over_edge(screen).then_some(Front::Exited(None))
    }),
    (Some(Mark::SuspendedAlone), |screen, _| {
        below::suspended(screen).map(|rows| Front::Exited(Some(rows)))
    }),
    (Some(Mark::ScrolledDialog), |screen, _| {
        scrolled::to_dialog(screen).map(Front::ScrolledDialog)
    }),
    (None, |screen, found| {
        recognition::own_block(screen, found).map(Front::Block)
    }),
    (Some(Mark::ShellAlone), |screen, _| {
        ends::is_shell_last(screen).then_some(Front::Foreign)
    }),
    (Some(Mark::EditorOpen), |screen, _| {
        foreign::is_program(screen).then_some(Front::Foreign)
    }),
    (Some(Mark::BannerAlone), |screen, _| {
        banner::rows(screen, screen.height()).map(|_| Front::Banner)
    }),
];

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
