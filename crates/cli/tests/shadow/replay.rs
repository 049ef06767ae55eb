//! `shadow replay`: recordings in, events out, byte for byte the same.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::run::shadow;

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("shadow-replay-{}-{name}", std::process::id()));
    fs::create_dir_all(&path).expect("a folder");
    path
}

/// A recording of a real turn, with an approval in the middle.
fn recording() -> String {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/corpus/claude");
    format!("{corpus}/2.1.330/basic-120x40/stream.cast")
}

fn named<'e>(events: &'e [Value], name: &str) -> Vec<&'e Value> {
    events
        .iter()
        .filter(|event| event["event"] == name)
        .collect()
}

#[test]
fn a_recording_tells_its_turns_the_same_way_every_time() {
    let recording = recording();
    let args = ["replay", "--provider", "claude", &recording];
    let run = shadow(&args, "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout, shadow(&args, "").stdout);
    let events = run.json();
    let seqs: Vec<u64> = events.iter().filter_map(|e| e["seq"].as_u64()).collect();
    assert_eq!(seqs, (0..events.len() as u64).collect::<Vec<_>>());
    assert!(
        events
            .iter()
            .all(|event| event["recording"] == recording.as_str())
    );
    let ended = named(&events, "turn_ended");
    assert_eq!(ended.len(), 2);
    assert!(ended.iter().all(|event| event["outcome"] == "success"));
    assert_eq!(ended[1]["record"]["prompt"], "make the file");
    assert_eq!(
        ended[1]["record"]["blocked"].as_array().map(Vec::len),
        Some(1)
    );
    assert_eq!(named(&events, "operator_blocked").len(), 1);
}

#[test]
fn text_is_one_line_an_event_and_holds_nothing_that_acts() {
    let recording = recording();
    let events = shadow(&["replay", &recording], "").json();
    let run = shadow(&["replay", "--format", "text", &recording], "");
    assert_eq!(run.stdout.lines().count(), events.len());
    assert!(!run.stdout.replace('\n', "").contains(char::is_control));
}

#[test]
fn a_directory_of_captures_is_replayed_by_the_times_in_its_names() {
    let folder = scratch("captures");
    for (at, text) in [("0.0", ""), ("40.5", ""), ("45", "")] {
        fs::write(folder.join(format!("{at}.txt")), text).expect("a capture");
    }
    let run = shadow(&["replay", &folder.display().to_string()], "");
    let events = run.json();
    let stalls = named(&events, "stalled_entered");
    assert_eq!(stalls.len(), 1, "{}", run.stdout);
    assert_eq!(stalls[0]["at"], 30.0);
    fs::remove_dir_all(folder).expect("cleaned");
}

#[test]
fn what_is_no_recording_is_refused_in_one_line() {
    let folder = scratch("bad");
    let file = folder.join("bad.cast");
    for bytes in [
        &b""[..],
        b"hello",
        b"\x1f\x8bnot gzip",
        b"{\"version\":9}\n",
        b"\xff\xfe",
    ] {
        fs::write(&file, bytes).expect("a file");
        let run = shadow(&["replay", &file.display().to_string()], "");
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{bytes:?}");
        run.complains_in_one_line();
    }
    for path in ["/nowhere/at/all", &folder.display().to_string()] {
        let run = shadow(&["replay", path], "");
        assert_eq!(run.code, 3);
        run.complains_in_one_line();
    }
    assert_eq!(shadow(&["replay", "--interval", "0", "x"], "").code, 2);
    fs::remove_dir_all(folder).expect("cleaned");
}

#[test]
fn of_a_gzipped_recording_that_is_cut_what_can_be_read_is_played() {
    let demo = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../demo/recordings/claude-2.1.330.cast.gz"
    );
    let pack = recording().replace("stream.cast", "session.gz");
    for (whole, cut, read) in [
        (demo, "cut.cast.gz", "cut.cast.gz"),
        (&pack, "session.gz", "stream.cast"),
    ] {
        plays_what_can_be_read(whole, cut, read);
    }
}

/// Cuts a file, and plays the recording of a name beside it.
fn plays_what_can_be_read(whole: &str, cut: &str, read: &str) {
    let whole = std::fs::read(whole).expect("a file");
    let folder = std::env::temp_dir().join(format!("shadow-cut-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(cut), &whole[..whole.len() * 3 / 4]).expect("a file");
    let run = shadow(&["replay", &folder.join(read).display().to_string()], "");
    std::fs::remove_dir_all(&folder).expect("cleaned");
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.complains_in_one_line();
    assert!(run.stderr.contains("is cut"), "{}", run.stderr);
    assert!(
        run.json()
            .iter()
            .any(|event| event["event"] == "surface_changed")
    );
}
