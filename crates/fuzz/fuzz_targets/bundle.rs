//! Any bundle of a misread screen; what must hold stands in `bodies::bundle_becomes_a_case`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    shadow_fuzz::bodies::bundle_becomes_a_case(data);
});
