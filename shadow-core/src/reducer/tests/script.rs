//! A scripted pane for the reducer's tests: what is on it when, and polling it by a schedule.

use std::sync::Arc;

use super::{Limits, Observation, Outcome, ReducerInput, State, TurnHow, TurnLog, step};
use crate::event::{EventBody, Happening};

/// What the caller does.
pub(super) enum Act {
    Submit(String),
    Interrupt,
}

/// What is on the pane from which second on, up to its end.
pub(super) struct Script {
    pub(super) scenes: Vec<(f64, Observation)>,
    pub(super) end: f64,
    /// What the caller does, and when.
    pub(super) acts: Vec<(f64, Act)>,
}

impl Script {
    pub(super) fn new(end: f64, scenes: Vec<(f64, Observation)>) -> Self {
        Self {
            scenes,
            end,
            acts: Vec::new(),
        }
    }

    pub(super) fn at(&self, now: f64) -> &Observation {
        let past = self.scenes.iter().rfind(|(from, _)| *from <= now);
        &past.unwrap_or(&self.scenes[0]).1
    }

    /// Polls every `interval` seconds, and at deadlines.
    pub(super) fn every(&self, interval: f64) -> Story {
        self.polled(&self.polls(0.0, interval), true)
    }

    /// The times of looks every `interval` seconds from one on.
    pub(super) fn polls(&self, first: f64, interval: f64) -> Vec<f64> {
        let mut polls = Vec::new();
        let mut now = first;
        while now <= self.end {
            polls.push(now);
            now += interval;
        }
        polls
    }

    /// Polls at these times, and where wanted at the reducer's deadlines.
    pub(super) fn polled(&self, polls: &[f64], reread: bool) -> Story {
        let mut story = Story::new();
        let mut acts = self.acts.iter().peekable();
        for &poll in polls {
            while let Some((_, act)) = acts.next_if(|(at, _)| *at <= poll) {
                story.act(act, poll);
            }
            while let Some(due) = story.deadline.filter(|due| reread && *due < poll) {
                story.look(self.at(due), due.max(story.now));
            }
            story.look(self.at(poll), poll);
        }
        story
    }
}

/// A reducer being driven.
pub(super) struct Story {
    pub(super) state: State,
    pub(super) events: Vec<Happening>,
    pub(super) log: TurnLog,
    pub(super) now: f64,
    pub(super) deadline: Option<f64>,
}

impl Story {
    pub(super) fn new() -> Self {
        Self {
            state: State::new(Limits::default()),
            events: Vec::new(),
            log: TurnLog::default(),
            now: 0.0,
            deadline: None,
        }
    }

    pub(super) fn look(&mut self, observation: &Observation, now: f64) {
        let observation = Arc::new(observation.clone());
        self.step(ReducerInput::Observation(&observation), now);
    }

    fn act(&mut self, act: &Act, now: f64) {
        match act {
            Act::Submit(text) => self.step(ReducerInput::Submit { text }, now),
            Act::Interrupt => self.step(ReducerInput::Interrupt, now),
        }
    }

    pub(super) fn step(&mut self, input: ReducerInput<'_>, now: f64) {
        let looks = matches!(input, ReducerInput::Observation(_) | ReducerInput::Tick);
        let done = step(std::mem::take(&mut self.state), input, now);
        // A deadline that cannot move on would make a driver spin.
        let spins = looks && done.next_deadline == Some(done.state.now);
        assert!(!spins, "deadline {now} stands still: {:?}", done.state);
        self.state = done.state;
        self.log.extend(&done.events);
        self.events.extend(done.events);
        self.now = now;
        self.deadline = done.next_deadline;
    }

    /// Beginnings, outcomes and prompts, in order.
    pub(super) fn summary(&self) -> Vec<(TurnHow, Outcome, Option<String>)> {
        let records = self.log.records().iter();
        records
            .map(|record| (record.how, record.outcome, record.prompt.clone()))
            .collect()
    }

    pub(super) fn outcomes(&self) -> Vec<Outcome> {
        self.log
            .records()
            .iter()
            .map(|record| record.outcome)
            .collect()
    }

    pub(super) fn times(&self, wanted: fn(&EventBody) -> bool) -> Vec<f64> {
        let wanted = self.events.iter().filter(|event| wanted(&event.body));
        wanted.map(|event| event.at).collect()
    }
}
