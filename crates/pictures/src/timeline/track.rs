//! Lanes of one pane or recording, filled from events as they are on the wire and from the looks
//! of a replay. Only words of the contract are taken over from fields that hold one; titles, reports
//! and prompts are free text, which redaction leaves out.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shadow_tui::contract::{BlockKind, BusinessState, wire_name};
use shadow_tui::recording::Sighting;
use shadow_tui::reducer::{Outcome, Readiness, TurnState};

use super::claim::{Claim, contradiction, disagreement};

/// The most sources that are drawn.
const TRACKS: usize = 40;

/// What a stretch of time is told of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Lane {
    Readiness,
    Turn,
    Turns,
    Surface,
    Title,
    Reports,
    Blocked,
    Disagree,
}

impl Lane {
    pub(super) const ALL: [Self; 8] = [
        Self::Readiness,
        Self::Turn,
        Self::Turns,
        Self::Surface,
        Self::Title,
        Self::Reports,
        Self::Blocked,
        Self::Disagree,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Readiness => "readiness",
            Self::Turn => "turn",
            Self::Turns => "turn log",
            Self::Surface => "surface",
            Self::Title => "title",
            Self::Reports => "self-reports",
            Self::Blocked => "blocked",
            Self::Disagree => "disagree",
        }
    }
}

/// A stretch of one lane.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stretch {
    pub lane: Lane,
    /// From when, in seconds of the source.
    pub from: f64,
    /// Until when; none while it lasts.
    pub to: Option<f64>,
    /// What holds, in a word that has a color.
    pub word: String,
    /// The full word.
    pub label: String,
}

/// One source's lanes.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Track {
    /// What the events call it.
    key: String,
    /// What it is called in the drawing.
    pub name: String,
    pub stretches: Vec<Stretch>,
    /// Looks have come: they tell titles, reports and disagreements better than events do.
    sighted: bool,
    /// Events other than ends of turns have come.
    streamed: bool,
    seen: BusinessState,
    title_claim: Option<Claim>,
    status_claim: Option<Claim>,
}

/// Sources over time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Timeline {
    pub(super) tracks: Vec<Track>,
    /// Whether there were more sources than are drawn.
    pub(super) full: bool,
    pub(super) first: Option<f64>,
    pub(super) last: f64,
    redact: bool,
}

impl Timeline {
    /// An empty one. With `redact`, nothing that a person, a model or a tool wrote is kept: no
    /// title, no report, no prompt, no name of a source.
    #[must_use]
    pub fn new(redact: bool) -> Self {
        Self {
            redact,
            ..Self::default()
        }
    }

    /// Whether there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tracks.iter().all(|track| track.stretches.is_empty())
    }

    /// Adds an event as it is on the wire. What is none is passed over.
    pub fn add(&mut self, event: &Value) {
        let Some(at) = event["at"].as_f64().filter(|at| at.is_finite()) else {
            return;
        };
        let began = event["record"]["started"].as_f64();
        self.reach(began.filter(|began| *began < at).unwrap_or(at));
        self.reach(at);
        let redact = self.redact;
        if let Some(track) = self.track(&source(event)) {
            track.take(event, at, redact);
        }
    }

    /// Adds what a look of a replay saw of the source with this name.
    pub fn see(&mut self, source: &str, sighting: &Sighting<'_>) {
        self.reach(sighting.at);
        let redact = self.redact;
        if let Some(track) = self.track(source) {
            track.see(sighting, redact);
        }
    }

    fn reach(&mut self, at: f64) {
        self.first = Some(self.first.map_or(at, |first| first.min(at)));
        self.last = self.last.max(at);
    }

    fn track(&mut self, key: &str) -> Option<&mut Track> {
        let known = self.tracks.iter().position(|track| track.key == key);
        if known.is_none() && self.tracks.len() >= TRACKS {
            self.full = true;
            return None;
        }
        let place = known.unwrap_or(self.tracks.len());
        if known.is_none() {
            let name = match self.redact {
                true => format!("source {}", place + 1),
                false => key.to_owned(),
            };
            let key = key.to_owned();
            self.tracks.push(Track {
                key,
                name,
                ..Track::default()
            });
        }
        self.tracks.get_mut(place)
    }
}

