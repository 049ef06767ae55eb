//! Any folder of cases; what must hold stands in `bodies::case_is_judged`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    shadow_fuzz::bodies::case_is_judged(data);
});
