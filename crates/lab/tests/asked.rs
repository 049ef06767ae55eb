//! Calls that real CLIs asked to approve, with what the model truly asked for: nothing that is said to be whole is anything
//! else, no two of them have one signature, and what stands whole on a screen is said to be whole.

use std::path::Path;

use shadow_lab::oracle::judge_sample;

/// How many of a hundred readings that show all need not be said to be whole. The aim is 3: lower it as readers prove more.
const NOT_WHOLE: usize = 12;

/// What is known to be read wrongly: the CLI counts a tab narrower than the terminal draws it, and the old size's rows still
/// stand between the new ones. What is mended is taken out here.
const OPEN: [&str; 1] = ["claude 2.1.62, call 1 at 140x70: hasty-Changed"];

#[test]
fn what_is_approved_is_what_was_asked_for() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let (tally, lines) = judge_sample(&fixtures.join("asked.ndjson.gz")).expect("the sample");
    let false_ones = ["wrong-", "hasty-", "one-signature", "two-signatures"];
    let is_false = |line: &&String| {
        let harmless = line.ends_with("Unseen") || line.ends_with("not-whole");
        !harmless && false_ones.iter().any(|kind| line.contains(kind))
    };
    let found: Vec<&String> = lines.iter().filter(is_false).collect();
    let report = [tally.details(), lines.clone()].concat().join("\n");
    assert_eq!(found, OPEN, "{report}");
    assert!(tally.calls > 40, "{report}");
    assert!(tally.not_whole_percent() <= NOT_WHOLE, "{report}");
}
