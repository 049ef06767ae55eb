//! The turn: none, or one that is open and in which phase, and what is known of it.

use super::answer::Stitcher;
use super::cell::{Cell, is_command, solid};
use super::rest::Rest;
use super::track::BlockTrack;
use crate::contract::{BlockedInterval, Outcome, TurnEvidence, TurnHow};
use crate::contract::{CellRole, TurnState};

/// Pieces of evidence that a record keeps.
const EVIDENCE: usize = 32;

/// Where the turn stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Turn {
    /// None is open.
    None(Idle),
    /// One has begun and not ended.
    Open(Phase, Box<OpenTurn>),
}

/// What is left where no turn is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Idle {
    /// None has begun, or nothing of the last one stands.
    Inactive,
    /// The last one ran to its end.
    Completed,
    /// The last one failed.
    Failed,
    /// Something works, and is no turn yet.
    Unknown,
}

/// How an open turn goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing of it is seen yet.
    Waiting,
    /// It runs.
    Running,
    /// It looks done; it must hold.
    Candidate,
    /// It waits for a person.
    Blocked,
    /// The surface does not tell.
    Unknown,
    /// It has been unknown for longer than the limit.
    Stalled,
}

/// A turn that has begun and not ended.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OpenTurn {
    pub(super) id: u64,
    pub(super) how: TurnHow,
    pub(super) prompt: Prompt,
    pub(super) started: f64,
    pub(super) first_activity: Option<f64>,
    /// It was seen to work.
    pub(super) worked: bool,
    /// The agent was seen to say or do something.
    pub(super) answered: bool,
    /// What was last seen of it: all of it may leave a low pane.
    pub(super) last: Option<LastSeen>,
    /// A surface was seen that does not tell whether it runs.
    pub(super) unwitnessed: bool,
    /// It compacts the dialog.
    pub(super) compacts: bool,
    /// What it asked last, if nothing else has been asked since.
    pub(super) asked: Option<Asked>,
    pub(super) rest: Rest,
    /// Silence alone has told its end.
    pub(super) by_silence: bool,
    /// Silence had told its end, and it went on.
    pub(super) resumed: bool,
    pub(super) blocked: Vec<BlockedInterval>,
    /// The appearance that the last of them is for.
    pub(super) waits_for: Option<u64>,
    pub(super) answer: Stitcher,
    pub(super) evidence: Vec<TurnEvidence>,
}

/// A turn's prompt, and where it is on the screen.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Prompt {
    pub(super) text: Option<String>,
    /// The text without white space.
    pub(super) key: String,
    /// The same of the turn before it.
    pub(super) key_before: String,
    /// The user cell that the turn is anchored to.
    pub(super) anchor: Option<u64>,
    /// The last user cell whose words were added to it.
    pub(super) joined: Option<u64>,
    /// Cells from this identity on came after the turn before it.
    pub(super) first_uid: u64,
    /// The anchor has left the screen, and it has been said.
    pub(super) adrift: bool,
    /// The CLI took the anchor back.
    pub(super) retracted: bool,
    /// The anchor went away under a dialog, which covers cells.
    pub(super) covered: bool,
}

/// The last of a turn's cells that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LastSeen {
    pub(super) role: CellRole,
    pub(super) breaks_off: bool,
}

/// A question or a plan of the agent's that was in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Asked {
    /// Cells from this identity on came after it.
    pub(super) uid: u64,
    /// A plan may be all that a turn was for; a question is asked to go on.
    pub(super) plan: bool,
    /// The screen has shown the agent at work since.
    pub(super) worked: bool,
}

/// A turn whose end silence alone has told.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Settled {
    pub(super) open: Box<OpenTurn>,
    /// The end of its last words.
    pub(super) tail: String,
    /// Cells from this identity on came after that end.
    pub(super) uid: u64,
    /// Since when its words are others.
    pub(super) goes_on: Option<f64>,
}

