//! Whether a subject is what was asked for: every character in its order, a row's end wherever there was a line end, and
//! elsewhere only where a CLI broke the row. Blanks at the end of a row cannot be seen, and may be lost there.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// In what a subject differs from what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Two lines became one.
    Joined,
    /// A row without text between two lines is gone.
    BlankRow,
    /// Text is gone.
    Missing,
    /// Text was added.
    Added,
    /// A character is another, or a blank is gone or added within a line.
    Changed,
    /// There are more blanks, or fewer, within a line.
    Blanks,
    /// The blanks at the beginning of a line are not as many.
    Indent,
    /// Only characters that the CLI does not draw differ: marks that cannot be seen, and tabs, of which Codex draws nothing
    /// (seen in 0.157 to 0.171).
    Unseen,
}

/// Where it may begin, and what may stand before each of its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// It is all of the subject.
    All,
    /// It begins with some row; line numbers and signs may stand before lines.
    Rows,
    /// It begins anywhere; blanks may stand before lines.
    Within,
}

/// How far a comparison came, and what stopped it.
type Stopped = (usize, Fault);

/// Holds a subject to what was asked for.
pub fn compare(asked: &str, subject: &str, form: Form) -> Result<(), Fault> {
    let Err(fault) = exactly(asked, subject, form) else {
        return Ok(());
    };
    let marked = asked.chars().any(is_unseen);
    let drawn = |text: String| if marked { single(&text) } else { text };
    let tabbed = |text: &str| drawn(seen(text));
    let untabbed = |text: &str| drawn(seen(text).replace('\t', ""));
    let drawn = [
        exactly(&tabbed(asked), &tabbed(subject), form),
        exactly(&untabbed(asked), &untabbed(subject), form),
    ];
    match drawn.iter().any(Result::is_ok) {
        true => Err(Fault::Unseen),
        false => Err(fault),
    }
}

/// A text without what cannot be seen, with one kind of blank, and with signs composed (Claude Code composes some).
pub fn seen(text: &str) -> String {
    let blank = |c: char| match c {
        '\u{a0}' | '\u{2800}' | '\u{3000}' => ' ',
        c => c,
    };
    text.nfc().filter(|c| !is_unseen(*c)).map(blank).collect()
}

/// A text with one blank where there are several: beside marks that cannot be seen, the CLIs and terminals disagree on how
/// wide a sign is, so that a blank more or less stands there.
fn single(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c != ' ' || !out.ends_with(' ') {
            out.push(c);
        }
    }
    out
}

fn is_unseen(c: char) -> bool {
    let code = u32::from(c);
    let formats = [
        0x200b..=0x200f,
        0x202a..=0x202e,
        0x2060..=0x2064,
        0xfe00..=0xfe0f,
    ];
    matches!(c, '\r' | '\u{fffd}' | '\u{2028}' | '\u{ad}' | '\u{feff}')
        || formats.iter().any(|it| it.contains(&code))
}

fn exactly(asked: &str, subject: &str, form: Form) -> Result<(), Fault> {
    let lines = lines(asked);
    let plain = begun(&lines, subject, str::to_owned, form);
    let Err(stopped) = plain else {
        return Ok(());
    };
    let barred = match form {
        Form::Within => begun(&lines, subject, without_bar, form),
        Form::All | Form::Rows => plain,
    };
    let furthest = |other: Stopped| if other.0 > stopped.0 { other } else { stopped };
    barred.map_err(|other| furthest(other).1)
}

/// A row without the bar that marks an argument's lines.
fn without_bar(row: &str) -> String {
    let bare = row.trim_start().strip_prefix('│');
    bare.map_or(row, |rest| rest.strip_prefix(' ').unwrap_or(rest))
        .to_owned()
}

/// Compares from every place where it may begin.
fn begun(
    lines: &[Vec<char>],
    subject: &str,
    row: fn(&str) -> String,
    form: Form,
) -> Result<(), Stopped> {
    let rows = subject.split('\n').map(|text| row(text.trim_end()));
    let rows: Vec<Vec<char>> = rows.map(|row| row.chars().collect()).collect();
    let walk = Walk { rows: &rows, form };
    let mut furthest: Stopped = (0, Fault::Missing);
    for start in walk.starts(lines) {
        match walk.lines(lines, start) {
            Ok(()) => return Ok(()),
            Err(stopped) if stopped.0 >= furthest.0 => furthest = stopped,
            Err(_) => {}
        }
    }
    Err(furthest)
}

