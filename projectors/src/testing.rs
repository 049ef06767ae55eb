//! What unit tests of both projectors share.

use shadow_core::Channels;
use shadow_core::screen::Screen;

/// A screen of so many columns.
pub(crate) fn screen(cols: u16, text: &str) -> Screen {
    let channels = Channels {
        cols: Some(cols),
        ..Channels::default()
    };
    Screen::from_capture(text.as_bytes(), &channels)
}
