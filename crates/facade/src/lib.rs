//! Watches Claude Code and the Codex CLI in a terminal.
//!
//! This crate reads the screen of a pane. It reports whether the agent is idle, working or waiting for
//! a person, and whether it is safe to type. It needs only the text of the screen: no network, no API
//! key, no hook in the CLI, no transcript file. It is the one crate to depend on, and includes both
//! providers.
//!
//! ```
//! # #[cfg(any(feature = "claude", feature = "codex"))] {
//! use shadow_tui::{ProviderChoice, Snapshot};
//!
//! let snapshot = Snapshot::from_text("what `tmux -u capture-pane -e -p` printed");
//! let payload = shadow_tui::stack().parse(ProviderChoice::Auto, &snapshot);
//! if payload.safe_to_type { /* keys typed now become a prompt */ }
//! # assert!(!payload.safe_to_type);
//! # }
//! ```
//!
//! Each additional channel makes the answer more certain: fill [`Channels`] with the pane's size,
//! cursor, title and reports. For several snapshots of one pane, keep a [`Memory`], which remembers
//! the chosen preset after the banner has scrolled away, and a [`Reading`], whose buffers are reused:
//!
//! ```
//! # #[cfg(any(feature = "claude", feature = "codex"))] {
//! use shadow_tui::{Channels, Memory, ProviderChoice, Reading, Snapshot};
//!
//! let stack = shadow_tui::stack();
//! let (mut memory, mut reading) = (Memory::default(), Reading::default());
//! for text in ["first capture", "second capture"] {
//!     let channels = Channels { cols: Some(120), rows: Some(40), ..Channels::default() };
//!     let snapshot = Snapshot { text: text.into(), channels };
//!     let payload = stack.parse_with(ProviderChoice::Auto, &snapshot, &mut memory, &mut reading);
//!     println!("{:?}", payload.surface_assessment.business_state);
//! }
//! # }
//! ```
//!
//! # Which entry point do I need?
//!
//! | you have | you want | use |
//! |---|---|---|
//! | one text dump | its state and text | [`Stack::parse`] |
//! | several dumps of one pane | their state and text, with memory of earlier dumps | [`Stack::parse_with`] |
//! | dumps of one pane, with times | turns, readiness, what happens | [`Session::look`] |
//! | dumps of one live pane | events with numbers, times and the pane's name | [`Followed::look`] |
//! | a screen many times a second | to read it only when it changes | [`Watch`] |
//! | bytes of a pty | turns, readiness, events | [`Terminal`] |
//! | bytes of a pty | only a screen to read | [`screen::Grid`], then [`Session::look_at`] |
//! | an asciicast, or dumps with times | its events | [`recording::Replay`] |
//! | a finished dialog | the answer in it | [`association`] |
//! | your own observations | turns without screens | [`reducer::advance`] |
//! | an unknown CLI or version | to read it | [`Provider`], [`Cli`], [`Stack::with_projector`] |
//! | a dialog of a new release | to name it | [`OwnDialogs`] in [`StackOptions`] |
//! | a tmux server, or a program to host | all of this with live panes | the feature `live` |
//!
//! Without the feature `live`, this crate does no input or output and reads no clock.
//! `examples/` has five programs: `ready`, `block`, `session`, `turns`, `answer`.
//!
//! # Features
//! - `claude` (default): read Claude Code.
//! - `codex` (default): read the Codex CLI.
//! - `live`: adds the module `live`, which is the crate `shadow-live`: watch panes of tmux, wait, send, choose, interrupt, and
//!   host a program. It does input and output, reads the clock, and needs Unix.
//! - `schemars`: implements `JsonSchema` (schemars 1.x) for the types that are written as JSON. `shadow schema` prints these
//!   schemas.
//!
//! All results implement `serde::Serialize`. `serde` is not a feature, because the core itself reads JSON.
//!
//! With neither provider, you get the types and build a [`Stack`] from your own providers.
//!
//! # Compatibility
//! This crate follows semantic versioning. Within one major version, these rules hold:
//! - Fields and values of the JSON are not renamed or dropped, and their meaning does not change. New
//!   fields and values may be added: ignore unknown fields, and treat an unknown value as `unknown`.
//! - Types that you only read are `#[non_exhaustive]`. The axes, readiness, the state of a turn and its outcome are closed.
//! - Types that you build ([`Channels`], [`Manners`], [`OwnDialog`], [`recording::ReplayOptions`], [`reducer::Limits`], and the
//!   parts of [`contract`] that a projector writes) may get more fields. End a literal with `..Default::default()` (a cell with
//!   `..DialogCell::new(…)`), and a pattern with `..`, also for events.
//! - [`surface`], [`Preset`] and [`Rule`] are for authors of projectors. A minor release may add a required field there.
//! - A minor or patch release may make `submit_ready` and `safe_to_type` stricter or more certain, and
//!   never less strict.
//! - Everything reachable from the root of this crate is public API. The crates below it
//!   (`shadow-tui-core`, `shadow-projectors`, providers) may be split or merged: depend on this one.
//! - The verdict, evidence, confidence and `dialog_text` of a given screen may change in any release,
//!   as CLIs change and the reading improves. [`contract::SCHEMA_VERSION`] is the version of the
//!   machine interface.
//! - Raising the minimum Rust version is a minor release.

