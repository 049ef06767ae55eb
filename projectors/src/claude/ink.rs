//! What a color says: faint, cool, or a warning's. Every theme has its own, and each of them twice: in 24 bits, and as the nearest
//! of the 256 of the palette, which Claude Code draws where it finds that it runs in tmux (`TMUX`, 2.1.91 to 2.1.331) or in screen
//! (`STY`, 2.1.330 and 2.1.331). So the rules ask for red, green and blue, and leave room for a step of the palette.

use shadow_core::screen::{Color, Row, Style};

/// Whether a style is dim or gray, as every theme draws what matters less.
pub(super) fn is_faint(style: Style) -> bool {
    style.dim() || matches!(style.fg, Color::Indexed(8)) || is_gray(style.fg)
}

/// Whether a color is black, white or a gray, as every theme draws text.
pub(super) fn is_neutral(color: Color) -> bool {
    match color {
        Color::Default | Color::Indexed(0 | 7 | 8 | 15) => true,
        _ => color.rgb().is_some_and(|(red, green, blue)| {
            red.max(green).max(blue) - red.min(green).min(blue) <= 12
        }),
    }
}

/// Gray between black and white, as every theme draws inactive text.
fn is_gray(color: Color) -> bool {
    color.rgb().is_some_and(|(red, green, blue)| {
        let most = red.max(green).max(blue);
        let least = red.min(green).min(blue);
        most - least <= 12 && (68..=190).contains(&most)
    })
}

/// Whether a color is that of errors or of warnings, in any theme: red clearly is the most of the three, and blue is less than
/// green, or green is little, too. No theme draws what the agent says in one.
pub(super) fn is_alarming(color: Color) -> bool {
    match color {
        Color::Indexed(1 | 3 | 9 | 11) => true,
        _ => color.rgb().is_some_and(|(red, green, blue)| {
            red >= BRIGHT && red.saturating_sub(green) > APART && red.saturating_sub(blue) > FAR
        }),
    }
}

/// Whether a color is that of warnings and not of errors, in any theme: yellow, green being clearly more than blue.
pub(super) fn is_warning(color: Color) -> bool {
    match color {
        Color::Indexed(index @ 0..16) => matches!(index, 3 | 11),
        _ => color.rgb().is_some_and(|(_, green, blue)| {
            is_alarming(color) && green.saturating_sub(blue) > APART
        }),
    }
}

/// Red of an error's or a warning's color, at least: the warning of the light theme has the least.
const BRIGHT: u8 = 150;

/// How much less green is, at least: a step of the palette is 40.
const APART: u8 = 36;

/// How much less blue is, at least.
const FAR: u8 = 60;

/// Whether a color is neither a gray nor a warm one, in which warnings and errors are drawn: green, blue or violet, red being
/// clearly not the most.
pub(super) fn is_cool(color: Color) -> bool {
    match color {
        Color::Indexed(index @ 0..16) => matches!(index % 8, 2 | 4 | 5 | 6),
        _ => color.rgb().is_some_and(|(red, green, blue)| {
            const CLEARLY: u8 = 24;
            green.max(blue).saturating_sub(red) > CLEARLY
        }),
    }
}

/// Whether a row is gray from its margin on, as what the CLI writes is and an answer never is: its margin is blank.
pub(super) fn is_gray_from_margin(row: Row<'_>) -> bool {
    let margin = row.style_at(0);
    margin.fg != Color::Default || margin.dim()
}

#[cfg(test)]
mod tests {
    use super::{is_alarming, is_cool, is_gray, is_warning};
    use shadow_core::screen::Color::{self, Default, Indexed, Rgb};

    /// The color of the palette that the CLI draws for one of 24 bits.
    fn in_256(red: u8, green: u8, blue: u8) -> Color {
        let step = |part: u8| (f64::from(part) / 51.0).round() as u8;
        Indexed(if red != green || green != blue {
            16 + 36 * step(red) + 6 * step(green) + step(blue)
        } else {
            match red {
                ..8 => 16,
                8..249 => 232 + (f64::from(red - 8) / 247.0 * 24.0).round() as u8,
                249.. => 231,
            }
        })
    }

