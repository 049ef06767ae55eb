//! The work that is measured, each over all samples, into reused buffers.

use std::hint::black_box;

use regex::bytes::Regex;
use shadow_tui::contract::DialogCell;
use shadow_tui::reducer::{Limits, Observation, ReducerInput, State, step};
use shadow_tui::screen::{Grid, Screen};
use shadow_tui::{Memory, Parser, ProviderChoice, Reading, Stack, Watch, stack};

use crate::naive;
use crate::workload::Sample;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Copying the text.
    Copy,
    /// The naive 24 regular expressions over the plain text.
    Regexes,
    /// A screen that is the same as last time.
    Unchanged,
    /// Plain text to a screen.
    LoadPlain,
    /// Styled text to a screen.
    LoadStyled,
    /// Plain text to the verdict.
    StatePlain,
    /// Plain text to the verdict and the dialog's cells.
    DialogPlain,
    /// Styled text to the verdict, the details and the dialog's cells.
    Everything,
    /// Styled text to the whole payload.
    Payload,
    /// Styled text to the payload's JSON.
    Json,
    /// One step of the reducer with an observation that says what the last one said.
    Reduce,
    /// One step of the reducer with nothing but the time.
    Tick,
}

impl Work {
    /// All of it, in the order of the record.
    pub const ALL: [Self; 12] = [
        Self::Copy,
        Self::Regexes,
        Self::Unchanged,
        Self::LoadPlain,
        Self::LoadStyled,
        Self::StatePlain,
        Self::DialogPlain,
        Self::Everything,
        Self::Payload,
        Self::Json,
        Self::Reduce,
        Self::Tick,
    ];

    /// What the record calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Copy => "copy the text (memcpy)",
            Self::Regexes => "24 regexes, plain text",
            Self::Unchanged => "unchanged screen",
            Self::LoadPlain => "plain text to screen",
            Self::LoadStyled => "styled text to screen",
            Self::StatePlain => "state from plain text",
            Self::DialogPlain => "state and dialog from plain text",
            Self::Everything => "everything from styled text",
            Self::Payload => "payload from styled text",
            Self::Json => "payload as JSON",
            Self::Reduce => "reducer step, the same observation",
            Self::Tick => "reducer step, a tick",
        }
    }

    /// The target for one screen of 200x50, in nanoseconds.
    #[must_use]
    pub const fn target(self) -> Option<f64> {
        match self {
            Self::Unchanged => Some(150.0),
            Self::StatePlain => Some(2_000.0),
            Self::DialogPlain => Some(6_000.0),
            Self::Everything => Some(8_000.0),
            Self::Reduce | Self::Tick => Some(50.0),
            _ => None,
        }
    }
}

/// Buffers that live as long as a pane is watched.
pub struct Bench {
    samples: Vec<Sample>,
    stack: Stack,
    regexes: Vec<Regex>,
    copy: Vec<u8>,
    screen: Screen,
    reading: Reading,
    memory: Memory,
    cells: Vec<DialogCell>,
    watches: Vec<Watch>,
    /// What the reducer sees of each sample, and its state after it.
    reduced: Vec<(Observation, State)>,
    /// Seconds on the reducer's clock.
    now: f64,
}

impl Bench {
    /// Over these samples.
    #[must_use]
    pub fn new(samples: Vec<Sample>) -> Self {
        let stack = stack();
        let watches: Vec<Watch> = samples
            .iter()
            .map(|sample| watched(&stack, sample))
            .collect();
        let pairs = watches.iter().zip(&samples);
        Self {
            reduced: pairs
                .map(|(watch, sample)| reduced(&stack, watch, sample))
                .collect(),
            now: 0.0,
            watches,
            stack,
            regexes: naive::regexes(),
            copy: Vec::new(),
            screen: Screen::default(),
            reading: Reading::default(),
            memory: Memory::default(),
            cells: Vec::new(),
            samples,
        }
    }

