//! Any accepted answers and any version that is asked for; what must hold stands in `bodies::rules_are_kept`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    shadow_fuzz::bodies::rules_are_kept(data);
});
