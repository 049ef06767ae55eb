//! Every example runs, on real screens, and says what it should; and the root stays small.

#![cfg(all(feature = "claude", feature = "codex"))]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const SESSION: &str = "claude/2.1.330/basic-120x40";

fn session() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fixtures/corpus")
        .join(SESSION)
}

fn capture(name: &str) -> Vec<u8> {
    let path = session().join(format!("{name}.ansi"));
    shadow_fixtures::read_capture(&path).expect("a capture")
}

/// What an example prints, given arguments and standard input.
fn said(example: &str, args: &[&Path], input: &[u8]) -> String {
    // Cargo builds examples beside the folder of the tests.
    let tests = std::env::current_exe().expect("a test's path");
    let folder = tests.ancestors().nth(2).expect("the profile's folder");
    let mut command = Command::new(folder.join("examples").join(example));
    command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("an example, built");
    let mut stdin = child.stdin.take().expect("its input");
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("its output");
    assert!(output.status.success(), "{example}");
    String::from_utf8(output.stdout).expect("text")
}

/// The names at the facade's root: what it takes from elsewhere, and what it has of its own.
fn root() -> Vec<&'static str> {
    let source = include_str!("../src/lib.rs");
    let taken = source.split("\npub use ").skip(1).flat_map(|rest| {
        let path = rest.split(';').next().unwrap_or_default();
        // One name stands behind its path, or behind `as`.
        let alone = path.rsplit([':', ' ']).next().unwrap_or_default();
        let names = path.split_once('{').map_or(alone, |(_, names)| names);
        names.split(',')
    });
    let words = ["mod ", "fn ", "struct ", "enum ", "trait "];
    let own = source.split("\npub ").skip(1).filter_map(move |rest| {
        let item = words.iter().find_map(|word| rest.strip_prefix(word))?;
        item.split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
    });
    let names = taken.map(|name| name.trim_matches(['}', ' ', '\n']));
    names.filter(|name| !name.is_empty()).chain(own).collect()
}

/// Whoever opens its documentation sees what there is at one glance.
#[test]
fn the_root_has_few_names() {
    let names = root();
    for known in [
        "Session",
        "live",
        "printable",
        "contract",
        "stack",
        "StackOptions",
    ] {
        assert!(names.contains(&known), "{known} is missed: {names:?}");
    }
    assert!(names.len() < 120, "{}: {names:?}", names.len());
}

#[test]
fn ready_tells_a_free_prompt_from_a_running_turn() {
    assert!(said("ready", &[], &capture("idle-fresh")).ends_with("safe to type\n"));
    assert!(said("ready", &[], &capture("streaming")).ends_with("not now\n"));
}

#[test]
fn session_prints_a_line_for_each_capture() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let files = ["idle-fresh", "answered"].map(|name| {
        let path = session().join(format!("{name}.ansi"));
        shadow_fixtures::copy_capture(&path, folder).expect("a copy")
    });
    let said = said("session", &[&files[0], &files[1]], b"");
    assert_eq!(said.matches("\"provider\":\"claude\"").count(), 2, "{said}");
}

#[test]
fn block_names_the_options_and_their_keys() {
    let said_of = |name| said("block", &[], &capture(name));
    let asked = said_of("approval-command");
    assert!(
        asked.starts_with("Do you want to proceed?\n  Yes: "),
        "{asked}"
    );
    assert_eq!(said_of("idle-fresh"), "nobody is asked anything\n");
}

#[test]
fn turns_tells_a_recording() {
    // Another run of the tests may have a file of its own beside it.
    let name = format!("turns-{}.cast", std::process::id());
    let text = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let read = shadow_fixtures::SessionDir::read(&session()).expect("a session");
    let cast = read.recording().expect("readable").expect("a recording");
    std::fs::write(&text, cast).expect("written");
    let said = said("turns", &[&text], b"");
    std::fs::remove_file(&text).expect("removed");
    assert!(
        said.starts_with("began: ") && said.contains("ended: Success"),
        "{said}"
    );
}

#[test]
fn answer_finds_what_a_pattern_matches() {
    let pattern = Path::new("reads one (.*) at a time");
    assert_eq!(said("answer", &[pattern], &capture("answered")), "line\n");
    assert_eq!(
        said("answer", &[pattern], &capture("idle-fresh")),
        "no answer yet\n"
    );
}
