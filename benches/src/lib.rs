//! Benchmarks and their records.
