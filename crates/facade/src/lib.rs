//! Know from the terminal alone what Claude Code and the Codex CLI are doing.
//!
//! One crate to add: it brings the core's types and both providers. A text dump of a pane goes in;
//! what the surface is and what the dialog says comes out. No network, no key, no hook in the CLI,
//! no transcript file.
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
//! The more is known beside the text, the surer the answer: fill [`Channels`] with the pane's size,
//! cursor, title and reports. A stream of snapshots of one pane shares a [`Memory`], so that the
//! choice of preset outlives the banner, and a [`Reading`], so that reading allocates nothing:
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
//! # Which entrance do I need?
//!
//! | you have | and want | take |
//! |---|---|---|
//! | one text dump | what it shows | [`Stack::parse`] |
//! | dumps of one pane, now and then | the same, with what was learned of it before | [`Stack::parse_with`] |
//! | dumps of one pane, and the time | turns, readiness, events | [`Session::look`] |
//! | the same screen many times a second | to read it only when it changes | [`Watch`] |
//! | bytes of a pty | a screen to read | [`screen::Grid`], then [`Session::look_at`] |
//! | an asciicast, or dumps with their times | the events that it tells | [`recording::Replay`] |
//! | a finished dialog | the answer in it | [`association`] |
//! | observations of your own | turns without screens | [`reducer::advance`] |
//! | a CLI or a version that nobody reads | to read it | [`Provider`], [`Projector`], [`Stack::with_projector`] |
//! | a dialog that a new release brings | to name it | [`OwnDialogs`] in [`StackOptions`] |
//! | a tmux server, or a program to host | all of it with live panes | the feature `live` |
//!
//! Without that feature nothing here does input or output or knows the time.
//! `examples/` holds five programs: `ready`, `block`, `session`, `turns`, `answer`.
//!
//! # Features
//! - `claude` (default): read Claude Code.
//! - `codex` (default): read the Codex CLI.
//! - `live`: the module `live`, which is the crate `shadow-live`: watch panes of tmux, wait, send, choose, interrupt, and
//!   host a program. It does input and output, knows the time, and needs Unix.
//! - `schemars`: the types that are written as JSON tell their JSON Schema, by the crate of this name (1.x): what `shadow schema`
//!   prints.
//!
//! What is said can always be written as JSON: `serde` is no feature, as the core itself reads JSON, of recordings and of
//! answers.
//!
//! With neither provider, the types and the mechanism remain, and a [`Stack`] is built from providers of
//! your own.
//!
//! # What stays the same
//! This crate follows semantic versioning, and these hold within one major version:
//! - Names on the wire (fields and values of the JSON) are neither renamed nor dropped, and their
//!   meaning does not change. Fields and values may be added: readers ignore fields that they do
//!   not know, and treat a value that they do not know as `unknown`.
//! - What may get more is `#[non_exhaustive]` where it is only read. The axes, readiness, a turn's state and its outcome are
//!   closed. What callers build is open to literals and may get more as well ([`Channels`], [`Manners`], [`OwnDialog`],
//!   [`recording::ReplayOptions`], [`reducer::Limits`], the pieces of [`contract`] that a projector writes): end them with
//!   `..Default::default()` (a cell with `..DialogCell::new(…)`), and patterns, an event's too, with `..`. [`surface`],
//!   [`Preset`] and [`Rule`] are for whoever writes a projector: there a minor release may ask for a field more.
//! - `submit_ready` and `safe_to_type` become stricter or surer in a minor or patch release, never
//!   laxer by definition.
//! - Everything reachable from this crate's root is public API. The crates below it
//!   (`shadow-tui-core`, `shadow-projectors`, providers) may be split or merged: depend on this one.
//! - Verdicts, evidence, confidence and `dialog_text` of a given screen may change in any release,
//!   as CLIs change and readings get better. [`contract::SCHEMA_VERSION`] names the version of the
//!   machine interface.
//! - Raising the minimum Rust version is a minor release.

mod reading;

pub use shadow_core::{
    Channels, DASHBOARD_TITLE, DEFAULT_SLICE_LINES, Foreground, Front, Look, Need, OwnDialog,
    OwnDialogs, Preset, ProcessState, Program, ProgramStatus, ProviderChoice, Recognition,
    ReportedState, Rule, Snapshot, UnknownProvider, Version, VersionError, WrongDialog, printable,
};

pub use reading::{
    Assessed, Choice, Manners, Memory, Observed, Parser, Projector, Provider, Reading, RuleSet,
    Session, Stack, Watch,
};

#[cfg(feature = "claude")]
pub use shadow_claude::{ClaudeContext, ClaudeDialogProjection, ClaudeSurfaceAssessment};
#[cfg(feature = "codex")]
pub use shadow_codex::{CodexContext, CodexDialogProjection, CodexSurfaceAssessment};

/// Live panes: watched, waited for, acted on, and programs hosted.
#[cfg(feature = "live")]
pub use shadow_live as live;

