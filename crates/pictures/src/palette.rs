//! Colors: the terminal's 256, what stands in for its default, and the tint of each zone.

use shadow_tui::screen::{Color, Style};
use shadow_tui::surface::Zone;

/// Red, green, blue.
pub(crate) type Rgb = (u8, u8, u8);

/// The terminal's own foreground.
pub(crate) const FOREGROUND: Rgb = (0xd6, 0xda, 0xe0);
/// The terminal's own background.
pub(crate) const BACKGROUND: Rgb = (0x14, 0x17, 0x1c);

/// The theme's sixteen.
const THEME: [Rgb; 16] = [
    (0x2b, 0x2f, 0x36),
    (0xe0, 0x6c, 0x75),
    (0x8c, 0xc2, 0x65),
    (0xd9, 0xa9, 0x5c),
    (0x61, 0xa5, 0xec),
    (0xc1, 0x84, 0xdc),
    (0x56, 0xb6, 0xc2),
    (0xc8, 0xcc, 0xd4),
    (0x6b, 0x72, 0x80),
    (0xf0, 0x8a, 0x92),
    (0xa6, 0xd8, 0x86),
    (0xee, 0xc6, 0x84),
    (0x8a, 0xbf, 0xf5),
    (0xd8, 0xa6, 0xee),
    (0x7f, 0xd0, 0xdb),
    (0xff, 0xff, 0xff),
];

/// `#rrggbb`.
pub(crate) fn hex((r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Foreground and background of a style as drawn: inverse swapped, dim faded, hidden hidden.
pub(crate) fn drawn(style: Style) -> (Rgb, Option<Rgb>) {
    let foreground = rgb(style.fg).unwrap_or(FOREGROUND);
    let background = rgb(style.bg);
    let (mut fg, bg) = match style.inverse() {
        true => (background.unwrap_or(BACKGROUND), Some(foreground)),
        false => (foreground, background),
    };
    let under = bg.unwrap_or(BACKGROUND);
    if style.dim() {
        fg = mix(fg, under);
    }
    if style.attrs.contains(shadow_tui::screen::Attrs::HIDDEN) {
        fg = under;
    }
    (fg, bg)
}

fn mix(a: Rgb, b: Rgb) -> Rgb {
    let half = |a: u8, b: u8| a / 2 + b / 2 + (a & b & 1);
    (half(a.0, b.0), half(a.1, b.1), half(a.2, b.2))
}

/// A color as drawn; of the theme's sixteen, as this theme has them.
fn rgb(color: Color) -> Option<Rgb> {
    match color {
        Color::Indexed(n @ 0..16) => Some(THEME[usize::from(n)]),
        other => other.rgb(),
    }
}

/// The tint of a zone; none for what no rule explains.
pub(crate) fn tint(zone: Zone) -> Option<Rgb> {
    Some(match zone {
        Zone::History | Zone::Transcript | Zone::Pager => (0x61, 0xa5, 0xec),
        Zone::Banner | Zone::Overlay => (0x6b, 0x72, 0x80),
        Zone::Status | Zone::Background | Zone::Tasks => (0xd9, 0xa9, 0x5c),
        Zone::Finished => (0x8c, 0xc2, 0x65),
        Zone::Queued => (0xee, 0xc6, 0x84),
        Zone::Composer | Zone::Popup => (0x56, 0xb6, 0xc2),
        Zone::Dialog | Zone::Proposal => (0xc1, 0x84, 0xdc),
        Zone::Footer | Zone::Channel => (0x8a, 0x90, 0x9c),
        Zone::Shell => (0xe0, 0x6c, 0x75),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::drawn;
    use shadow_tui::screen::{Attrs, Color, Style};

    #[test]
    fn inverse_swaps_and_hidden_hides() {
        let mut style = Style {
            fg: Color::Rgb(1, 2, 3),
            bg: Color::Rgb(4, 5, 6),
            attrs: Attrs::INVERSE,
        };
        assert_eq!(drawn(style), ((4, 5, 6), Some((1, 2, 3))));
        style.attrs = Attrs::HIDDEN;
        assert_eq!(drawn(style), ((4, 5, 6), Some((4, 5, 6))));
    }
}
