//! Lines and blocks that are drawn: rules, edges of boxes, pictures. They are the longest rows, so that they are compared by
//! bytes.

/// What counts as drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strokes {
    /// Lines and corners: U+2500 to U+257F.
    Lines,
    /// Blocks, too: up to U+259F.
    Blocks,
}

/// Whether a text is one stroke again and again: compared with itself, a stroke further on.
pub(crate) fn is_made_of(text: &str, stroke: char) -> bool {
    let (mut bytes, text) = ([0; 4], text.as_bytes());
    let stroke = stroke.encode_utf8(&mut bytes).as_bytes();
    let behind = text.strip_prefix(stroke);
    behind.is_some_and(|behind| *behind == text[..behind.len()])
}

/// Whether a text holds nothing but strokes and spaces, and one stroke at least. Most texts begin with something else.
#[inline]
pub(crate) fn is_drawn(text: &str, strokes: Strokes) -> bool {
    let first = text.bytes().find(|byte| *byte != b' ');
    first == Some(0xe2) && is_all_drawn(text.as_bytes(), strokes)
}

fn is_all_drawn(text: &[u8], strokes: Strokes) -> bool {
    let mut rest = text;
    loop {
        // The edges of a box are long, and so are its blanks.
        rest = match rest {
            [] => return true,
            [b' ', after @ ..] => rest.strip_prefix(&[b' '; 16]).unwrap_or(after),
            [0xe2, 0x94 | 0x95, _, after @ ..] => {
                let dashes = "────────".as_bytes();
                rest.strip_prefix(dashes).unwrap_or(after)
            }
            [0xe2, 0x96, ..=0x9f, after @ ..] if strokes == Strokes::Blocks => after,
            _ => return false,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{Strokes, is_drawn, is_made_of};

    #[test]
    fn drawn_by_bytes_is_drawn_by_characters() {
        for (strokes, last) in [(Strokes::Lines, '\u{257f}'), (Strokes::Blocks, '\u{259f}')] {
            for character in ('\u{21}'..'\u{3000}').chain(['\u{1f590}']) {
                let drawn = ('\u{2500}'..=last).contains(&character);
                assert_eq!(
                    is_drawn(&format!(" {character} "), strokes),
                    drawn,
                    "{character:?}"
                );
            }
            assert!(is_drawn("╭──╮", strokes) && !is_drawn("── a", strokes));
            assert!(!is_drawn("  ", strokes) && !is_drawn("", strokes));
        }
    }

    #[test]
    fn a_rule_may_have_any_length() {
        for count in [1, 8, 511, 512, 513, 2000] {
            let rule = "─".repeat(count);
            assert!(is_made_of(&rule, '─'), "{count}");
            assert!(!is_made_of(&(rule + "-"), '─'), "{count}");
        }
        assert!(!is_made_of("", '─') && !is_made_of("━", '─') && is_made_of("▔▔", '▔'));
    }
}
