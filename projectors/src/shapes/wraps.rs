//! Soft wraps: whether a row goes on the one above it, which had no room for its first word, and what stood between the two.
//! Which rows may belong together, and how many columns they may take, is for whoever reads them to say.

use shadow_core::screen::{Screen, char_width, str_width};
use shadow_core::surface::RowSpan;

use super::breaks::{self, Between};

/// Where a CLI breaks a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Breaks {
    /// At spaces; a word that is longer than a row begins behind what is in one, and is cut at its end.
    Spaces,
    /// Behind hyphens, behind the slash of a path and between characters of two columns, too; a word that is longer than a
    /// row has rows of its own.
    Hyphens,
}

/// How a text is wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wrap {
    /// Columns that a row may take.
    pub room: usize,
    breaks: Breaks,
}

/// A row that another may go on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Above<'s> {
    /// Its text, without its margin.
    pub text: &'s str,
    /// Columns that it takes, with its margin.
    pub used: usize,
}

impl<'s> Above<'s> {
    /// A row without a margin.
    pub fn bare(text: &'s str) -> Self {
        let used = str_width(text);
        Self { text, used }
    }
}

impl Wrap {
    /// As Claude Code wraps within so many columns.
    pub const fn at_spaces(room: usize) -> Self {
        let breaks = Breaks::Spaces;
        Self { room, breaks }
    }

    /// As Codex wraps within so many columns.
    pub const fn at_hyphens(room: usize) -> Self {
        let breaks = Breaks::Hyphens;
        Self { room, breaks }
    }

    /// Whether a row had no room for what the next one begins with, its margin aside.
    pub fn is_full(self, above: Above<'_>, next: &str) -> bool {
        let word = first_word(next);
        // Most rows have room enough for a word and a space.
        let room = above.used + 1 + str_width(word) <= self.room;
        if room || word.is_empty() || above.text.trim().is_empty() {
            return false;
        }
        if self.breaks == Breaks::Spaces {
            return true;
        }
        let piece = str_width(breaks::piece(word));
        match self.break_between(above.text, word) {
            Between::Blank => {
                let wide = word
                    .chars()
                    .next()
                    .is_some_and(|first| char_width(first) == 2);
                !wide || above.used + 1 + piece > self.room
            }
            Between::Nothing => above.used + piece > self.room,
            // Where the piece would have had room without a blank, there was one.
            Between::Either => {
                above.used + piece <= self.room && above.used + 1 + piece > self.room
            }
        }
    }

