//! A tmux in a pane: it is what it shows, and what it shows over that is nobody's.

use std::fs;
use std::process::{Command, Stdio};

use crate::case_folder::capture_file;
use crate::faults::signal;
use crate::patience::{until, wait};
use crate::private_tmux::{PrivateTmux, program_named};
use crate::run::{command, feed, shadow};
use crate::shown::front;

/// A tmux in a pane leads to the pane that it shows: an agent in there is one here, with its title; a shell, and shadow's own
/// dashboard, are none.
#[test]
fn a_tmux_in_a_pane_is_what_it_shows() {
    let (own, claude) = (
        env!("CARGO_BIN_EXE_shadow"),
        program_named("claude", "sleep"),
    );
    let file = capture_file("claude/2.1.330/basic-120x40/approval-command");
    let agent = format!(
        "stty -icanon -echo; printf '\\033]0;◐ working\\007\\033[2J\\033[H'; head -c -1 '{}'; '{}' 600; exec sh",
        file.display(),
        claude.display()
    );
    let Some(inner) = PrivateTmux::start("inner", "exec sleep 600") else {
        return;
    };
    let socket = inner.socket().display().to_string();
    let top = format!("'{own}' top --all --socket '{socket}'; exec sleep 600");
    for command in [&agent, &top] {
        let new = ["new-session", "-d", "-x", "120", "-y", "41", command];
        assert!(inner.run(&new));
    }
    let Some(outer) = PrivateTmux::start("outer", "exec sleep 600") else {
        return;
    };
    for session in 1..=2 {
        let attach = format!("env -u TMUX tmux -u -S '{socket}' attach -t '%{session}'");
        let new = ["new-session", "-d", "-x", "120", "-y", "42", &attach];
        assert!(outer.run(&new));
        let shown = if session == 1 { "proceed" } else { "blocked" };
        outer.wait_for(&format!("%{session}"), shown);
    }
    let on = outer.socket().display().to_string();
    let panes = || {
        let all = ["panes", "--all", "--format", "ndjson", "--socket", &on];
        shadow(&all, "").json()
    };
    let of = |pane: &serde_json::Value, axis: &str| pane["surface_assessment"][axis].clone();
    let seen = panes();
    assert_eq!(of(&seen[1], "business_state"), "awaiting_operator");
    assert_eq!(seen[1]["pane"]["title"], "◐ working");
    let foreground = seen[1]["pane"]["foreground"].to_string();
    assert!(foreground.contains("claude"), "{foreground}");
    assert_eq!(of(&seen[2], "availability"), "unsupported", "{}", seen[2]);
    // The agent goes, its screen stays.
    let pid = inner.shown(&["display-message", "-p", "-t", "%1", "#{pane_pid}"]);
    let _ = Command::new("pkill").args(["-P", &pid]).status();
    inner.wait_until(&front("%1"), "sh");
    assert_ne!(of(&panes()[1], "availability"), "supported");
}

/// Where the server of the pane that is shown is asked, too, the agent is listed once, by the pane that it runs in; alone its
/// client leads to it.
#[test]
fn an_agent_in_a_tmux_in_a_pane_is_listed_once() {
    let Some((inner, outer)) = shown_through_a_tmux() else {
        return;
    };
    let listed = |more: &[&str]| {
        let mut run = command(&[&["panes", "--format", "ndjson"], more].concat());
        // A folder as `TMUX_TMPDIR` holds it, with both sockets.
        let folder = inner
            .folder()
            .join(format!("tmux-{}", rustix::process::geteuid().as_raw()));
        fs::create_dir_all(&folder).expect("a folder");
        for (name, tmux) in [("inner", &inner), ("outer", &outer)] {
            let _ = std::os::unix::fs::symlink(tmux.socket(), folder.join(name));
        }
        run.env("TMUX_TMPDIR", inner.folder()).env_remove("TMUX");
        feed(run, Vec::new()).json()
    };
    let own = [&inner, &outer].map(|tmux| tmux.socket().display().to_string());
    let ours = |panes: Vec<serde_json::Value>| -> Vec<String> {
        let sockets = panes
            .iter()
            .map(|it| it["socket"].as_str().unwrap_or_default());
        let ours = sockets.filter(|it| own.iter().any(|own| own == it));
        ours.map(str::to_owned).collect()
    };
    assert_eq!(ours(listed(&[])), [own[0].as_str()]);
    assert_eq!(ours(listed(&["--socket", &own[1]])), [own[1].as_str()]);
}

/// An idle agent in a tmux, and a tmux in whose pane `%1` that one is shown.
fn shown_through_a_tmux() -> Option<(PrivateTmux, PrivateTmux)> {
    let claude = program_named("claude", "sleep");
    let file = capture_file("claude/2.1.330/basic-120x40/idle-fresh");
    let agent = format!(
        "stty -icanon -echo; printf '\\033[2J\\033[H'; head -c -1 '{}'; printf '\\033[38;3H\\033[?25l'; exec '{}' 600",
        file.display(),
        claude.display()
    );
    let inner = PrivateTmux::start("under", "exec sleep 600")?;
    let outer = PrivateTmux::start("over", "exec sleep 600")?;
    assert!(inner.run(&["new-session", "-d", "-x", "120", "-y", "40", &agent]));
    let socket = inner.socket().display().to_string();
    let attach = format!("env -u TMUX tmux -u -S '{socket}' attach -t '%1'");
    assert!(outer.run(&["new-session", "-d", "-x", "120", "-y", "41", &attach]));
    inner.wait_until(&front("%1"), "claude");
    let cursor = "#{cursor_x},#{cursor_y} #{cursor_flag}";
    outer.wait_until(&["display-message", "-p", "-t", "%1", cursor], "2,37 0");
    Some((inner, outer))
}