mod reading;

pub use shadow_core::{
    Channels, Cli, DASHBOARD_TITLE, DEFAULT_SLICE_LINES, Foreground, ForegroundKind, Look, Need,
    OwnDialog, OwnDialogs, Preset, Presets, ProcessState, Program, ProgramStatus, ProviderChoice,
    Recognition, ReportedState, Rule, Snapshot, Taken, UnknownProvider, Version, VersionError,
    WrongDialog, printable,
};

pub use reading::{
    Assessed, Choice, Followed, Manners, Memory, Observed, Parser, Projector, Provider, Reading,
    RuleSet, Session, Stack, Terminal, Watch,
};

#[cfg(feature = "claude")]
pub use shadow_claude::{ClaudeContext, ClaudeDialogProjection, ClaudeSurfaceAssessment};
#[cfg(feature = "codex")]
pub use shadow_codex::{CodexContext, CodexDialogProjection, CodexSurfaceAssessment};

/// Live panes: watch them, wait for them, act on them, and host programs.
#[cfg(feature = "live")]
pub use shadow_live as live;

/// The results: assessment, projection and metadata, with the names of the machine interface.
///
/// Most enumerations, and the structs that only this library builds, are `#[non_exhaustive]`. These enumerations are closed:
/// [`Availability`](contract::Availability), [`BusinessState`](contract::BusinessState), [`InputMode`](contract::InputMode),
/// [`PendingInput`](contract::PendingInput), [`ChannelWeight`](contract::ChannelWeight), [`Readiness`](reducer::Readiness),
/// [`TurnState`](reducer::TurnState) and [`Outcome`](reducer::Outcome). The parts that a projector writes
/// ([`OperatorBlock`](contract::OperatorBlock), [`ComposerView`](contract::ComposerView), [`Activity`](contract::Activity) and
/// others) are open, so that your own projector can build them. They may get more fields.
pub mod contract {
    pub use shadow_core::contract::{
        Activity, ActivityKind, AnomalyCode, AssessmentPart, Availability, Axis, Background,
        BackgroundItem, BackgroundKind, BlockKind, BlockOption, BlockOrigin, BlockPage,
        BusinessState, CellRole, ChannelDiagnostic, ChannelWeight, ComposerContent, ComposerMode,
        ComposerView, Continues, DialogCell, DialogProjection, DialogView, Editor, Evidence,
        Failure, FailureKind, Goal, GoalState, InputMode, ModeDiagnostics, Offer, OfferKind,
        OperatorBlock, OptionRole, OwnDialogsMetadata, Part, Parts, Payload, PayloadParts,
        PendingInput, PendingMessage, PermissionKind, PermissionMode, ProjectionMetadata,
        ProjectionSlices, QuotaScope, Retry, SCHEMA_VERSION, SelectionSource, SessionFacts,
        ShadowAnomaly, ShadowParserMetadata, SourceKind, SurfaceAssessment, SurfaceState,
        SurfaceView, UiContext, wire_name,
    };
}

