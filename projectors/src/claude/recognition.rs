//! How surely a screen is Claude Code's, and which blocks are: other CLIs draw frames and lists, too.

use shadow_core::screen::{Marked, Needle, Screen};
use shadow_core::surface::Once;
use shadow_core::{Recognition, Version};

use super::banner::Head;
use super::found::{self, Found};
use super::frame::FrameKind;
use super::glyph::is_panel_edge;
use super::marks::Mark;
use super::quirks::PRESETS;
use super::{block, ends, glyph, screen_reader, search};
use crate::rules::decide;

/// The surest that a screen is Claude Code's: its composer's frame is on it.
const FRAMED: Recognition = 90;

/// How surely it is where a block of its own is on it, which is the surest without a frame.
const BLOCKED: Recognition = 80;

/// How surely it is where nothing but a block as it draws them is on it.
const OWN: Recognition = 40;

/// How surely a screen is Claude Code's, 0 to 90; 0 where `needed` is out of reach.
#[must_use]
pub fn recognition(screen: &Marked<'_>, found: &mut Found, needed: Recognition) -> Recognition {
    if needed > FRAMED {
        return 0;
    }
    let frame = found::frame(screen, found);
    if frame.is_some_and(|frame| frame.glyph != '›') {
        return FRAMED;
    }
    if needed > BLOCKED {
        return 0;
    }
    if screen_reader::prompt(screen).is_some() {
        return BLOCKED;
    }
    let chrome = ends::has_chrome(screen);
    match found::block(screen, found) {
        Some(place) if chrome || is_panel(screen, place) || is_opened(screen, place) => BLOCKED,
        _ if chrome => 60,
        _ if ends::pager(screen).is_some() => 50,
        // No other CLI draws a field like its search, whatever an answer above it quotes.
        Some(place) if search::is_search(screen, place) => BLOCKED,
        _ if needed > OWN => 0,
        _ => match own_block(screen, found) {
            // Nothing but a list or page that would be read as a block.
            Some(place) if place.is_bare() => 20,
            Some(_) => OWN,
            None => 0,
        },
    }
}

/// The index of the preset that a screen's structure calls for: the composer's frame and glyph.
#[must_use]
pub fn detect_preset(screen: &Marked<'_>, found: &mut Found) -> Option<usize> {
    let frame = found::frame(screen, found)?;
    match (frame.kind, frame.glyph) {
        // `❯` came with 2.0.77, before the status row began to go: the newest reads it safely.
        (FrameKind::Ruled, glyph) if glyph != '>' => Some(PRESETS.len() - 1),
        (kind, _) => PRESETS
            .iter()
            .position(|it| it.boxes_composer == (kind == FrameKind::Boxed)),
    }
}

/// The version that the newest banner names that names one. A 1.0 banner names none.
pub fn version(screen: &Marked<'_>, found: &mut Found) -> Option<Version> {
    Once::of(
        found,
        |it| &mut it.head,
        screen,
        |screen, _| Head::find(screen),
    )
    .version
}

/// The block on a screen without a live composer, where it is Claude Code's: told once.
pub(super) fn own_block(screen: &Marked<'_>, found: &mut Found) -> Option<block::Place> {
    Once::of(
        found,
        |it| &mut it.own_block,
        screen,
        |screen, found| found::block(screen, found).filter(|place| is_own(screen, *place)),
    )
}

/// Whether a frame hangs from the command that has opened it, as no other CLI draws it.
fn is_opened(screen: &Screen, place: block::Place) -> bool {
    let above = screen.last_filled(0, place.first);
    let command = above.is_some_and(|row| block::is_command_cell(screen.row(row)));
    command && !place.is_bare()
}

/// Whether a block begins with the edge that no other CLI draws.
fn is_panel(screen: &Screen, place: block::Place) -> bool {
    is_panel_edge(screen.row(place.first))
}

/// Whether a block is Claude Code's: below chrome of its own, in a frame as a dialog is, a frame cut at the pane's top, or in
/// the open with something of a dialog.
fn is_own(screen: &Marked<'_>, place: block::Place) -> bool {
    let cut_box = place.first == 0 && screen.row(0).text().starts_with('│');
    let open = place.is_bare();
    let after_command =
        || place.first > 0 && glyph::is_user_row(screen.row(place.first - 1).text());
    const WAITS: Needle = Needle::new("Press Enter to continue");
    let waits = || WAITS.is_in(screen.row(place.last).trimmed());
    decide! { screen;
        _ if cut_box || is_panel(screen, place) || ends::has_chrome(screen) => true;
        _ if !open && (is_opened(screen, place) || block::is_dialog(screen, place)) => true;
        BlockCutBelow if !open && block::is_cut_below(screen, place) => true;
        _ if !open => false;
        _ if after_command() || waits() => true;
        FirstRunAlone if block::is_first_run(screen, place) => true;
        _ => {
            block::asks(screen, place)
                || place.edge == block::Edge::Spoken && block::ends_spoken(screen, place.last)
                || screen.cursor_visible() == Some(false)
        }
    }
}
