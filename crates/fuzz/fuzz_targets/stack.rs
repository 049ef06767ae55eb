//! Any bytes through the whole stack; what must hold stands in `bodies::stack_reads`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shadow_fuzz::bodies::stack_reads(data));
