//! Where a text may be broken that is no run of plain letters: which characters begin or end no row, and which scripts set
//! no blanks between words (Unicode's rules of line breaking, as far as the CLIs' wraps follow them).

use shadow_core::screen::char_width;

/// Closing marks, small kana and signs that go on what is before them.
const NEVER_FIRST: &str = "、。，．・：；？！゛゜ヽヾゝゞ々ー）］｝〉》」』】〕〗〙〟”’…‥〜ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ％";

/// Opening marks.
const NEVER_LAST: &str = "（［｛〈《「『【〔〖〘〝“‘";

/// How a break between two characters can have come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    /// Only at a blank.
    Blank,
    /// Between the two: their script sets no blanks.
    Nothing,
    /// One or the other.
    Either,
}

/// How a break can have come about between the last character of a row and the first of the next, where a wrap may come
/// between characters of two columns.
pub(super) fn between(last: char, first: char) -> Between {
    if last.is_ascii() && first.is_ascii() {
        return Between::Blank;
    }
    if NEVER_FIRST.contains(first) || NEVER_LAST.contains(last) {
        return Between::Blank;
    }
    match (char_width(last) == 2, char_width(first) == 2) {
        (false, false) => Between::Blank,
        (true, true) if !is_hangul(last) && !is_hangul(first) => Between::Nothing,
        _ => Between::Either,
    }
}

/// Korean sets blanks between words, and may be broken within one.
const fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}')
}

/// The beginning of a word that is not broken: up to a hyphen or a slash, or to where a wide character lets a break come.
pub(super) fn piece(word: &str) -> &str {
    let mut letters = word.char_indices();
    let Some((_, mut last)) = letters.next() else {
        return word;
    };
    for (at, letter) in letters {
        if matches!(last, '-' | '/') || between(last, letter) != Between::Blank {
            return &word[..at];
        }
        // What is drawn over or joined to the letter before it changes nothing.
        if char_width(letter) > 0 {
            last = letter;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::{Between, between, piece};

    #[test]
    fn a_mark_that_may_not_begin_a_row_takes_the_letter_before_it_along() {
        assert_eq!(piece("者。他は"), "者。");
        assert_eq!(piece("「者」は"), "「者」");
        assert_eq!(piece("中文"), "中");
        assert_eq!(piece("abc中文"), "abc");
        assert_eq!(piece("well-known"), "well-");
        assert_eq!(piece("word"), "word");
    }

    #[test]
    fn blanks_are_sure_only_in_scripts_that_set_them() {
        assert_eq!(between('中', '文'), Between::Nothing);
        assert_eq!(between('문', '장'), Between::Either);
        assert_eq!(between('用', 'c'), Between::Either);
        assert_eq!(between('a', 'b'), Between::Blank);
        assert_eq!(between('文', '。'), Between::Blank);
    }
}
