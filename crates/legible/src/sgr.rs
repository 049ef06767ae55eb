//! Styles and screens as terminal output, with sequences of our own making.

use shadow_core::screen::{Attrs, Color, Row, Screen, Style};

/// Attributes and their codes.
const ATTRS: [(Attrs, &str); 8] = [
    (Attrs::BOLD, "1"),
    (Attrs::DIM, "2"),
    (Attrs::ITALIC, "3"),
    (Attrs::UNDERLINE, "4"),
    (Attrs::BLINK, "5"),
    (Attrs::INVERSE, "7"),
    (Attrs::HIDDEN, "8"),
    (Attrs::STRIKE, "9"),
];

/// The sequence that turns a style on.
#[must_use]
pub fn sgr(style: Style) -> String {
    let on = ATTRS.iter().filter(|(attr, _)| style.attrs.contains(*attr));
    let mut codes: Vec<String> = on.map(|(_, code)| (*code).to_owned()).collect();
    codes.extend(color(style.fg, 38));
    codes.extend(color(style.bg, 48));
    format!("\u{1b}[{}m", codes.join(";"))
}

fn color(color: Color, layer: u8) -> Option<String> {
    match color {
        Color::Default => None,
        Color::Indexed(index) => Some(format!("{layer};5;{index}")),
        Color::Rgb(r, g, b) => Some(format!("{layer};2;{r};{g};{b}")),
    }
}

/// A screen as text with styles, as a capture of it would be; each row ends in a line end.
#[must_use]
pub fn capture(screen: &Screen) -> String {
    screen.rows().map(line).collect()
}

fn line(row: Row<'_>) -> String {
    let mut text = String::new();
    for span in row.spans() {
        if span.style.is_plain() {
            text += span.text;
        } else {
            text += &format!("{}{}\u{1b}[0m", sgr(span.style), span.text);
        }
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::capture;
    use shadow_core::screen::{Grid, Screen};

    #[test]
    fn a_screen_is_written_as_it_would_be_captured() {
        let mut grid = Grid::new(10, 3);
        grid.feed(b"\x1b[1;9;31mred\x1b[m on\r\n\r\nlast");
        let mut screen = Screen::default();
        grid.write_screen(&mut screen);
        assert_eq!(
            capture(&screen),
            "\u{1b}[1;9;38;5;1mred\u{1b}[0m on\n\nlast\n"
        );
    }
}
