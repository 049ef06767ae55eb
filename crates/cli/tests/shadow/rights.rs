//! What is written of screens is its owner's alone, whatever the umask.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::case_folder::{CaseFolder, capture_file};
use crate::outer::Outer;
use crate::played::Played;

fn mode(path: &str) -> u32 {
    let about = fs::metadata(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    about.permissions().mode() & 0o777
}

/// Runs a script at umask 022 in a terminal.
fn at_022(script: &str) {
    let shadow = env!("CARGO_BIN_EXE_shadow");
    let script = format!("umask 022; shadow() {{ '{shadow}' \"$@\"; }}; {script}");
    assert_eq!(
        Outer::start(&["sh", "-c", &script], (120, 40)).end().0,
        0,
        "{script}"
    );
}

#[test]
fn logs_events_recordings_and_captures_are_their_owners_alone() {
    let played = Played::new("claude/2.0.31/basic-120x40", "rights", 7.5);
    let (events, log) = (played.path("events"), played.path("log"));
    let cast = played.path("again.cast");
    let program = format!("'{}' '{}'", played.program(), played.script());
    at_022(&format!(
        "shadow run --events '{events}' --log '{log}' -- {program}"
    ));
    at_022(&format!("shadow record -o '{cast}' -- {program}"));
    for file in [&events, &log, &cast] {
        assert_eq!(mode(file), 0o600, "{file}");
    }
    let folder = cast.replace(".cast", ".captures");
    assert_eq!(mode(&folder), 0o700);
}

#[test]
fn pictures_of_a_screen_are_their_owners_alone() {
    let folder = CaseFolder::new("rights");
    let capture = capture_file("claude/2.1.330/basic-120x40/approval-command");
    let picture = folder.path("a.svg").display().to_string();
    at_022(&format!(
        "shadow explain --svg '{picture}' '{}'",
        capture.display()
    ));
    assert_eq!(mode(&picture), 0o600);
}
