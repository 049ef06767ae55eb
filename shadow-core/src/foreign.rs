//! What is plainly not a CLI's surface: shell prompts and full-screen editors. Neutral to
//! providers; a projector asks after it has found nothing of its own.

use crate::screen::{Needle, Row, Screen};

/// Whether a row is a shell prompt, with or without a command typed behind it: one of the marks with which
/// shells end theirs (`$`, `#`, `%`, `❯`) that follows a user, host or path at the row's beginning.
#[must_use]
pub fn is_shell_prompt(row: Row<'_>) -> bool {
    let text = row.text();
    if !row.is_flush() {
        return false;
    }
    let signs = memchr::memchr3_iter(b'$', b'#', b'%', text.as_bytes());
    let sign = { signs }.find(|at| ends_word(&text[at + 1..]));
    let chevron = chevron(text);
    let Some(at) = sign.into_iter().chain(chevron).min() else {
        return false;
    };
    let head = text[..at].trim_end();
    if chevron == Some(at) && head.is_empty() {
        return false;
    }
    head.is_empty() || is_prompt_head(head)
}

/// Where the first chevron stands that ends a word.
fn chevron(text: &str) -> Option<usize> {
    const CHEVRON: Needle = Needle::new("❯");
    let mut from = 0;
    while let Some(at) = CHEVRON.find(&text[from..]) {
        from += at + '❯'.len_utf8();
        if ends_word(&text[from..]) {
            return Some(from - '❯'.len_utf8());
        }
    }
    None
}

/// Whether what follows a mark leaves it a word's end.
fn ends_word(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(' ')
}

/// `user@host:path`, `~/path`, `/path`, `bash-5.2`, `[user@host dir]`, `(venv) …`.
fn is_prompt_head(head: &str) -> bool {
    let mut words = head.split(' ');
    words.clone().count() <= 4
        && words.any(|word| {
            word.contains('@')
                || word.starts_with(['~', '/'])
                || ["bash-", "sh-", "zsh-"]
                    .iter()
                    .any(|shell| word.starts_with(shell))
                || word.ends_with(']')
        })
}

/// Whether the screen is a full-screen editor's: rows of `~` past the file's end, as vi shows them.
#[must_use]
pub fn is_editor(screen: &Screen) -> bool {
    let tildes = screen.rows().filter(|row| row.text() == "~").count();
    tildes >= 3 && tildes * 2 > screen.height()
}

#[cfg(test)]
mod tests {
    use super::{is_editor, is_shell_prompt};
    use crate::screen::Screen;
    use crate::snapshot::Channels;

    fn screen(text: &str) -> Screen {
        Screen::from_capture(text.as_bytes(), &Channels::default())
    }

    #[test]
    fn shell_prompts() {
        for prompt in [
            "$",
            "# ",
            "dev@devbox:~/project$ ls",
            "~/project % make",
            "bash-5.2# exit",
        ] {
            assert!(is_shell_prompt(screen(prompt).row(0)), "{prompt}");
        }
        for other in [
            "  $ ls",
            "❯ Try this",
            "costs 5 $ a month",
            "100% done",
            "# A heading of five words in it",
        ] {
            let expected = other.starts_with("# ");
            assert_eq!(is_shell_prompt(screen(other).row(0)), expected, "{other}");
        }
    }

    #[test]
    fn editors() {
        assert!(is_editor(&screen("text\n~\n~\n~\n~\n\"file\" 1L")));
        assert!(!is_editor(&screen("text\n~\nmore")));
    }
}