/// Schemas for generators of clients. `shadow schema` and `/openapi.json` are written with it.
#[cfg(feature = "schemars")]
pub mod schema {
    pub use shadow_core::schema::{Direction, for_clients};
}

/// Events: what happens in a pane over time. An [`Event`](event::Event) is one JSON object.
///
/// A session returns a [`Happening`](event::Happening), with its time and turn. A [`Stamp`](event::Stamp) numbers the events of
/// one source and adds the name of the pane.
///
/// ```
/// use shadow_tui::event::{EventBody, Happening, Stamp};
///
/// let resumed = Happening { at: 12.5, turn: Some(3), body: EventBody::TurnResumed };
/// let event = Stamp::pane("%3", 0.0).event(resumed);
/// assert_eq!((event.seq, event.body.name().as_str()), (0, "turn_resumed"));
/// assert_eq!(event.pane.as_deref(), Some("%3"));
/// ```
pub mod event {
    pub use shadow_core::event::{Event, EventBody, Happening, Stamp, SurfaceAxes};
}

/// The lifecycle of turns, as a pure function `(state, observation | input | tick, now) -> (state, events, next_deadline)`.
///
/// The reducer has no clock: the caller gives the time, and looks again at the deadline. A [`Session`] does this with screens. In
/// this example, the observations come from another source:
///
/// ```
/// use std::sync::Arc;
///
/// use shadow_tui::contract::{Availability, BusinessState, CellRole, DialogCell, InputMode};
/// use shadow_tui::event::EventBody;
/// use shadow_tui::reducer::{Limits, Observation, Outcome, ReducerInput, State, advance};
///
/// let asked = DialogCell::new(CellRole::User, "count them", [0, 0]);
/// let answer = DialogCell::new(CellRole::Assistant, "There are three.", [2, 2]);
/// let sees = |business_state, cells: &[&DialogCell]| {
///     let mut seen = Observation::default();
///     seen.axes.availability = Availability::Supported;
///     seen.axes.business_state = business_state;
///     seen.axes.input_mode = InputMode::Freeform;
///     seen.axes.submit_ready = business_state == BusinessState::Idle;
///     seen.cells = cells.iter().map(|cell| (*cell).clone()).collect();
///     Arc::new(seen)
/// };
/// let fresh = sees(BusinessState::Idle, &[]);
/// let works = sees(BusinessState::Working, &[&asked]);
/// let rests = sees(BusinessState::Idle, &[&asked, &answer]);
///
/// let mut state = State::new(Limits::default());
/// let mut told = Vec::new();
/// for (now, seen) in [(0.0, &fresh), (1.0, &fresh), (2.0, &works), (4.0, &rests)] {
///     told.extend(advance(&mut state, ReducerInput::Observation(seen), now).events);
/// }
/// // The reducer reports the end after it has held for a second. Until then only time passes.
/// assert!(!told.iter().any(|it| it.body.outcome().is_some()));
/// told.extend(advance(&mut state, ReducerInput::Tick, 5.5).events);
/// let ended = told.iter().find_map(|it| match &it.body {
///     EventBody::TurnEnded { outcome, record, .. } => Some((*outcome, &*record.answer.text)),
///     _ => None,
/// });
/// assert_eq!(ended, Some((Outcome::Success, "There are three.")));
/// ```
pub mod reducer {
    pub use shadow_core::reducer::{
        Answer, BlockedInterval, Effects, Lifecycle, Limits, Observation, Outcome, Readiness,
        ReducerInput, SelfReports, State, Step, TurnEvidence, TurnHow, TurnLog, TurnRecord,
        TurnState, advance, step,
    };
}

