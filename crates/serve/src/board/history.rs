//! The history of a pane: its states, its turns and notable events, each with a bound.

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::Serialize;
use shadow_tui::Need;
use shadow_tui::event::{Event, EventBody};
use shadow_tui::reducer::{Outcome, TurnHow, TurnRecord};

/// Spans and marks that are kept of a pane.
const KEPT: usize = 512;

/// Turn records that are kept of a pane.
const TURNS: usize = 100;

/// A time in which a pane asked one thing of a person.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct StateSpan {
    /// What it asked.
    pub need: Need,
    /// From when, in seconds of the epoch.
    pub from: f64,
    /// Until when; null while it lasts.
    pub to: Option<f64>,
}

/// A turn in time.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TurnSpan {
    /// Its id.
    pub turn: u64,
    /// How it began.
    pub how: TurnHow,
    /// From when, in seconds of the epoch.
    pub from: f64,
    /// Until when; null while it runs.
    pub to: Option<f64>,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The prompt.
    pub prompt: Option<String>,
}

/// A notable event of a pane.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Serialize, JsonSchema)]
pub struct Mark {
    /// The event's name: `self_report`, `anomaly`, `stalled_entered`, `process_started`, …
    pub event: &'static str,
    /// Its text.
    pub text: String,
}

/// The run of the relay of another machine that counts the turns: each one counts them from 1.
type Life = Option<String>;

/// A pane over time.
#[derive(Debug, Default)]
pub struct History {
    states: VecDeque<StateSpan>,
    turns: VecDeque<(Life, TurnSpan)>,
    marks: VecDeque<(f64, Mark)>,
    records: VecDeque<(Life, TurnRecord)>,
    /// The greatest number of a dialog that was answered through this server.
    pub answered: u64,
    /// How often the connection to the pane's machine was lost.
    pub lost: u64,
}

impl History {
    /// Takes in what the pane asks for since a moment.
    pub fn state(&mut self, need: Need, since: f64) {
        if let Some(last) = self.states.back_mut() {
            if last.need == need {
                return;
            }
            last.to = Some(since);
        }
        keep(
            &mut self.states,
            StateSpan {
                need,
                from: since,
                to: None,
            },
            KEPT,
        );
    }

    /// Takes in an event of the pane.
    pub fn event(&mut self, event: &Event) {
        let turn = event.turn.unwrap_or_default();
        let life = &event.life;
        match &event.body {
            EventBody::TurnStarted { how, prompt } => {
                let span = TurnSpan {
                    turn,
                    how: *how,
                    from: event.at,
                    to: None,
                    outcome: None,
                    prompt: prompt.clone(),
                };
                keep(&mut self.turns, (life.clone(), span), KEPT);
            }
            EventBody::TurnEnded {
                outcome,
                supersedes,
                record,
            } => {
                self.set_end((life, turn), Some((event.at, *outcome)));
                let is_superseded =
                    |of: &Life, record: &TurnRecord| of == life && Some(record.id) == *supersedes;
                self.records
                    .retain(|(of, record)| !is_superseded(of, record));
                keep(&mut self.records, (life.clone(), (**record).clone()), TURNS);
            }
            EventBody::TurnResumed => self.set_end((life, turn), None),
            body => {
                let mark = mark(body).map(|mark| (event.at, mark));
                mark.into_iter()
                    .for_each(|mark| keep(&mut self.marks, mark, KEPT));
            }
        }
    }

    /// The connection to the pane's machine is lost at a moment: how a running turn ends is not seen, and the numbers of
    /// turns and dialogs start again when it is back.
    pub fn lose(&mut self, at: f64) {
        self.lost += 1;
        self.answered = 0;
        self.records.clear();
        let spans = self.turns.iter_mut().map(|(_, span)| span);
        for span in spans.filter(|span| span.to.is_none()) {
            (span.to, span.outcome) = (Some(at), Some(Outcome::Unknown));
        }
    }

    /// The record of the first turn that has ended, of those of a run that pass.
    pub fn record(&self, life: &Life, passes: impl Fn(u64) -> bool) -> Option<&TurnRecord> {
        let of_life = self.records.iter().filter(|(of, _)| of == life);
        let mut records = of_life.map(|(_, record)| record);
        records.find(|record| passes(record.id))
    }

    /// Says when and how a turn ended; nothing where it goes on.
    fn set_end(&mut self, (life, turn): (&Life, u64), end: Option<(f64, Outcome)>) {
        let mut spans = self.turns.iter_mut().rev();
        let span = spans.find(|(of, span)| of == life && span.turn == turn);
        if let Some((_, span)) = span {
            span.to = end.map(|(at, _)| at);
            span.outcome = end.map(|(_, outcome)| outcome);
        }
    }

    /// What it asked of a person, in order.
    pub fn states(&self) -> Vec<StateSpan> {
        self.states.iter().cloned().collect()
    }

    /// Its turns, in order of their beginning.
    pub fn turns(&self) -> Vec<TurnSpan> {
        self.turns.iter().map(|(_, span)| span.clone()).collect()
    }

    /// Notable events, in order.
    pub fn marks(&self) -> Vec<(f64, Mark)> {
        self.marks.iter().cloned().collect()
    }

    /// The records of its turns that have ended, the oldest first.
    pub fn records(&self) -> Vec<TurnRecord> {
        let records = self.records.iter();
        records.map(|(_, record)| record.clone()).collect()
    }
}

fn keep<T>(room: &mut VecDeque<T>, item: T, limit: usize) {
    room.push_back(item);
    if room.len() > limit {
        room.pop_front();
    }
}

/// What of an event stands out on a line of time.
fn mark(body: &EventBody) -> Option<Mark> {
    let (event, text) = match body {
        EventBody::SelfReport { channel, said } => ("self_report", format!("{channel}: {said}")),
        EventBody::Anomaly { anomaly } => ("anomaly", anomaly.message.clone()),
        EventBody::StalledEntered { .. } => ("stalled_entered", String::new()),
        EventBody::StalledRecovered { .. } => ("stalled_recovered", String::new()),
        EventBody::ProcessStarted { .. } => ("process_started", String::new()),
        EventBody::ProcessExited { .. } => ("process_exited", String::new()),
        _ => return None,
    };
    Some(Mark { event, text })
}