/// What names an event's source: its recording, or its pane and server.
fn source(event: &Value) -> String {
    let word = |key: &str| event[key].as_str().unwrap_or_default();
    let live = [word("pane"), word("socket")].join(" ");
    match word("recording") {
        "" => live.trim().to_owned(),
        recording => recording.to_owned(),
    }
}

/// The wire name of a value that the contract knows; none for anything else.
fn known<T: DeserializeOwned + Serialize>(value: &Value) -> Option<String> {
    let value: T = serde_json::from_value(value.clone()).ok()?;
    Some(wire_name(&value))
}

impl Track {
    fn take(&mut self, event: &Value, at: f64, redact: bool) {
        let name = event["event"].as_str().unwrap_or_default();
        self.streamed |= !name.is_empty() && name != "turn_ended";
        match name {
            "readiness_changed" => {
                self.begin_known(Lane::Readiness, at, known::<Readiness>(&event["to"]))
            }
            "turn_state_changed" => {
                self.begin_known(Lane::Turn, at, known::<TurnState>(&event["to"]))
            }
            "surface_changed" => self.surface(event, at),
            "self_report" => self.report(event, at, redact),
            "operator_blocked" => {
                let kind = known::<BlockKind>(&event["operator_block"]["kind"]);
                self.begin_known(Lane::Blocked, at, kind.or(Some("unknown".to_owned())));
            }
            "operator_unblocked" => self.end(Lane::Blocked, at),
            "anomaly" if event["anomaly"]["code"] == "contradictory_evidence" && !self.sighted => {
                let stretch = ("disagree", "contradictory evidence".to_owned());
                self.push(Lane::Disagree, at, Some(at), stretch);
            }
            "turn_ended" => self.record(event, at, redact),
            "process_exited" | "pane_gone" => Lane::ALL.iter().for_each(|lane| self.end(*lane, at)),
            _ => {}
        }
    }

    fn surface(&mut self, event: &Value, at: f64) {
        self.begin_known(
            Lane::Surface,
            at,
            known::<BusinessState>(&event["business_state"]),
        );
        let seen = serde_json::from_value(event["business_state"].clone());
        self.seen = seen.unwrap_or_default();
        self.compare(at);
    }

    fn report(&mut self, event: &Value, at: f64, redact: bool) {
        if self.sighted {
            return;
        }
        let word = |key: &str| event[key].as_str().unwrap_or_default();
        let (channel, said) = (word("channel"), word("said"));
        let claim = Claim::of_words(channel, said);
        match channel {
            "title" => {
                self.title_claim = claim;
                let title = said.split_once(' ').map_or("", |(_, title)| title);
                let shown = claim.map(|_| titled(title, claim, redact));
                self.keep(Lane::Title, at, shown);
            }
            _ => self.said(channel, said, claim, at, redact),
        }
        self.compare(at);
    }

    /// A report other than the title.
    fn said(&mut self, channel: &str, said: &str, claim: Option<Claim>, at: f64, redact: bool) {
        let label = match (redact, claim) {
            (false, _) => format!("{channel} {said}"),
            (true, Some(claim)) => claim.word().to_owned(),
            (true, None) => "report".to_owned(),
        };
        let passes = matches!(channel, "notification" | "bell");
        if !passes {
            self.end(Lane::Reports, at);
            self.status_claim = claim;
        }
        let word = claim.map_or("report", Claim::word);
        if passes || !said.is_empty() {
            self.push(Lane::Reports, at, passes.then_some(at), (word, label));
        }
    }

    /// Holds what was last said against the surface, where no look does it better.
    fn compare(&mut self, at: f64) {
        if self.sighted {
            return;
        }
        let claims = [
            ("title", self.title_claim),
            ("program status", self.status_claim),
        ];
        let words = claims
            .into_iter()
            .find_map(|(channel, claim)| contradiction(channel, claim?, self.seen));
        self.keep(
            Lane::Disagree,
            at,
            words.map(|words| ("disagree".to_owned(), words)),
        );
    }

