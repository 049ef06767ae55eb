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
//! # Features
//! - `claude` (default): read Claude Code.
//! - `codex` (default): read the Codex CLI.
//!
//! With neither, the types and the mechanism remain, and a [`Stack`] is built from providers of
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
//!   (`shadow-core`, `shadow-projectors`, providers) may be split or merged: depend on this one.
//! - Verdicts, evidence, confidence and `dialog_text` of a given screen may change in any release,
//!   as CLIs change and readings get better. [`contract::SCHEMA_VERSION`] names the version of the
//!   machine interface.
//! - Raising the minimum Rust version is a minor release.

pub use shadow_core::*;

/// The providers that the enabled features bring, each in a parser.
#[cfg(any(feature = "claude", feature = "codex"))]
fn parsers(claude: Option<Version>, codex: Option<Version>) -> Vec<Parser> {
    let _ = (claude, codex);
    vec![
        #[cfg(feature = "claude")]
        Parser::new(shadow_claude::provider()).with_version_override(claude),
        #[cfg(feature = "codex")]
        Parser::new(shadow_codex::provider()).with_version_override(codex),
    ]
}

/// Every provider that the features bring, in one stack.
#[cfg(any(feature = "claude", feature = "codex"))]
#[must_use]
pub fn stack() -> Stack {
    Stack::new(parsers(None, None))
}

/// The same with the version overrides that are given: what `SHADOW_CLAUDE_VERSION` and
/// `SHADOW_CODEX_VERSION` hold. Reading the environment is the caller's business.
#[cfg(any(feature = "claude", feature = "codex"))]
#[must_use]
pub fn stack_with_overrides(claude: Option<Version>, codex: Option<Version>) -> Stack {
    Stack::new(parsers(claude, codex))
}
