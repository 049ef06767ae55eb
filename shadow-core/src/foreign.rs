//! What is plainly not a CLI's surface: shell prompts, and programs that take the whole pane, by what their last rows
//! and the cursor are. Neutral to providers; a projector asks after it has found nothing of its own.

use crate::screen::{Needle, Row, Screen, Style};

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

/// The place of the first chevron that ends a word.
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

/// A shell's prompt in the midst of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PromptWithin {
    /// Its row.
    pub row: usize,
    /// Byte where it begins.
    pub first: usize,
    /// Byte behind its mark.
    pub end: usize,
}

impl PromptWithin {
    /// Its row up to it.
    #[must_use]
    pub fn before<'s>(&self, screen: &'s Screen) -> &'s str {
        &screen.row(self.row).text()[..self.first]
    }

    /// The text behind it in its row.
    #[must_use]
    pub fn behind<'s>(&self, screen: &'s Screen) -> &'s str {
        &screen.row(self.row).text()[self.end..]
    }

    /// Whether it names a folder by the last part of its path, as a shell does that waits where a CLI was started. None
    /// where the prompt has no path, or the folder is not known.
    #[must_use]
    pub fn stands_in(&self, screen: &Screen, folder: Option<&str>) -> Option<bool> {
        let path = self.path(screen)?;
        let last = |path: &str| {
            path.trim_end_matches('/')
                .rsplit('/')
                .next()
                .map(str::to_owned)
        };
        Some(last(path) == last(folder?.trim_end()))
    }

    /// Whether it names a folder in which another lies. Any other folder may be the same by another name, as a linked one
    /// is.
    #[must_use]
    pub fn stands_above(&self, screen: &Screen, folder: Option<&str>) -> bool {
        let path = self.path(screen).map(|path| path.trim_end_matches('/'));
        let both = path.zip(folder.map(str::trim_end));
        let below = both.and_then(|(path, folder)| folder.strip_prefix(path));
        below.is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
    }

    /// The path that it names: `~/project` of `user@box:~/project$`.
    fn path<'s>(&self, screen: &'s Screen) -> Option<&'s str> {
        let word = &screen.row(self.row).text()[self.first..self.end - 1];
        Some(word.split_once('@')?.1.split_once(':')?.1)
    }
}