    /// The same of the rows below, of which the first goes on the row above or does not: a word too long for any row begins
    /// in what that row has left, but where its end would be longer than that. `next` is the first of them, and `rows` are all,
    /// each without its margin.
    pub fn is_full_over<'a>(
        self,
        above: Above<'_>,
        next: &str,
        mut rows: impl Iterator<Item = Above<'a>>,
    ) -> bool {
        if !self.is_full(above, next) || self.breaks == Breaks::Hyphens {
            return self.is_full(above, next);
        }
        let Some(next) = rows.next() else {
            return true;
        };
        let unit = next.text.chars().next().map_or(1, char_width).max(1);
        let goes_on = |row: Above<'_>| {
            row.used + unit > self.room && first_word(row.text).len() == row.text.len()
        };
        let mut length = str_width(first_word(next.text));
        let room = self.room.saturating_sub(next.used - str_width(next.text)) / unit * unit;
        let mut last = next;
        while goes_on(last)
            && let Some(row) = rows.next()
        {
            length += str_width(first_word(row.text));
            last = row;
        }
        let left = self.room.saturating_sub(above.used + 1);
        length <= room || room == 0 || (length - 1) % room >= left
    }

    /// What stood between two rows of which the second goes on the first: nothing where the wrap cut a word.
    pub fn gap(self, above: Above<'_>, next: &str) -> &'static str {
        let word = first_word(next);
        let unbroken = match self.breaks {
            Breaks::Hyphens => self.break_between(above.text, word) == Between::Nothing,
            Breaks::Spaces => false,
        };
        match unbroken || self.cuts_word(above, word) {
            true => "",
            false => " ",
        }
    }

    /// The same of a row that had no room for what the next one begins with.
    pub fn joint(self, above: Above<'_>, next: &str) -> Option<&'static str> {
        self.is_full(above, next).then(|| self.gap(above, next))
    }

    /// The same of a draft, whose own line ends are where no wrap is proven.
    pub fn between(self, above: &str, next: &str) -> &'static str {
        self.joint(Above::bare(above), next).unwrap_or("\n")
    }

    /// Whether a row is so full that a word too long for any row was cut at its end, and goes on with `word`.
    pub fn cuts_word(self, above: Above<'_>, word: &str) -> bool {
        // A wide character may leave the last column free.
        let first = word.chars().next().map_or(1, char_width).max(1);
        if above.used + first <= self.room {
            return false;
        }
        let before = above.text.rsplit(' ').next().unwrap_or_default();
        match self.breaks {
            Breaks::Spaces => {
                let margin = above.used.saturating_sub(str_width(above.text));
                margin + str_width(before) + str_width(word) > self.room
            }
            Breaks::Hyphens => before.len() == above.text.len(),
        }
    }

    /// How a break between a row and a word can have come about: behind a hyphen or the slash of a path it takes no blank away.
    fn break_between(self, above: &str, word: &str) -> Between {
        if is_hyphenated(above) || is_path(above, word) {
            return Between::Nothing;
        }
        match (above.chars().next_back(), word.chars().next()) {
            (Some(last), Some(first)) => breaks::between(last, first),
            _ => Between::Blank,
        }
    }
}

/// A row that goes on a quotation, without the marks that stand before each of its rows: as many as before the row above.
pub(crate) fn unquoted<'s>(above: &str, next: &'s str, mark: &str) -> &'s str {
    if !next.starts_with(mark) {
        return next;
    }
    let (mut above, mut rest) = (above.trim_start(), next);
    while let (Some(inner), Some(quoted)) = (above.strip_prefix(mark), rest.strip_prefix(mark)) {
        (above, rest) = (inner, quoted);
    }
    rest
}

fn first_word(text: &str) -> &str {
    let end = text.bytes().position(|byte| byte == b' ');
    &text[..end.unwrap_or(text.len())]
}

/// Whether a text ends in a hyphen inside a word, after which a wrap may come.
fn is_hyphenated(text: &str) -> bool {
    text.strip_suffix('-')
        .is_some_and(|head| head.ends_with(char::is_alphanumeric))
}

/// Whether a text ends in a slash that a path goes on, after which a wrap may come, but before no digit (Codex 0.169). What
/// is no more than a word may be behind a blank.
fn is_path(text: &str, word: &str) -> bool {
    let number = word.starts_with(|c: char| c.is_ascii_digit());
    let name = word.trim_end_matches(['.', ',', ':']);
    text.ends_with('/') && !number && name.contains(['/', '.'])
}

/// Rows as one text, with what stood between each two of them.
pub(crate) fn joined<'s, R: Copy>(
    rows: impl IntoIterator<Item = R>,
    text: impl Fn(R) -> &'s str,
    between: impl Fn(R, R) -> &'static str,
) -> String {
    let mut whole = String::new();
    let mut above = None;
    for row in rows {
        if let Some(above) = above.replace(row) {
            whole.push_str(between(above, row));
        }
        whole.push_str(text(row));
    }
    whole
}

/// Goes on a text with another row of it, behind a space.
pub(crate) fn go_on(text: &mut String, row: &str) {
    if !text.is_empty() {
        text.push(' ');
    }
    text.push_str(row);
}

/// Room for the words of some rows: a look takes no memory.
pub(crate) struct Words([u8; 1024]);

impl Default for Words {
    fn default() -> Self {
        Self([0; 1024])
    }
}

