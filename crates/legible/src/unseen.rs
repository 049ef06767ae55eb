//! Finds characters that act on a terminal or cannot be seen, and shows them by name.

use std::borrow::Cow;

/// Whether a character acts on a terminal or cannot be seen: control characters (C0, DEL, C1), marks of
/// direction, line and paragraph separators, annotation marks, noncharacters, and whatever Unicode lets a
/// program ignore (`Default_Ignorable_Code_Point`: zero width, fillers, variation selectors, tags).
#[must_use]
pub fn is_unseen(character: char) -> bool {
    character.is_control() || character >= '\u{ad}' && is_unseen_beyond_latin(character)
}

fn is_unseen_beyond_latin(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{fdd0}'..='\u{fdef}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{fffe}'..='\u{ffff}'
            | '\u{13441}'..='\u{13442}'
            | '\u{16fe4}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The first bytes of the characters that [`is_unseen`] may mean, in UTF-8.
const LEADS: [bool; 256] = {
    let mut leads = [false; 256];
    let mut byte = 0;
    while byte < ' ' as usize {
        leads[byte] = true;
        byte += 1;
    }
    let others = [0x7f, 0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3];
    let mut index = 0;
    while index < others.len() {
        leads[others[index] as usize] = true;
        index += 1;
    }
    leads
};

/// The characters of a text that [`is_unseen`] means, with their positions. Only what may begin one is looked at as
/// a character: screens are long and such characters rare.
pub fn unseen(text: &str) -> impl Iterator<Item = (usize, char)> {
    unseen_in(text.as_bytes())
}

/// The unseen characters of a text in bytes. Bytes that are not UTF-8 are skipped.
pub fn unseen_in(bytes: &[u8]) -> impl Iterator<Item = (usize, char)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            at += plain(&bytes[at.min(bytes.len())..]);
            let start = at;
            match *bytes.get(at)? {
                // Frames and marks begin with the same byte as zero-width characters, and go on otherwise: screens are
                // full of them, and they have three bytes.
                0xe2 if !matches!(bytes.get(at + 1), Some(0x80 | 0x81 | 0xa0)) => at += 3,
                byte if !LEADS[byte as usize] => at += 1,
                _ => {
                    let character = first(&bytes[start..]);
                    at += character.map_or(1, char::len_utf8);
                    if let Some(found) = character.filter(|c| is_unseen(*c)) {
                        return Some((start, found));
                    }
                }
            }
        }
    })
}

/// The character at the beginning, where there is one.
fn first(bytes: &[u8]) -> Option<char> {
    let length = match bytes.first()? {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    let text = std::str::from_utf8(bytes.get(..length)?).ok()?;
    text.chars().next()
}

/// How many bytes at the beginning are printable ASCII: many are asked at once, the last ones one by one.
fn plain(bytes: &[u8]) -> usize {
    const BLOCK: usize = 32;
    let is_plain = |&byte: &u8| matches!(byte, b' '..0x7f);
    if !bytes.first().is_some_and(is_plain) {
        return 0;
    }
    let of_block = |block: &&[u8]| block.iter().fold(true, |all, byte| all & is_plain(byte));
    let whole = BLOCK * bytes.chunks_exact(BLOCK).take_while(of_block).count();
    let rest = &bytes[whole..];
    whole
        + rest
            .iter()
            .position(|byte| !is_plain(byte))
            .unwrap_or(rest.len())
}

/// A text in which every character that [`hidden`] finds is shown as `<U+202E>`.
#[must_use]
pub fn legible(text: &str) -> Cow<'_, str> {
    let mut shown = String::new();
    let mut done = 0;
    for (at, character) in hidden(text) {
        shown += &text[done..at];
        shown += &format!("<U+{:04X}>", u32::from(character));
        done = at + character.len_utf8();
    }
    match done {
        0 => Cow::Borrowed(text),
        _ => Cow::Owned(shown + &text[done..]),
    }
}

/// A text without the characters that [`hidden`] finds.
#[must_use]
pub fn without_hidden(text: &str) -> Cow<'_, str> {
    let mut plain = String::new();
    let mut done = 0;
    for (at, character) in hidden(text) {
        plain += &text[done..at];
        done = at + character.len_utf8();
    }
    match done {
        0 => Cow::Borrowed(text),
        _ => Cow::Owned(plain + &text[done..]),
    }
}

