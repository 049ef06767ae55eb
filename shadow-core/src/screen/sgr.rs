//! SGR: from the parameters of `CSI … m` to a style. Shared by the text path and the grid.

use super::{Attrs, Color, Style};

/// Parameters of one sequence that are read; the rest of a longer one is ignored.
const MAX_CODES: usize = 32;

/// The parameters of one sequence, as groups: `4:3;1` is the groups `4 3` and `1`.
pub(super) struct Codes {
    values: [u16; MAX_CODES],
    /// Bit `n` is set where value `n` belongs to the group of the value before it.
    joined: u32,
    len: usize,
}

impl Codes {
    /// Reads parameter bytes: digits, `;` and `:`.
    pub(super) fn read(bytes: &[u8]) -> Self {
        let mut codes = Self {
            values: [0; MAX_CODES],
            joined: 0,
            len: 1,
        };
        for &byte in bytes {
            if byte.is_ascii_digit() {
                let value = &mut codes.values[codes.len - 1];
                *value = value
                    .saturating_mul(10)
                    .saturating_add(u16::from(byte - b'0'));
            } else if codes.len == MAX_CODES {
                break;
            } else {
                codes.joined |= u32::from(byte == b':') << codes.len;
                codes.len += 1;
            }
        }
        codes
    }

    /// The groups in order.
    pub(super) fn groups(&self) -> impl Iterator<Item = &[u16]> {
        let mut at = 0;
        std::iter::from_fn(move || {
            if at >= self.len {
                return None;
            }
            let start = at;
            at += 1;
            while at < self.len && self.joined & (1 << at) != 0 {
                at += 1;
            }
            Some(&self.values[start..at])
        })
    }
}

/// Numbers of a short sequence, as nearly all are.
const SHORT_CODES: usize = 12;

/// Applies the sequence whose parameters and final byte begin `bytes`, if it is a short one of
/// numbers and `;`; its length.
#[inline]
pub(super) fn apply_short(bytes: &[u8], style: &mut Style) -> Option<usize> {
    // Most hold one code of one or two digits; most others, a color or two attributes.
    match *bytes {
        [one @ b'0'..=b'9', b'm', ..] => {
            apply_code(u16::from(one - b'0'), style);
            Some(2)
        }
        [ten @ b'0'..=b'9', one @ b'0'..=b'9', b'm', ..] => {
            apply_code(u16::from(ten - b'0') * 10 + u16::from(one - b'0'), style);
            Some(3)
        }
        [first @ b'0'..=b'9', b';', second @ b'0'..=b'9', b'm', ..] => {
            apply_code(u16::from(first - b'0'), style);
            apply_code(u16::from(second - b'0'), style);
            Some(4)
        }
        [
            plane @ (b'3' | b'4'),
            b'8',
            b';',
            kind @ (b'2' | b'5'),
            b';',
            ..,
        ] => {
            let Some((color, rest)) = alone(kind, &bytes[5..]) else {
                return apply_several(bytes, style);
            };
            match plane {
                b'3' => style.fg = color,
                _ => style.bg = color,
            }
            Some(bytes.len() - rest.len())
        }
        _ => apply_several(bytes, style),
    }
}

fn apply_several(bytes: &[u8], style: &mut Style) -> Option<usize> {
    let mut values = [0; SHORT_CODES];
    let (mut count, mut rest) = (0, bytes);
    loop {
        let (value, behind) = number(rest);
        *values.get_mut(count)? = value;
        count += 1;
        match behind {
            [b';', more @ ..] => rest = more,
            [b'm', more @ ..] => {
                apply_codes(&values[..count], style);
                return Some(bytes.len() - more.len());
            }
            _ => return None,
        }
    }
}

/// A number of up to three digits, none for zero, and what is behind it.
#[inline]
fn number(bytes: &[u8]) -> (u16, &[u8]) {
    let (mut value, mut rest) = (0, bytes);
    for _ in 0..3 {
        let [digit @ b'0'..=b'9', more @ ..] = rest else {
            break;
        };
        value = value * 10 + u16::from(digit - b'0');
        rest = more;
    }
    (value, rest)
}

