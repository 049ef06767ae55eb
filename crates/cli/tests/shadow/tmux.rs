//! `shadow tmux` in private servers: what is installed and taken out, what a watcher leaves, and what
//! the keys do for a person at a client.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::case_folder::{CaseFolder, capture_file};
use crate::private_tmux::{PrivateTmux, behind_ssh};
use crate::run::{Run, feed, shadow};

const APPROVAL: &str = "claude/2.1.330/approvals-120x40/approval-edit";
const RETRYING: &str = "codex/0.142.5/retry-120x40/retrying-server";

/// A shell command that shows a capture of the corpus and stays.
fn show(capture: &str) -> String {
    let capture = capture_file(capture);
    behind_ssh(&format!(
        "clear; cat '{}'; exec sleep 600",
        capture.display()
    ))
}

/// A server with a shell (`%0`), an agent at work (`%1`) and one that asks (`%2`), in a session each.
fn started(name: &str) -> Option<PrivateTmux> {
    let server = PrivateTmux::start(name, "exec sleep 600")?;
    for capture in [RETRYING, APPROVAL] {
        let command = show(capture);
        let new = ["new-session", "-d", "-x", "120", "-y", "40", &command];
        assert!(server.run(&new), "a pane that shows {capture}");
    }
    // Whoever looks before both are drawn, and their programs in front, sees other needs.
    let socket = server.socket().display().to_string();
    let list = ["panes", "--socket", &socket, "--format", "ndjson"];
    let needs = || {
        let panes = shadow(&list, "").json();
        let state = |pane: &serde_json::Value| {
            let state = &pane["surface_assessment"]["business_state"];
            state.as_str().unwrap_or_default().to_owned()
        };
        panes.iter().map(state).collect::<Vec<_>>().join(" ")
    };
    server.wait_until_said(needs, "working awaiting_operator");
    Some(server)
}

/// Runs `shadow tmux` on a server.
fn on(server: &PrivateTmux, words: &[&str]) -> Run {
    let socket = server.socket().display().to_string();
    shadow(&[&["tmux"], words, &["--socket", &socket]].concat(), "")
}

/// Waits until a watcher has left the state of both agents.
fn wait_for_agents(server: &PrivateTmux) {
    server.wait_until(
        &["show-options", "-sqv", "@shadow_status"],
        "blocked=1,working=1",
    );
}

/// Every global option and every key.
fn settings(server: &PrivateTmux) -> String {
    let commands: [&[&str]; 4] = [
        &["show-options", "-g"],
        &["show-options", "-gw"],
        &["show-options", "-s"],
        &["list-keys"],
    ];
    commands.map(|command| server.shown(command)).join("\n")
}

