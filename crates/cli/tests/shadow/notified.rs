//! Who is called when an agent is done.

use std::fs;

use crate::acted::shows;
use crate::case_folder::CaseFolder;
use crate::faults::{TURN, Watching, play, server};
use crate::private_tmux::PrivateTmux;

/// Claude Code 2.1.330, whose requests fail one after the other.
const FAILURES: &str = "claude/2.1.330/failures-120x40";

#[test]
fn a_turn_that_is_done_calls_once() {
    let Some(tmux) = server("notified") else {
        return;
    };
    play(&tmux, &TURN);
    let folder = CaseFolder::new("notified-told");
    let told = folder.path("told");
    let call = format!("command=echo \"$SHADOW_TEXT\" >>'{}'", told.display());
    let mut watch = Watching::start(&tmux, &["%0", "--notify", &call]);
    assert_eq!(watch.until_named("turn_ended")["outcome"], "success");
    let read = || fs::read_to_string(&told).unwrap_or_default();
    let words = "shadow: %0 is done: please look at the parser today\n";
    tmux.wait_until_said(read, words);
    assert_eq!(read(), words);
}

/// A turn of Claude Code 2.1.330 that an error ends: each way out tells it, once.
#[test]
fn a_turn_that_failed_calls_by_bell_sequences_and_command() {
    let Some(agents) = PrivateTmux::start("notified-failed", "exec sleep 600") else {
        return;
    };
    let asked = shows(FAILURES, "before-failures").then(1, "failed-auth");
    asked.play(&agents, "api");
    let folder = CaseFolder::new("notified-failed");
    let [raw, told] = ["raw", "told"].map(|name| folder.path(name).display().to_string());
    let watch = format!(
        "until [ -e '{raw}' ]; do sleep 0.05; done; {} watch %1 --socket '{}' --format text \
         --notify bell --notify osc9 --notify osc99 --notify osc777 \
         --notify 'command=echo \"$SHADOW_TEXT\" >>\"{told}\"'; exec sleep 600",
        env!("CARGO_BIN_EXE_shadow"),
        agents.socket().display()
    );
    let Some(person) = PrivateTmux::start("notified-failed-screen", &watch) else {
        return;
    };
    assert!(person.run(&["pipe-pane", "-t", "%0", &format!("cat >'{raw}'")]));
    let read = |path: &str| {
        let bytes = fs::read(path).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    person.wait_until_said(|| read(&raw), "-> ready");
    assert!(agents.run(&["send-keys", "-t", "%1", "x"]));
    let words = "shadow: %1 failed: auth Invalid API key";
    person.wait_until_said(|| read(&told), words);
    let sequences = [
        format!("\u{7}\u{1b}]9;{words}"),
        format!("\u{1b}]99;;{words}"),
        format!("\u{1b}]777;notify;shadow;{words}"),
    ];
    for sequence in &sequences {
        person.wait_until_said(|| read(&raw), sequence);
        assert_eq!(read(&raw).matches(sequence.as_str()).count(), 1);
    }
    assert_eq!(read(&told).lines().count(), 1);
}

/// A limit says which and until when, in the notice and in the log of turns: that is what a person plans by.
#[test]
fn a_limit_calls_with_its_scope_and_its_end() {
    for (name, session, before, at_limit, said, scope) in [
        (
            "claude",
            "claude/2.1.332/limits-120x40",
            "warned-weekly",
            "limit-five-hour",
            "shadow: %1 has reached its limit (five hour), resets ",
            "five_hour",
        ),
        (
            "codex",
            "codex/0.169.0/limits-120x40",
            "warned-weekly",
            "limit-five-hour",
            "shadow: %1 has reached its limit, resets ",
            "unknown",
        ),
    ] {
        let Some(agents) = PrivateTmux::start(&format!("limit-{name}"), "exec sleep 600") else {
            return;
        };
        let part = shows(session, before).then(1, at_limit);
        part.play(&agents, "limits");
        let folder = CaseFolder::new(&format!("limit-{name}"));
        let [told, log] = ["told", "log"].map(|name| folder.path(name));
        let call = format!("command=echo \"$SHADOW_TEXT\" >>'{}'", told.display());
        let log_file = log.display().to_string();
        let args = ["%1", "--notify", &call, "--log", &log_file];
        let mut watch = Watching::start(&agents, &args);
        watch.until_named("process_started");
        assert!(agents.run(&["send-keys", "-t", "%1", "x"]));
        let ended = watch.until_named("turn_ended");
        assert_eq!(ended["outcome"], "known_failure", "{ended}");
        let read = || fs::read_to_string(&told).unwrap_or_default();
        agents.wait_until_said(read, said);
        assert_eq!(read().lines().count(), 1);
        let logged = fs::read_to_string(&log).expect("a log");
        let turn: serde_json::Value = serde_json::from_str(logged.trim()).expect("a turn");
        let failure = &turn["record"]["failure"];
        assert_eq!(turn["outcome"], "known_failure", "{turn}");
        assert_eq!(
            (&failure["kind"], &failure["scope"]),
            (&"quota".into(), &scope.into())
        );
        assert!(failure["resets_at"].is_string(), "{turn}");
    }
}
