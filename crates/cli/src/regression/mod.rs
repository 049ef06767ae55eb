//! Regression testing: bundles of misread screens, progress, the diff of a failure, JUnit and NDJSON reports, the last run.
//!
//! - `bundle`: the bundle of a misread screen: one gzipped tar with the redacted capture and its reading
//! - `diff`: what changed in one case: its screen with zones in the margin, or the turns of its recording; expected, got, witnesses
//! - `junit`: results as JUnit XML: a suite for each version, a test case for each case and mode
//! - `last_run`: the changes of the last `shadow test` in a folder, kept for `shadow review`
//! - `ndjson`: results as NDJSON: one object for each case and mode
//! - `progress`: a progress bar on standard error, drawn on a terminal alone
//! - `summary`: the table by version, and the last line

pub mod bundle;
pub mod diff;
pub mod junit;
pub mod last_run;
pub mod ndjson;
pub mod progress;
pub mod summary;
