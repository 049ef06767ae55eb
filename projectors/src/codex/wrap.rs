//! Soft wraps: whether a row goes on the one above it, and whether the wrap cut a word. Which rows may belong together
//! is for whoever reads them to say.

use shadow_core::screen::{Screen, char_width, str_width};

use super::shape::numbered;

/// Columns at the right edge that dialogs may leave free (0.98 leaves two, 0.169 none).
pub(super) const EDGE: usize = 2;
/// Columns at the right edge that a question in its frame leaves free (0.110).
pub(super) const FRAME_EDGE: usize = 4;

/// Whether a row goes on the one above in `cols` columns: that had no room for this one's first word.
///
/// `row` is the row above as it stands, `before` the same without its margin.
pub(super) fn continues(cols: usize, row: &str, before: &str, line: &str) -> bool {
    let body = line.trim_start();
    if body.is_empty() || before.trim().is_empty() || is_item(body) {
        return false;
    }
    let width = str_width(row);
    let word = body.split(' ').next().unwrap_or(body);
    if is_hyphenated(before) || is_path(before, word) {
        return width + str_width(piece(word)) > cols.saturating_sub(1);
    }
    width + 1 + str_width(word) > cols.saturating_sub(1)
}

/// What of a word a wrap keeps together.
fn piece(word: &str) -> &str {
    word.split_inclusive(['-', '/']).next().unwrap_or(word)
}

/// Whether the wrap cut a word: the row above ends in a character that a wrap after it keeps.
pub(super) fn is_cut(before: &str, line: &str) -> bool {
    let wide = |c: char| char_width(c) == 2;
    let last = before.chars().next_back();
    let body = line.trim_start();
    let first = body.chars().next();
    let word = body.split(' ').next().unwrap_or(body);
    last.is_some_and(wide) && first.is_some_and(wide)
        || is_hyphenated(before)
        || is_path(before, word)
}

/// Whether a row ends in a hyphen inside a word, after which a wrap may come.
fn is_hyphenated(before: &str) -> bool {
    before
        .strip_suffix('-')
        .is_some_and(|head| head.ends_with(char::is_alphanumeric))
}

/// Whether a row ends in a slash that a path goes on, after which a wrap may come, but before no digit (0.169). What is no
/// more than a word may stand behind a blank.
fn is_path(before: &str, word: &str) -> bool {
    let number = word.starts_with(|c: char| c.is_ascii_digit());
    let name = word.trim_end_matches(['.', ',', ':']);
    before.ends_with('/') && !number && name.contains(['/', '.'])
}

fn is_item(body: &str) -> bool {
    body.starts_with("- ")
        || body.starts_with("• ")
        || body.starts_with("* ")
        || numbered(body).is_some()
}

/// Whether a dialog's row had no room for the first word of a text, which then goes on it; `edge` columns may be free.
pub(super) fn is_full(screen: &Screen, row: usize, next: &str, edge: usize) -> bool {
    let word = next.split(' ').next().map_or(0, str_width);
    screen.row(row).width() + 1 + word + edge > screen.width()
}

/// Whether a dialog's row had no room for what of a text a wrap keeps together, and the wrap came inside a word: a word
/// that takes the whole row is cut there.
pub(super) fn cuts(screen: &Screen, row: usize, body: &str, next: &str) -> bool {
    let piece = piece(next.split(' ').next().unwrap_or(next));
    let full = screen.row(row).width() + str_width(piece) + EDGE > screen.width();
    is_cut_word(screen, row, body) || full && is_cut(body, next)
}

/// Whether a dialog's row is one word that takes the whole row: it was cut there and goes on in the next row.
fn is_cut_word(screen: &Screen, row: usize, body: &str) -> bool {
    !body.contains(' ') && screen.row(row).width() + EDGE >= screen.width()
}

/// What stands between two rows of a dialog's text of which the second goes on the first: nothing where the wrap cut a
/// word.
pub(super) fn joint(screen: &Screen, row: usize, body: &str, next: &str) -> &'static str {
    match is_cut_word(screen, row, body) || is_cut(body, next) {
        true => "",
        false => " ",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shadow_core::Channels;

    #[test]
    fn a_word_as_wide_as_the_pane_is_cut() {
        let text = "  abcdefghijklmnopqr\n  st and more\n  a words here and a";
        let channels = Channels {
            cols: Some(20),
            ..Channels::default()
        };
        let screen = Screen::from_capture(text.as_bytes(), &channels);
        assert_eq!(joint(&screen, 0, "abcdefghijklmnopqr", "st and more"), "");
        assert!(is_full(&screen, 2, "bc", EDGE));
        assert_eq!(joint(&screen, 2, "a words here and a", "bc"), " ");
        assert!(!is_full(&screen, 1, "bc", EDGE));
    }

    #[test]
    fn a_path_goes_on_behind_its_slash() {
        assert!(is_cut("touch /", "home/user/made.txt`"));
        assert!(is_cut("touch /home/user/", "made.txt` (p)"));
        assert!(!is_cut("either /", "or"));
        assert!(!is_cut("the rows in src/", "hold."));
        assert!(!is_cut("page 3/", "4.5"));
        assert!(continues(
            20,
            "  look at src/codex/",
            "look at src/codex/",
            "wrap.rs"
        ));
    }
}