/// The unseen characters of a text, with their positions, but for those that belong to it: joiners between two
/// characters beyond ASCII, variation selectors behind one, and the selector of a keycap. In ASCII, of which
/// commands are made, none does.
pub fn hidden(text: &str) -> impl Iterator<Item = (usize, char)> {
    unseen(text).filter(move |&(at, character)| {
        let before = text[..at].chars().next_back();
        let after = text[at + character.len_utf8()..].chars().next();
        !belongs(before, character, after)
    })
}

fn belongs(before: Option<char>, character: char, after: Option<char>) -> bool {
    let seen = |c: Option<char>| c.is_some_and(|c| !c.is_ascii() && !is_unseen(c));
    // A heart in color and a woman are joined behind the heart's own selector.
    let selected = |c: Option<char>| c == Some('\u{fe0f}') || seen(c);
    match character {
        '\u{200c}' | '\u{200d}' => selected(before) && seen(after),
        '\u{fe0f}' if after == Some('\u{20e3}') => true,
        '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' => seen(before),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{hidden, is_unseen, legible, unseen, without_hidden};

    #[test]
    fn every_unseen_character_is_found_by_its_bytes() {
        let all: Vec<char> = ('\0'..=char::MAX).collect();
        let text: String = all.iter().flat_map(|&c| [c, 'x']).collect();
        let found: Vec<char> = unseen(&text).map(|(_, c)| c).collect();
        let meant: Vec<char> = all.into_iter().filter(|c| is_unseen(*c)).collect();
        assert_eq!(found, meant);
    }

    #[test]
    fn what_acts_or_hides_is_shown_as_what_it_is() {
        for (text, shown) in [
            ("a\u{1b}[2Jb", "a<U+001B>[2Jb"),
            ("\u{9b}x\u{7f}", "<U+009B>x<U+007F>"),
            (
                "echo ;rm -rf /\u{202e}all safe",
                "echo ;rm -rf /<U+202E>all safe",
            ),
            ("\u{200b}exit\u{feff}", "<U+200B>exit<U+FEFF>"),
            ("ex\u{ad}it\u{2060}\u{fe0f}", "ex<U+00AD>it<U+2060><U+FE0F>"),
            ("ls\u{e006c}", "ls<U+E006C>"),
            ("a\u{200d}b", "a<U+200D>b"),
            ("é\u{200d}b", "é<U+200D>b"),
            ("a\u{2066}b\u{2069}\u{61c}", "a<U+2066>b<U+2069><U+061C>"),
            ("\u{3164}\u{115f}", "<U+3164><U+115F>"),
            ("rm\u{2800}-rf \u{1d159}", "rm<U+2800>-rf <U+1D159>"),
        ] {
            assert_eq!(legible(text), shown);
        }
    }

    #[test]
    fn what_people_write_stays_as_it_is() {
        for text in [
            "",
            "plain",
            "日本語 é ❯ │ ─ ✻ ⏺",
            "❤\u{fe0f}",
            "👩\u{200d}❤\u{fe0f}\u{200d}👩",
            "👨\u{200d}👩\u{200d}👧",
            "1\u{fe0f}\u{20e3}",
            "می\u{200c}خواهم",
            "葛\u{e0100}",
        ] {
            assert_eq!(legible(text), text);
            assert_eq!(hidden(text).next(), None);
        }
    }

    #[test]
    fn what_is_left_out_leaves_the_rest() {
        assert_eq!(without_hidden("\u{200b}ex\u{ad}it\u{feff}"), "exit");
        assert_eq!(without_hidden("❤\u{fe0f}\u{202e}"), "❤\u{fe0f}");
    }

    #[test]
    fn nothing_unseen_is_ever_left_but_what_belongs() {
        for code in (0..0x11_0000)
            .filter_map(char::from_u32)
            .filter(|c| is_unseen(*c))
        {
            let text = format!("a{code}b");
            assert!(!legible(&text).contains(code), "{:04x}", u32::from(code));
        }
    }
}
