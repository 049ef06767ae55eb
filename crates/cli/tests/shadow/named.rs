//! Panes by their tmux names: exactly the one that is meant, or none.

use crate::private_tmux::PrivateTmux;
use crate::run::shadow;

#[test]
fn a_pane_goes_by_any_exact_name_and_by_no_other() {
    let Some(tmux) = PrivateTmux::start("named", "exec sleep 60") else {
        return;
    };
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
    let socket = tmux.socket().display().to_string();
    let state = |name: &str| {
        let args = ["interrupt", name];
        shadow(&[&args[..], &["--socket", &socket]].concat(), "")
    };
    // The pane is there, and holds no agent.
    for name in [
        "%0",
        "main",
        "=main",
        "main:0",
        "main:0.0",
        "main:logs v1.0",
        "main:1.1",
        "main-2:1",
        "$1",
    ] {
        let run = state(name);
        assert_eq!(run.code, 1, "{name}: {}", run.stderr);
        assert!(
            run.stderr.contains("does not show Claude Code or Codex"),
            "{}",
            run.stderr
        );
    }
    for name in [
        "mai",
        "main:7",
        "main:0.9",
        "main:log",
        "other:0.0",
        "{last}",
    ] {
        let args = ["interrupt", name, "--socket", &socket];
        let run = shadow(&args, "");
        assert_eq!(run.code, 4, "{name}: {}", run.stderr);
        run.complains_in_one_line();
        assert!(run.stderr.contains(name), "{}", run.stderr);
    }
    let run = shadow(&["interrupt", "main-2:logs", "--socket", &socket], "");
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("name one by its id"), "{}", run.stderr);
    for name in [":1", "%x", ""] {
        assert_eq!(
            shadow(&["interrupt", name, "--socket", &socket], "").code,
            2
        );
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
