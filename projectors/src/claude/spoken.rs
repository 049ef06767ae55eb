//! What each line of the screen-reader mode is, by its own words and the line above it.

use shadow_core::contract::CellRole;
use shadow_core::screen::{Row, Screen};
use smallvec::SmallVec;

use super::refusal::{is_about, is_interruption, rejected};
use super::{failure, footer};
use crate::letters::Openings;
use crate::shapes::numbers::is_time;

/// Who speaks, by how a line begins.
const SPEAKERS: [(&str, CellRole); 5] = [
    ("you: ", CellRole::User),
    ("claude: ", CellRole::Assistant),
    ("tool: ", CellRole::ToolCall),
    ("tool error: ", CellRole::ToolCall),
    ("thinking: ", CellRole::Thinking),
];

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line<'t> {
    Blank,
    /// The words of a speaker.
    Said(CellRole, &'t str),
    /// An error's.
    Error(&'t str),
    /// Says below a call that the person rejected it.
    Rejection,
    /// Says that the turn was broken off.
    Interruption,
    /// `Sautéed for 2s · done 11:53 PM`.
    Finished,
    /// Says which key sends what waits: `ctrl+x ctrl+s to send now` (2.1.310), `Queued  ·  ctrl+x ctrl+s to send now` (2.1.332).
    QueueHint,
    Tip,
    /// `Brewing…`, `Hashing…   ( 3s  ·  40 tokens )`.
    Spinner,
    Hint,
    Other,
}

impl<'t> Line<'t> {
    /// What a row is, by its own words and the line above it.
    fn of(row: Row<'t>, above: Option<&Self>) -> Self {
        let text = row.text();
        let rejects = || match (rejected(text), above) {
            (Some(named), Some(Self::Said(CellRole::ToolCall, call))) => is_about(call, named),
            _ => false,
        };
        match speaker(text) {
            _ if row.is_blank() => Self::Blank,
            Some((role, said)) => Self::Said(role, said),
            _ if text.starts_with(failure::SPOKEN) => Self::Error(&text[failure::SPOKEN.len()..]),
            _ if rejects() => Self::Rejection,
            _ if is_interruption(text) => Self::Interruption,
            _ if is_finished(text) => Self::Finished,
            _ if is_queue_hint(text) => Self::QueueHint,
            _ if text.starts_with("Tip: ") => Self::Tip,
            _ if is_spinner(text) => Self::Spinner,
            _ if is_hint(text) => Self::Hint,
            _ => Self::Other,
        }
    }

    /// Who says it.
    pub fn role(&self) -> Option<CellRole> {
        match self {
            Self::Said(role, _) => Some(*role),
            _ => None,
        }
    }

    /// Whether it is what a turn that has ended leaves behind.
    pub const fn ends_turn(&self) -> bool {
        matches!(
            self,
            Self::Finished | Self::Interruption | Self::Error(_) | Self::Rejection
        )
    }
}

/// The lines of a screen, a row each.
pub(super) fn lines(screen: &Screen) -> SmallVec<[Line<'_>; 64]> {
    let mut lines = SmallVec::new();
    for row in screen.rows() {
        lines.push(Line::of(row, lines.last()));
    }
    lines
}

/// The last of some lines that has a speaker, and who that is.
pub(super) fn last_said(lines: &[Line<'_>]) -> Option<(usize, CellRole)> {
    let mut lines = lines.iter().enumerate().rev();
    lines.find_map(|(row, line)| Some((row, line.role()?)))
}

/// The last of some lines that is not blank.
pub(super) fn last_filled(lines: &[Line<'_>]) -> Option<usize> {
    lines.iter().rposition(|line| *line != Line::Blank)
}

pub(super) fn speaker(text: &str) -> Option<(CellRole, &str)> {
    SPEAKERS
        .iter()
        .find_map(|(start, role)| Some((*role, text.strip_prefix(start)?)))
}

/// How the hint on the permission mode begins. A shell may print other words that end in `mode on`.
static MODES: Openings<6> = Openings::new([
    "manual mode on",
    "plan mode on",
    "auto mode on",
    "accept edits on",
    "bypass permissions on",
    "don't ask on",
]);

/// Whether a line is one of the hints that stand above the prompt.
pub(super) fn is_hint(text: &str) -> bool {
    let own = |part: &str| {
        MODES.begin(part)
            || part == "·"
            || part.starts_with("effort:")
            || part == "/effort"
            || part == "esc to interrupt"
            || part == "? for shortcuts"
            || footer::background(part).is_some()
    };
    !text.trim().is_empty() && footer::segments(text).all(own)
}

fn is_spinner(text: &str) -> bool {
    let named = text.starts_with(char::is_uppercase);
    let parts = named.then(|| text.split_once('…')).flatten();
    parts.is_some_and(|(verb, rest)| {
        let rest = rest.trim_start();
        !verb.contains(' ') && (rest.is_empty() || rest.starts_with('('))
    })
}

pub(super) fn is_queue_hint(text: &str) -> bool {
    let keys = text.strip_prefix("Queued").unwrap_or(text);
    let keys = keys.trim_start_matches([' ', '·']);
    keys.starts_with("ctrl+") && keys.ends_with(" to send now")
}

pub(super) fn is_finished(text: &str) -> bool {
    let behind_verb = text.split_once(' ').map_or("", |(_, behind)| behind);
    let time = behind_verb.strip_prefix("for ");
    time.is_some_and(|time| is_time(time.split(" · ").next().unwrap_or(time)))
}