/// The color of a sequence that sets nothing else, from behind its `38;5;` or `38;2;`, and what
/// is behind the sequence.
#[inline]
fn alone(kind: u8, bytes: &[u8]) -> Option<(Color, &[u8])> {
    let (first, rest) = number(bytes);
    let (color, rest) = if kind == b'5' {
        (indexed(first)?, rest)
    } else {
        let (green, rest) = number(rest.strip_prefix(b";")?);
        let (blue, rest) = number(rest.strip_prefix(b";")?);
        (rgb([first, green, blue])?, rest)
    };
    Some((color, rest.strip_prefix(b"m")?))
}

/// Applies codes that no colon joins.
fn apply_codes(mut codes: &[u16], style: &mut Style) {
    while let [code, rest @ ..] = codes {
        codes = match code {
            38 => take_color(rest, &mut style.fg),
            48 => take_color(rest, &mut style.bg),
            // The underline's color is not kept, but its parameters are no codes of their own.
            58 => take_color(rest, &mut Color::Default),
            _ => {
                apply_code(*code, style);
                rest
            }
        };
    }
}

/// The color behind 38 or 48, if it is one; what follows it.
fn take_color<'c>(codes: &'c [u16], slot: &mut Color) -> &'c [u16] {
    match codes {
        [5, index, rest @ ..] => {
            set(slot, indexed(*index));
            rest
        }
        [2, red, green, blue, rest @ ..] => {
            set(slot, rgb([*red, *green, *blue]));
            rest
        }
        [2, ..] | [] => &[],
        [_, rest @ ..] => rest,
    }
}

/// Applies a code that stands for itself; 38, 48 and 58 do not, and say nothing alone.
#[inline]
fn apply_code(code: u16, style: &mut Style) {
    match code {
        0 => *style = Style::default(),
        1..=29 => attribute(code, None, &mut style.attrs),
        30..=37 => style.fg = Color::Indexed((code - 30) as u8),
        39 => style.fg = Color::Default,
        40..=47 => style.bg = Color::Indexed((code - 40) as u8),
        49 => style.bg = Color::Default,
        90..=97 => style.fg = Color::Indexed((code - 82) as u8),
        100..=107 => style.bg = Color::Indexed((code - 92) as u8),
        _ => {}
    }
}

/// Applies one SGR sequence to a style.
pub(super) fn apply<'p>(mut groups: impl Iterator<Item = &'p [u16]>, style: &mut Style) {
    while let Some(group) = groups.next() {
        match group[0] {
            code @ 1..=29 => attribute(code, group.get(1).copied(), &mut style.attrs),
            38 => set(&mut style.fg, extended(group, &mut groups)),
            48 => set(&mut style.bg, extended(group, &mut groups)),
            58 => drop(extended(group, &mut groups)),
            code => apply_code(code, style),
        }
    }
}

fn attribute(code: u16, form: Option<u16>, attrs: &mut Attrs) {
    match code {
        1 => attrs.insert(Attrs::BOLD),
        2 => attrs.insert(Attrs::DIM),
        3 => attrs.insert(Attrs::ITALIC),
        4 if form == Some(0) => attrs.remove(Attrs::UNDERLINE),
        4 | 21 => attrs.insert(Attrs::UNDERLINE),
        5 | 6 => attrs.insert(Attrs::BLINK),
        7 => attrs.insert(Attrs::INVERSE),
        8 => attrs.insert(Attrs::HIDDEN),
        9 => attrs.insert(Attrs::STRIKE),
        22 => {
            attrs.remove(Attrs::BOLD);
            attrs.remove(Attrs::DIM);
        }
        23 => attrs.remove(Attrs::ITALIC),
        24 => attrs.remove(Attrs::UNDERLINE),
        25 => attrs.remove(Attrs::BLINK),
        27 => attrs.remove(Attrs::INVERSE),
        28 => attrs.remove(Attrs::HIDDEN),
        29 => attrs.remove(Attrs::STRIKE),
        _ => {}
    }
}

fn set(slot: &mut Color, found: Option<Color>) {
    if let Some(color) = found {
        *slot = color;
    }
}

