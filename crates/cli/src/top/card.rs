//! What the dashboard knows of one pane.

use std::cmp::Ordering;
use std::fmt;
use std::path::PathBuf;

use shadow_tmux::{Pane, PaneId};
use shadow_tui::Snapshot;
use shadow_tui::contract::{
    Activity, AnomalyCode, Availability, ComposerContent, OperatorBlock, Payload, PendingInput,
    SurfaceAssessment, wire_name,
};
use shadow_tui::reducer::TurnState;

use crate::host_name::HostName;
use crate::render::verdict::queued_texts;
use crate::wire::Look;
use shadow_legible::{excerpt, one_line, subject_line};
use shadow_tui::Need;

/// Characters of a text that a line of the list quotes.
const QUOTE: usize = 160;

/// Where a pane of another machine is.
#[derive(Debug, Clone)]
pub struct Away {
    /// The machine.
    pub host: HostName,
    /// What commands call it here: `HOST/SERVER/PANE`. It changes when another server becomes known there.
    pub name: String,
}

impl PartialEq for Away {
    fn eq(&self, other: &Self) -> bool {
        self.host == other.host
    }
}

impl Eq for Away {}

impl PartialOrd for Away {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Away {
    fn cmp(&self, other: &Self) -> Ordering {
        self.host.cmp(&other.host)
    }
}

/// Names a pane among all servers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Where it is, if it is a pane of another machine.
    pub away: Option<Away>,
    /// Socket of its server.
    pub socket: PathBuf,
    /// Its id there.
    pub pane: PaneId,
}

impl Key {
    /// The machine, if it is another one.
    pub fn host(&self) -> Option<&HostName> {
        Some(&self.away.as_ref()?.host)
    }
}

impl fmt::Display for Key {
    /// What commands call the pane: its id, or its name on another machine.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.away {
            Some(away) => f.write_str(&away.name),
            None => self.pane.fmt(f),
        }
    }
}

/// One pane, as it was last seen.
#[derive(Debug, Clone)]
pub struct Card {
    /// Which pane.
    pub key: Key,
    /// As tmux lists it.
    pub pane: Pane,
    /// What was read; of another machine's pane, the text of its screen.
    pub snapshot: Snapshot,
    /// Whether its machine has to be asked for that text.
    pub brief: bool,
    /// What came of it, with the session's lifecycle.
    pub payload: Payload,
    /// The run of the relay of another machine that counts its turns.
    pub life: Option<String>,
    /// Since when its need is the same, in seconds of the dashboard's clock.
    pub since: f64,
}

impl Card {
    /// Its last turn, with the run of the relay that counts them; none for a pane of this machine.
    pub fn turn(&self) -> Option<(String, u64)> {
        let turn = self.payload.lifecycle?.turn_id?;
        Some((self.life.clone()?, turn))
    }

    /// What it asks of a person.
    pub fn need(&self) -> Need {
        Need::of(&self.payload)
    }

    /// A pane of another machine, with its name here, as it looks there at this second of the dashboard's clock.
    pub fn away(host: &HostName, name: String, look: Look, since: f64) -> Self {
        let away = Away {
            host: host.clone(),
            name,
        };
        let text = &look.payload.dialog_projection.normalized_text;
        Self {
            key: Key {
                away: Some(away),
                socket: look.socket.into(),
                pane: look.pane.id,
            },
            snapshot: Snapshot::from_text(text.clone()),
            brief: look.brief,
            life: look.life,
            pane: look.pane,
            payload: look.payload,
            since,
        }
    }

    /// Its machine, if that is another one, and its session there.
    pub fn group(&self) -> (Option<&HostName>, &str) {
        (self.key.host(), &self.pane.session)
    }

    /// `session:window.pane`, behind its machine if that is another one.
    pub fn place(&self) -> String {
        let pane = &self.pane;
        let host = self
            .key
            .host()
            .map_or(String::new(), |host| format!("{host}/"));
        let session = one_line(&pane.session);
        format!("{host}{session}:{}.{}", pane.window, pane.index)
    }

    /// `claude 2.1.330`, the version where it is known.
    pub fn agent(&self) -> String {
        if !self.holds_agent() {
            return "-".to_owned();
        }
        let metadata = &self.payload.parser_metadata;
        let version = metadata.requested_version.as_deref();
        let version = version.or(metadata.detected_version.as_deref());
        let named = format!(
            "{} {}",
            metadata.provider_id,
            one_line(version.unwrap_or(""))
        );
        named.trim_end().to_owned()
    }

    /// Whether an agent is there, or was.
    fn holds_agent(&self) -> bool {
        self.payload.surface_assessment.availability != Availability::Unsupported
    }

