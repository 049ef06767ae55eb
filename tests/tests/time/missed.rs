//! Why two schedules tell different turns: the facts that stood on the pane for so short a time that the
//! slower one did not get to see them, or not for long enough to believe them.
//!
//! Of all that was missed, or of a single fact of it, a difference is explained where a look at every frame tells the slower one's turns, too, as soon as
//! the frames with such facts are taken from the film, and nothing else is; or where the slower one
//! tells what every frame does, as soon as it looks while such facts stand. So the log depends on a schedule by
//! nothing but what it could not see.

use std::collections::HashMap;

use shadow_tui::contract::{ActivityKind, BusinessState, CellRole, InputMode, PendingInput};
use shadow_tui::reducer::{Limits, Observation};

use super::schedule::{LONGEST, Schedule};
use shadow_tests::turns::{Film, Frame};

/// A fact of a frame that may begin a turn, end it, or say how.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Fact {
    /// What the surface is: idle, working, ready.
    Surface(BusinessState, InputMode, bool),
    /// A user's cell.
    Prompt(String),
    /// The agent has said something below the last of them.
    Answered(Option<String>),
    /// A message waits behind the turn.
    Queued,
    /// The dialog is compacted.
    Compacting,
    /// A draft, which may be the prompt of an answer that comes at once.
    Draft(String),
    /// The draft is a command.
    CommandDraft,
    /// Marks of how the turn ended.
    Marks(bool, bool),
    /// A block of this signature.
    Block(String),
}

/// A fact, from when until when.
#[derive(Debug, Clone)]
pub struct Showing {
    pub fact: Fact,
    pub from: f64,
    pub until: f64,
}

impl Showing {
    fn is_within(&self, at: f64) -> bool {
        self.from <= at && at < self.until
    }

    /// Seconds between the first and the last look at it; none where there was no look.
    fn seen_for(&self, looks: &[f64]) -> Option<f64> {
        let mut seen = looks.iter().filter(|at| self.is_within(**at));
        let first = seen.next()?;
        Some(seen.next_back().unwrap_or(first) - first)
    }
}

/// The facts that a schedule missed because they stood for less than a poll and the time to believe them:
/// those that it did not see at all, and those that it did not see for long enough. Of either the prompts
/// alone, or all, then each for itself; the least first. At last, with all that was not seen, the rests that were not seen for as
/// long as the end of a turn must hold: one that is hardly longer may be seen for less.
pub fn missed(film: &Film, looks: &[f64]) -> Vec<Vec<Showing>> {
    // A surface must hold before the dialog on it is believed, which must hold in turn.
    let limits = Limits::default();
    let settle = 2.0 * limits.settle;
    let end = limits.settle + limits.completion_stability;
    let all = showings(film);
    let of = |least: f64, wanted: &dyn Fn(&Fact) -> bool| -> Vec<Showing> {
        let brief = |it: &&Showing| it.until - it.from < LONGEST + least.max(settle);
        let unseen = |it: &&Showing| it.seen_for(looks).is_none_or(|held| held < least);
        let all = all.iter().filter(brief).filter(unseen);
        all.filter(|it| wanted(&it.fact)).cloned().collect()
    };
    let prompt = |fact: &Fact| matches!(fact, Fact::Prompt(_));
    let rest = |fact: &Fact| matches!(fact, Fact::Surface(_, _, true));
    let any = |_: &Fact| true;
    let unbelieved = of(settle, &any);
    let each = unbelieved.iter().map(|it| vec![it.clone()]);
    let unseen = of(0.0, &any);
    let rests = [of(end, &rest), unseen.clone()].concat();
    [of(0.0, &prompt), unseen, of(settle, &prompt)]
        .into_iter()
        .chain([unbelieved.clone()])
        .chain(each)
        .chain([rests])
        .collect()
}

/// The film without the frames that show one of these.
pub fn without(film: &Film, missed: &[Showing]) -> Film {
    let hidden = |frame: &&Frame| missed.iter().any(|showing| showing.is_within(frame.at));
    let frames = film.frames.iter().filter(|frame| !hidden(frame));
    Film {
        frames: frames.cloned().collect(),
        end: film.end,
    }
}

/// A schedule's looks, and more of them while one of these facts stands.
pub fn with_looks(looks: &[f64], missed: &[Showing]) -> Vec<f64> {
    let more = missed.iter().flat_map(|showing| {
        let times = Schedule::every_frame().into_iter();
        let within = times.skip_while(|at| *at < showing.from);
        within.take_while(|at| *at < showing.until)
    });
    let mut all: Vec<f64> = more.chain(looks.iter().copied()).collect();
    all.sort_by(f64::total_cmp);
    all
}

/// Every fact of a film, each time that it shows.
fn showings(film: &Film) -> Vec<Showing> {
    let mut open: HashMap<Fact, f64> = HashMap::new();
    let mut all = Vec::new();
    for frame in &film.frames {
        let facts = facts(&frame.seen);
        let gone = open.extract_if(|fact, _| !facts.contains(fact));
        all.extend(gone.map(|(fact, from)| Showing {
            fact,
            from,
            until: frame.at,
        }));
        for fact in facts {
            open.entry(fact).or_insert(frame.at);
        }
    }
    all
}

fn facts(seen: &Observation) -> Vec<Fact> {
    let axes = &seen.axes;
    let mut facts = vec![
        Fact::Surface(axes.business_state, axes.input_mode, axes.submit_ready),
        Fact::Marks(seen.interrupted, seen.failure.is_some()),
    ];
    let users = seen.cells.iter().filter(|cell| cell.role == CellRole::User);
    facts.extend(users.map(|cell| Fact::Prompt(cell.text.clone())));
    let said = |role: CellRole| role.in_dialog_text() && role != CellRole::User;
    let last = seen
        .cells
        .iter()
        .rposition(|cell| cell.role == CellRole::User);
    let below = &seen.cells[last.map_or(0, |last| last + 1)..];
    if below.iter().any(|cell| said(cell.role)) {
        facts.push(Fact::Answered(
            last.map(|last| seen.cells[last].text.clone()),
        ));
    }
    facts.extend(seen.draft.clone().map(Fact::Draft));
    if seen.pending == PendingInput::Yes {
        facts.push(Fact::Queued);
    }
    let kind = seen.activity.as_ref().map(|activity| activity.kind);
    if kind == Some(ActivityKind::Compacting) {
        facts.push(Fact::Compacting);
    }
    let draft = seen.draft.as_deref().unwrap_or_default();
    if draft.trim_start().starts_with(['/', '!', '#']) {
        facts.push(Fact::CommandDraft);
    }
    facts.extend(
        seen.block
            .as_ref()
            .map(|block| Fact::Block(block.signature.clone())),
    );
    facts
}
