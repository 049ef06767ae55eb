//! What was found on a screen, carried in the facts to who needs it next: where its newest banner begins, from the look
//! for the version to the reading; the composer's frame and the banner above it, from there to details and cells.

use shadow_core::screen::Screen;
use shadow_core::surface::{Facts, Kept, RowSpan};

use super::banner;
use super::frame::{self, Frame, FrameKind};

/// Says that a frame was kept, and by whom: another provider's projector begins with other numbers.
const KEPT: u32 = 16;

/// Says that the newest banner of the whole screen was looked for.
const LOOKED: u32 = 17;

/// Stands for rows that are not there.
const NO_ROWS: [u32; 2] = [u32::MAX; 2];

/// Keeps a frame and the banner above it.
pub(super) fn keep(frame: &Frame, banner: Option<RowSpan>) -> Kept {
    let row = |row: usize| u32::try_from(row).unwrap_or(u32::MAX);
    let [first, last] = banner.map_or(NO_ROWS, |rows| [rows.first, rows.last]);
    let boxed = u32::from(frame.kind == FrameKind::Boxed);
    let (top, bottom) = (row(frame.top), row(frame.bottom));
    Kept([
        KEPT,
        boxed,
        top,
        bottom,
        u32::from(frame.glyph),
        first,
        last,
        row(frame.above),
    ])
}

/// Keeps where the newest banner of the whole screen begins.
pub(super) fn keep_head(head: Option<usize>) -> Kept {
    let row = head.and_then(|row| u32::try_from(row).ok());
    Kept([LOOKED, row.unwrap_or(u32::MAX), 0, 0, 0, 0, 0, 0])
}

/// Where it begins, if it was looked for: nowhere, or in a row.
pub(super) fn head(kept: Kept) -> Option<Option<usize>> {
    let [LOOKED, row, ..] = kept.0 else {
        return None;
    };
    Some((row != u32::MAX).then_some(row as usize))
}

/// The live composer's frame; found anew where nothing was kept.
pub(super) fn frame(screen: &Screen, facts: &Facts) -> Option<Frame> {
    let [KEPT, boxed, top, bottom, glyph, _, _, above] = facts.kept.0 else {
        return frame::find(screen);
    };
    Some(Frame {
        kind: match boxed {
            1 => FrameKind::Boxed,
            _ => FrameKind::Ruled,
        },
        top: top as usize,
        above: above as usize,
        bottom: bottom as usize,
        glyph: char::from_u32(glyph)?,
    })
}

/// The newest banner above the frame, where a frame was kept: none, or its rows.
pub(super) fn banner(facts: &Facts) -> Option<Option<RowSpan>> {
    let [KEPT, .., first, last, _] = facts.kept.0 else {
        return None;
    };
    Some(([first, last] != NO_ROWS).then_some(RowSpan { first, last }))
}

/// The newest banner of the whole screen: above a frame that was kept, it is known.
pub(super) fn newest_banner(screen: &Screen, facts: &Facts) -> Option<RowSpan> {
    let above = banner(facts);
    let known = match facts.composer {
        Some(composer) if above.is_some() => composer.rows.first as usize,
        _ => 0,
    };
    let below = banner::rows_between(screen, known, screen.height());
    below.or(above.flatten())
}
