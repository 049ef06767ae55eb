//! Results as NDJSON: one object for each case and mode.

use serde::{Deserialize, Serialize};
use shadow_testing::{ChangeKind, Outcome, Ran};

/// The result of one case in one mode.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// `provider/version/session/case`.
    pub id: String,
    /// Folder of the session.
    pub dir: String,
    /// Name of the case in its session.
    pub case: String,
    /// `claude` or `codex`.
    pub provider: String,
    /// The CLI's version.
    pub version: String,
    /// How much of the capture the engine was given: `all`, `sgr`, `plain`.
    pub mode: String,
    /// `held` or `changed`.
    pub result: String,
    /// Wrong answers that are accepted.
    pub accepted: usize,
    /// Judgments that came out right.
    pub right: usize,
    /// Honest unknowns.
    pub unknown: usize,
    /// What changed.
    pub changes: Vec<EntryChange>,
    /// What the answer rests on, for a case that changed.
    pub evidence: Vec<String>,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryChange {
    /// `wrong`, or `fixed` where a wrong answer is accepted.
    pub kind: String,
    /// What was judged.
    pub measure: String,
    /// What the truth says.
    pub expected: String,
    /// What the engine says.
    pub got: String,
}

impl Entry {
    /// The entry of a result.
    pub fn of(ran: &Ran) -> Self {
        let scored = &ran.scored;
        let changes = ran.changes.iter().map(|change| EntryChange {
            kind: kind(change.kind).to_owned(),
            measure: change.judgment.measure.clone(),
            expected: change.judgment.want.clone(),
            got: change.judgment.got.clone(),
        });
        Self {
            id: scored.id.clone(),
            dir: ran.dir.display().to_string(),
            case: ran.case.clone(),
            provider: scored.provider.clone(),
            version: scored.version.clone(),
            mode: scored.mode.name().to_owned(),
            result: if ran.holds() { "held" } else { "changed" }.to_owned(),
            accepted: ran.accepted,
            right: scored.with(Outcome::Right).count(),
            unknown: scored.with(Outcome::Unknown).count(),
            changes: changes.collect(),
            evidence: match ran.holds() {
                true => Vec::new(),
                false => scored.evidence.clone(),
            },
        }
    }
}

fn kind(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Wrong => "wrong",
        ChangeKind::Fixed => "fixed",
    }
}
