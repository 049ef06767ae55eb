//! Any recording; what must hold stands in `bodies::cast_replays`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    shadow_fuzz::bodies::cast_replays(data);
});
