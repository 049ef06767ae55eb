//! The format string that asks tmux for a pane, and the reader of its answer.
//!
//! Titles and command names come from programs in the panes and may hold anything. Records and
//! fields are therefore parted by marks that no program can know: they are drawn anew for each
//! question.

use std::collections::HashSet;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use shadow_core::Foreground;

use crate::pane::Pane;

/// What is asked of tmux for each pane, in the order in which [`Record::read`] takes it.
const FIELDS: [&str; 21] = [
    "pane_id",
    "window_index",
    "pane_index",
    "pane_pid",
    "pane_tty",
    "pane_width",
    "pane_height",
    "cursor_x",
    "cursor_y",
    "cursor_flag",
    "alternate_on",
    "pane_dead",
    "pane_in_mode",
    "pane_synchronized",
    "pane_input_off",
    "host",
    "host_short",
    "session_id",
    "session_name",
    "pane_current_command",
    "pane_title",
];

/// Marks for one question.
#[derive(Debug)]
pub struct Record {
    begin: String,
    part: String,
    end: String,
}

impl Record {
    /// Marks that have not been used before.
    pub fn new() -> Self {
        // std seeds each of these at random.
        let nonce = RandomState::new().build_hasher().finish();
        Self {
            begin: format!("<{nonce:016x}["),
            part: format!("|{nonce:016x}|"),
            end: format!("]{nonce:016x}>"),
        }
    }

    /// The format string.
    pub fn format(&self) -> String {
        self.format_of(&FIELDS)
    }

    /// The format string that asks for these.
    pub fn format_of(&self, names: &[&str]) -> String {
        let fields: Vec<String> = names.iter().map(|name| format!("#{{{name}}}")).collect();
        format!("{}{}{}", self.begin, fields.join(&self.part), self.end)
    }

    /// The fields of every record in an answer.
    pub fn fields_of(&self, answer: &[u8]) -> Vec<Vec<String>> {
        let text = String::from_utf8_lossy(answer);
        let records = text.split(&self.begin).skip(1);
        let whole = records.filter_map(|record| Some(record.split_once(&self.end)?.0));
        let fields = whole.map(|it| it.split(&self.part).map(str::to_owned).collect());
        fields.collect()
    }

    /// Every pane in an answer. A record that cannot be read is left out.
    pub fn read_all(&self, answer: &[u8]) -> Vec<Pane> {
        let panes = self.listed(answer);
        panes.map(Pane::with_foreground).collect()
    }

    /// The panes of an answer, without their foreground programs.
    fn listed(&self, answer: &[u8]) -> impl Iterator<Item = Pane> + use<> {
        let panes = self.fields_of(answer).into_iter();
        panes.filter_map(|fields| pane_of(&fields))
    }

    /// Reads each pane once, also if it is in several sessions (linked windows, grouped sessions).
    pub fn read_each(&self, answer: &[u8]) -> Vec<Pane> {
        let mut seen = HashSet::new();
        let mut panes = self.read_all(answer);
        panes.retain(|pane| seen.insert(pane.id));
        panes
    }

    /// The pane at the beginning of an answer, without what is known of the programs in front, and what follows its line.
    pub fn read_first<'a>(&self, answer: &'a [u8]) -> Option<(Pane, &'a [u8])> {
        let end = memfind(answer, self.end.as_bytes())? + self.end.len();
        let pane = self.listed(&answer[..end]).last()?;
        let rest = &answer[end..];
        Some((pane, rest.strip_prefix(b"\n").unwrap_or(rest)))
    }
}

/// The pane of a record's fields, without what is known of the programs in front.
pub fn pane_of(fields: &[String]) -> Option<Pane> {
    let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
    let fields: &[&str; 21] = fields.as_slice().try_into().ok()?;
    let [
        id,
        window,
        index,
        pid,
        tty,
        cols,
        rows,
        x,
        y,
        shown,
        alternate,
        dead,
        mode,
        sync,
        off,
        host,
        short,
        session_id,
        session,
        command,
        title,
    ] = *fields;
    let is_default = title.is_empty() || title == host || title == short;
    let pane = Pane {
        id: id.parse().ok()?,
        session: session.to_owned(),
        session_id: session_id.to_owned(),
        window: window.parse().ok()?,
        index: index.parse().ok()?,
        pid: pid.parse().ok()?,
        command: command.to_owned(),
        tty: tty.to_owned(),
        foreground: Foreground::default(),
        title: (!is_default).then(|| title.to_owned()),
        cols: cols.parse().ok()?,
        rows: rows.parse().ok()?,
        cursor: [x.parse().ok()?, y.parse().ok()?],
        cursor_visible: is_set(shown),
        alternate: is_set(alternate),
        dead: is_set(dead),
        in_mode: is_set(mode),
        synchronized: is_set(sync),
        input_off: is_set(off),
        shows: None,
    };
    Some(pane)
}

/// A flag of tmux: a number, or nothing.
fn is_set(flag: &str) -> bool {
    !matches!(flag, "" | "0")
}

fn memfind(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len())
        .position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, Record};

    fn answer(record: &Record, command: &str, title: &str) -> String {
        let mut fields = vec![
            "%3", "0", "1", "42", "", "120", "40", "120", "37", "1", "0", "", "0", "1", "0",
        ];
        fields.extend(["box.lan", "box", "$0", "main", command, title]);
        format!(
            "{}{}{}\n",
            record.begin,
            fields.join(&record.part),
            record.end
        )
    }

    #[test]
    fn a_pane_is_read_and_the_text_behind_it_kept() {
        let record = Record::new();
        let mut bytes = answer(&record, "claude", "✳ work").into_bytes();
        bytes.extend(b"row 1\n\xffrow 2\n");
        let (pane, text) = record.read_first(&bytes).expect("a pane");
        assert_eq!(pane.id.to_string(), "%3");
        assert_eq!(pane.title.as_deref(), Some("✳ work"));
        assert_eq!((pane.cols, pane.rows, pane.cursor), (120, 40, [120, 37]));
        assert!(pane.cursor_visible && pane.synchronized && !pane.dead);
        assert_eq!(text, b"row 1\n\xffrow 2\n");
    }

    #[test]
    fn the_default_title_is_no_title() {
        let record = Record::new();
        for title in ["box", "box.lan", ""] {
            let panes = record.read_all(answer(&record, "sh", title).as_bytes());
            assert_eq!(panes[0].title, None, "{title}");
        }
    }

    #[test]
    fn hostile_names_cannot_forge_a_record() {
        let record = Record::new();
        let other = Record::new();
        let forged = answer(&other, "claude", "x");
        for hostile in ["a\tb", "a\nb", "|", forged.as_str()] {
            let text = answer(&record, hostile, hostile);
            let panes = record.read_all(text.as_bytes());
            assert_eq!(panes.len(), 1, "{hostile:?}");
            assert_eq!(panes[0].command, hostile);
            assert_eq!(panes[0].title.as_deref(), Some(hostile));
        }
    }

    #[test]
    fn a_record_that_cannot_be_read_is_left_out() {
        let record = Record::new();
        let good = answer(&record, "sh", "t");
        let cut = &good[..good.len() / 2];
        assert!(record.read_all(cut.as_bytes()).is_empty());
        let bad = good.replacen("%3", "three", 1) + &good;
        assert_eq!(record.read_all(bad.as_bytes()).len(), 1);
        assert_eq!(record.format().matches("#{").count(), FIELDS.len());
    }
}
