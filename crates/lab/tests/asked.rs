//! Calls that real CLIs asked to approve, with what the model truly asked for: nothing that is said to be whole is anything
//! else, no two of them have one signature, and what stands whole on a screen is said to be whole.

use std::path::Path;

use shadow_lab::oracle::judge_sample;

/// How many of a hundred readings that show all need not be said to be whole. The aim is 3: lower it as readers prove more.
const NOT_WHOLE: usize = 3;

#[test]
fn what_is_approved_is_what_was_asked_for() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let (tally, lines) = judge_sample(&fixtures.join("asked.ndjson.gz")).expect("the sample");
    let report = [tally.details(), lines].concat().join("\n");
    assert!(tally.calls > 40, "{report}");
    assert!(!tally.is_false(), "{report}");
    assert!(tally.not_whole_percent() <= NOT_WHOLE, "{report}");
}