/// The lines of what was asked for, without those at its ends that hold no text: nobody sees these.
fn lines(asked: &str) -> Vec<Vec<char>> {
    let lines: Vec<Vec<char>> = asked
        .split('\n')
        .map(|line| line.chars().collect())
        .collect();
    let has_text = |line: &Vec<char>| line.iter().any(|c| !is_blank(*c));
    let first = lines.iter().position(has_text).unwrap_or(lines.len());
    let last = lines.iter().rposition(has_text).map_or(first, |at| at + 1);
    lines[first..last].to_vec()
}

fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t'
}

/// A place in a subject: row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct At(usize, usize);

struct Walk<'a> {
    rows: &'a [Vec<char>],
    form: Form,
}

impl Walk<'_> {
    /// Places where it may begin.
    fn starts(&self, lines: &[Vec<char>]) -> Vec<At> {
        let rows = 0..self.rows.len();
        match self.form {
            Form::All => {
                let text = |row: &Vec<char>| !row.is_empty();
                let first = self.rows.iter().position(text).unwrap_or(0);
                vec![At(first, 0)]
            }
            Form::Rows => rows.map(|row| At(row, 0)).collect(),
            Form::Within => {
                let first = lines
                    .first()
                    .and_then(|line| line.iter().find(|c| !is_blank(**c)));
                let here = |row: usize| {
                    let hits = self.rows[row].iter().enumerate();
                    hits.filter(|(_, c)| Some(*c) == first)
                        .map(move |(at, _)| At(row, at))
                };
                rows.flat_map(here).collect()
            }
        }
    }

    fn lines(&self, lines: &[Vec<char>], start: At) -> Result<(), Stopped> {
        let (mut at, mut done) = (start, 0);
        for (number, line) in lines.iter().enumerate() {
            if number > 0 {
                at = self.break_line(at, line).map_err(|fault| (done, fault))?;
            }
            at = self
                .line(line, at, number == 0)
                .map_err(|(far, fault)| (done + far, fault))?;
            done += line.len() + 1;
            if line.last().is_some_and(|c| is_blank(*c)) {
                let next = lines[number + 1..].iter();
                at = self.last_blank(at, next.take_while(|next| trimmed(next).is_empty()).count());
            }
        }
        self.end(at).map_err(|fault| (done, fault))
    }

    /// The last of the rows without text from here on, but for those of so many empty lines: the blanks that end a line stand
    /// in rows of their own where the row is full (seen in Claude Code 2.1.126 and Codex 0.142.5 and 0.157.0).
    fn last_blank(&self, at: At, lines: usize) -> At {
        let blank = self.rows[at.0 + 1..]
            .iter()
            .take_while(|row| row.is_empty());
        match blank.count().saturating_sub(lines) {
            0 => at,
            more => At(at.0 + more, 0),
        }
    }

    /// From the end of a line to the row of the next one.
    fn break_line(&self, at: At, next: &[char]) -> Result<At, Fault> {
        let row = &self.rows[at.0];
        let rest = trimmed(&row[at.1..]);
        if rest.is_empty() {
            return match at.0 + 1 < self.rows.len() {
                true => Ok(At(at.0 + 1, 0)),
                false => Err(Fault::Missing),
            };
        }
        let next = trimmed(next);
        let length = rest.len().min(next.len()).min(12);
        match length > 0 && rest[..length] == next[..length] {
            true => Err(Fault::Joined),
            false => Err(Fault::Added),
        }
    }

    /// After the last line nothing may stand, where the subject is to be nothing else.
    fn end(&self, at: At) -> Result<(), Fault> {
        let rest = &self.rows[at.0][at.1..];
        let below = self.rows[at.0 + 1..].iter().flatten();
        match self.form == Form::All && rest.iter().chain(below).any(|c| !is_blank(*c)) {
            true => Err(Fault::Added),
            false => Ok(()),
        }
    }

    /// One line, from the beginning of a row (of anything, where it is the first within a row) to its end.
    fn line(&self, line: &[char], at: At, first: bool) -> Result<At, Stopped> {
        let text = trimmed(line);
        let mut furthest: Stopped = (0, Fault::Missing);
        for column in self.begins(at, first) {
            let row = &self.rows[at.0];
            if text.is_empty() {
                if row[column..].iter().all(|c| is_blank(*c)) {
                    return Ok(At(at.0, row.len()));
                }
                furthest = (0, Fault::BlankRow);
                continue;
            }
            // A row without text may begin a line only where its indent fills the row.
            if trimmed(&row[column..]).is_empty() && !is_blank(line[0]) {
                furthest = (0, Fault::Added);
                continue;
            }
            let result = self.indented(line, At(at.0, column), first);
            match result.and_then(|begin| self.text(text, begin)) {
                Ok(end) => return Ok(end),
                Err(stopped) if stopped.0 >= furthest.0 => furthest = stopped,
                Err(_) => {}
            }
        }
        Err(furthest)
    }

    /// Columns of a row at which a line may begin.
    fn begins(&self, at: At, first: bool) -> Vec<usize> {
        let row = &self.rows[at.0];
        if self.form != Form::Rows || first && at.1 > 0 {
            return vec![at.1];
        }
        let gutter = |c: &&char| is_blank(**c) || c.is_ascii_digit() || **c == '+' || **c == '-';
        let longest = row.iter().take_while(gutter).count();
        (0..=longest).collect()
    }

    /// Past the blanks before a line.
    fn indented(&self, line: &[char], at: At, first: bool) -> Result<At, Stopped> {
        let row = &self.rows[at.0];
        let blanks = line.iter().take_while(|c| is_blank(**c));
        let (wanted, tabs) = (
            blanks.clone().count(),
            blanks.filter(|c| **c == '\t').count(),
        );
        let shown = row[at.1..].iter().take_while(|c| is_blank(**c)).count();
        let lax = self.form != Form::All || tabs > 0 || first;
        match lax && shown + tabs >= wanted.min(usize::from(!first) * wanted) || shown == wanted {
            true => Ok(At(at.0, at.1 + shown)),
            false => Err((0, Fault::Indent)),
        }
    }

    /// The text of a line, over the rows that a CLI broke it into.
    fn text(&self, text: &[char], mut at: At) -> Result<At, Stopped> {
        let mut far = 0;
        while far < text.len() {
            let blanks = text[far..].iter().take_while(|c| is_blank(**c)).count();
            let row = &self.rows[at.0];
            let rest = &row[at.1.min(row.len())..];
            if rest.is_empty() {
                far += blanks;
                if far < text.len() {
                    at = self.next_row(at, text[far]).ok_or((far, Fault::Missing))?;
                }
                continue;
            }
            let shown = rest.iter().take_while(|c| is_blank(**c)).count();
            if blanks > 0 {
                let run = &text[far..far + blanks];
                blank_run(run, shown).map_err(|fault| (far, fault))?;
                (far, at.1) = (far + blanks, at.1 + shown);
            } else if rest[0] == text[far] {
                (far, at.1) = (far + 1, at.1 + 1);
            } else {
                return Err((far, Fault::Changed));
            }
        }
        Ok(at)
    }

    /// The row in which a broken line goes on with a character, past the blanks before it, and past the sign that an
    /// edit's rows have again (seen in Claude Code 2.0.31).
    fn next_row(&self, at: At, next: char) -> Option<At> {
        let row = self.rows.get(at.0 + 1)?;
        let blanks = |from: usize| row[from..].iter().take_while(|c| is_blank(**c)).count();
        let begin = blanks(0);
        let signed = matches!(row.get(begin), Some('+' | '-'));
        let sign = self.form == Form::Rows && signed && row[begin] != next;
        Some(At(
            at.0 + 1,
            if sign {
                begin + 1 + blanks(begin + 1)
            } else {
                begin
            },
        ))
    }
}

