//! `shadow watch --on EVENT CMD`, and the self-reports that tmux keeps from its screen.

use std::fs;

use serde_json::Value;

use crate::faults::Watching;
use crate::private_tmux::PrivateTmux;
use crate::run::{Run, command, feed, shadow};

/// A shell in the pane of a server, and a watch that has seen it.
fn watched(name: &str, args: &[&str]) -> Option<(PrivateTmux, Watching)> {
    let tmux = PrivateTmux::start(name, "exec sh")?;
    let mut watch = Watching::start(&tmux, &[&["%0"], args].concat());
    watch.until_named("surface_changed");
    Some((tmux, watch))
}

/// Types a command line into the pane.
fn types(tmux: &PrivateTmux, line: &str) {
    assert!(tmux.run(&["send-keys", "-t", "%0", "-l", line]));
    assert!(tmux.run(&["send-keys", "-t", "%0", "Enter"]));
}

/// Watches a private server's only pane for so many seconds.
fn watch(tmux: &PrivateTmux, seconds: &str, args: &[&str]) -> Run {
    let socket = tmux.socket().display().to_string();
    let all = ["watch", "%0", "--for", seconds, "--socket", &socket];
    feed(command(&[&all[..], args].concat()), Vec::new())
}

#[test]
fn an_event_runs_its_command() {
    let out = std::env::temp_dir().join(format!("shadow-hook-{}", std::process::id()));
    let writes = format!(
        "{{ echo $SHADOW_EVENT $SHADOW_PANE; cat; }} >>'{}'",
        out.display()
    );
    let args = ["--on", "self_report", &writes, "--on", "any", "exit 3"];
    let Some((tmux, mut watch)) = watched("hook", &args) else {
        return;
    };
    types(&tmux, r"printf '\033]9;look\007'");
    let reported = watch.until_named("self_report");
    watch.until_said("ended with exit status: 3");
    let told = || fs::read_to_string(&out).unwrap_or_default();
    tmux.wait_until_said(told, "}\n");
    let told = told();
    let (first, json) = told.split_once('\n').expect("two lines");
    assert_eq!(first, "self_report %0");
    let event: Value = serde_json::from_str(json.lines().next().expect("an event")).expect("JSON");
    assert_eq!(
        (&event["channel"], &event["said"]),
        (&"notification".into(), &"look".into())
    );
    assert_eq!(reported, event);
    fs::remove_file(out).expect("cleaned");
}

#[test]
fn commands_are_bounded_in_time_and_number() {
    let told = r"while :; do i=$((i+1)); printf '\033]9;%d\007' $i; sleep 0.01; done";
    let hook = "sleep 60 & sleep 60";
    let args = ["--interval", "0.01", "--on", "self_report", hook];
    let args = [&args[..], &["--on-limit", "0.5"]].concat();
    let Some((tmux, watch)) = watched("bounds", &args) else {
        return;
    };
    types(&tmux, told);
    watch.until_said("ran too long and was ended");
    watch.until_said("not started because too many ran");
}

#[test]
fn a_watch_ends_its_commands_however_short_their_limit() {
    let args = ["--on", "any", "exec sleep 60", "--on-limit", "0.001"];
    let Some((tmux, watch)) = watched("short-limit", &args) else {
        return;
    };
    assert!(tmux.run(&["new-window", "-d", "exec cat"]));
    assert!(tmux.run(&["kill-pane", "-t", "%0"]));
    watch.until_said("were ended because they ran too long");
}

#[test]
fn an_event_that_does_not_exist_is_a_usage_error() {
    let run = shadow(&["watch", "--on", "turn_over", "true"], "");
    assert_ne!(run.code, 0);
    let Some(tmux) = PrivateTmux::start("unknown-event", "exec cat") else {
        return;
    };
    let run = watch(&tmux, "1", &["--on", "turn_over", "true"]);
    assert_eq!(run.code, 2);
    run.complains_in_one_line();
}

#[test]
fn what_a_program_says_of_itself_is_told() {
    let says =
        r"printf '\033]7501;state=working:app=codex\033\\\033]9;4;3\007\033]21337;busy\007\007'";
    let Some((tmux, mut watch)) = watched("reports", &[]) else {
        return;
    };
    types(&tmux, says);
    let mut left = vec![
        "program_status: working",
        "progress: 3",
        "tab_status: busy",
        "bell: rang once",
    ];
    while !left.is_empty() {
        let event = watch.until_named("self_report");
        let said = format!("{}: {}", event["channel"], event["said"]).replace('"', "");
        left.retain(|it| *it != said);
    }
    types(&tmux, r"printf '\033]7501;state=idle:app=codex\033\\'");
    watch.until("that it is idle", |event| event["said"] == "idle");
}