    /// What each theme calls an error or a warning: dark, light, and both for the color-blind.
    const ALARMS: [(u8, u8, u8); 8] = [
        (255, 107, 128),
        (255, 193, 7),
        (171, 43, 63),
        (150, 108, 30),
        (255, 102, 102),
        (255, 204, 0),
        (204, 0, 0),
        (255, 153, 0),
    ];

    /// Success, a plan's mode, suggestions and what was merged.
    const COOL: [(u8, u8, u8); 16] = [
        (78, 186, 101),
        (72, 150, 140),
        (177, 185, 249),
        (175, 135, 255),
        (44, 122, 57),
        (0, 102, 102),
        (87, 105, 247),
        (135, 0, 255),
        (51, 153, 255),
        (102, 153, 153),
        (153, 204, 255),
        (0, 102, 153),
        (51, 102, 102),
        (51, 102, 255),
        (106, 155, 204),
        (122, 180, 232),
    ];

    /// Inactive and subtle, and the composer's border.
    const GRAYS: [u8; 8] = [153, 80, 136, 102, 175, 138, 142, 183];

    /// An answer's own.
    const TEXT: [u8; 2] = [255, 0];

    fn both((red, green, blue): (u8, u8, u8)) -> [Color; 2] {
        [Rgb(red, green, blue), in_256(red, green, blue)]
    }

    fn gray(light: u8) -> (u8, u8, u8) {
        (light, light, light)
    }

    #[test]
    fn what_the_cli_draws_in_tmux_is_known() {
        assert_eq!(in_256(255, 193, 7), Indexed(220));
        assert_eq!(in_256(255, 107, 128), Indexed(211));
        assert_eq!(in_256(153, 153, 153), Indexed(246));
        assert_eq!(in_256(255, 255, 255), Indexed(231));
    }

    #[test]
    fn errors_and_warnings_alarm_in_every_theme_and_nothing_else_does() {
        let themes = ALARMS.into_iter().flat_map(both);
        for alarm in themes.chain([1, 3, 9, 11].map(Indexed)) {
            assert!(is_alarming(alarm) && !is_cool(alarm), "{alarm:?}");
        }
        let grays = GRAYS.into_iter().chain(TEXT).map(gray);
        let others = COOL.into_iter().chain(grays).flat_map(both);
        for other in others.chain([0, 2, 4, 5, 6, 7, 8, 10, 12, 13, 14, 15].map(Indexed)) {
            assert!(!is_alarming(other), "{other:?}");
        }
        assert!(!is_alarming(Default));
    }

    #[test]
    fn warnings_are_told_from_errors_in_every_theme() {
        for (place, alarm) in ALARMS.into_iter().enumerate() {
            for drawn in both(alarm) {
                assert_eq!(is_warning(drawn), place % 2 == 1, "{drawn:?}");
            }
        }
    }

    #[test]
    fn events_are_green_blue_or_violet_and_nothing_else_is() {
        let themes = COOL.into_iter().flat_map(both);
        for event in themes.chain([114, 73, 2, 10].map(Indexed)) {
            assert!(is_cool(event), "{event:?}");
        }
        let grays = GRAYS.into_iter().chain(TEXT).map(gray);
        let others = grays.chain(ALARMS).flat_map(both);
        for other in others.chain([0, 1, 3, 7, 8, 9, 11, 15].map(Indexed)) {
            assert!(!is_cool(other), "{other:?}");
        }
        assert!(!is_cool(Default));
    }

    #[test]
    fn grays_are_gray_in_every_theme_and_text_is_not() {
        for seen in GRAYS.into_iter().map(gray).flat_map(both) {
            assert!(is_gray(seen), "{seen:?}");
        }
        let colors = COOL.into_iter().chain(ALARMS);
        for other in TEXT.into_iter().map(gray).chain(colors).flat_map(both) {
            assert!(!is_gray(other), "{other:?}");
        }
    }
}
