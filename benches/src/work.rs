//! The work that is measured, each over all samples, into reused buffers.

use std::hint::black_box;
use std::sync::Arc;

use regex::bytes::Regex;
use shadow_tui::contract::{Activity, DialogCell, Parts};
use shadow_tui::reducer::{Limits, Observation, ReducerInput, State, advance};
use shadow_tui::screen::{Grid, Marked, Screen};
use shadow_tui::{Memory, Observed, Parser, ProviderChoice, Reading, Stack, Watch, stack};

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
    /// One step of the reducer with nothing but the time.
    Tick,
    /// One step of the reducer with the very observation of the last one.
    ReduceSame,
    /// One step of the reducer with another observation that says what the last one said.
    ReduceEqual,
    /// One step of the reducer with an observation whose counter has moved.
    ReduceCounter,
    /// One step of the reducer with an observation whose last cell has grown, or shrunk back.
    ReduceDialog,
}

impl Work {
    /// All of it, in the order of the record.
    pub const ALL: [Self; 15] = [
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
        Self::Tick,
        Self::ReduceSame,
        Self::ReduceEqual,
        Self::ReduceCounter,
        Self::ReduceDialog,
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
            Self::Tick => "reducer step, a tick",
            Self::ReduceSame => "reducer step, the same observation",
            Self::ReduceEqual => "reducer step, an equal observation",
            Self::ReduceCounter => "reducer step, the counter moved",
            Self::ReduceDialog => "reducer step, the last cell changed",
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
            Self::Tick | Self::ReduceSame => Some(50.0),
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
    reduced: Vec<Reduced>,
    /// Seconds on the reducer's clock.
    now: f64,
    /// Passes so far.
    pass: usize,
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
            pass: 0,
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
        self.pass += 1;
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
                Work::Tick => self.reduce(index, None),
                Work::ReduceSame => self.reduce(index, Some([Shown::First; 2])),
                Work::ReduceEqual => self.reduce(index, Some([Shown::First, Shown::Equal])),
                Work::ReduceCounter => self.reduce(index, Some([Shown::First, Shown::Counter])),
                Work::ReduceDialog => self.reduce(index, Some([Shown::First, Shown::Dialog])),
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
        let observed = Observed::drawn(&self.screen, &sample.channels);
        parser.assess(observed, &mut self.memory, &mut self.reading);
        black_box(self.reading.verdict());
        parser.clone()
    }

    fn dialog(&mut self, index: usize, styled: bool) {
        let parser = self.read(index, styled);
        self.cells.clear();
        let projector = parser.projector(self.reading.choice());
        projector.cells(
            &Marked::new(&self.screen),
            self.reading.findings(),
            self.reading.facts(),
            &mut self.cells,
        );
        black_box(&self.cells);
    }

    fn everything(&mut self, index: usize) {
        self.dialog(index, true);
        let parser = self.stack.named(&self.samples[index].provider);
        let projector = parser.expect("a provider").projector(self.reading.choice());
        let (screen, reading) = (Marked::new(&self.screen), &self.reading);
        black_box(projector.details(&screen, reading.findings(), reading.facts()));
    }

    /// One step; with observations these two in turn.
    fn reduce(&mut self, index: usize, shown: Option<[Shown; 2]>) {
        let reduced = &mut self.reduced[index];
        let input = match shown {
            Some(shown) => {
                let now = shown[self.pass % 2];
                ReducerInput::Observation(&reduced.observations[now as usize])
            }
            None => ReducerInput::Tick,
        };
        self.now += 0.001;
        black_box(advance(&mut reduced.state, input, self.now));
    }

    fn payload(&mut self, index: usize, json: bool) {
        let parser = self.read(index, true);
        let sample = &self.samples[index];
        let observed = Observed {
            raw: &sample.styled,
            screen: &self.screen,
            channels: &sample.channels,
            above: None,
        };
        let payload = parser.assessed(observed, &self.reading).payload(Parts::ALL);
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

/// Which of a sample's observations the reducer is given.
#[derive(Debug, Clone, Copy)]
enum Shown {
    First,
    Equal,
    Counter,
    Dialog,
}

/// A sample as the reducer sees it.
struct Reduced {
    /// By [`Shown`].
    observations: [Arc<Observation>; 4],
    state: State,
}

fn reduced(stack: &Stack, watch: &Watch, sample: &Sample) -> Reduced {
    let payload = watch.payload(stack).expect("a look was taken");
    let first = Observation::new(&payload, &sample.channels);
    let mut counter = first.clone();
    let activity = counter.activity.get_or_insert_with(Activity::default);
    activity.elapsed_seconds = Some(activity.elapsed_seconds.unwrap_or_default() + 1.0);
    let mut dialog = first.clone();
    if let Some(last) = dialog.cells.last_mut() {
        last.text.push_str(" and a few more words of it");
    }
    let mut state = State::new(Limits::default());
    let first = Arc::new(first);
    for second in 0..3 {
        advance(
            &mut state,
            ReducerInput::Observation(&first),
            f64::from(second) - 3.0,
        );
    }
    Reduced {
        observations: [
            Arc::clone(&first),
            Arc::new((*first).clone()),
            Arc::new(counter),
            Arc::new(dialog),
        ],
        state,
    }
}

/// Feeds output to a grid of 120x40 in pieces as a pty gives them.
pub fn feed_grid(output: &[u8]) {
    let mut grid = Grid::new(120, 40);
    for piece in output.chunks(4096) {
        grid.feed(piece);
    }
    black_box(&grid);
}
