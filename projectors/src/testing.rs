//! What unit tests of both projectors share.

use shadow_core::screen::{Marked, Screen};
use shadow_core::surface::Facts;
use shadow_core::{Channels, Cli};

/// A screen of so many columns.
pub(crate) fn screen(cols: u16, text: &str) -> Screen {
    let channels = Channels {
        cols: Some(cols),
        ..Channels::default()
    };
    Screen::from_capture(text.as_bytes(), &channels)
}

/// What a reader finds on a screen, and the facts.
pub(crate) fn read<C: Cli>(cli: &C, screen: &Screen) -> (C::Found, Facts) {
    let (mut found, mut facts) = (C::Found::default(), Facts::default());
    cli.read(&Marked::new(screen), &mut found, &mut facts);
    (found, facts)
}
