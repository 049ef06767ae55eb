//! The last turn's failure: an error cell of its own as the last cell of the transcript.

use crate::letters::{self, Words, words_of};
use shadow_core::contract::{Failure, FailureKind};
use shadow_core::screen::{Row, Screen};
use shadow_core::surface::{Facts, RowSpan};

use super::cell_kind::{CellKind, CellSpan};

/// Words of error messages and what they name. The first match wins.
static NAMES: [(&str, FailureKind); 24] = [
    ("incomplete response", FailureKind::Unknown),
    ("usage limit", FailureKind::Quota),
    ("quota", FailureKind::Quota),
    ("out of credits", FailureKind::Quota),
    ("rate limit", FailureKind::RateLimit),
    ("429", FailureKind::RateLimit),
    ("too many requests", FailureKind::RateLimit),
    ("context window", FailureKind::ContextLimit),
    ("context length", FailureKind::ContextLimit),
    ("401", FailureKind::Auth),
    ("403", FailureKind::Auth),
    ("unauthorized", FailureKind::Auth),
    ("api key", FailureKind::Auth),
    ("sign in", FailureKind::Auth),
    ("high demand", FailureKind::Overloaded),
    ("at capacity", FailureKind::Overloaded),
    ("overloaded", FailureKind::Overloaded),
    ("503", FailureKind::Overloaded),
    ("disconnected", FailureKind::Network),
    ("connection", FailureKind::Network),
    ("error sending request", FailureKind::Network),
    ("timed out", FailureKind::Network),
    ("invalid_request", FailureKind::InvalidRequest),
    ("bad request", FailureKind::InvalidRequest),
];

/// What an error begins with that ends its turn, whatever stands above it.
const FINAL: [&str; 9] = [
    "stream disconnected",
    "incomplete response",
    "exceeded retry limit",
    "unexpected status",
    "quota exceeded",
    "selected model is at capacity",
    "codex ran out of room",
    "you've hit your usage limit",
    "you’ve hit your usage limit",
];

/// Whether an error's first row says that its turn is over.
pub(super) fn is_final(row: Row<'_>) -> bool {
    let said = row
        .text()
        .trim_start_matches(['■', '⚠', '🖐', '\u{200a}', ' ']);
    FINAL.iter().any(|word| letters::begins(said, word))
}

/// Whether an error's first row says that a command was refused because a turn runs (0.28 to 0.169): it proves no end of
/// that turn.
pub(super) fn is_refusal(row: Row<'_>) -> bool {
    row.text().contains("while a task is in progress")
}

/// Records a failure if the last cell is an error.
pub(super) fn read(screen: &Screen, last: Option<CellSpan>, facts: &mut Facts) {
    if let Some(cell) = last
        && cell.kind == CellKind::Error
    {
        let rows = RowSpan::new(cell.first, cell.last);
        facts.failure = Some((kind(screen, rows), rows));
    }
}

fn kind(screen: &Screen, rows: RowSpan) -> FailureKind {
    static WORDS: Words<24> = Words::any_case(words_of(&NAMES));
    let said = rows.indices();
    said.filter_map(|row| WORDS.first_in(screen.row(row).text()))
        .min()
        .map_or(FailureKind::Unknown, |index| NAMES[index].1)
}

/// The failure written out.
pub(super) fn details(screen: &Screen, kind: FailureKind, rows: RowSpan) -> Failure {
    let mut text = String::new();
    for index in rows.indices() {
        let body = screen
            .row(index)
            .trimmed()
            .trim_start_matches(['■', '🖐'])
            .trim();
        if !text.is_empty() && !text.ends_with('/') {
            text.push(' ');
        }
        text.push_str(body);
    }
    let resets_at = text
        .split_once("try again ")
        .map(|(_, when)| when.trim_end_matches('.'))
        .filter(|when| when.contains(|c: char| c.is_ascii_digit()))
        .map(str::to_owned);
    Failure {
        kind,
        scope: None,
        text,
        resets_at,
        retry_in_seconds: None,
    }
}