/// Recordings, replayed on a virtual clock.
///
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::event::EventBody;
/// use shadow_tui::recording::{Capture, Captures, Replay, ReplayOptions};
///
/// let composer = "\n────────────────────\n❯\n────────────────────\n";
/// let running = format!("❯ count them\n\n✻ Baking… (3s · esc to interrupt)\n{composer}");
/// let ended = format!("❯ count them\n\n⏺ There are three.\n\n✻ Baked for 4s\n{composer}");
/// let looks = [(0.0, &running), (1.0, &running), (2.0, &ended), (5.0, &ended)];
/// let captures = looks.map(|(at, text)| Capture { at, text: text.clone().into(), ..Capture::default() });
///
/// let stack = shadow_tui::stack();
/// let mut replay = Replay::new(Captures::new(captures.into()), &stack, ReplayOptions::default());
/// let answers = replay.finish().into_iter().filter_map(|happening| match happening.body {
///     EventBody::TurnEnded { record, .. } => Some(record.answer.text),
///     _ => None,
/// });
/// assert_eq!(answers.collect::<Vec<_>>(), ["There are three."]);
/// # }
/// ```
pub mod recording {
    pub use shadow_core::recording::{
        Capture, Captures, Cast, CastEvent, CastKind, RecordedPane, RecordingError, Replay,
        ReplayOptions, Sighting,
    };
}

/// Associators: they find the part of a dialog that answers a prompt.
pub mod association {
    pub use shadow_core::association::{
        Anchor, Association, AssociationError, DialogAssociator, JsonBlock, JsonBlockAssociator,
        SentinelAssociator, TailRegexExtractAssociator,
    };
}

/// Screens: rows of text with styles, from a text dump ([`Screen::from_capture`](screen::Screen::from_capture)) or from the bytes
/// of a terminal ([`Grid`](screen::Grid)).
///
/// A row has its text, without escape sequences, and its styles. Columns are cells, so a wide character takes two. Reading cannot
/// fail: input that is too large is cut, and [`Screen::is_cut`](screen::Screen::is_cut) reports this.
///
/// ```
/// use shadow_tui::Channels;
/// use shadow_tui::screen::Screen;
///
/// let channels = Channels { cols: Some(40), rows: Some(2), ..Channels::default() };
/// let screen = Screen::from_capture(b"gone\n\x1b[1mcount\x1b[m them\n  three\n", &channels);
/// // The screen has two rows. The row above is history.
/// assert_eq!(screen.height(), 2);
/// let row = screen.row(0);
/// assert_eq!(row.text(), "count them");
/// assert!(row.style_at(0).bold() && !row.style_at(6).bold());
/// assert_eq!(screen.row(1).indent(), 2);
/// ```
pub mod screen {
    pub use shadow_core::screen::{
        Attrs, CellView, Color, Grid, History, InputTooLarge, MAX_GRID_COLS, MAX_GRID_ROWS,
        MAX_HISTORY_ROWS, MAX_INPUT_BYTES, MAX_LINE_BYTES, MAX_LINES, Marked, Modes, Needle,
        ReportScanner, Row, Screen, Span, Style, char_width, check_input, str_width,
    };
}

/// Facts and the verdict, for authors of projectors.
///
/// A reader ([`Cli`]) writes [`Facts`](surface::Facts); [`Projector`] has an example. [`decide`](surface::decide) weighs them together with
/// the channels, by one set of rules for all providers.
pub mod surface {
    pub use shadow_core::surface::{
        BlockFact, ChannelFacts, ComposerFact, Details, EndMark, FINISHED_ROW, Facts, Findings,
        Found, INTERRUPTED, IdleProof, NamedBy, Once, Popup, ReportFact, RowSpan, RunningFact,
        SUSPENDED, SettledBy, Surface, TitleFact, Verdict, Witness, WitnessPlace, Zone, ZoneSpan,
        decide,
    };
}

