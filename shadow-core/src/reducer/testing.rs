//! A scripted pane for the reducer's tests: what stands on it when, and polling it by a schedule.

pub(super) use crate::contract::testing::{agent, broken_off, cell, user};

use std::sync::Arc;

use super::{Limits, Observation, Outcome, ReducerInput, State, TurnHow, TurnLog, step};
use crate::contract::{
    Activity, ActivityKind, Availability, BlockKind, BlockOrigin, BusinessState, DialogCell,
    Failure, InputMode, OperatorBlock, PendingInput, UiContext,
};
use crate::event::{EventBody, Happening};

pub(super) fn cut(text: &str) -> DialogCell {
    DialogCell {
        truncated_above: true,
        ..agent(text)
    }
}

fn surface(business: BusinessState, input: InputMode, cells: &[DialogCell]) -> Observation {
    let mut observation = Observation {
        cells: cells.to_vec(),
        ..Observation::default()
    };
    let axes = &mut observation.axes;
    axes.availability = Availability::Supported;
    axes.business_state = business;
    axes.input_mode = input;
    axes.ui_context = UiContext::NormalPrompt;
    axes.ui_context_base = UiContext::NormalPrompt;
    axes.submit_ready = business == BusinessState::Idle && input == InputMode::Freeform;
    axes.safe_to_type = axes.submit_ready;
    observation
}

pub(super) fn ready(cells: &[DialogCell]) -> Observation {
    surface(BusinessState::Idle, InputMode::Freeform, cells)
}

pub(super) fn working(cells: &[DialogCell]) -> Observation {
    Observation {
        activity: Some(Activity {
            kind: ActivityKind::Streaming,
            ..Activity::default()
        }),
        ..surface(BusinessState::Working, InputMode::Freeform, cells)
    }
}

/// A working turn whose counter shows these seconds.
pub(super) fn counting(seconds: f64, cells: &[DialogCell]) -> Observation {
    let mut observation = working(cells);
    if let Some(activity) = &mut observation.activity {
        activity.elapsed_seconds = Some(seconds);
    }
    observation
}

pub(super) fn typed(draft: &str, cells: &[DialogCell]) -> Observation {
    let mut observation = ready(cells);
    observation.draft = Some(draft.to_owned());
    observation.axes.safe_to_type = false;
    observation
}

pub(super) fn queued(cells: &[DialogCell]) -> Observation {
    Observation {
        pending: PendingInput::Yes,
        ..working(cells)
    }
}

pub(super) fn blocked(subject: &str, cells: &[DialogCell]) -> Observation {
    let mut block = OperatorBlock {
        kind: BlockKind::ApprovalCommand,
        origin: BlockOrigin::Agent,
        subject: Some(subject.to_owned()),
        ..OperatorBlock::default()
    };
    block.sign();
    let mut observation = surface(BusinessState::AwaitingOperator, InputMode::Modal, cells);
    observation.axes.ui_context = UiContext::ApprovalPrompt;
    observation.block = Some(block);
    observation
}

/// A popup or a search over an idle composer.
pub(super) fn popup(cells: &[DialogCell]) -> Observation {
    surface(BusinessState::Idle, InputMode::Modal, cells)
}

/// A question of the agent's in front of the composer.
pub(super) fn asked(question: &str, cells: &[DialogCell]) -> Observation {
    let mut observation = blocked(question, cells);
    observation.axes.ui_context = UiContext::QuestionPrompt;
    if let Some(block) = &mut observation.block {
        block.kind = BlockKind::Question;
        block.sign();
    }
    observation
}

pub(super) fn unwitnessed(cells: &[DialogCell]) -> Observation {
    Observation {
        unwitnessed: true,
        ..surface(BusinessState::Unknown, InputMode::Freeform, cells)
    }
}

pub(super) fn unknown() -> Observation {
    surface(BusinessState::Unknown, InputMode::Unknown, &[])
}

pub(super) fn blank() -> Observation {
    Observation::default()
}

pub(super) fn gone() -> Observation {
    let mut observation = Observation::default();
    observation.axes.availability = Availability::Disconnected;
    observation.axes.input_mode = InputMode::Closed;
    observation
}

pub(super) fn failed(cells: &[DialogCell]) -> Observation {
    Observation {
        failure: Some(Failure::default()),
        ..ready(cells)
    }
}

pub(super) fn interrupted(cells: &[DialogCell]) -> Observation {
    Observation {
        interrupted: true,
        end_mark: true,
        ..ready(cells)
    }
}

/// What stands on the pane from which second on, up to its end.
pub(super) struct Script {
    pub(super) scenes: Vec<(f64, Observation)>,
    pub(super) end: f64,
}

impl Script {
    pub(super) fn new(end: f64, scenes: Vec<(f64, Observation)>) -> Self {
        Self { scenes, end }
    }

    pub(super) fn at(&self, now: f64) -> &Observation {
        let past = self.scenes.iter().rfind(|(from, _)| *from <= now);
        &past.unwrap_or(&self.scenes[0]).1
    }

    /// Polls every `interval` seconds, and at deadlines.
    pub(super) fn every(&self, interval: f64) -> Story {
        let mut polls = Vec::new();
        let mut now = 0.0;
        while now <= self.end {
            polls.push(now);
            now += interval;
        }
        self.polled(&polls, true)
    }

    /// Polls at these times, and where wanted at the reducer's deadlines.
    pub(super) fn polled(&self, polls: &[f64], reread: bool) -> Story {
        let mut story = Story::new();
        for &poll in polls {
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
