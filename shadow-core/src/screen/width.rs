//! Display width of characters, behind one function so that it can be held to tmux's widths.

use unicode_width::UnicodeWidthChar;

use super::first::{Unprintable, first};

/// Columns that a character takes: 0, 1 or 2. Control characters take 0.
#[must_use]
#[inline]
pub fn char_width(character: char) -> usize {
    match character {
        ' '..='~' | '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{ff}' => 1,
        // Dashes, quotes, arrows, lines, blocks, shapes, stars, marks and braille: what interfaces are drawn with.
        '\u{2010}'..='\u{2027}' | '\u{2190}'..='\u{2199}' | '\u{232b}'..='\u{23e8}' => 1,
        '\u{2500}'..='\u{25fc}' | '\u{2729}'..='\u{274b}' | '\u{2758}'..='\u{2794}' => 1,
        '\u{2801}'..='\u{28ff}' => 1,
        other => looked_up(other),
    }
}

/// The width by the tables.
fn looked_up(character: char) -> usize {
    if character.is_ascii() {
        return 0;
    }
    match character {
        // Where tmux differs (seen: 3.3a): soft hyphen and Hangul filler, signs that are wide since
        // Unicode 16, Hangul tone marks.
        '\u{ad}' | '\u{ffa0}' | '\u{2630}'..='\u{2637}' | '\u{268a}'..='\u{268f}' => 1,
        '\u{302e}' | '\u{302f}' => 2,
        other => other.width().unwrap_or(0),
    }
}

/// Joins the character behind it to the one before it: a family is drawn as one sign.
const JOINER: char = '\u{200d}';

/// Columns and bytes of the character that a text begins with; a joiner behind something has with it what it joins: the next
/// character, where that is none of ASCII. It takes no column of its own in tmux 3.3a, whatever it is; programs reckon so for
/// pictographs alone.
pub(super) fn advance(text: &str, column: usize) -> (usize, usize) {
    let mut characters = text.chars();
    let first = characters.next().unwrap_or_default();
    let mut bytes = first.len_utf8();
    let mut before = first;
    while before == JOINER
        && column > 0
        && let Some(next) = characters.next().filter(|next| !next.is_ascii())
    {
        bytes += next.len_utf8();
        before = next;
    }
    (char_width(first), bytes)
}

/// Whether a character joins a text that ends with a joiner.
pub(super) fn joins(text: &str, next: char) -> bool {
    !next.is_ascii() && text.ends_with(JOINER)
}

/// How many characters of ASCII with a column each these bytes begin with.
pub(super) fn printable(bytes: &[u8]) -> usize {
    first(Unprintable, bytes).unwrap_or(bytes.len())
}

/// Eight lines of box drawing.
const RULE: [u8; 24] = *b"\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80\xe2\x94\x80";

/// The column behind a tab in one.
#[inline]
pub(super) const fn to_tab_stop(column: usize) -> usize {
    (column / 8 + 1) * 8
}

/// Columns that a string takes; a tab counts to the next multiple of 8, and what U+200D joins takes none.
///
/// Lines of box drawing are counted without being decoded, and what is ASCII, many bytes at a time.
#[must_use]
pub fn str_width(text: &str) -> usize {
    let (mut column, mut at) = (0, 0);
    while let Some(&byte) = text.as_bytes().get(at) {
        match (byte, text.as_bytes().get(at + 1)) {
            (0x20..0x7f, _) => {
                let width = printable(&text.as_bytes()[at..]);
                (column, at) = (column + width, at + width);
            }
            // U+2500 to U+257F.
            (0xe2, Some(0x94 | 0x95)) => {
                let (parts, _) = text.as_bytes()[at..].as_chunks();
                let rule = parts.iter().take_while(|part| **part == RULE).count();
                let drawn = (rule * 8).max(1);
                (column, at) = (column + drawn, at + drawn * 3);
            }
            (b'\t', _) => (column, at) = (to_tab_stop(column), at + 1),
            _ => {
                let (width, bytes) = advance(&text[at..], column);
                (column, at) = (column + width, at + bytes);
            }
        }
    }
    column
}

#[cfg(test)]
mod tests {
    use super::{char_width, looked_up, str_width};

    #[test]
    fn widths_of_texts_are_those_of_their_characters() {
        let text = "a─│╿▀▟é   中        123456789 \u{301}\u{7f}\u{94}✻…\u{a0}~ ";
        let sum = text.chars().map(char_width).sum::<usize>();
        assert_eq!(str_width(text), sum);
        assert_eq!(str_width("─\t─"), 9);
        for count in 0..20 {
            let rule = "─".repeat(count);
            assert_eq!(str_width(&(rule.clone() + "a")), count + 1);
            assert_eq!(str_width(&("╭".to_owned() + &rule)), count + 1);
        }
    }

    #[test]
    fn what_is_joined_takes_no_column() {
        let family = "👨\u{200d}👩\u{200d}👧";
        assert_eq!(str_width(&format!("{family} a{family}")), 6);
        assert_eq!(str_width("a\u{200d}b👩\u{200d}\u{200d}👩 ❤\u{200d}🔥"), 6);
        assert_eq!(str_width("\u{200d}👩"), 2);
    }

    #[test]
    fn the_short_way_is_the_tables_way() {
        for character in ('\u{80}'..=char::MAX).chain('\0'..' ') {
            let found = (char_width(character), looked_up(character));
            assert_eq!(found.0, found.1, "{character:?}");
        }
        assert!((' '..='~').all(|character| char_width(character) == 1));
    }
}