/// The color of `38…` or `48…`: with colons in one group, with semicolons over several.
fn extended<'p>(group: &[u16], rest: &mut impl Iterator<Item = &'p [u16]>) -> Option<Color> {
    if group.len() > 1 {
        return joined(&group[1..]);
    }
    let mut next = || rest.next().map(|value| value[0]);
    match next()? {
        5 => indexed(next()?),
        2 => rgb([next()?, next()?, next()?]),
        _ => None,
    }
}

/// `5:n`, `2:r:g:b`, or `2:colourspace:r:g:b` with anything after it.
fn joined(values: &[u16]) -> Option<Color> {
    match values {
        [5, index, ..] => indexed(*index),
        [2, r, g, b] | [2, _, r, g, b, ..] => rgb([*r, *g, *b]),
        _ => None,
    }
}

fn indexed(index: u16) -> Option<Color> {
    u8::try_from(index).ok().map(Color::Indexed)
}

fn rgb(values: [u16; 3]) -> Option<Color> {
    let [r, g, b] = values.map(u8::try_from);
    Some(Color::Rgb(r.ok()?, g.ok()?, b.ok()?))
}

#[cfg(test)]
mod tests {
    use super::{Codes, apply, apply_short};
    use crate::screen::{Attrs, Color, Style};

    fn styled(codes: &str) -> Style {
        let mut style = Style::default();
        apply(Codes::read(codes.as_bytes()).groups(), &mut style);
        style
    }

    #[test]
    fn colors_in_every_form() {
        assert_eq!(styled("31").fg, Color::Indexed(1));
        assert_eq!(styled("97").fg, Color::Indexed(15));
        assert_eq!(styled("107").bg, Color::Indexed(15));
        for form in ["38;5;208", "38:5:208"] {
            assert_eq!(styled(form).fg, Color::Indexed(208), "{form}");
        }
        for form in ["48;2;1;2;3", "48:2:1:2:3", "48:2::1:2:3", "48:2:0:1:2:3:9"] {
            assert_eq!(styled(form).bg, Color::Rgb(1, 2, 3), "{form}");
        }
    }

    #[test]
    fn an_underline_color_leaves_no_other_mark() {
        assert!(styled("58;5;1").is_plain());
        assert!(styled("58:2::1:2:3").is_plain());
        let style = styled("58;2;1;4;7;1");
        assert!(style.bold() && !style.inverse());
    }

    #[test]
    fn reset_forms() {
        assert!(styled("1;31;").is_plain());
        assert!(styled("1;").is_plain());
        assert!(styled("4:3;4:0").is_plain());
        assert!(styled("4:3").attrs.contains(Attrs::UNDERLINE));
        assert!(styled("1;2;22").is_plain());
    }

    #[test]
    fn values_out_of_range_change_nothing() {
        assert!(styled("38;5;256").is_plain());
        assert!(styled("38;2;1;2").is_plain());
        assert!(styled("38;5").is_plain());
        assert!(styled("38").is_plain());
        assert!(styled("99999999999").is_plain());
    }

    #[test]
    fn the_short_way_reads_the_same() {
        let codes = [
            "",
            "0",
            "0;2",
            "1;31",
            "38;5;208",
            "48;2;1;2;3;1",
            "48;2;1;2;3",
            "38;2;1;;3",
            "48;5;",
            "38;5;256",
            "1;31;",
            "38;5",
            "38;2;1",
            "999;7",
            "038;05;7;;1",
        ];
        for codes in codes {
            let mut style = Style::default();
            let text = format!("{codes}mrest");
            let length = apply_short(text.as_bytes(), &mut style);
            assert_eq!(length, Some(codes.len() + 1), "{codes}");
            assert_eq!(style, styled(codes), "{codes}");
        }
        for other in [
            "4:3m",
            "1;2",
            "?25h",
            "9999m",
            "1;2K",
            "1;1;1;1;1;1;1;1;1;1;1;1;1m",
        ] {
            let mut style = Style::default();
            assert_eq!(apply_short(other.as_bytes(), &mut style), None, "{other}");
            assert!(style.is_plain(), "{other}");
        }
    }

    #[test]
    fn codes_past_the_limit_are_ignored() {
        let many = "1;".repeat(40) + "3";
        let style = styled(&many);
        assert!(style.bold() && !style.italic());
    }
}
