//! `shadow doctor`.

use crate::run::{command, feed};

#[test]
fn what_is_missing_is_named_with_the_way_to_get_it() {
    let mut bare = command(&["doctor", "--format", "ndjson"]);
    bare.env("PATH", "/nonexistent");
    let run = feed(bare, Vec::new());
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    let findings = run.json();
    for name in ["tmux", "node", "npm", "ip", "mount"] {
        let found = findings.iter().find(|f| f["name"] == name).expect(name);
        assert_eq!(found["ok"], false);
        assert!(
            found["advice"]
                .as_str()
                .is_some_and(|a| a.contains("install"))
        );
    }
}

#[test]
fn the_table_has_a_row_for_each_finding() {
    let run = feed(command(&["doctor"]), Vec::new());
    assert!(run.code <= 1, "{}", run.stderr);
    let findings = feed(command(&["doctor", "--format", "ndjson"]), Vec::new());
    assert_eq!(run.stdout.lines().count(), findings.json().len());
    assert!(run.stdout.contains("tmux"));
    assert!(!run.stdout.contains('\u{1b}'), "no color in a pipe");
}

#[test]
fn a_machine_without_a_tmux_server_lacks_nothing() {
    let nowhere = std::env::temp_dir().join(format!("shadow-no-tmux-{}", std::process::id()));
    let mut alone = command(&["doctor", "--json"]);
    alone.env("TMUX_TMPDIR", &nowhere).env_remove("TMUX");
    let findings = feed(alone, Vec::new()).json();
    let server = findings
        .iter()
        .find(|it| it["name"] == "tmux server")
        .expect("its row");
    assert_eq!(server["ok"], true, "{server}");
}
