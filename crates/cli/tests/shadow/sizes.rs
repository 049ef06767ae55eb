//! Sizes that no terminal has, in every place that names one: an answer or one clear line, in bounded time and memory.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::case_folder::CaseFolder;
use crate::run::{Run, bounded};

/// What each may take at most, in wall time of a loaded machine: without caps they would take hours.
const PATIENCE: Duration = Duration::from_secs(240);

fn in_time(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let begun = Instant::now();
    let run = bounded(args, input.into());
    assert!(
        begun.elapsed() < PATIENCE,
        "{args:?}: {:?}",
        begun.elapsed()
    );
    run
}

/// Fifty kilobytes in which a terminal is the largest and the smallest by turns, and says something at each size.
fn resized(every: f64) -> String {
    let mut text = "{\"version\":2,\"width\":65535,\"height\":65535}\n".to_owned();
    for index in 0..2_000 {
        let (at, size) = (
            f64::from(index) * every,
            ["1x1", "65535x65535"][index as usize % 2],
        );
        text += &format!("[{at:.2},\"r\",\"{size}\"]\n");
        if index % 10 == 0 {
            text += &format!("[{at:.2},\"o\",\"x\"]\n");
        }
    }
    assert!((40_000..60_000).contains(&text.len()), "{}", text.len());
    text
}

#[test]
fn two_thousand_resizes_take_bounded_time_and_memory() {
    let folder = CaseFolder::new("sizes-cast");
    let path = folder.path("a.cast");
    let file = path.to_str().expect("a path");
    // At once, and so slowly that each size is looked at.
    for every in [0.0, 0.5] {
        fs::write(&path, resized(every)).expect("a recording");
        let run = in_time(&["replay", file], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "every {every} s");
    }
}

#[test]
fn a_size_that_no_terminal_has_is_a_size_like_any_other() {
    let raw = in_time(&["parse", "--raw", "--size", "65535x65535", "-"], "text");
    assert_eq!(raw.code, 0, "{}", raw.stderr);
    let sizes = [0, 1, 65_535];
    let requests = sizes.iter().flat_map(|cols| {
        sizes.iter().map(move |rows| {
            let line = json!({ "text": "❯ x\n", "cols": cols, "rows": rows, "cursor": [65535, 65535], "session": "one" });
            line.to_string() + "\n"
        })
    });
    let answers = in_time(&["parse", "--ndjson"], requests.collect::<String>());
    assert_eq!(answers.code, 0, "{}", answers.stderr);
    let answered = answers.json();
    assert_eq!(answered.len(), 9);
    assert!(
        answered.iter().all(|it| it["error"].is_null()),
        "{}",
        answers.stdout
    );
    let over = in_time(
        &["parse", "--ndjson"],
        json!({ "text": "", "cols": 65_536 }).to_string(),
    );
    assert!(over.json()[0]["error"].is_string(), "{}", over.stdout);
}

#[test]
fn a_bundle_of_a_size_that_no_terminal_has_is_a_case_like_any_other() {
    let folder = CaseFolder::new("sizes-bundle");
    let read_as = ["supported", "idle", "freeform", "normal_prompt"];
    let manifest = json!({
        "bundle": 1, "shadow": "0.1.0", "system": "any", "made": "2026-01-01", "provider": "claude",
        "version": "2.1.330", "note": "", "preset": "", "read_as": read_as, "redacted_read_as": read_as,
        "size": [65535, 65535], "cursor": [65535, 65535], "cursor_visible": true, "alternate": false,
        "title": null, "process": null, "progress": null, "program_status": [],
    });
    let mut bundle = tar::Builder::new(Vec::new());
    for (name, bytes) in [
        ("report.json", manifest.to_string()),
        ("screen.ansi", "❯ x\n".to_owned()),
    ] {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        bundle
            .append_data(&mut header, name, bytes.as_bytes())
            .expect("an entry");
    }
    let cases = folder.path("cases");
    fs::create_dir(&cases).expect("a folder");
    let path = folder.path("misread.tar");
    fs::write(&path, bundle.into_inner().expect("a bundle")).expect("a file");
    let (path, cases) = (
        path.to_str().expect("a path"),
        cases.to_str().expect("a path"),
    );
    let added = in_time(
        &[
            "test",
            "--add",
            path,
            "--truth",
            "business_state=unknown",
            cases,
        ],
        "",
    );
    // It is added and tested: what the engine says of it may be wrong.
    assert!(added.code <= 1, "{}", added.stderr);
    let tested = in_time(&["test", cases], "");
    assert!(
        tested.code <= 1 && tested.stdout.contains("reported"),
        "{}{}",
        tested.stdout,
        tested.stderr
    );
    let case = format!("{cases}/claude/2.1.330/report-1/reported.ansi");
    for kind in ["--svg", "--html"] {
        let picture = in_time(&["explain", kind, "-", "--size", "65535x65535", &case], "");
        assert_eq!(picture.code, 0, "{kind}: {}", picture.stderr);
    }
}