/// Options for [`stack_with`]: version overrides and the user's own dialogs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StackOptions {
    /// Read screens of Claude Code as this version, whatever version they show.
    pub claude: Option<Version>,
    /// Read screens of the Codex CLI as this version, whatever version they show.
    pub codex: Option<Version>,
    /// The user's own dialogs.
    pub dialogs: OwnDialogs,
}

impl StackOptions {
    /// Sets the version overrides.
    #[must_use]
    pub fn versions(mut self, claude: Option<Version>, codex: Option<Version>) -> Self {
        (self.claude, self.codex) = (claude, codex);
        self
    }

    /// Sets the user's own dialogs. They name dialogs that have no other name, and cannot make a screen ready.
    #[must_use]
    pub fn dialogs(mut self, dialogs: OwnDialogs) -> Self {
        self.dialogs = dialogs;
        self
    }
}

/// Builds a stack with every provider of the enabled features.
///
/// ```
/// # #[cfg(all(feature = "claude", feature = "codex"))] {
/// use shadow_tui::{ProviderChoice, Snapshot};
///
/// let stack = shadow_tui::stack();
/// let screen = Snapshot::from_text("$ ls");
/// let payload = stack.parse(stack.choice("codex")?, &screen);
/// assert_eq!(payload.parser_metadata.provider_id, "codex");
/// assert!(stack.choice("codec").is_err());
/// # }
/// # Ok::<(), shadow_tui::UnknownProvider>(())
/// ```
#[cfg(any(feature = "claude", feature = "codex"))]
#[must_use]
pub fn stack() -> Stack {
    stack_with(&StackOptions::default())
}

/// Builds a stack with version overrides, such as the values of `SHADOW_CLAUDE_VERSION` and
/// `SHADOW_CODEX_VERSION`. The caller reads the environment.
///
/// ```
/// # #[cfg(feature = "claude")] {
/// use shadow_tui::contract::SelectionSource;
/// use shadow_tui::{ProviderChoice, Snapshot, Version};
///
/// let stack = shadow_tui::stack_with_overrides(Some(Version::new(1, 0, 38)), None);
/// let payload = stack.parse(ProviderChoice::Named("claude"), &Snapshot::from_text("$ ls"));
/// assert_eq!(payload.parser_metadata.selection_source, SelectionSource::EnvOverride);
/// # }
/// ```
#[cfg(any(feature = "claude", feature = "codex"))]
#[must_use]
pub fn stack_with_overrides(claude: Option<Version>, codex: Option<Version>) -> Stack {
    stack_with(&StackOptions::default().versions(claude, codex))
}

/// Builds a stack with all options.
///
/// ```
/// # #[cfg(all(feature = "claude", feature = "codex"))] {
/// use shadow_tui::contract::{BlockKind, BlockOrigin};
/// use shadow_tui::{OwnDialog, OwnDialogs, StackOptions};
///
/// let share = OwnDialog {
///     id: "share-session".to_owned(),
///     provider: "claude".to_owned(),
///     kind: BlockKind::Picker,
///     origin: BlockOrigin::Cli,
///     headings: vec!["Share this session".to_owned()],
///     ..OwnDialog::default()
/// };
/// let dialogs = OwnDialogs::new("my rows", vec![share])?;
/// let stack = shadow_tui::stack_with(&StackOptions::default().dialogs(dialogs));
/// # assert!(!stack.parsers()[0].provider().presets().own_dialogs().is_empty());
/// # }
/// # Ok::<(), shadow_tui::WrongDialog>(())
/// ```
#[cfg(any(feature = "claude", feature = "codex"))]
#[must_use]
pub fn stack_with(options: &StackOptions) -> Stack {
    Stack::new(vec![
        #[cfg(feature = "claude")]
        Parser::new(shadow_claude::ClaudeProvider::new(&options.dialogs))
            .with_version_override(options.claude),
        #[cfg(feature = "codex")]
        Parser::new(shadow_codex::CodexProvider::new(&options.dialogs))
            .with_version_override(options.codex),
    ])
}
