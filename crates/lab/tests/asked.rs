//! Calls that real CLIs asked to approve, with what the model truly asked for: nothing that is said to be whole is anything
//! else, no two of them have one signature, and what stands whole on a screen is said to be whole.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use shadow_lab::oracle::{judge_sample, sample_readings};

/// How many of a hundred readings that show all need not be said to be whole. The aim is 3: lower it as readers prove more.
const NOT_WHOLE: usize = 4;

#[test]
fn what_is_approved_is_what_was_asked_for() {
    let (tally, lines) =
        judge_sample(&root().join("fixtures/asked.ndjson.gz")).expect("the sample");
    let false_ones = ["wrong-", "hasty-", "one-signature", "two-signatures"];
    let is_false = |line: &&String| {
        let harmless = line.ends_with("Unseen") || line.ends_with("not-whole");
        !harmless && false_ones.iter().any(|kind| line.contains(kind))
    };
    let found: Vec<&String> = lines.iter().filter(is_false).collect();
    let report = [tally.details(), lines.clone()].concat().join("\n");
    assert_eq!(found, [""; 0], "{report}");
    assert!(tally.calls > 40, "{report}");
    assert!(tally.not_whole_percent() <= NOT_WHOLE, "{report}");
}

/// Letters that a call may have, so that the file stays small.
const SHORT: usize = 400;

/// The readings on which a test of the adapter tries its list of what is allowed. `SHADOW_WRITE_ASKED=1` writes them.
#[test]
fn the_adapter_tries_its_list_on_these_readings() {
    let path = root().join("paperclip/core/test/asked.ndjson");
    let readings = sample_readings(&root().join("fixtures/asked.ndjson.gz")).expect("the sample");
    let short = readings.iter().filter(|it| it.asked.len() <= SHORT);
    let lines: BTreeSet<String> = short
        .filter_map(|reading| {
            let block = reading.block.as_ref()?;
            let line = json!({
                "asked": reading.asked,
                "columns": reading.size[0],
                "kind": block.kind,
                "subject": block.subject,
                "subject_whole": block.subject_whole,
            });
            Some(line.to_string() + "\n")
        })
        .collect();
    let text = lines.into_iter().collect::<String>();
    if std::env::var_os("SHADOW_WRITE_ASKED").is_some() {
        fs::write(&path, &text).expect("written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "write it again: SHADOW_WRITE_ASKED=1 cargo test -p shadow-lab --test asked"
    );
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