impl Settled {
    /// When it is believed that it goes on.
    pub(super) fn due(&self, settle: f64) -> Option<f64> {
        self.goes_on.map(|since| since + settle)
    }
}

impl Default for Turn {
    fn default() -> Self {
        Self::None(Idle::Inactive)
    }
}

impl Turn {
    /// The turn that is open.
    pub(super) fn open(&self) -> Option<&OpenTurn> {
        match self {
            Self::Open(_, open) => Some(open),
            Self::None(_) => None,
        }
    }

    /// The open turn, mutable.
    pub(super) fn open_mut(&mut self) -> Option<&mut OpenTurn> {
        match self {
            Self::Open(_, open) => Some(open),
            Self::None(_) => None,
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.open().is_some()
    }

    /// Whether a turn runs and has not come to rest: what comes now was said while it ran.
    pub(super) fn runs(&self) -> bool {
        self.open().is_some_and(OpenTurn::runs)
    }

    /// Since when the running turn has rested by a witness, if it has said nothing since.
    pub(super) fn rested(&self) -> Option<f64> {
        self.open().and_then(|open| open.rest.witnessed())
    }

    /// Whether the running turn has come to rest and has said nothing since.
    pub(super) fn has_rested(&self) -> bool {
        self.rested().is_some()
    }

    /// The phase of the turn that is open.
    pub(super) fn phase(&self) -> Option<Phase> {
        match self {
            Self::Open(phase, _) => Some(*phase),
            Self::None(_) => None,
        }
    }

    /// Its number; 0 for none.
    pub(super) fn id(&self) -> u64 {
        self.open().map_or(0, |open| open.id)
    }

    /// Closes the turn that is open, if one is.
    pub(super) fn close(&mut self, left: Idle) -> Option<Box<OpenTurn>> {
        match std::mem::replace(self, Self::None(left)) {
            Self::Open(_, open) => Some(open),
            none @ Self::None(_) => {
                *self = none;
                None
            }
        }
    }

    /// The published state.
    pub(super) fn state(&self) -> TurnState {
        match self {
            Self::None(Idle::Inactive) => TurnState::Inactive,
            Self::None(Idle::Completed) => TurnState::Completed,
            Self::None(Idle::Failed) => TurnState::Failed,
            Self::Open(Phase::Waiting, _) => TurnState::Waiting,
            Self::Open(Phase::Running, _) => TurnState::InProgress,
            Self::Open(Phase::Candidate, _) => TurnState::CandidateComplete,
            Self::Open(Phase::Blocked, _) => TurnState::Blocked,
            Self::Open(Phase::Unknown, _) | Self::None(Idle::Unknown) => TurnState::Unknown,
            Self::Open(Phase::Stalled, _) => TurnState::Stalled,
        }
    }
}

impl Idle {
    /// What an outcome leaves.
    pub(super) fn after(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Success => Self::Completed,
            Outcome::KnownFailure | Outcome::Disconnected => Self::Failed,
            Outcome::Interrupted | Outcome::Unknown => Self::Inactive,
        }
    }
}

impl Prompt {
    /// A prompt, where there is one, after another turn.
    pub(super) fn new(text: Option<String>, key_before: String, first_uid: u64) -> Self {
        Self {
            key: text.as_deref().map(solid).unwrap_or_default(),
            text,
            key_before,
            first_uid,
            ..Self::default()
        }
    }

    /// Whether a cell that came after the turn before may be this prompt: it is, or the prompt is not known, and the cell is
    /// not the one before.
    pub(super) fn may_be(&self, cell: &Cell) -> bool {
        let before = || cell.solid == self.key_before || cell.is_end_of(&self.key_before);
        match self.text {
            Some(_) => self.is_shown_by(cell),
            None => !before(),
        }
    }

    /// Whether a cell is this prompt, or the end of it.
    pub(super) fn is_shown_by(&self, cell: &Cell) -> bool {
        cell.solid == self.key || cell.is_end_of(&self.key)
    }
}

