//! Any bytes through the grid; what must hold stands in `bodies::grid_draws`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shadow_fuzz::bodies::grid_draws(data));
