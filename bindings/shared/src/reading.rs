//! One screen: its state at once, the rest when it is asked for.

use std::cell::RefCell;
use std::sync::LazyLock;

use serde::Deserialize;
use shadow_legible::json_line;
use shadow_tui::contract::Parts;
use shadow_tui::screen::{Screen, check_input};
use shadow_tui::surface::Verdict;
use shadow_tui::{
    Assessed, Channels, Foreground, Memory, Observed, ProcessState, ProgramStatus, ProviderChoice,
    Reading, Stack,
};

use crate::fault::{Fault, guarded};
use crate::words::{availability, business_state, input_mode, ui_context};

static STACK: LazyLock<Stack> = LazyLock::new(shadow_tui::stack);

/// The engine of this process.
pub(crate) fn stack() -> &'static Stack {
    &STACK
}

/// The provider of a name; `auto` where none is given.
pub(crate) fn choice(name: Option<&str>) -> Result<ProviderChoice<'static>, Fault> {
    stack().choice(name.unwrap_or("auto")).map_err(Fault::usage)
}

/// What is known beside a text. Everything is optional.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Beside {
    /// `claude`, `codex` or `auto`.
    pub provider: Option<String>,
    /// Columns of the pane.
    pub cols: Option<u16>,
    /// Rows of the pane.
    pub rows: Option<u16>,
    /// Cursor `(x, y)` on the visible screen, from 0; `x` may equal the width.
    pub cursor: Option<(u16, u16)>,
    /// Whether the cursor is shown.
    pub cursor_visible: Option<bool>,
    /// Whether the alternate screen is on.
    pub alternate: Option<bool>,
    /// The title of the pane.
    pub title: Option<String>,
    /// The CLI's version.
    pub cli_version: Option<String>,
    /// What is given seldom.
    #[serde(flatten)]
    pub more: More,
}

/// The channels that are given seldom: a binding passes them as JSON.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct More {
    /// Names of the foreground programs, leader first.
    pub foreground: Vec<String>,
    /// Whether the program in the pane lives.
    pub process: ProcessState,
    /// Program status records (OSC 7501).
    pub program_status: Vec<ProgramStatus>,
    /// The progress report (OSC 9;4): `state` or `state;percent`.
    pub progress: Option<String>,
    /// Texts of notifications (OSC 9, 99, 777).
    pub notifications: Vec<String>,
}

impl Beside {
    /// Everything, from JSON.
    ///
    /// # Errors
    /// When it is not of this form.
    pub fn from_json(json: &str) -> Result<Self, Fault> {
        guarded(|| serde_json::from_str(json).map_err(Fault::usage))
    }

    /// The channels of a snapshot.
    pub(crate) fn channels(&self) -> Channels {
        let more = &self.more;
        Channels {
            cols: self.cols,
            rows: self.rows,
            cursor: self.cursor,
            cursor_visible: self.cursor_visible,
            alternate: self.alternate,
            title: self.title.clone(),
            cli_version: self.cli_version.clone(),
            process: more.process,
            program_status: more.program_status.clone(),
            progress: more.progress.clone(),
            notifications: more.notifications.clone(),
            foreground: match more.foreground.is_empty() {
                true => Foreground::default(),
                false => Foreground::of_names(more.foreground.iter().cloned()),
            },
            ..Channels::default()
        }
    }
}

impl More {
    /// From JSON.
    ///
    /// # Errors
    /// When it is not of this form.
    pub fn from_json(json: &str) -> Result<Self, Fault> {
        guarded(|| serde_json::from_str(json).map_err(Fault::usage))
    }
}

/// The state of a screen, by its wire names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// `availability`.
    pub availability: &'static str,
    /// `business_state`.
    pub business_state: &'static str,
    /// `input_mode`.
    pub input_mode: &'static str,
    /// `ui_context`.
    pub ui_context: &'static str,
    /// `ui_context_base`.
    pub ui_context_base: &'static str,
    /// `submit_ready`.
    pub submit_ready: bool,
    /// `safe_to_type`.
    pub safe_to_type: bool,
}

impl State {
    fn of(assessed: &Assessed<'_>, verdict: &Verdict) -> Self {
        Self {
            availability: availability(verdict.availability),
            business_state: business_state(verdict.business_state),
            input_mode: input_mode(verdict.input_mode),
            ui_context: ui_context(verdict.ui_context),
            ui_context_base: ui_context(verdict.ui_context.base()),
            submit_ready: verdict.submit_ready(),
            safe_to_type: assessed.safe_to_type(),
        }
    }
}

/// The state of a screen, by steps that write no text.
///
/// # Errors
/// When the provider is unknown, or the text is too large.
pub fn read_state(text: &[u8], beside: &Beside) -> Result<State, Fault> {
    read(text, beside, State::of)
}

/// The payload of a screen as a line of JSON, as `shadow parse` prints it, without `id`.
///
/// # Errors
/// As [`read_state`].
pub fn payload_line(text: &[u8], beside: &Beside) -> Result<String, Fault> {
    read(text, beside, |assessed, _| {
        json_line(&assessed.payload(Parts::ALL))
    })
}

/// Bytes of a text up to which its buffers are kept: a screen is a few kilobytes.
const KEPT: usize = 1 << 20;

thread_local! {
    /// The buffers of each thread.
    static BUFFERS: RefCell<(Screen, Reading)> = RefCell::default();
}

fn read<T>(
    text: &[u8],
    beside: &Beside,
    then: impl FnOnce(&Assessed<'_>, &Verdict) -> T,
) -> Result<T, Fault> {
    guarded(|| {
        check_input(text.len()).map_err(|error| Fault::input(format!("text: {error}")))?;
        let provider = choice(beside.provider.as_deref())?;
        let channels = beside.channels();
        // Taken out, so that what a panic leaves behind is not used again.
        let (mut screen, mut reading) = BUFFERS.take();
        screen.load(text, &channels);
        let observed = Observed {
            raw: text,
            screen: &screen,
            channels: &channels,
            above: None,
        };
        let mut memory = Memory::default();
        let assessed = stack().assess(provider, observed, &mut memory, &mut reading);
        let told = then(&assessed, assessed.reading().verdict());
        if text.len() <= KEPT {
            BUFFERS.set((screen, reading));
        }
        Ok(told)
    })
}