impl OpenTurn {
    /// A turn of which nothing is known yet.
    pub(super) fn new(id: u64, how: TurnHow, prompt: Prompt, started: f64) -> Self {
        Self {
            id,
            how,
            prompt,
            started,
            first_activity: None,
            worked: false,
            answered: false,
            last: None,
            unwitnessed: false,
            compacts: false,
            asked: None,
            rest: Rest::default(),
            by_silence: false,
            resumed: false,
            blocked: Vec::new(),
            waits_for: None,
            answer: Stitcher::default(),
            evidence: Vec::new(),
        }
    }

    /// It waits for a person from now on.
    pub(super) fn waits(&mut self, track: &BlockTrack, from: f64) {
        self.blocked.push(track.interval(from));
        self.waits_for = Some(track.appearance);
    }

    /// Notes a fact, within bounds.
    pub(super) fn note(&mut self, at: f64, signal: &str) {
        if self.evidence.len() < EVIDENCE {
            let signal = signal.to_owned();
            self.evidence.push(TurnEvidence { at, signal });
        }
    }

    /// Whether anything of it has shown.
    pub(super) fn is_seen(&self) -> bool {
        self.worked || self.answered || self.rest.end.interrupted
    }

    /// Whether it runs by what is known: it was seen, and has not come to rest.
    pub(super) fn runs(&self) -> bool {
        !self.rest.is_over() && (self.worked || self.answered)
    }

    /// Whether a cell is of the agent's doing in it.
    pub(super) fn owns(&self, cell: &Cell) -> bool {
        cell.turn == self.id && cell.is_agents()
    }

    /// Whether it is the CLI's own doing, or a person's shell command, of which no words come.
    pub(super) fn is_command(&self) -> bool {
        self.compacts || self.prompt.text.as_deref().is_none_or(is_command)
    }

    /// It works, or asks, since a time.
    pub(super) fn work(&mut self, since: f64, signal: &str) {
        if !self.worked {
            self.worked = true;
            let at = since.max(self.started);
            self.first_activity = self.first_activity.or(Some(at));
            self.note(at, signal);
        }
    }

    /// Takes what a screen shows of it.
    pub(super) fn gather(&mut self, cells: &[Cell], now: f64) {
        self.answer.take(cells, self.id);
        self.read_prompt(cells);
        let told = |cell: &Cell| self.owns(cell) || cell.turn == self.id && cell.breaks_off;
        if let Some(cell) = cells.iter().rfind(|cell| told(cell)) {
            self.last = Some(LastSeen {
                role: cell.role,
                breaks_off: cell.breaks_off,
            });
        }
        if let Some(cell) = cells.iter().rfind(|cell| self.owns(cell)) {
            self.rest
                .take_words((cell.uid, cell.solid.len()), cell.truncated);
            if !self.answered {
                self.answered = true;
                self.first_activity = self.first_activity.or(Some(now));
                self.note(now, "agent_cell");
            }
        }
    }

    /// The prompt as its cell shows it now: the first look may have met half a frame. One that shows less of it now has
    /// been folded, or its beginning has left the screen.
    fn read_prompt(&mut self, cells: &[Cell]) {
        let prompt = &self.prompt;
        let anchor = cells.iter().find(|cell| prompt.anchor == Some(cell.uid));
        let anchor = anchor.filter(|_| self.how != TurnHow::ExplicitSubmit);
        let more = |cell: &Cell| cell.solid.ends_with(&prompt.key);
        let whole = anchor.filter(|cell| !cell.truncated || more(cell));
        let folded = |cell: &Cell| cell.is_beginning_of(&prompt.key);
        if let Some(cell) = whole.filter(|cell| prompt.joined.is_none() && !folded(cell)) {
            self.prompt.text = Some(cell.text.clone());
            self.prompt.key.clone_from(&cell.solid);
        }
    }
}