/// What is said of the pane `%1`.
fn first(tmux: &PrivateTmux) -> serde_json::Value {
    let on = tmux.socket().display().to_string();
    let all = ["panes", "--all", "--format", "ndjson", "--socket", &on];
    shadow(&all, "").json()[1].clone()
}

/// Its state, and whether it is safe to type there.
fn state(tmux: &PrivateTmux) -> (String, bool) {
    let pane = first(tmux);
    let state = pane["surface_assessment"]["business_state"].as_str();
    let safe = pane["safe_to_type"] == true;
    (state.expect("a state").to_owned(), safe)
}

/// What the client of a tmux in a pane shows over its own pane takes the keys, and is no agent's: nothing is known, and
/// nothing is typed, until it goes.
#[test]
fn what_a_tmux_in_a_pane_shows_over_its_own_is_no_agent() {
    let Some((inner, outer)) = shown_through_a_tmux() else {
        return;
    };
    let (idle, unknown) = (("idle".to_owned(), true), ("unknown".to_owned(), false));
    assert_eq!(state(&outer), idle);
    let client = inner.shown(&["list-clients", "-F", "#{client_name}"]);
    let (socket, on) = (inner.socket(), outer.socket().display().to_string());
    let taken = inner.folder().join("taken");
    let chosen = format!("run-shell 'touch {}'", taken.display());
    let popup = format!("printf '\\033[?25l'; read line; touch {}", taken.display());
    for (words, to, more, leave) in [
        ("display-popup -w 40 -h 6", "-c", &["-E", &popup][..], "C-c"),
        (
            "display-menu -x 80 -y 12",
            "-c",
            &["hello", "h", &chosen],
            "q",
        ),
        ("confirm-before -p sure?", "-t", &[&chosen], "n"),
        ("command-prompt", "-t", &[], "Escape"),
        ("switch-client -T prefix", "-c", &[], "Y"),
    ] {
        let mut over = Command::new("tmux");
        over.arg("-S").arg(socket).args(words.split(' '));
        over.args([to, &client]).args(more).env_remove("TMUX");
        // It may end with what it shows.
        let mut over = over.stdout(Stdio::null()).spawn().expect("tmux runs");
        // A server that is slow to say what it shows is unknown as well.
        until(words, || {
            first(&outer)["pane"]["in_mode"] == true && state(&outer) == unknown
        });
        let send = ["send", "%1", "h\nhello\n", "--force", "--timeout", "60"];
        let run = shadow(&[&send[..], &["--socket", &on]].concat(), "");
        let report = &run.json()[0];
        assert_eq!(report["draft"], "not_typed", "{words}: {report}");
        assert_eq!(report["reasons"][0]["code"], "copy_mode", "{words}");
        assert!(outer.run(&["send-keys", "-t", "%1", leave]));
        let _ = over.wait();
        until(&format!("the end of {words}"), || state(&outer) == idle);
        assert!(!taken.exists(), "{words} took the keys");
    }
}

/// A tmux in a pane whose server does not answer may show anything: nothing is typed there, even by force.
#[test]
fn a_tmux_in_a_pane_that_does_not_say_what_it_shows_takes_no_keys() {
    let Some((inner, outer)) = shown_through_a_tmux() else {
        return;
    };
    let (server, on) = (
        inner.shown(&["display-message", "-p", "#{pid}"]),
        outer.socket().display().to_string(),
    );
    signal(&server, "-STOP");
    let send = ["send", "%1", "hello", "--force", "--timeout", "60"];
    let run = shadow(&[&send[..], &["--socket", &on]].concat(), "");
    signal(&server, "-CONT");
    let report = &run.json()[0];
    assert_eq!(report["draft"], "not_typed", "{report}");
    assert_eq!(report["reasons"][0]["code"], "copy_mode", "{report}");
}

/// However a tmux in a pane lays its window out, the pane that has its keys is found in it.
#[test]
fn a_pane_of_a_tmux_in_a_pane_is_found_at_its_place() {
    let Some((inner, outer)) = shown_through_a_tmux() else {
        return;
    };
    for layout in [
        &["set-option", "-g", "status-position", "top"][..],
        &["set-option", "-g", "status", "3"],
        &[
            "split-window",
            "-h",
            "-b",
            "-d",
            "-t",
            "%1",
            "exec sleep 600",
        ],
        &[
            "split-window",
            "-v",
            "-b",
            "-d",
            "-t",
            "%1",
            "exec sleep 600",
        ],
        &["set-option", "-g", "pane-border-status", "top"],
        &["resize-pane", "-Z", "-t", "%1"],
        &["set-option", "-g", "status", "off"],
    ] {
        let screen = || outer.shown(&["capture-pane", "-e", "-p", "-t", "%1"]);
        let before = screen();
        assert!(inner.run(layout), "{layout:?}");
        until("another layout", || screen() != before);
        wait(
            || format!("claude's pane with {layout:?}: {}", first(&outer)["pane"]),
            || {
                let pane = first(&outer)["pane"].clone();
                pane["in_mode"] == false && pane["foreground"].to_string().contains("claude")
            },
        );
    }
}
