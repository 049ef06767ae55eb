//! The allocator that counts.

use std::alloc::System;

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
pub static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;
