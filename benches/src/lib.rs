//! Benchmarks and their records: the workload, the measured work, and the comparisons.
//!
//! `cargo bench -p shadow-benches` runs criterion over [`work`]. The binary `record` measures this
//! work too, writes `benches/record/<date>.md`, and checks instruction counts against their limits.

pub mod clock;
pub mod first;
pub mod hosts;
pub mod instructions;
pub mod naive;
pub mod nats;
pub mod usage;
pub mod work;
pub mod workload;