/// What consumers read: assessment, projection, metadata, with the wire names of the machine interface.
///
/// What may get more is `#[non_exhaustive]`: every enumeration but the closed ones ([`Availability`](contract::Availability),
/// [`BusinessState`](contract::BusinessState), [`InputMode`](contract::InputMode), [`PendingInput`](contract::PendingInput),
/// [`ChannelWeight`](contract::ChannelWeight); [`Readiness`](reducer::Readiness), [`TurnState`](reducer::TurnState) and
/// [`Outcome`](reducer::Outcome) beside it), and every struct that this library alone writes. The pieces that a projector writes
/// ([`OperatorBlock`](contract::OperatorBlock), [`ComposerView`](contract::ComposerView), [`Activity`](contract::Activity) and
/// their like) may get more, too, and are open so that whoever reads a CLI of their own can build them.
pub mod contract {
    pub use shadow_core::contract::{
        Activity, ActivityKind, AnomalyCode, AssessmentPart, Availability, Axis, Background,
        BackgroundItem, BackgroundKind, BlockKind, BlockOption, BlockOrigin, BlockPage,
        BusinessState, CellRole, ChannelDiagnostic, ChannelWeight, ComposerContent, ComposerMode,
        ComposerView, Continues, DialogCell, DialogProjection, DialogView, Editor, Evidence,
        Failure, FailureKind, InputMode, ModeDiagnostics, Offer, OfferKind, OperatorBlock,
        OptionRole, OwnDialogsMetadata, Part, Parts, Payload, PayloadParts, PendingInput,
        PendingMessage, PermissionKind, PermissionMode, ProjectionMetadata, ProjectionSlices,
        QuotaScope, Retry, SCHEMA_VERSION, SelectionSource, SessionFacts, ShadowAnomaly,
        ShadowParserMetadata, SourceKind, SurfaceAssessment, SurfaceState, SurfaceView, UiContext,
        wire_name,
    };
}

/// What happens to a pane over time, as consumers are told of it: an [`Event`](event::Event) is one JSON object.
///
/// A session gives a [`Happening`](event::Happening): when, in which turn, what. A [`Stamp`](event::Stamp) numbers those of one
/// source and says of which pane they are.
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
/// It knows no time of its own: whoever drives it says what time it is, and looks again at the deadline. A
/// [`Session`] does that with screens; here the observations are one's own, of a source that is no screen:
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
/// // The end is told once it has held. Nothing changes any more: time alone passes.
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

/// Which part of a dialog is the answer to a prompt: the caller's own layer.
pub mod association {
    pub use shadow_core::association::{
        Anchor, Association, AssociationError, DialogAssociator, JsonBlock, JsonBlockAssociator,
        SentinelAssociator, TailRegexExtractAssociator,
    };
}

/// Screens: rows of text with styles, from a text dump ([`Screen::from_capture`](screen::Screen::from_capture)) or from the bytes
/// of a terminal ([`Grid`](screen::Grid)).
///
/// A row gives its text, which is free of escape sequences, and what is styled in it; columns are cells, so that a wide character
/// takes two. Nothing of it fails: input that is too large is cut, and [`Screen::is_cut`](screen::Screen::is_cut) says so.
///
/// ```
/// use shadow_tui::Channels;
/// use shadow_tui::screen::Screen;
///
/// let channels = Channels { cols: Some(40), rows: Some(2), ..Channels::default() };
/// let screen = Screen::from_capture(b"gone\n\x1b[1mcount\x1b[m them\n  three\n", &channels);
/// // Two rows are on the screen: what stands above them is history.
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

/// What a projector finds on a screen, and the verdict that follows: for those who write one.
///
/// A projector writes [`Facts`](surface::Facts) (an example stands at [`Projector`]); [`decide`](surface::decide) weighs them with
/// what the channels say, in the same way for every provider.
pub mod surface {
    pub use shadow_core::surface::{
        BlockFact, ChannelFacts, ComposerFact, Details, EndMark, FINISHED_ROW, Facts, INTERRUPTED,
        IdleProof, Layout, Layouts, NamedBy, Popup, ReportFact, RowSpan, RunningFact, SUSPENDED,
        SettledBy, Surface, TitleFact, Verdict, Witness, WitnessPlace, Zone, ZoneSpan, decide,
    };
}

/// What a stack of the providers that the features bring is built with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StackOptions {
    /// The version of Claude Code by which its screens are read, whatever they say.
    pub claude: Option<Version>,
    /// The same of the Codex CLI.
    pub codex: Option<Version>,
    /// A user's own dialogs.
    pub dialogs: OwnDialogs,
}

impl StackOptions {
    /// The same with the version overrides that are given.
    #[must_use]
    pub fn versions(mut self, claude: Option<Version>, codex: Option<Version>) -> Self {
        (self.claude, self.codex) = (claude, codex);
        self
    }

    /// The same with a user's own dialogs. They name what nothing else names, and make no screen ready.
    #[must_use]
    pub fn dialogs(mut self, dialogs: OwnDialogs) -> Self {
        self.dialogs = dialogs;
        self
    }
}

/// Every provider that the features bring, in one stack.
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

/// The same with the version overrides that are given: what `SHADOW_CLAUDE_VERSION` and
/// `SHADOW_CODEX_VERSION` hold. Reading the environment is the caller's business.
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

/// The same with all that can be set.
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
/// # assert!(stack.parsers()[0].provider().own_dialogs().is_some_and(|own| !own.is_empty()));
/// # }
/// # Ok::<(), shadow_tui::WrongDialog>(())
/// ```
#[cfg(any(feature = "claude", feature = "codex"))]
#[must_use]
pub fn stack_with(options: &StackOptions) -> Stack {
    Stack::new(vec![
        #[cfg(feature = "claude")]
        Parser::new(shadow_claude::provider_with(&options.dialogs))
            .with_version_override(options.claude),
        #[cfg(feature = "codex")]
        Parser::new(shadow_codex::provider_with(&options.dialogs))
            .with_version_override(options.codex),
    ])
}
