//! One pane over time: the parser's memory and the reducer's state, stepped together.
//!
//! A session is pure like both of them: the caller gives the time.

use std::sync::Arc;

use crate::contract::{BusinessState, DialogCell, Part, Parts, Payload};
use crate::event::Happening;
use crate::parser::{Memory, Observed, ProviderChoice, Reading, Stack, Taller};
use crate::reducer::{Effects, Lifecycle, Limits, Observation, ReducerInput, State, advance};
use crate::screen::Screen;
use crate::snapshot::{Channels, Snapshot};
use crate::surface::{BlockFact, ChannelFacts};

/// The state of one pane over time: the parser's memory and the reducer's state.
#[derive(Debug, Clone, Default)]
pub struct Session {
    memory: Memory,
    reading: Reading,
    taller: Taller,
    state: State,
    title: Option<String>,
    title_changed: f64,
    deadline: Option<f64>,
}

/// The result of a look at the pane.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Look {
    /// The payload, with `lifecycle`.
    pub payload: Payload,
    /// The events, in order.
    pub events: Vec<Happening>,
}

impl Session {
    /// A new session.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            state: State::new(limits),
            ..Self::default()
        }
    }

    /// Numbers dialogs (`operator_block.appearance`) from the number after `before` on. Observers that live at the same time
    /// take numbers that differ, so that a number names its observer, too.
    #[must_use]
    pub fn numbering_after(mut self, before: u64) -> Self {
        self.state.number_from(before);
        self
    }

    /// Reads a snapshot of the pane, taken at `now`.
    pub fn look(
        &mut self,
        stack: &Stack,
        wanted: ProviderChoice<'_>,
        snapshot: &Snapshot,
        now: f64,
    ) -> Look {
        let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
        let observed = Observed::loaded(&screen, snapshot);
        self.look_at(stack, wanted, observed, Parts::ALL, now)
    }

    /// Reads a screen that is already built, and writes the wanted parts of its payload. Other parts may be empty.
    pub fn look_at(
        &mut self,
        stack: &Stack,
        wanted: ProviderChoice<'_>,
        observed: Observed<'_>,
        parts: Parts,
        now: f64,
    ) -> Look {
        let mut channels = observed.channels.clone();
        self.note_title(&mut channels, now);
        let observed = Observed {
            channels: &channels,
            ..observed
        };
        let assessed = stack.assess(wanted, observed, &mut self.memory, &mut self.reading);
        // The reducer needs the details and the cells.
        let mut payload = assessed.payload(parts.with(Part::Details));
        if !parts.has(Part::Dialog) {
            payload.dialog_projection.cells = assessed.cells();
        }
        let above = observed.above.is_some_and(|above| !above.is_empty());
        let cells = above.then(|| assessed.cells_from_above(&mut self.taller));
        let events = self.observe(&payload, cells, &channels, now);
        self.complete(&mut payload);
        Look { payload, events }
    }

    /// Takes a screen that was visible for a moment before `now`, between two looks.
    ///
    /// It is used only if it shows a running turn, and may supply that turn's prompt. We never report a ready state, a dialog or
    /// an end that has passed.
    pub fn look_back(
        &mut self,
        stack: &Stack,
        wanted: ProviderChoice<'_>,
        observed: Observed<'_>,
        now: f64,
    ) -> Vec<Happening> {
        let assessed = stack.assess(wanted, observed, &mut self.memory, &mut self.reading);
        if assessed.reading().verdict.business_state != BusinessState::Working {
            return Vec::new();
        }
        let mut payload = assessed.payload(Parts::NONE.with(Part::Details));
        payload.dialog_projection.cells = assessed.cells_from_above(&mut self.taller);
        self.observe(&payload, None, observed.channels, now)
    }

    /// Takes a payload, with the dialog's cells if more of them are known than the payload has.
    fn observe(
        &mut self,
        payload: &Payload,
        cells: Option<Vec<DialogCell>>,
        channels: &Channels,
        now: f64,
    ) -> Vec<Happening> {
        let title = self.reading.channels.title;
        let mut observation = Observation::new(payload, channels).hearing(title);
        if let Some(cells) = cells {
            observation.cells = cells;
        }
        let observation = Arc::new(observation);
        self.step(ReducerInput::Observation(&observation), now)
    }

    /// Tells the session that the caller has submitted a prompt.
    pub fn submit(&mut self, text: &str, now: f64) -> Vec<Happening> {
        self.step(ReducerInput::Submit { text }, now)
    }

    /// Tells the session that the caller has sent an interrupt.
    pub fn interrupt(&mut self, now: f64) -> Vec<Happening> {
        self.step(ReducerInput::Interrupt, now)
    }

    /// Tells the session that time has passed without a change of the pane.
    pub fn tick(&mut self, now: f64) -> Vec<Happening> {
        self.step(ReducerInput::Tick, now)
    }

    /// The latest time for the next look.
    #[must_use]
    pub fn next_deadline(&self) -> Option<f64> {
        self.deadline
    }

    /// Readiness and turn.
    #[must_use]
    pub fn lifecycle(&self) -> Lifecycle {
        self.state.lifecycle()
    }

    /// The observation of the last look.
    #[must_use]
    pub fn observed(&self) -> Option<&Arc<Observation>> {
        self.state.last_given()
    }

    /// The dialog in front at the last look, with its rows.
    #[must_use]
    pub fn in_front(&self) -> Option<BlockFact> {
        self.reading.facts().block
    }

    /// The channels at the last look.
    #[must_use]
    pub fn said(&self) -> ChannelFacts {
        self.reading.channels
    }

    fn step(&mut self, input: ReducerInput<'_>, now: f64) -> Vec<Happening> {
        let Effects {
            events,
            next_deadline,
        } = advance(&mut self.state, input, now);
        self.deadline = next_deadline;
        events
    }

    /// The title's age, if the caller does not know it.
    fn note_title(&mut self, channels: &mut Channels, now: f64) {
        if channels.title != self.title {
            self.title.clone_from(&channels.title);
            self.title_changed = now;
        }
        if channels.title.is_some() && channels.title_age.is_none() {
            channels.title_age = Some((now - self.title_changed).max(0.0));
        }
    }

    /// The fields of a payload that exist only in a session.
    fn complete(&self, payload: &mut Payload) {
        let gone = self.state.baseline_invalidated();
        let assessment = &mut payload.surface_assessment;
        assessment.parser_metadata.baseline_invalidated = gone;
        let projection = &mut payload.dialog_projection.projection_metadata;
        projection.parser_metadata.baseline_invalidated = gone;
        payload.parser_metadata.baseline_invalidated = gone;
        if let Some(block) = &mut assessment.operator_block {
            block.appearance = self.state.appearance_of(block);
        }
        payload.lifecycle = Some(self.lifecycle());
    }
}
