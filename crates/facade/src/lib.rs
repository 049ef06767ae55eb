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
//!
//! With neither provider, the types and the mechanism remain, and a [`Stack`] is built from providers of
//! your own.
//!
//! # What stays the same
//! This crate follows semantic versioning, and these hold within one major version:
//! - Names on the wire (fields and values of the JSON) are neither renamed nor dropped, and their
//!   meaning does not change. Fields and values may be added: readers ignore fields that they do
//!   not know, and treat a value that they do not know as `unknown`.
//! - `submit_ready` and `safe_to_type` become stricter or surer in a minor or patch release, never
//!   laxer by definition.
//! - Everything reachable from this crate's root is public API. The crates below it
//!   (`shadow-tui-core`, `shadow-projectors`, providers) may be split or merged: depend on this one.
//! - Verdicts, evidence, confidence and `dialog_text` of a given screen may change in any release,
//!   as CLIs change and readings get better. [`contract::SCHEMA_VERSION`] names the version of the
//!   machine interface.
//! - Raising the minimum Rust version is a minor release.

pub use shadow_core::{
    Assessed, Channels, Choice, DASHBOARD_TITLE, DEFAULT_SLICE_LINES, Foreground, Front, Look,
    Manners, Memory, Need, Observed, OwnDialog, OwnDialogs, Parser, Preset, ProcessState, Program,
    ProgramStatus, Projector, Provider, ProviderChoice, Reading, Recognition, ReportedState, Rule,
    RuleSet, Session, Snapshot, Stack, UnknownProvider, Version, VersionError, Watch, WrongDialog,
    printable,
};

#[cfg(feature = "claude")]
pub use shadow_claude::{ClaudeContext, ClaudeDialogProjection, ClaudeSurfaceAssessment};
#[cfg(feature = "codex")]
pub use shadow_codex::{CodexContext, CodexDialogProjection, CodexSurfaceAssessment};

/// Live panes: watched, waited for, acted on, and programs hosted.
#[cfg(feature = "live")]
pub use shadow_live as live;

/// What consumers read: assessment, projection, metadata, with the wire names of the machine interface.
pub mod contract {
    pub use shadow_core::contract::{
        Activity, ActivityKind, AnomalyCode, AssessmentPart, Availability, Axis, Background,
        BackgroundItem, BackgroundKind, BlockKind, BlockOption, BlockOrigin, BlockPage,
        BusinessState, CellRole, ChannelDiagnostic, ChannelWeight, ComposerContent, ComposerMode,
        ComposerView, Continues, DialogCell, DialogProjection, Editor, Evidence, Failure,
        FailureKind, InputMode, ModeDiagnostics, Offer, OfferKind, OperatorBlock, OptionRole,
        OwnDialogsMetadata, Part, Parts, Payload, PayloadParts, PendingInput, PendingMessage,
        PermissionKind, PermissionMode, ProjectionMetadata, ProjectionSlices, QuotaScope, Retry,
        SCHEMA_VERSION, SelectionSource, SessionFacts, ShadowAnomaly, ShadowParserMetadata,
        SourceKind, SurfaceAssessment, SurfaceState, UiContext,
    };
}

/// What happens to a pane over time, as consumers are told of it.
pub mod event {
    pub use shadow_core::event::{Event, EventBody, Happening, Stamp, SurfaceAxes};
}

/// The lifecycle of turns, as a pure function of observations and time.
pub mod reducer {
    pub use shadow_core::reducer::{
        Answer, BlockedInterval, Effects, Lifecycle, Limits, Observation, Outcome, Readiness,
        ReducerInput, SelfReports, State, Step, TurnEvidence, TurnHow, TurnLog, TurnRecord,
        TurnState, advance, step,
    };
}

/// Recordings, replayed on a virtual clock.
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

/// Screens: rows of text with styles, from a text dump or from the bytes of a terminal.
pub mod screen {
    pub use shadow_core::screen::{
        Attrs, CellView, Color, Grid, History, InputTooLarge, MAX_GRID_COLS, MAX_GRID_ROWS,
        MAX_HISTORY_ROWS, MAX_INPUT_BYTES, MAX_LINE_BYTES, MAX_LINES, Modes, Needle, ReportScanner,
        Row, Screen, Span, Style, char_width, check_input, str_width,
    };
}

/// What a projector finds on a screen, and the verdict that follows: for those who write one.
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
///     context: None,
///     headings: vec!["Share this session".to_owned()],
///     asks: Vec::new(),
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
