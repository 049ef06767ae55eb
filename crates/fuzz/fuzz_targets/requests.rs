//! Any requests to the co-process; what must hold stands in `bodies::requests_are_answered`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    shadow_fuzz::bodies::requests_are_answered(data);
});
