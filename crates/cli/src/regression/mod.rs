//! Regression testing: bundles of misread screens, progress, the diff of a failure, JUnit and NDJSON reports, the last run.

pub mod bundle;
pub mod diff;
pub mod junit;
pub mod last_run;
pub mod ndjson;
pub mod progress;
pub mod summary;