    /// The dialog that waits.
    pub fn block(&self) -> Option<&OperatorBlock> {
        self.payload.surface_assessment.operator_block.as_ref()
    }

    /// Whether a part of what the surface says does not stand on the screen.
    pub fn is_clipped(&self) -> bool {
        let mut anomalies = self.payload.surface_assessment.anomalies.iter();
        anomalies.any(|anomaly| anomaly.code == AnomalyCode::ScreenClipped)
    }

    /// What is to be said of it in one line: the question, the activity, the failure, the draft.
    pub fn detail(&self) -> String {
        let surface = &self.payload.surface_assessment;
        let mut parts = Vec::new();
        if !self.holds_agent() {
            parts.push(format!("no agent: {}", one_line(&self.pane.command)));
        }
        parts.extend(self.block().map(question));
        parts.extend(surface.activity.as_ref().map(activity));
        parts.extend(surface.failure.as_ref().map(|failure| {
            let words = excerpt(&failure.text, QUOTE);
            format!("{}: {words}", wire_name(&failure.kind))
        }));
        parts.extend(background(surface));
        parts.extend(queued(surface));
        parts.extend(draft(surface));
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }

    /// The turn that has run to its end, if it is the last thing that happened.
    pub fn finished(&self) -> Option<u64> {
        let life = self.payload.lifecycle?;
        life.turn_id.filter(|_| life.turn == TurnState::Completed)
    }

    /// Whether it has all words of a filter; `state` is the word of its state.
    pub fn matches(&self, filter: &str, state: &str) -> bool {
        if filter.trim().is_empty() {
            return true;
        }
        let text = [
            state,
            &self.place(),
            &self.key.to_string(),
            &self.agent(),
            &self.detail(),
            self.pane.title.as_deref().unwrap_or(""),
        ]
        .join(" ")
        .to_lowercase();
        let mut words = filter.split_whitespace();
        words.all(|word| text.contains(&word.to_lowercase()))
    }
}

/// The question of a dialog, or the next best that tells what it wants.
fn question(block: &OperatorBlock) -> String {
    let asked = block.question.as_ref().or(block.title.as_ref());
    let mut text = asked.map_or_else(|| wire_name(&block.kind), |text| excerpt(text, QUOTE));
    if let Some(subject) = &block.subject {
        text = format!("{text} {}", subject_line(subject, QUOTE));
    }
    match block.missing() {
        Some(missing) => format!("{text} ({missing})"),
        None => text,
    }
}

/// `tool 1m12 1200 tokens`, under a dialog too.
fn activity(activity: &Activity) -> String {
    let mut parts = vec![wire_name(&activity.kind)];
    parts.extend(activity.elapsed_seconds.map(duration));
    parts.extend(activity.tokens.map(|tokens| format!("{tokens} tokens")));
    if let Some(retry) = &activity.retry {
        let number = |n: Option<u32>| n.map_or_else(|| "?".to_owned(), |n| n.to_string());
        parts.push(format!(
            "attempt {}/{}",
            number(retry.attempt),
            number(retry.of)
        ));
        parts.extend(retry.in_seconds.map(|s| format!("in {}", duration(s))));
    }
    parts.join(" ")
}

fn background(surface: &SurfaceAssessment) -> Option<String> {
    let background = surface.background.as_ref()?;
    Some(format!("{} in the background", background.count))
}

/// The messages that wait behind the turn, where the screen shows them.
fn queued(surface: &SurfaceAssessment) -> Option<String> {
    if surface.pending_input != PendingInput::Yes {
        return None;
    }
    Some(match surface.pending_messages.as_slice() {
        [] => "messages queued".to_owned(),
        messages => format!("queued {}", queued_texts(messages, QUOTE)),
    })
}

/// A person's draft, which typing would overwrite.
fn draft(surface: &SurfaceAssessment) -> Option<String> {
    let composer = surface.composer.as_ref()?;
    let written = matches!(
        composer.content,
        ComposerContent::Draft | ComposerContent::CollapsedPaste
    );
    written.then(|| match composer.text.as_str() {
        // On another machine, which alone has its words.
        "" => "draft".to_owned(),
        text => format!("draft “{}”", excerpt(text, QUOTE)),
    })
}

/// `42s`, `7m12`, `3h05`.
pub(super) fn duration(seconds: f64) -> String {
    // A duration on a dashboard fits: whole seconds, never negative.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = seconds.max(0.0) as u64;
    match whole {
        0..60 => format!("{whole}s"),
        60..3600 => format!("{}m{:02}", whole / 60, whole % 60),
        _ => format!("{}h{:02}", whole / 3600, whole % 3600 / 60),
    }
}