    /// The samples.
    #[must_use]
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Does one kind of work once over every sample.
    pub fn run(&mut self, work: Work) {
        for index in 0..self.samples.len() {
            match work {
                Work::Copy => self.copy(index),
                Work::Regexes => {
                    let text = &self.samples[index].plain;
                    black_box(naive::matches(&self.regexes, text));
                }
                Work::Unchanged => self.look_again(index),
                Work::LoadPlain => self.load(index, false),
                Work::LoadStyled => self.load(index, true),
                Work::StatePlain => {
                    self.read(index, false);
                }
                Work::DialogPlain => self.dialog(index, false),
                Work::Everything => self.everything(index),
                Work::Payload => self.payload(index, false),
                Work::Json => self.payload(index, true),
                Work::Reduce => self.reduce(index, true),
                Work::Tick => self.reduce(index, false),
            }
        }
    }

    fn copy(&mut self, index: usize) {
        self.copy.clear();
        self.copy.extend_from_slice(&self.samples[index].styled);
        black_box(&self.copy);
    }

    fn look_again(&mut self, index: usize) {
        let sample = &self.samples[index];
        let watch = &mut self.watches[index];
        let named = ProviderChoice::Named(&sample.provider);
        let changed = watch.look(&self.stack, named, &sample.styled, &sample.channels);
        assert!(!changed, "a screen that did not change was read");
    }

    fn load(&mut self, index: usize, styled: bool) {
        let sample = &self.samples[index];
        let text = if styled {
            &sample.styled
        } else {
            &sample.plain
        };
        self.screen.load(text, &sample.channels);
        black_box(self.screen.height());
    }

    fn read(&mut self, index: usize, styled: bool) -> Parser {
        self.load(index, styled);
        let sample = &self.samples[index];
        let parser = self.stack.named(&sample.provider).expect("a provider");
        let (screen, channels) = (&self.screen, &sample.channels);
        parser.read(screen, channels, &mut self.memory, &mut self.reading);
        black_box(&self.reading.verdict);
        parser.clone()
    }

    fn dialog(&mut self, index: usize, styled: bool) {
        let parser = self.read(index, styled);
        self.cells.clear();
        let projector = parser.projector(&self.reading.choice);
        projector.cells(&self.screen, &self.reading.facts, &mut self.cells);
        black_box(&self.cells);
    }

    fn everything(&mut self, index: usize) {
        self.dialog(index, true);
        let parser = self.stack.named(&self.samples[index].provider);
        let projector = parser.expect("a provider").projector(&self.reading.choice);
        black_box(projector.details(&self.screen, &self.reading.facts));
    }

    fn reduce(&mut self, index: usize, observed: bool) {
        let (observation, state) = &mut self.reduced[index];
        let input = match observed {
            true => ReducerInput::Observation(observation),
            false => ReducerInput::Tick,
        };
        self.now += 0.01;
        let done = step(std::mem::take(state), input, self.now);
        black_box(&done.events);
        *state = done.state;
    }

    fn payload(&mut self, index: usize, json: bool) {
        let parser = self.read(index, true);
        let sample = &self.samples[index];
        let payload = parser.write(
            &sample.styled,
            &self.screen,
            &sample.channels,
            &self.reading,
        );
        if json {
            black_box(serde_json::to_string(&payload).expect("a payload is JSON"));
        } else {
            black_box(payload);
        }
    }
}

fn watched(stack: &Stack, sample: &Sample) -> Watch {
    let mut watch = Watch::default();
    let named = ProviderChoice::Named(&sample.provider);
    watch.look(stack, named, &sample.styled, &sample.channels);
    watch
}

fn reduced(stack: &Stack, watch: &Watch, sample: &Sample) -> (Observation, State) {
    let payload = watch.payload(stack).expect("a look was taken");
    (
        Observation::new(&payload, &sample.channels),
        State::new(Limits::default()),
    )
}

/// Feeds output to a grid of 120x40 in pieces as a pty gives them.
pub fn feed_grid(output: &[u8]) {
    let mut grid = Grid::new(120, 40);
    for piece in output.chunks(4096) {
        grid.feed(piece);
    }
    black_box(&grid);
}
