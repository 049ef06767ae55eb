//! `shadow extract`.

use crate::run::{Run, shadow};

fn extract(args: &[&str], text: &str) -> Run {
    shadow(
        &[&["extract", "--dialog-text"], args, &["-"]].concat(),
        text,
    )
}

#[test]
fn what_is_found_is_printed_as_json_or_text() {
    let json = extract(&["--pattern", r"DONE:(\d)"], "DONE:1\nDONE:2");
    assert_eq!(json.code, 0);
    assert_eq!(
        json.stdout,
        "{\"id\":\"-\",\"found\":true,\"text\":\"1\",\"across_wraps\":false}\n"
    );
    let last = extract(
        &["--pattern", r"DONE:(\d)", "--last", "--format", "text"],
        "DONE:1\nDONE:2",
    );
    assert_eq!(last.stdout, "2\n");
    let sentinel = extract(
        &["--sentinel", "<<", ">>", "--format", "text"],
        "<<\na\u{1b}[1mb\nc\n>>",
    );
    assert_eq!(sentinel.stdout, "a<U+001B>[1mb\nc\n");
    let block = extract(&["--json", "--key", "k"], "{\"k\": [1]}\n{\"other\": 2}");
    assert_eq!(block.json()[0]["text"], "{\"k\":[1]}");
}

#[test]
fn wraps_and_anchors_are_heeded() {
    let wrapped = extract(
        &["--pattern", "is (forty)", "--across-wraps"],
        "the answer is\nforty",
    );
    assert_eq!(wrapped.json()[0]["across_wraps"], true);
    let echo = "say DONE:1\nworking";
    let anchored = extract(
        &["--pattern", "DONE:1", "--after-anchor", "say DONE:1"],
        echo,
    );
    assert_eq!(
        (anchored.code, anchored.json()[0]["found"].clone()),
        (1, false.into())
    );
    let short = extract(&["--pattern", "DONE", "--tail-chars", "5"], echo);
    assert_eq!(short.code, 1);
}

#[test]
fn what_cannot_match_is_a_usage_error() {
    for args in [
        &["--pattern", "("][..],
        &["--pattern", ""],
        &["--pattern", "x", "--tail-chars", "0"],
        &["--json", "--tail-chars", "0"],
        &["--sentinel", "a", "a"],
        &["--sentinel", "a"],
        &[],
        &["--json", "--pattern", "x"],
        &["--json", "--last"],
        &["--pattern", "x", "--key", "k"],
    ] {
        let run = extract(args, "x");
        assert_eq!(run.code, 2, "{args:?}");
        run.complains_in_one_line();
    }
}

#[test]
fn an_unreadable_input_outranks_a_miss() {
    let run = shadow(&["extract", "--pattern", "x", "no/such", "-"], "");
    assert_eq!(run.code, 3);
    assert_eq!(run.json()[0]["found"], false);
}