/// Blanks within a line: as many, or at least one where a tab is among them.
fn blank_run(run: &[char], shown: usize) -> Result<(), Fault> {
    match (shown, run.contains(&'\t')) {
        (0, _) => Err(Fault::Changed),
        (_, true) => Ok(()),
        (shown, false) if shown == run.len() => Ok(()),
        _ => Err(Fault::Blanks),
    }
}

fn trimmed(text: &[char]) -> &[char] {
    let begin = text.iter().take_while(|c| is_blank(**c)).count();
    let end = text.iter().rposition(|c| !is_blank(*c));
    end.map_or(&[], |end| &text[begin..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_all_of_its_subject() {
        let cases: &[(&str, &str, Result<(), Fault>)] = &[
            ("make test", "make test", Ok(())),
            ("make test  \n\n", "make test", Ok(())),
            ("make the test", "make the\ntest", Ok(())),
            ("abcdef", "abc\ndef", Ok(())),
            ("a\nb", "a\nb", Ok(())),
            ("a\n\nb", "a\n\nb", Ok(())),
            ("a\n \nb", "a\n\n\nb", Ok(())),
            ("a  \nb", "a\n\nb", Ok(())),
            ("a  \n\nb", "a\n\n\nb", Ok(())),
            ("a\n\nb", "a\n\n\nb", Err(Fault::Added)),
            ("if a\n  b", "if a\n  b", Ok(())),
            ("a\tb", "a   b", Ok(())),
            ("a\n\tb", "a\n    b", Ok(())),
            ("a\nb", "a b", Err(Fault::Joined)),
            ("a # c\ntouch evil", "a # c touch evil", Err(Fault::Joined)),
            ("a\nb", "ab", Err(Fault::Joined)),
            ("a\n\nb", "a\nb", Err(Fault::BlankRow)),
            ("a\nb\nc", "a\nb", Err(Fault::Missing)),
            ("a\nb", "b", Err(Fault::Changed)),
            ("a b c", "a b", Err(Fault::Missing)),
            ("a", "a\nb", Err(Fault::Added)),
            ("ab", "a b", Err(Fault::Changed)),
            ("a b", "ab", Err(Fault::Changed)),
            ("a  b", "a b", Err(Fault::Blanks)),
            ("a\n  b", "a\nb", Err(Fault::Indent)),
            ("a\nb", "a\n  b", Err(Fault::Indent)),
            ("a\u{200b}b", "ab", Err(Fault::Unseen)),
            ("a\tb", "ab", Err(Fault::Unseen)),
            ("e\u{301}", "\u{e9}", Err(Fault::Unseen)),
            ("a\u{fe0f} b", "a  b", Err(Fault::Unseen)),
            ("a\u{fe0f} b", "a\u{fe0f}  b", Err(Fault::Unseen)),
            ("a\u{fe0f} b \t c", "a  b  c", Err(Fault::Unseen)),
            ("a\t b", "a b", Ok(())),
        ];
        for (asked, subject, held) in cases {
            assert_eq!(
                compare(asked, subject, Form::All),
                *held,
                "{asked:?} {subject:?}"
            );
        }
    }

    #[test]
    fn an_edit_stands_in_numbered_rows() {
        let subject =
            "f1.txt\n1  top\n2 -old\n2 +new line\n     goes on\n3 +\n4 +  7 in\n5  bottom";
        let held = |asked: &str| compare(asked, subject, Form::Rows);
        assert_eq!(held("old\nnew line goes on\n\n  7 in"), Ok(()));
        assert!(held("old\nnew line goes on\n  7 in").is_err());
        assert_eq!(held("old\nnew line\nand more"), Err(Fault::Changed));
        let signed = "f1.txt\n 2 +  new line\n   + goes on\n 3   bottom";
        assert_eq!(compare("new line goes on", signed, Form::Rows), Ok(()));
    }

    #[test]
    fn an_argument_stands_within_a_row() {
        let subject = "notes - keep_note(text: \"a b\\nc\") (MCP)";
        assert_eq!(compare("a b\\nc", subject, Form::Within), Ok(()));
        assert!(compare("a b\\nd", subject, Form::Within).is_err());
        let subject = "notes (MCP)\ntext:\n  │ a b\n  │\n  │ │ c\n  │   goes on";
        assert_eq!(compare("a b\n\n│ c goes on", subject, Form::Within), Ok(()));
    }
}
