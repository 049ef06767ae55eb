//! What the CLI says of an allowance that is used up: which one it is, when it resets, and that it will go on by itself.

use shadow_core::contract::{Continues, QuotaScope};
use shadow_core::screen::{Needle, Row, Screen};
use shadow_core::surface::RowSpan;

use super::footer::{Footer, segments};
use super::goal;
use crate::letters::Meanings;

/// Names of allowances; the first that is found counts.
static SCOPES: Meanings<QuotaScope, 12> = Meanings::any_case([
    ("extra usage", QuotaScope::ExtraUsage),
    ("spending cap", QuotaScope::ExtraUsage),
    ("credit", QuotaScope::Credits),
    ("monthly", QuotaScope::Monthly),
    ("spend", QuotaScope::Monthly),
    ("session", QuotaScope::Session),
    ("5-hour", QuotaScope::FiveHour),
    ("5 hour", QuotaScope::FiveHour),
    ("five-hour", QuotaScope::FiveHour),
    ("this week", QuotaScope::Weekly),
    ("weekly", QuotaScope::Weekly),
    ("7-day", QuotaScope::Weekly),
]);

/// Which allowance a text says is used up: `You've hit your 5-hour limit · resets 3pm` (2.0.70 on), `Weekly limit reached ∙
/// resets 3pm` (before), `You're out of extra usage`. What follows the first sentence tells what to do about it.
pub(super) fn scope(text: &str) -> QuotaScope {
    let end = text.find(['·', '∙', '|']).unwrap_or(text.len());
    let said = &text[..end];
    let said = said.split_once(". ").map_or(said, |(first, _)| first);
    if names_model(said) {
        return QuotaScope::Model;
    }
    SCOPES.of(said).unwrap_or(QuotaScope::Unknown)
}

/// Whether a model is named before the limit, as with a capital behind `your` or before `weekly`: `your Opus limit`, `Opus
/// weekly limit reached`, `your Fable 5 limit`.
fn names_model(said: &str) -> bool {
    let Some((_, behind)) = said.split_once("your ") else {
        let mut words = said.split(' ');
        let capital = words
            .next()
            .is_some_and(|word| word.starts_with(char::is_uppercase));
        return capital && words.next() == Some("weekly");
    };
    let named = behind.split_once(" limit").map_or("", |(name, _)| name);
    let first = named.chars().next().is_some_and(char::is_uppercase);
    first && !named.starts_with("Claude")
}

/// When an allowance resets, as shown: `resets 3:57pm (UTC)`, `will reset at 3pm (UTC)`.
pub(super) fn resets_at(text: &str) -> Option<String> {
    const RESETS: Needle = Needle::new("resets ");
    const WILL: Needle = Needle::new("will reset at ");
    let mut words = [RESETS, WILL, AT].iter();
    let (_, rest) = words.find_map(|words| words.split_once(text))?;
    let end = rest.find(['·', '∙', '|']).unwrap_or(rest.len());
    let when = rest[..end].split(". ").next()?.trim().trim_end_matches('.');
    (!when.is_empty()).then(|| when.to_owned())
}

/// Before the time at which the CLI will go on.
const AT: Needle = Needle::new("ontinuing automatically at ");
/// The announcement without a time.
const GOES_ON: Needle = Needle::new("ontinuing automatically");

/// The footer's row that says that the CLI will go on by itself: set in below the warning that is above it (2.1.331), or
/// behind the warning in its row.
pub(super) fn continues(screen: &Screen, footer: &Footer) -> Option<RowSpan> {
    let rows = footer.rows?;
    let armed_at_once = |index: &usize| {
        let row = screen.row(*index);
        is_warning(row) && GOES_ON.is_in(row.text())
    };
    if let Some(row) = rows.indices().find(armed_at_once) {
        return Some(RowSpan::one(row));
    }
    let armed = |index: &usize| {
        let (above, row) = (screen.row(index - 1), screen.row(*index));
        is_warning(above) && row.indent() > above.indent() && GOES_ON.is_in(row.text())
    };
    let row = rows.indices().skip(1).find(armed)?;
    Some(RowSpan::new(row - 1, row))
}

/// `⚠ Usage limit reached · limit resets 3:57pm`.
fn is_warning(row: Row<'_>) -> bool {
    row.first_char() == Some('⚠')
}

/// That written out.
pub(super) fn write_continues(screen: &Screen, rows: RowSpan) -> Continues {
    let text = screen.row(rows.last as usize).text();
    let when = |rest: &str| segments(rest).next().map(str::to_owned);
    let at = AT.split_once(text).and_then(|(_, rest)| when(rest));
    Continues {
        at: at.or_else(|| goal::when(screen, rows)),
        rows: [rows.first, rows.last],
    }
}

#[cfg(test)]
mod tests {
    use super::{resets_at, scope};
    use shadow_core::contract::QuotaScope::{
        self, Credits, ExtraUsage, FiveHour, Model, Monthly, Session, Unknown, Weekly,
    };

    /// A wording, the allowance that it names, and its reset.
    const SAID: [(&str, QuotaScope, &str); 17] = [
        (
            "You've hit your session limit · resets 12:10am (Europe/Dublin)",
            Session,
            "12:10am (Europe/Dublin)",
        ),
        (
            "You've hit your 5-hour limit · resets 3pm (UTC)",
            FiveHour,
            "3pm (UTC)",
        ),
        ("5-hour limit reached ∙ resets 3pm", FiveHour, "3pm"),
        (
            "Weekly limit reached ∙ resets Jun 3 at 4pm",
            Weekly,
            "Jun 3 at 4pm",
        ),
        ("Session limit reached ∙ resets 4pm", Session, "4pm"),
        ("Opus weekly limit reached ∙ resets 4pm", Model, "4pm"),
        (
            "You've hit your Opus limit · resets 4pm (UTC)",
            Model,
            "4pm (UTC)",
        ),
        (
            "You've reached your Fable 5 limit. Run /usage-credits to go on",
            Model,
            "",
        ),
        (
            "You've hit your weekly limit · resets Jun 3 at 4pm",
            Weekly,
            "Jun 3 at 4pm",
        ),
        (
            "You've hit your monthly spend limit. Run /usage-credits to manage it",
            Monthly,
            "",
        ),
        (
            "You're out of extra usage · resets 5pm (America/Los_Angeles)",
            ExtraUsage,
            "5pm (America/Los_Angeles)",
        ),
        ("Spending cap reached resets 1:41am", ExtraUsage, "1:41am"),
        (
            "You're out of usage credits. /model to switch models.",
            Credits,
            "",
        ),
        ("Credit balance is too low", Credits, ""),
        (
            "Claude usage limit reached. Your limit will reset at 3pm (UTC).",
            Unknown,
            "3pm (UTC)",
        ),
        ("You've hit your limit · resets 3pm", Unknown, "3pm"),
        (
            "Usage limit reached · continuing automatically at 4:10pm",
            Unknown,
            "4:10pm",
        ),
    ];

    #[test]
    fn every_wording_names_its_allowance_and_its_reset() {
        for (text, allowance, reset) in SAID {
            assert_eq!(scope(text), allowance, "{text}");
            assert_eq!(resets_at(text).unwrap_or_default(), reset, "{text}");
        }
    }
}
