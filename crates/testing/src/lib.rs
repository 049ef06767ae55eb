//! Freezes screens of Claude Code and the Codex CLI as tests.
//!
//! **In your own test suite**: assert the state of a screen, or keep whole pages beside captures and
//! get a diff when they change.
//!
//! ```
//! use shadow_testing::{Screenshot, assert_surface};
//!
//! let capture = "\
//! ╭──────────────────────────────────────────────────────╮
//! │ ✻ Welcome to Claude Code!                            │
//! ╰──────────────────────────────────────────────────────╯
//!
//! ╭──────────────────────────────────────────────────────╮
//! │ > explain the parser                                 │
//! ╰──────────────────────────────────────────────────────╯";
//! assert_surface!(capture, idle, freeform, ready, draft = "explain the parser");
//!
//! // A screen with more channels: size, cursor, title, version.
//! let shot = Screenshot::of(capture).provider("claude").version("1.0.72").size(56, 7);
//! assert_surface!(shot, supported, normal_prompt, not_safe_to_type);
//! ```
//!
//! An unknown state does not compile:
//!
//! ```compile_fail
//! shadow_testing::assert_surface!("", idling);
//! ```
//!
//! [`assert_goldens!`] holds every file that a pattern finds to the page kept beside it.
//!
//! **Folders of cases** (`session.toml`, captures, a recording; the types are `shadow-fixtures`'):
//! [`Suite`] loads and runs them, as `shadow test` does; [`judge`] compares one answer with the
//! truth of its capture, [`told_turns`] lists the turns that a replay reports, [`table`] adds up the results. This crate reads no
//! screens and knows no truth.

mod accepted;
mod assertion;
mod coverage;
mod goldens;
mod judge;
mod line_diff;
mod mode;
mod page;
mod parallel;
mod score;
mod screenshot;
mod suite;
pub mod table;
mod turns;
mod volatile;
pub mod words;

pub use accepted::{ACCEPTED_FILE, Acceptance, Accepted};
pub use assertion::assert_words;
pub use coverage::{Coverage, SIGNALS, why_unshown};
pub use goldens::assert_goldens_in;
pub use judge::{Mark, Measure, Outcome, Scored, judge};
pub use line_diff::{Side, line_diff};
pub use mode::Mode;
pub use page::{page, stable_page};
pub use score::{Filter, excuse_silent_versions, excused, score, score_each};
pub use screenshot::Screenshot;
pub use suite::{Change, ChangeKind, Ran, Run, Suite};
pub use turns::told_turns;
