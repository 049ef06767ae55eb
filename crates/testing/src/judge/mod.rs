//! Judging one answer of the engine against the truth of its capture.
//!
//! - `axes`: the axes, readiness, and what else the assessment says beside composer and block
//! - `block`: the operator block: kind, question, subject, options, selection, keys, excerpt
//! - `case`: one capture through the engine, and everything that is judged of it
//! - `composer`: content, draft, mode and editor
//! - `dialog`: lines that must be kept, lines of the interface that must not be there
//! - `mark`: what is measured, and what came out
//! - `oracle`: a second reader of numbered options, written apart from the engine
//! - `text`: comparing text that a narrow pane may have wrapped

mod axes;
mod block;
mod case;
mod composer;
mod dialog;
mod mark;
mod oracle;
mod text;

pub use case::{Scored, judge};
pub use mark::{Mark, Measure, Outcome};