    /// A turn that has ended, and, of a log that holds nothing else, when it was blocked.
    fn record(&mut self, event: &Value, at: f64, redact: bool) {
        let record = &event["record"];
        let from = record["started"].as_f64().unwrap_or(at).min(at);
        let to = record["ended"].as_f64().unwrap_or(at).clamp(from, at);
        let outcome = known::<Outcome>(&record["outcome"]).unwrap_or_else(|| "unknown".to_owned());
        let prompt = record["prompt"].as_str().filter(|_| !redact);
        let label = prompt.map_or_else(|| outcome.clone(), |prompt| format!("{outcome}: {prompt}"));
        self.push(Lane::Turns, from, Some(to), (&outcome, label));
        let blocked = record["blocked"].as_array().filter(|_| !self.streamed);
        for interval in blocked.into_iter().flatten() {
            let begun = interval["from"].as_f64().unwrap_or(from).clamp(from, to);
            let ended = interval["to"].as_f64().unwrap_or(to).clamp(begun, to);
            let kind = known::<BlockKind>(&interval["kind"]);
            let kind = kind.unwrap_or_else(|| "unknown".to_owned());
            self.push(Lane::Blocked, begun, Some(ended), ("blocked", kind));
        }
    }

    fn see(&mut self, sighting: &Sighting<'_>, redact: bool) {
        self.sighted = true;
        let at = sighting.at;
        let title = sighting.channels.title.as_deref();
        let claim = Claim::of_title(sighting.said.title);
        let shown = title.map(|title| titled(title, claim, redact));
        self.keep(Lane::Title, at, shown);
        self.keep(Lane::Reports, at, reports(sighting, redact));
        let words = disagreement(sighting);
        self.keep(
            Lane::Disagree,
            at,
            words.map(|words| ("disagree".to_owned(), words)),
        );
    }

    /// What holds in a lane from now on; it goes on where it is the same.
    fn keep(&mut self, lane: Lane, at: f64, holds: Option<(String, String)>) {
        let open = self.open(lane);
        let same = |stretch: &Stretch, (word, label): &(String, String)| {
            stretch.word == *word && stretch.label == *label
        };
        match (open, holds) {
            (Some(open), Some(holds)) if same(open, &holds) => {}
            (_, Some((word, label))) => {
                self.end(lane, at);
                self.push(lane, at, None, (&word, label));
            }
            (_, None) => self.end(lane, at),
        }
    }

    fn begin_known(&mut self, lane: Lane, at: f64, word: Option<String>) {
        let word = word.unwrap_or_else(|| "unknown".to_owned());
        self.keep(lane, at, Some((word.clone(), word)));
    }

    fn push(&mut self, lane: Lane, from: f64, to: Option<f64>, (word, label): (&str, String)) {
        let word = word.to_owned();
        self.stretches.push(Stretch {
            lane,
            from,
            to,
            word,
            label,
        });
    }

    fn open(&mut self, lane: Lane) -> Option<&mut Stretch> {
        let open = |stretch: &&mut Stretch| stretch.lane == lane && stretch.to.is_none();
        self.stretches.iter_mut().rev().find(open)
    }

    fn end(&mut self, lane: Lane, at: f64) {
        if let Some(stretch) = self.open(lane) {
            stretch.to = Some(at);
        }
    }
}

/// A title as a lane shows it: what it says, and its words without the glyph that moves.
fn titled(title: &str, claim: Option<Claim>, redact: bool) -> (String, String) {
    let word = claim.map_or("title", Claim::word);
    let moves = |c: char| matches!(c, '\u{2800}'..='\u{28ff}' | '\u{25d0}'..='\u{25d3}' | ' ');
    let label = match redact {
        true => word.to_owned(),
        false => format!("{word}: {}", title.trim_start_matches(moves)),
    };
    (word.to_owned(), label)
}

/// The self-reports in force at a look, told by what they say of the turn; none where none is.
fn reports(sighting: &Sighting<'_>, redact: bool) -> Option<(String, String)> {
    let said = sighting.said;
    let facts = [
        ("status", said.status),
        ("progress", said.progress),
        ("tab", said.tab_status),
    ];
    let claims = facts.map(|(name, fact)| Some((name, Claim::of_report(fact)?)));
    let told: Vec<(&str, Claim)> = claims.into_iter().flatten().collect();
    let (_, first) = told.first()?;
    let words = told
        .iter()
        .map(|(name, claim)| format!("{name} {}", claim.word()));
    let mut label = words.collect::<Vec<_>>().join(", ");
    let said = sighting
        .channels
        .program_status
        .iter()
        .find_map(|it| it.msg.as_deref());
    if let Some(said) = said.filter(|_| !redact) {
        label = format!("{label}: {said}");
    }
    Some((first.word().to_owned(), label))
}
