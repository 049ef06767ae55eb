//! Names of panes: an id (`%3`), or a target as tmux prints and takes it (`main:1.0`), which must name a pane exactly.
//!
//! tmux itself takes the beginning of a name for the whole of it, and what it does not find for the current pane. A
//! wrong name would lead to another pane: here it leads to none.

use std::fmt;
use std::str::FromStr;

use crate::error::TmuxError;
use crate::pane::PaneId;
use crate::record::Record;
use crate::server::Server;
use crate::transport::Transport;

/// What names a pane: `%3`, `session:window.pane`, `session:window`, `session`. A session goes by its name, `=name` or
/// `$1`; a window by its index, its name or `@2`; a pane by its index or its id. Where the window or the pane is left
/// out, the current one is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaneName(Kind);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    Id(PaneId),
    Target(String),
}

impl FromStr for PaneName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let how = || {
            "write a pane's id such as %3, or session:window.pane as `shadow panes` prints it"
                .to_owned()
        };
        let lacks_session = text.is_empty() || text.starts_with([':', '.']) || text == "=";
        match text.starts_with('%') {
            true => text.parse().map(Kind::Id).map(Self).map_err(|_| how()),
            false if lacks_session || text.contains(char::is_control) => Err(how()),
            false => Ok(Self(Kind::Target(text.to_owned()))),
        }
    }
}

impl fmt::Display for PaneName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Id(id) => id.fmt(formatter),
            Kind::Target(target) => target.fmt(formatter),
        }
    }
}

impl From<PaneId> for PaneName {
    fn from(id: PaneId) -> Self {
        Self(Kind::Id(id))
    }
}

/// Where a pane is, and what of that is current.
#[derive(Debug, Clone)]
pub(crate) struct Location {
    pub(crate) id: PaneId,
    pub(crate) index: String,
    pub(crate) active: bool,
    pub(crate) session: String,
    pub(crate) session_id: String,
    pub(crate) window: String,
    pub(crate) window_id: String,
    pub(crate) window_name: String,
    pub(crate) window_active: bool,
}

/// What is asked of tmux for each pane.
const FIELDS: [&str; 9] = [
    "pane_id",
    "pane_index",
    "pane_active",
    "session_name",
    "session_id",
    "window_index",
    "window_id",
    "window_name",
    "window_active",
];

impl Location {
    fn read(fields: &[&str]) -> Option<Self> {
        let fields: [&str; 9] = fields.try_into().ok()?;
        let [
            id,
            index,
            active,
            session,
            session_id,
            window,
            window_id,
            name,
            current,
        ] = fields;
        Some(Self {
            id: id.parse().ok()?,
            index: index.to_owned(),
            active: active == "1",
            session: session.to_owned(),
            session_id: session_id.to_owned(),
            window: window.to_owned(),
            window_id: window_id.to_owned(),
            window_name: name.to_owned(),
            window_active: current == "1",
        })
    }
}

