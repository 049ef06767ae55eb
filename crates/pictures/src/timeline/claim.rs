//! What a channel beside the screen says of the turn, and whether that is what the screen showed.

use shadow_tui::contract::{BusinessState, wire_name};
use shadow_tui::recording::Sighting;
use shadow_tui::surface::{ReportFact, TitleFact};

/// What a channel says of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    Working,
    Blocked,
    Idle,
}

impl Claim {
    pub(super) fn of_title(fact: TitleFact) -> Option<Self> {
        match fact {
            TitleFact::Working => Some(Self::Working),
            TitleFact::Blocked => Some(Self::Blocked),
            TitleFact::Idle => Some(Self::Idle),
            TitleFact::Absent | TitleFact::Neutral | TitleFact::Unmoved | TitleFact::Still(_) => {
                None
            }
        }
    }

    pub(super) fn of_report(fact: ReportFact) -> Option<Self> {
        match fact {
            ReportFact::Working => Some(Self::Working),
            ReportFact::Blocked(_) => Some(Self::Blocked),
            ReportFact::Idle | ReportFact::Done | ReportFact::Failed => Some(Self::Idle),
            ReportFact::Absent | ReportFact::Neutral | ReportFact::Foreign => None,
        }
    }

    /// The claim of a report as the events quote it: `working`, `blocked permission`, of a title its first word.
    pub(super) fn of_words(channel: &str, said: &str) -> Option<Self> {
        let mut words = said.split([' ', ';']).take(match channel {
            "program_status" => usize::MAX,
            "title" => 1,
            _ => 0,
        });
        words.find_map(|word| match word {
            "working" => Some(Self::Working),
            "blocked" => Some(Self::Blocked),
            "idle" | "done" | "error" => Some(Self::Idle),
            _ => None,
        })
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Working => "working",
            Self::Blocked => "blocked",
            Self::Idle => "idle",
        }
    }

    /// Whether a surface shows something else. An unknown one contradicts nothing.
    pub(super) fn is_contradicted_by(self, seen: BusinessState) -> bool {
        let shown = match seen {
            BusinessState::Unknown => return false,
            BusinessState::Working => Self::Working,
            BusinessState::AwaitingOperator => Self::Blocked,
            BusinessState::Idle => Self::Idle,
        };
        self != shown
    }
}

/// The first disagreement of a look, in words: `title says working, surface idle`.
pub(super) fn disagreement(sighting: &Sighting<'_>) -> Option<String> {
    let said = sighting.said;
    let surface = &sighting.payload.surface_assessment;
    let in_background = said.title_moves_for_background && surface.background.is_some();
    let title = Claim::of_title(said.title).filter(|_| !in_background);
    let claims = [
        ("title", title),
        ("program status", Claim::of_report(said.status)),
        ("progress", Claim::of_report(said.progress)),
        ("tab status", Claim::of_report(said.tab_status)),
    ];
    claims
        .into_iter()
        .find_map(|(channel, claim)| contradiction(channel, claim?, surface.business_state))
}

/// A channel's claim against a surface, in words; none where they agree.
pub(super) fn contradiction(channel: &str, claim: Claim, seen: BusinessState) -> Option<String> {
    let shown = wire_name(&seen);
    let word = claim.word();
    claim
        .is_contradicted_by(seen)
        .then(|| format!("{channel} says {word}, surface {shown}"))
}
