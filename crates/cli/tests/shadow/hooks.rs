//! `shadow watch --on EVENT CMD`, and the self-reports that tmux keeps from its screen.

use std::fs;

use serde_json::Value;

use crate::private_tmux::PrivateTmux;
use crate::run::{Run, command, feed, shadow};

/// Watches a private server's only pane for so many seconds.
fn watch(tmux: &PrivateTmux, seconds: &str, args: &[&str]) -> Run {
    let socket = tmux.socket().display().to_string();
    let all = ["watch", "%0", "--for", seconds, "--socket", &socket];
    feed(command(&[&all[..], args].concat()), Vec::new())
}

#[test]
fn an_event_runs_its_command() {
    let Some(tmux) = PrivateTmux::start("hook", "sleep 1; printf '\\033]9;look\\007'; exec cat")
    else {
        return;
    };
    let out = tmux.folder().join("told");
    let writes = format!(
        "{{ echo $SHADOW_EVENT $SHADOW_PANE; cat; }} >>'{}'",
        out.display()
    );
    let run = watch(
        &tmux,
        "4",
        &["--on", "self_report", &writes, "--on", "any", "exit 3"],
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told = fs::read_to_string(&out).expect("the command ran");
    let (first, json) = told.split_once('\n').expect("two lines");
    assert_eq!(first, "self_report %0");
    let event: Value = serde_json::from_str(json.lines().next().expect("an event")).expect("JSON");
    assert_eq!(
        (&event["channel"], &event["said"]),
        (&"notification".into(), &"look".into())
    );
    assert!(
        run.stderr.contains("ended with exit status: 3"),
        "{}",
        run.stderr
    );
    let reports: Vec<Value> = run
        .json()
        .into_iter()
        .filter(|event| event["event"] == "self_report")
        .collect();
    assert_eq!(reports, [event]);
}

#[test]
fn commands_are_bounded_in_time_and_number() {
    let Some(tmux) = PrivateTmux::start(
        "bounds",
        "i=0; while [ $i -lt 400 ]; do i=$((i+1)); printf '\\033]9;%d\\007' $i; sleep 0.01; done; exec cat",
    ) else {
        return;
    };
    let args = [
        "--interval",
        "0.01",
        "--on",
        "self_report",
        "sleep 60 & sleep 60",
        "--on-limit",
        "0.5",
    ];
    let begun = std::time::Instant::now();
    let run = watch(&tmux, "8", &args);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("ran too long and was ended"),
        "{}",
        run.stderr
    );
    assert!(
        run.stderr.contains("not started because too many ran"),
        "{}",
        run.stderr
    );
    assert!(begun.elapsed().as_secs() < 40);
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
    let says = r"sleep 1; printf '\033]7501;state=working:app=codex\033\\\033]9;4;3\007\033]21337;busy\007\007'; sleep 1; printf '\033]7501;state=idle:app=codex\033\\'; exec cat";
    let Some(tmux) = PrivateTmux::start("reports", says) else {
        return;
    };
    let run = watch(&tmux, "4", &[]);
    let told: Vec<String> = run
        .json()
        .iter()
        .filter(|event| event["event"] == "self_report")
        .map(|event| format!("{}: {}", event["channel"], event["said"]).replace('"', ""))
        .collect();
    for said in [
        "program_status: working",
        "program_status: idle",
        "progress: 3",
        "tab_status: busy",
        "bell: rang once",
    ] {
        assert!(
            told.iter().any(|it| it == said),
            "{said} in {told:?} {}",
            run.stderr
        );
    }
}