impl PaneName {
    /// The panes among these that it names: one, or none, or several where windows share their name.
    fn among(&self, places: &[Location]) -> Vec<PaneId> {
        let mut found: Vec<PaneId> = match &self.0 {
            Kind::Id(id) => places
                .iter()
                .filter(|it| it.id == *id)
                .map(|it| it.id)
                .collect(),
            Kind::Target(target) => named(target, places),
        };
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn named(target: &str, places: &[Location]) -> Vec<PaneId> {
    let (session, rest) = target.split_once(':').unwrap_or((target, ""));
    if rest.is_empty() && session.starts_with('@') {
        let window = |it: &&Location| it.window_id == session && it.active;
        return places.iter().filter(window).map(|it| it.id).collect();
    }
    let exact = session.strip_prefix('=').unwrap_or(session);
    let holds = |it: &&Location| match session.starts_with('$') {
        true => it.session_id == session,
        false => it.session == exact,
    };
    let inside: Vec<&Location> = places.iter().filter(holds).collect();
    let mut found = in_window(rest, None, &inside);
    // A window's name may hold a dot.
    if let Some((window, pane)) = rest.rsplit_once('.') {
        found.extend(in_window(window, Some(pane), &inside));
    }
    found
}

/// The panes in a window of a session: the current window where none is named, the current pane where none is.
fn in_window(window: &str, pane: Option<&str>, inside: &[&Location]) -> Vec<PaneId> {
    let exact = window.strip_prefix('=');
    let by_index = exact.is_none() && inside.iter().any(|it| it.window == window);
    let is_window = |it: &&&Location| match window {
        "" => it.window_active,
        _ if by_index => it.window == window,
        _ if window.starts_with('@') => it.window_id == window,
        _ => it.window_name == exact.unwrap_or(window),
    };
    let is_pane = |it: &&&Location| match pane {
        None => it.active,
        Some(pane) if pane.starts_with('%') => it.id.to_string() == pane,
        Some(pane) => it.index == pane,
    };
    let found = inside.iter().filter(is_window).filter(is_pane);
    found.map(|it| it.id).collect()
}

impl<T: Transport> Server<T> {
    /// The panes of this server that a name names: one, or none, or several where windows share their name.
    pub fn named(&self, name: &PaneName) -> Result<Vec<PaneId>, TmuxError> {
        let record = Record::new();
        let format = record.format_of(&FIELDS);
        let answer = self.run(&["list-panes", "-a", "-F", &format])?;
        let places = record.fields_of(&answer);
        let places: Vec<Location> = places
            .iter()
            .filter_map(|it| Location::read(&as_str(it)))
            .collect();
        Ok(name.among(&places))
    }
}

fn as_str(fields: &[String]) -> Vec<&str> {
    fields.iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::{Location, PaneName};

    /// `id session(id) window-index(name)[current] pane-index[current]`.
    fn place(
        id: u32,
        session: (&str, &str),
        window: (&str, &str, bool),
        pane: (&str, bool),
    ) -> Location {
        Location {
            id: format!("%{id}").parse().expect("an id"),
            index: pane.0.to_owned(),
            active: pane.1,
            session: session.0.to_owned(),
            session_id: session.1.to_owned(),
            window: window.0.to_owned(),
            window_id: format!("@{}{}", &session.1[1..], window.0),
            window_name: window.1.to_owned(),
            window_active: window.2,
        }
    }

    fn found(text: &str) -> Vec<String> {
        let (main, other) = (("main", "$0"), ("main-2", "$1"));
        let places = [
            place(0, main, ("0", "zsh", false), ("0", true)),
            place(1, main, ("1", "7", true), ("0", false)),
            place(2, main, ("1", "7", true), ("1", true)),
            place(3, main, ("2", "v1.0", false), ("0", true)),
            place(4, main, ("3", "zsh", false), ("0", true)),
            place(5, other, ("0", "a:b c", true), ("0", true)),
        ];
        let name: PaneName = text.parse().expect(text);
        let found = name.among(&places);
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_name_is_exact_or_names_nothing() {
        for (text, pane) in [
            ("%3", "%3"),
            ("main", "%2"),
            ("=main", "%2"),
            ("main:", "%2"),
            ("$1", "%5"),
            ("main:1", "%2"),
            ("main:1.0", "%1"),
            ("=main:=7.0", "%1"),
            ("main:.0", "%1"),
            ("main:.%1", "%1"),
            ("main:7", "%2"),
            ("main:v1.0", "%3"),
            ("main:v1.0.0", "%3"),
            ("main-2:a:b c", "%5"),
            ("@01", "%2"),
            ("main:@02", "%3"),
        ] {
            assert_eq!(found(text), [pane], "{text}");
        }
        for text in [
            "mai",
            "mai:1",
            "main:9",
            "main:1.9",
            "main:zs",
            "%9",
            "main-2:.%1",
            "main:=1",
            "1",
            "main:+",
            "main:{last}",
            "{mouse}",
            "main.0",
            "MAIN",
            "main*",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
        assert_eq!(found("main:zsh"), ["%0", "%4"]);
    }

    #[test]
    fn what_can_be_no_name_is_refused() {
        for text in ["", "%", "%x", ":1", ".0", "=", "a\nb"] {
            let refused = text.parse::<PaneName>().expect_err(text);
            assert!(refused.contains("session:window.pane"), "{refused}");
        }
    }
}
