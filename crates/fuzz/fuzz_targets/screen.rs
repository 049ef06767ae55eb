//! Any bytes through the text path; what must hold stands in `bodies::screen_holds_together`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shadow_fuzz::bodies::screen_holds_together(data));
