//! Benchmarks and their records: the workload, the work that is measured, and the yardsticks.
//!
//! `cargo bench -p shadow-benches` runs criterion over [`work`]. The binary `record` measures the
//! same, writes `benches/record/<date>.md`, and holds instruction counts to their limits.

pub mod clock;
pub mod first;
pub mod instructions;
pub mod naive;
pub mod usage;
pub mod work;
pub mod workload;
