//! Panes by their tmux names: exactly the one that is meant, or none.

use crate::private_tmux::PrivateTmux;
use crate::run::shadow;

/// Names of panes of the server that `name_panes` makes.
const NAMES: [&str; 9] = [
    "%0",
    "main",
    "=main",
    "main:0",
    "main:0.0",
    "main:logs v1.0",
    "main:1.1",
    "main-2:1",
    "$1",
];

/// What names none of them.
const NO_NAMES: [&str; 6] = [
    "mai",
    "main:7",
    "main:0.9",
    "main:log",
    "other:0.0",
    "{last}",
];

/// Gives a server two sessions whose windows have names.
fn name_panes(tmux: &PrivateTmux) {
    for command in [
        &["rename-session", "main"][..],
        &["new-window", "-d", "-n", "logs v1.0", "exec sleep 60"],
        &["split-window", "-d", "-t", ":1", "exec sleep 60"],
        &[
            "new-session",
            "-d",
            "-s",
            "main-2",
            "-n",
            "logs",
            "exec sleep 60",
        ],
        &[
            "new-window",
            "-d",
            "-t",
            "main-2",
            "-n",
            "logs",
            "exec sleep 60",
        ],
    ] {
        assert!(tmux.run(command), "{command:?}");
    }
}

#[test]
fn a_pane_goes_by_any_exact_name_and_by_no_other() {
    let Some(tmux) = PrivateTmux::start("named", "exec sleep 60") else {
        return;
    };
    name_panes(&tmux);
    let socket = tmux.socket().display().to_string();
    let interrupt = |name: &str| shadow(&["interrupt", name, "--socket", &socket], "");
    // The pane is there, and holds no agent.
    for name in NAMES {
        let run = interrupt(name);
        assert_eq!(run.code, 1, "{name}: {}", run.stderr);
        assert!(
            run.stderr.contains("does not show Claude Code or Codex"),
            "{}",
            run.stderr
        );
    }
    for name in NO_NAMES {
        let run = interrupt(name);
        assert_eq!(run.code, 4, "{name}: {}", run.stderr);
        run.complains_in_one_line();
        assert!(run.stderr.contains(name), "{}", run.stderr);
    }
    let run = interrupt("main-2:logs");
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("; use `"), "{}", run.stderr);
    for name in [":1", "%x", ""] {
        assert_eq!(interrupt(name).code, 2);
    }
    let run = shadow(&["parse", "--pane", "main:1.1", "--socket", &socket], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.json()[0]["id"], "main:1.1");
    // What acts tells the pane by its id, whatever it was named by.
    let run = shadow(&["send", "main:1.1", "- an item", "--socket", &socket], "");
    assert_eq!(run.json()[0]["pane"], "%2", "{}", run.stderr);
    let listed = shadow(&["panes", "--all", "--socket", &socket], "");
    assert!(listed.stdout.contains("main:1.1"), "{}", listed.stdout);
}