impl Words {
    /// The words of rows, a space between two, as far as there is room for whole rows.
    pub(crate) fn of(&mut self, screen: &Screen, rows: RowSpan) -> &str {
        let Self(words) = self;
        let mut end = 0;
        for index in rows.indices() {
            let row = screen.row(index).trimmed().as_bytes();
            let Some(room) = words.get_mut(end..end + row.len() + 1) else {
                break;
            };
            room[..row.len()].copy_from_slice(row);
            room[row.len()] = b' ';
            end += room.len();
        }
        let words = str::from_utf8(&words[..end]).unwrap_or_default();
        words.trim_end_matches(' ')
    }
}

#[cfg(test)]
mod tests {
    use super::{Above, Wrap, go_on, joined};

    fn draft(wrap: Wrap, rows: &[&'static str]) -> String {
        joined(rows, |row| row, |above, row| wrap.between(above, row))
    }

    #[test]
    fn a_row_goes_on_where_its_first_word_had_no_room() {
        for wrap in [Wrap::at_spaces(12), Wrap::at_hyphens(12)] {
            assert_eq!(draft(wrap, &["look at the", "tests"]), "look at the tests");
            assert_eq!(
                draft(wrap, &["look at", "the", "tests"]),
                "look at\nthe\ntests"
            );
            assert_eq!(
                draft(wrap, &["look at the", "", "tests"]),
                "look at the\n\ntests"
            );
            assert_eq!(
                draft(wrap, &["look at the", "  tests"]),
                "look at the\n  tests"
            );
        }
        assert_eq!(draft(Wrap::at_hyphens(usize::MAX), &["a", "b"]), "a\nb");
    }

    #[test]
    fn rows_may_be_one_line() {
        let mut text = String::new();
        ["look at", "the tests"]
            .iter()
            .for_each(|row| go_on(&mut text, row));
        assert_eq!(text, "look at the tests");
    }

    #[test]
    fn a_word_longer_than_a_row_is_cut() {
        let (alone, behind) = (["see", "abcdefghijkl", "mno"], ["see abcdefgh", "ijklmno"]);
        assert_eq!(draft(Wrap::at_hyphens(12), &alone), "see abcdefghijklmno");
        assert_eq!(draft(Wrap::at_spaces(12), &behind), "see abcdefghijklmno");
        assert_eq!(draft(Wrap::at_hyphens(12), &behind), "see abcdefgh ijklmno");
        let (text, used) = ("abcdefghij", 12);
        assert!(Wrap::at_hyphens(12).cuts_word(Above { text, used }, "k"));
        assert!(!Wrap::at_hyphens(13).cuts_word(Above { text, used }, "k"));
    }

    #[test]
    fn a_path_goes_on_behind_its_slash() {
        let gap = |text, next| Wrap::at_hyphens(12).gap(Above::bare(text), next);
        assert_eq!(gap("touch /", "home/user/made.txt`"), "");
        assert_eq!(gap("home/user/", "made.txt` (p)"), "");
        assert_eq!(gap("either /", "or"), " ");
        assert_eq!(gap("in src/", "hold."), " ");
        assert_eq!(gap("page 3/", "4.5"), " ");
        assert_eq!(
            draft(Wrap::at_hyphens(12), &["in src/codex/", "wrap.rs"]),
            "in src/codex/wrap.rs"
        );
    }

    #[test]
    fn codex_breaks_behind_hyphens_and_wide_characters() {
        let rows = ["a well-", "known-to-all word"];
        assert_eq!(
            draft(Wrap::at_hyphens(12), &rows),
            "a well-known-to-all word"
        );
        assert_eq!(
            draft(Wrap::at_hyphens(13), &rows),
            "a well-\nknown-to-all word"
        );
        assert_eq!(
            draft(Wrap::at_spaces(12), &rows),
            "a well- known-to-all word"
        );
        assert_eq!(draft(Wrap::at_hyphens(5), &["再见", "再见"]), "再见再见");
        assert_eq!(draft(Wrap::at_hyphens(6), &["再见", "再见"]), "再见\n再见");
    }
}