#[test]
fn what_is_installed_is_taken_out_again_and_nothing_of_the_users_is_touched() {
    let Some(server) = started("tmux-install") else {
        return;
    };
    let folder = CaseFolder::new("tmux-config");
    let config = folder.path("tmux.conf");
    let theirs = "set -g mouse on\nbind A kill-server";
    fs::write(&config, theirs).expect("a file");
    let path = config.display().to_string();
    assert!(server.run(&["set-option", "-g", "status-right", "%H:%M mine"]));
    // One that looks like ours is theirs all the same.
    let mine = [
        "bind-key",
        "A",
        "display-message",
        "mine: /usr/bin/shadow top",
    ];
    assert!(server.run(&mine));
    let before = settings(&server);

    let run = on(&server, &["install", "--config", &path]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(
        run.stdout.contains("prefix A is bound to something else"),
        "{}",
        run.stdout
    );
    wait_for_agents(&server);
    let text = fs::read_to_string(&config).expect("the file");
    assert!(
        text.starts_with(theirs) && text.contains("tmux load --socket #{q:socket_path}"),
        "{text}"
    );
    let during = settings(&server);
    for part in [
        "tmux status) %H:%M mine",
        "display-message \"mine: /usr/bin/shadow top\"",
        "tmux next",
        "pane-border-status top",
    ] {
        assert!(during.contains(part), "{part}: {during}");
    }
    installs_once(&server, &path);

    let run = on(&server, &["uninstall", "--config", &path]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert_eq!(settings(&server), before);
    assert_eq!(
        fs::read_to_string(&config).expect("the file").trim_end(),
        theirs
    );
    let left = server.shown(&["list-panes", "-a", "-F", "#{@shadow_state}"]);
    assert_eq!(left.trim(), "");
}

/// What is installed once more stays as it is, but for what is asked otherwise.
fn installs_once(server: &PrivateTmux, path: &str) {
    let text = fs::read_to_string(path).expect("the file");
    let again = on(server, &["install", "--config", path]);
    assert_eq!(fs::read_to_string(path).expect("the file"), text);
    assert!(
        again.stdout.contains("the block is there already"),
        "{}",
        again.stdout
    );
    assert_eq!(settings(server).matches("tmux status)").count(), 1);
    assert!(
        again.stdout.contains("prefix A is bound"),
        "{}",
        again.stdout
    );
    assert!(!again.stdout.contains("prefix N"), "{}", again.stdout);
    let moved = on(server, &["install", "--config", path, "--next-key", "B"]);
    let (unbound, bound) = ("unbound prefix N", "bound prefix B");
    assert!(moved.stdout.contains(unbound), "{}", moved.stdout);
    assert!(moved.stdout.contains(bound), "{}", moved.stdout);
}

#[test]
fn a_watcher_leaves_the_state_of_every_agent_and_its_death_is_told() {
    let Some(server) = started("tmux-watch") else {
        return;
    };
    let run = on(&server, &["status"]);
    assert_eq!(run.stdout, "shadow: no watcher\n");
    let looked = on(&server, &["next", "--from", "%0"]);
    assert_eq!(
        (looked.code, looked.stdout.as_str()),
        (0, "%2\n"),
        "{}",
        looked.stderr
    );

    assert_eq!(on(&server, &["load", "--no-borders"]).code, 0);
    wait_for_agents(&server);
    let run = on(&server, &["status", "--plain"]);
    assert_eq!(run.stdout, "! 1 blocked  * 1 working\n");
    let marks = server.shown(&[
        "display-message",
        "-p",
        "-t",
        "%2",
        "#{E:window-status-format}",
    ]);
    assert!(marks.contains(" !"), "{marks}");
    for (more, code) in [(&[][..], 0), (&["--notify", "bell"], 1)] {
        let second = on(&server, &[&["watch"], more].concat());
        assert_eq!(second.code, code, "{}", second.stderr);
        assert!(
            second.stderr.contains("watches this server already"),
            "{}",
            second.stderr
        );
    }

    kill_watcher(&server);
    let looked = on(&server, &["next", "--from", "%2"]);
    assert!(
        looked.stderr.contains("no other agent needs you"),
        "{}",
        looked.stderr
    );
    assert!(
        on(&server, &["load", "--no-borders"])
            .stdout
            .contains("started a watcher")
    );
    // What the dead one has left says the same: only a beat of the new one's process tells.
    server.wait_until_said(
        || on(&server, &["status", "--plain"]).stdout,
        "! 1 blocked  * 1 working",
    );
    is_not_believed_when_old(&server);
}

/// A beat that is too old is not believed either, in the segment as in the formats.
fn is_not_believed_when_old(server: &PrivateTmux) {
    let old = ["set-option", "-s", "@shadow_beat", "1000", ";"];
    let show = [
        "display-message",
        "-p",
        "-t",
        "%2",
        "#{E:window-status-format}",
    ];
    let marks = server.shown(&[&old[..], &show].concat());
    assert!(!marks.contains(" !"), "{marks}");
}

/// Ends the watcher of a server by a signal that it cannot catch; the status says so.
fn kill_watcher(server: &PrivateTmux) {
    let status = server.shown(&["show-options", "-sqv", "@shadow_status"]);
    let pid = status.split(' ').nth(2).expect("a process").to_owned();
    let kill = std::process::Command::new("kill")
        .args(["-9", &pid])
        .status();
    assert!(kill.is_ok_and(|status| status.success()));
    server.wait_until_said(|| on(server, &["status"]).stdout, "the watcher is gone");
}

#[test]
fn the_keys_open_a_popup_and_go_to_who_waits() {
    let Some(server) = started("tmux-keys") else {
        return;
    };
    assert!(server.run(&["set-option", "-g", "status-interval", "1"]));
    // A message stays until a key is pressed.
    assert!(server.run(&["set-option", "-g", "display-time", "0"]));
    assert_eq!(on(&server, &["load"]).code, 0);
    wait_for_agents(&server);
    let attach = format!(
        "unset TMUX; exec tmux -u -S '{}' attach -t '$0'",
        server.socket().display()
    );
    let Some(person) = PrivateTmux::start("tmux-person", "exec sleep 600") else {
        return;
    };
    // The captures do not repaint themselves: their panes must not shrink.
    assert!(person.run(&["resize-window", "-x", "124", "-y", "44"]));
    assert!(person.run(&["respawn-pane", "-k", "-t", "%0", &attach]));
    person.wait_for("%0", "! 1 blocked  * 1 working");
    let press = |keys: &[&str]| assert!(person.run(&[&["send-keys", "-t", "%0"], keys].concat()));
    press(&["C-b", "N"]);
    person.wait_for("%0", "Do you want to make this edit to notes.txt?");
    person.wait_for("%0", "! blocked");
    press(&["C-b", "A"]);
    person.wait_for("%0", "a answer");
    press(&["z"]);
    person.wait_for("%0", "dialog│");
    // The popup takes keys until it is gone, which is after its last screen: its frame tells.
    let popup = || {
        let shown = person.shown(&["capture-pane", "-p", "-t", "%0"]);
        let framed = shown
            .lines()
            .any(|row| row.contains('┌') || row.contains('└'));
        if framed { "open" } else { "closed" }.to_owned()
    };
    person.wait_until_said(popup, "open");
    press(&["q"]);
    person.wait_until_said(popup, "closed");
    press(&["C-b", "N"]);
    person.wait_for("%0", "no other agent needs you");
}

#[test]
fn who_is_blocked_is_told_by_bell_sequence_and_command() {
    let Some(agents) = started("tmux-notify") else {
        return;
    };
    let folder = CaseFolder::new("tmux-told");
    let [raw, told] = ["raw", "told"].map(|name| folder.path(name).display().to_string());
    let socket = agents.socket().display().to_string();
    let watch = format!(
        "until [ -e '{raw}' ]; do sleep 0.05; done; {} watch --socket '{socket}' --format text \
         --notify bell --notify osc777 --notify 'command=echo \"$SHADOW_TEXT\" >\"{told}\"'; sleep 600",
        env!("CARGO_BIN_EXE_shadow")
    );
    let Some(person) = PrivateTmux::start("tmux-told-screen", &watch) else {
        return;
    };
    assert!(person.run(&["pipe-pane", "-t", "%0", &format!("cat >'{raw}'")]));
    let words = "shadow: %2 asks: Do you want to make this edit to notes.txt?";
    person.wait_until_said(
        || read(&raw),
        &format!("\u{7}\u{1b}]777;notify;shadow;{words}"),
    );
    person.wait_until_said(|| read(&told), words);
    let refused = shadow(&["watch", "--notify", "smoke"], "");
    assert_eq!(refused.code, 2);
    refused.complains_in_one_line();
}

fn read(path: &str) -> String {
    let bytes = fs::read(Path::new(path)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The plugin manager runs the plugin's file within the server.
/// Another binary takes the place of the one that was installed: the keys run it, too.
#[test]
fn keys_run_the_binary_that_was_installed_last() {
    let Some(server) = started("tmux-moved") else {
        return;
    };
    let before = settings(&server);
    let first = on(&server, &["load"]);
    assert_eq!((first.code, first.stderr.as_str()), (0, ""));
    let binary = server.folder().join("shadow");
    let built = env!("CARGO_BIN_EXE_shadow");
    if fs::hard_link(built, &binary).is_err() {
        fs::copy(built, &binary).expect("a copy");
    }
    let socket = server.socket().display().to_string();
    let load = || {
        let mut load = Command::new(&binary);
        load.args(["tmux", "load", "--socket", &socket]);
        feed(load, Vec::new())
    };
    let moved = load();
    assert_eq!((moved.code, moved.stderr.as_str()), (0, ""));
    let keys = server.shown(&["list-keys", "-T", "prefix"]);
    let here = binary.display().to_string();
    for part in [" top", " tmux next"] {
        assert!(keys.contains(&format!("{here}{part}")), "{part}: {keys}");
        assert!(!keys.contains(&format!("{built}{part}")), "{part}: {keys}");
    }
    assert!(
        !load().stdout.contains("bound prefix"),
        "they are as they were"
    );
    let out = on(&server, &["uninstall"]);
    assert_eq!((out.code, out.stderr.as_str()), (0, ""), "{}", out.stdout);
    assert_eq!(settings(&server), before);
}

#[test]
fn the_plugin_loads_shadow_into_the_server_that_runs_it() {
    let Some(server) = started("tmux-plugin") else {
        return;
    };
    let before = settings(&server);
    let binary = Path::new(env!("CARGO_BIN_EXE_shadow"));
    let folder = binary.parent().expect("a folder").display();
    let plugin = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shadow.tmux");
    let run = format!("PATH='{folder}':$PATH bash '{plugin}'");
    assert!(server.run(&["run-shell", &run]));
    wait_for_agents(&server);
    assert!(settings(&server).contains("tmux status)"));
    let out = on(&server, &["uninstall"]);
    assert_eq!((out.code, out.stderr.as_str()), (0, ""), "{}", out.stdout);
    assert_eq!(settings(&server), before);
}
