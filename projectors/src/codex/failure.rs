//! The last turn's failure: an error cell of its own as the last cell of the transcript.

use crate::letters::{self, Meanings};
use shadow_core::contract::{Failure, FailureKind, QuotaScope};
use shadow_core::screen::{Needle, Row, Screen};
use shadow_core::surface::{Facts, RowSpan};

use super::cell_kind::CellSpan;
use crate::shapes::numbers::spelled_out;
use crate::shapes::wraps::go_on;

/// Words of error messages and what they name. The first match wins.
static KINDS: Meanings<FailureKind, 27> = Meanings::any_case([
    ("incomplete response", FailureKind::Unknown),
    ("usage limit", FailureKind::Quota),
    ("quota", FailureKind::Quota),
    ("out of credits", FailureKind::Quota),
    ("spend cap", FailureKind::Quota),
    ("session budget", FailureKind::Quota),
    ("your chatgpt plan", FailureKind::Quota),
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
]);

/// What a limit's message says of its scope (0.20 to 0.169). The first match wins.
static SCOPES: Meanings<QuotaScope, 8> = Meanings::any_case([
    ("out of credits", QuotaScope::Credits),
    ("spend cap", QuotaScope::ExtraUsage),
    ("usage limit for ", QuotaScope::Model),
    ("session budget", QuotaScope::Session),
    ("5h limit", QuotaScope::FiveHour),
    ("5-hour", QuotaScope::FiveHour),
    ("weekly", QuotaScope::Weekly),
    ("monthly", QuotaScope::Monthly),
]);

/// What an error begins with that ends its turn, whatever is above it; so does every one that names a limit.
const FINAL: [&str; 7] = [
    "stream disconnected",
    "incomplete response",
    "exceeded retry limit",
    "unexpected status",
    "selected model is at capacity",
    "codex ran out of room",
    "your access token could not be refreshed",
];

/// Whether an error's first row says that its turn is over.
pub(super) fn is_final(row: Row<'_>) -> bool {
    let said = row
        .text()
        .trim_start_matches(['■', '⚠', '🖐', '\u{200a}', ' ']);
    FINAL.iter().any(|word| letters::begins(said, word))
        || KINDS.of(said) == Some(FailureKind::Quota)
}

/// Whether an error's first row says that a command was refused because a turn runs (0.28 to 0.169): it proves no end of
/// that turn.
pub(super) fn is_refusal(row: Row<'_>) -> bool {
    const WHILE: Needle = Needle::new("while a task is in progress");
    WHILE.is_in(row.text())
}

/// Records the failure of which a cell tells.
pub(super) fn read(screen: &Screen, cell: CellSpan, facts: &mut Facts) {
    let said = (cell.first..=cell.last).map(|row| screen.row(row).text());
    let kind = KINDS.of_any(said).unwrap_or(FailureKind::Unknown);
    facts.turn.failure = Some((kind, cell.rows()));
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
        match text.ends_with('/') {
            true => text.push_str(body),
            false => go_on(&mut text, body),
        }
    }
    let resets = resets(&text);
    Failure {
        kind,
        scope: (kind == FailureKind::Quota).then(|| scope(&text)),
        resets_at: resets.map(str::to_owned),
        retry_in_seconds: resets.and_then(|when| spelled_out(when.strip_prefix("in ")?)),
        text,
    }
}

fn scope(text: &str) -> QuotaScope {
    SCOPES.of(text).unwrap_or(QuotaScope::Unknown)
}

/// When to try again, as shown: `9:06 PM`, `Nov 28th, 2026 7:09 PM`, `in 2 hours 3 minutes`.
fn resets(text: &str) -> Option<&str> {
    const AGAIN: &str = "try again ";
    let at = text.to_ascii_lowercase().find(AGAIN)?;
    let when = text[at + AGAIN.len()..].trim_end_matches('.');
    let when = when.strip_prefix("at ").unwrap_or(when);
    when.contains(|c: char| c.is_ascii_digit()).then_some(when)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kind, scope, and when to try again, of messages as 0.28 to 0.169 print them.
    #[test]
    fn a_limit_tells_its_scope_and_its_end() {
        use QuotaScope::{Credits, ExtraUsage, Model, Unknown};
        let told = |text| (KINDS.of(text), scope(text), resets(text));
        let quota = Some(FailureKind::Quota);
        for (text, scope, when) in [
            (
                "You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing) or try again in 2 hours 3 minutes.",
                Unknown,
                Some("in 2 hours 3 minutes"),
            ),
            (
                "You’ve hit your usage limit. Try again at Nov 30th, 2026 10:16 AM.",
                Unknown,
                Some("Nov 30th, 2026 10:16 AM"),
            ),
            (
                "You’ve hit your usage limit for GPT-5.3-Codex-Spark. Switch to another model now, or try again at 9:06 PM.",
                Model,
                Some("9:06 PM"),
            ),
            (
                "Your workspace is out of credits. Ask your workspace owner to refill in order to continue.",
                Credits,
                None,
            ),
            (
                "You hit your spend cap set by the owner of your workspace. Ask an owner to increase your spend cap to continue.",
                ExtraUsage,
                None,
            ),
            (
                "To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.",
                Unknown,
                None,
            ),
            (
                "You've hit your usage limit. Limits reset every 5h and every week.",
                Unknown,
                None,
            ),
        ] {
            assert_eq!(told(text), (quota, scope, when), "{text}");
        }
    }
}