/// The row in which a shell has said last what became of a job, where that job is stopped and nothing of its `own` stands
/// below: a program that goes on draws there, one that has ended says so. Bash's words and zsh's, in English; of another shell
/// nothing is known.
pub fn stopped_job(screen: &Screen, own: impl Fn(Row<'_>) -> bool) -> Option<usize> {
    let end = screen.height();
    let mut rows = screen.flush(0, end);
    let (row, said) = rows.rfind(|(_, row)| job(row.text()).is_some())?;
    let stopped = job(said.text()).is_some_and(|said| {
        let mut words = said.split_whitespace();
        words.any(|word| matches!(word, "Stopped" | "suspended"))
    });
    let goes_on = screen.flush(row + 1, end).any(|(_, row)| own(row));
    (stopped && !goes_on).then_some(row)
}

/// What a shell says of a job: `[1]+  Stopped   vi` (bash), `[1]  + suspended  vi` or `zsh: suspended  vi`.
fn job(row: &str) -> Option<&str> {
    if let Some(said) = row.strip_prefix("zsh: ") {
        return Some(said);
    }
    let (number, said) = row.strip_prefix('[')?.split_once(']')?;
    let number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (number && said.starts_with(['+', '-', ' '])).then_some(said)
}

/// The prompt at which a shell waits that printed it over what stood there: not at the margin, and with the cursor one
/// column behind it (`❯ user@box:~$`). A CLI that is killed leaves its cursor where its keys went, and so it is there that
/// the shell goes on. A caret that is drawn there is a program's own, and what stands before it a draft.
#[must_use]
pub fn prompt_over(screen: &Screen) -> Option<PromptWithin> {
    let (x, y) = screen.cursor()?;
    let row = screen.row(y);
    memchr::memchr3(b'$', b'#', b'%', row.text().as_bytes())?;
    let end = x.checked_sub(1)?;
    let (head, rest) = row.text().split_at(row.byte_at_column(end));
    let behind = rest.is_empty() || rest.starts_with(' ');
    let close = behind && row.column_at_byte(head.len()) == end;
    let caret = match rest {
        "" => row.margin_draws(Style::inverse),
        _ => row.style_at(row.byte_at_column(x)).inverse(),
    };
    let first = prompt_start(head).filter(|_| close && !caret)?;
    let end = head.len();
    Some(PromptWithin { row: y, first, end })
}

/// The first prompt of a shell that stands in a row behind something else, whatever follows it. Where no cursor is given,
/// a shell that goes on where a killed CLI's composer stood shows no more than a draft with a prompt in it would.
#[must_use]
pub fn prompt_within(screen: &Screen, row: usize) -> Option<PromptWithin> {
    let text = screen.row(row).text();
    let mut marks = memchr::memchr3_iter(b'$', b'#', b'%', text.as_bytes()).map(|at| at + 1);
    marks.find_map(|end| {
        let first = prompt_start(&text[..end]).filter(|_| ends_word(&text[end..]))?;
        Some(PromptWithin { row, first, end })
    })
}

/// Where the prompt begins in which a text ends, behind a blank or a frame.
fn prompt_start(head: &str) -> Option<usize> {
    let parts = |c: char| matches!(c, ' ' | '\u{a0}' | '\u{2500}'..='\u{259f}');
    let (at, part) = head.char_indices().rfind(|(_, c)| parts(*c))?;
    let first = at + part.len_utf8();
    is_prompt_word(&head[first..]).then_some(first)
}

/// Whether a text in a composer ends in a shell's prompt. Where no cursor is given, a shell that goes on where a killed
/// CLI's composer stood shows no more than such a draft would.
#[must_use]
pub fn ends_in_prompt(screen: &Screen, text: &str) -> bool {
    screen.cursor().is_none() && is_prompt_word(text.trim())
}

/// `user@host:path$`, `bash-5.2#`: a prompt of one word, in the forms in which shells come.
fn is_prompt_word(word: &str) -> bool {
    let Some(head) = word.strip_suffix(['$', '#', '%']) else {
        return false;
    };
    let named = head.split_once('@').is_some_and(|(user, rest)| {
        let (host, path) = rest.split_once(':').unwrap_or_default();
        !user.is_empty() && !host.is_empty() && path.starts_with(['~', '/'])
    });
    let shell = ["bash-", "sh-"]
        .iter()
        .find_map(|shell| head.strip_prefix(shell));
    let versioned = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
    named || shell.is_some_and(versioned)
}

/// Whether the screen plainly is another program's: an editor, a pager, a monitor of processes, an interpreter that waits
/// at its prompt. Seen: vim 9.0, nano 7.2, GNU Emacs 28, less 590 (as `man` and `git log` use it, too), htop 3.2, Midnight
/// Commander 4.8, Python 3.11.
#[must_use]
pub fn is_program(screen: &Screen) -> bool {
    let Some(last) = screen.last_row() else {
        return false;
    };
    let row = screen.row(last);
    is_past_end(screen, last)
        || is_ruler(row.text())
        || is_key_bar(row.text())
        || is_mode_line(screen, last)
        || is_pager(screen, last)
        || is_interpreter(screen, last)
}

/// Rows of `~` down to the last row or the one above it: nothing of the file is there (vi).
fn is_past_end(screen: &Screen, last: usize) -> bool {
    const FEWEST: usize = 3;
    let is_tilde = |row: &usize| screen.row(*row).text() == "~";
    let tildes = |from: usize| (0..from).rev().take_while(is_tilde).count();
    tildes(last) >= FEWEST || tildes(last + 1) >= FEWEST
}

/// A row that ends in line, column and place in the file: `"name" 352L, 9990B    1,1   Top` (vi).
fn is_ruler(text: &str) -> bool {
    let mut words = text.split_ascii_whitespace().rev();
    let (Some(place), Some(at)) = (words.next(), words.next()) else {
        return false;
    };
    let percent = |word: &str| word.strip_suffix('%').is_some_and(is_digits);
    let placed = matches!(place, "Top" | "Bot" | "All") || percent(place);
    let (line, column) = at.split_once(',').unwrap_or_default();
    placed && is_digits(line) && column.split('-').all(is_digits)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A row of keys as no agent writes them: `^X Exit  ^R Read File  ^\ Replace` (nano), `F1Help  F2Setup …` (htop),
/// `1Help  2Menu …  10Quit` (Midnight Commander).
fn is_key_bar(text: &str) -> bool {
    let carets = text.split("  ").map(str::trim_start);
    let carets = carets.filter(|key| key.starts_with('^') && key.chars().nth(2) == Some(' '));
    let bar = text.trim_start().trim_start_matches('F');
    let numbered = bar.starts_with("1Help") && bar.ends_with("10Quit");
    numbered || carets.count() >= 3
}

/// The mode line of Emacs: `-UU-:----F1  name   Top L1  (Fundamental) ---`, above the row of its messages.
fn is_mode_line(screen: &Screen, last: usize) -> bool {
    (last.saturating_sub(1)..=last).any(|row| {
        let text = screen.row(row).text();
        let head = text.split(' ').next().unwrap_or_default();
        head.starts_with('-') && head.contains(":--") && text.contains('(') && text.ends_with("--")
    })
}

/// A pager asks for a command: the cursor stands in the pane's last row, right behind `:`, `(END)`, or what stands in
/// reverse there from the margin on (less).
fn is_pager(screen: &Screen, last: usize) -> bool {
    let row = screen.row(last);
    let text = row.text();
    let bottom = screen
        .pane_rows()
        .is_some_and(|rows| usize::from(rows) == last + 1);
    let asks = screen.cursor() == Some((row.width(), last));
    let full = bottom && (text == ":" || row.first_style().inverse() && row.draws(Style::inverse));
    asks && (full || text.ends_with("(END)"))
}

/// An interpreter waits: the cursor stands one column behind a flush word that ends in the mark of a prompt, with
/// nothing behind it and nothing below it (`>>> `, `postgres=# `). A bare `>` may be an agent's.
fn is_interpreter(screen: &Screen, last: usize) -> bool {
    let row = screen.row(last);
    let text = row.text();
    let marked = text.len() > 1 && text.ends_with(['>', '#', '$', '%']);
    let bare = text
        .chars()
        .all(|c| !c.is_whitespace() && (c.is_ascii_graphic()));
    let behind = screen.cursor() == Some((row.width() + 1, last));
    row.is_flush() && marked && bare && behind && screen.cursor_visible() != Some(false)
}

#[cfg(test)]
mod tests {
    use super::{is_program, is_shell_prompt, prompt_over, stopped_job};
    use crate::screen::{Row, Screen};
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
    fn stopped_jobs() {
        let own = |row: Row<'_>| row.text().starts_with('╭');
        let stopped = |text: &str| stopped_job(&screen(text), own);
        assert_eq!(stopped("drawn\n[1]+  Stopped    claude\n$"), Some(1));
        assert_eq!(stopped("zsh: suspended  codex\n$"), Some(0));
        assert_eq!(stopped("[1]  + suspended  codex\n$"), Some(0));
        for other in [
            "[1]+  Stopped    claude\n$ fg\nclaude\n╭──",
            "[1]+  Stopped    claude\n[1]+  Killed    claude\n$",
            "[1]  + continued  codex\n$",
            "[note] Stopped\n$",
            "  [1]+  Stopped    claude\n$",
        ] {
            assert_eq!(stopped(other), None, "{other}");
        }
    }

    #[test]
    fn prompts_over_what_stood_there() {
        for (row, x) in [
            ("❯ dev@box:~/project$", 21),
            ("› dev@box:~$  do anything", 13),
            (" ❯ bash-5.2# 1. Yes", 13),
            ("▌dev@box:~$ a task", 12),
        ] {
            let found = prompt_over(&pane(row, (x, 0))).map(|prompt| prompt.row);
            assert_eq!(found, Some(0), "{row}");
        }
        for (row, x) in [
            ("dev@box:~$", 11),
            ("❯ dev@box:~$ ls", 16),
            ("❯ dev@box:~$", 12),
            ("❯ mail dev@box", 15),
            ("❯ it costs 5$", 14),
        ] {
            assert_eq!(prompt_over(&pane(row, (x, 0))), None, "{row}");
        }
    }

    /// The text on a pane of four rows with the cursor somewhere.
    fn pane(text: &str, cursor: (u16, u16)) -> Screen {
        let channels = Channels {
            rows: Some(4),
            cols: Some(90),
            cursor: Some(cursor),
            ..Channels::default()
        };
        Screen::from_capture(text.as_bytes(), &channels)
    }

    #[test]
    fn programs() {
        for rows in [
            "text\n~\n~\n~\n\"file\" 1L",
            "one\ntwo\n\"Cargo.toml\" 352L, 9990B        1,1           Top",
            "one\n-- INSERT --        12,3-7        47%",
            "one\n^G Help       ^O Write Out\n^X Exit       ^R Read File  ^\\ Replace",
            "F1Help  F2Setup F3SearchF4FilterF5Tree  F6SortByF7Nice -F8Nice +F9Kill  F10Quit",
            "a\n-UU-:----F1  Cargo.toml     Top L1    (Conf[TOML]) -------\nsaved",
        ] {
            assert!(is_program(&screen(rows)), "{rows}");
        }
        assert!(is_program(&pane("a\nb\nc\n:", (1, 3))));
        assert!(is_program(&pane(
            "a\nb\nc\n\x1b[7mCargo.toml\x1b[0m",
            (10, 3)
        )));
        assert!(is_program(&pane("Python 3.11\n>>>", (4, 1))));
    }

    #[test]
    fn what_may_be_an_agents() {
        for rows in [
            "text\n~\nmore",
            "~\n~\n~\ntext\nmore",
            "the ratio is 1,1 in the Top",
            "press ^C to stop, ^D to leave",
            "--- a rule ---",
            ":",
            ">>>",
        ] {
            assert!(!is_program(&screen(rows)), "{rows}");
        }
        assert!(!is_program(&pane(">", (2, 0))), "a prompt of an agent");
        assert!(!is_program(&pane("a\n:", (1, 1))), "not at the bottom");
        assert!(
            !is_program(&pane("a\nb\nc\nCargo.toml", (10, 3))),
            "not in reverse"
        );
    }
}
