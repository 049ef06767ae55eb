//! Dialogs with a number: an answer to one of two dialogs with equal words reaches that one alone.

use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Stdio};

use serde_json::Value;

use crate::act::codes;
use crate::case_folder::capture_file;
use crate::patience::until;
use crate::private_tmux::{PrivateTmux, behind_ssh};
use crate::run::{Run, command, feed};

/// Two parallel calls with equal words, the first of which asks: what Claude Code 2.1.62 shows of one, twice.
fn two_calls() -> String {
    let capture = capture_file("claude/2.1.62/basic-120x40/approval-command");
    let text = std::fs::read_to_string(capture).expect("a capture");
    let mut rows: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let call = rows.iter().position(|row| row.contains("(touch made.txt)"));
    let call = call.expect("a call");
    let mut second = rows[call..call + 3].to_vec();
    second[1] = second[1].replace("Running", "Waiting");
    rows.splice(call + 3..call + 3, second);
    // The rows that this needs leave the top.
    rows.drain(..3);
    rows.join("\n")
}

/// A pane that shows the first dialog, and the second one once a key has answered the first. `run` is what the program is
/// started through, if anything.
fn asking(run: impl Fn(&PrivateTmux) -> Vec<String>) -> Option<PrivateTmux> {
    let tmux = PrivateTmux::start("numbered", "exec sleep 600")?;
    assert!(tmux.run(&["resize-window", "-t", ":0", "-x", "120", "-y", "40"]));
    let (typed, first) = (tmux.folder().join("typed"), two_calls());
    let second = first.replacen("Running…", "(No output)", 1);
    assert_ne!(first, second);
    let show = |name: &str, text: &str| {
        let path = tmux.folder().join(name);
        std::fs::write(&path, text).expect("a file");
        format!("printf '\\033[2J\\033[H'; head -c -1 '{}'", path.display())
    };
    let (first, second) = (show("first", &first), show("second", &second));
    let take = format!("dd bs=1 count=1 2>/dev/null >>'{}'", typed.display());
    let script = format!(
        "stty -icanon -echo -isig -ixon; {first}; {take}; {second}; exec cat >>'{}'",
        typed.display()
    );
    let (through, script) = (run(&tmux), behind_ssh(&script));
    let mut argv = vec!["respawn-pane", "-k", "-t", "%0"];
    argv.extend(through.iter().map(String::as_str));
    if !through.is_empty() {
        argv.extend(["sh", "-c"]);
    }
    argv.push(&script);
    assert!(tmux.run(&argv));
    Some(tmux)
}

/// A `shadow watch`, ended with the test.
struct Watch(Child, Lines<BufReader<ChildStdout>>);

impl Watch {
    fn of(tmux: &PrivateTmux) -> Self {
        let socket = tmux.socket().display().to_string();
        let mut watch = command(&["watch", "--socket", &socket]);
        watch
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut watch = watch.spawn().expect("shadow runs");
        let lines = BufReader::new(watch.stdout.take().expect("a pipe")).lines();
        Self(watch, lines)
    }

    /// The next dialog that calls a person.
    fn dialog(&mut self) -> Value {
        let events = self.1.by_ref().map_while(Result::ok);
        let mut events = events.map(|line| serde_json::from_str::<Value>(&line).expect("JSON"));
        let blocked = events.find(|event| event["event"] == "operator_blocked");
        blocked.expect("a dialog")["operator_block"].clone()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn choose(tmux: &PrivateTmux, block: &Value) -> Run {
    let socket = tmux.socket().display().to_string();
    let number = block["appearance"].to_string();
    let signature = block["signature"].as_str().expect("a signature");
    let words = ["choose", "%0", "--option", "1", "--socket", &socket];
    let under = ["--signature", signature, "--appearance", &number];
    feed(command(&[&words[..], &under].concat()), Vec::new())
}

#[test]
fn the_second_of_two_equal_calls_gets_no_key_that_was_meant_for_the_first() {
    let Some(tmux) = asking(|_| Vec::new()) else {
        return;
    };
    let typed = || std::fs::read_to_string(tmux.folder().join("typed")).unwrap_or_default();
    let mut watch = Watch::of(&tmux);
    let first = watch.dialog();
    // A person at the terminal answers it.
    assert!(tmux.run(&["send-keys", "-t", "%0", "1"]));
    let second = watch.dialog();
    assert_eq!(
        first["signature"], second["signature"],
        "every word is equal"
    );
    assert_ne!(first["appearance"], second["appearance"]);
    let refused = choose(&tmux, &first);
    assert_eq!(
        (refused.code, codes(&refused)),
        (1, vec!["other_dialog".to_owned()])
    );
    assert!(refused.stderr.contains("asked again"), "{}", refused.stderr);
    assert_eq!(typed(), "1");
    choose(&tmux, &second);
    assert_eq!(typed(), "11", "the one that was meant gets its key");
    drop(watch);
    let nobody = choose(&tmux, &second);
    assert_eq!(nobody.code, 1);
    nobody.complains_in_one_line();
    assert!(
        nobody.stderr.contains("no running shadow"),
        "{}",
        nobody.stderr
    );
    assert_eq!(typed(), "11");
}

#[test]
fn a_host_numbers_the_dialogs_of_its_program() {
    let events = |tmux: &PrivateTmux| tmux.folder().join("events").display().to_string();
    let run = |tmux: &PrivateTmux| {
        let own = env!("CARGO_BIN_EXE_shadow");
        let argv = [own, "run", "--events", &events(tmux), "--"];
        argv.map(str::to_owned).to_vec()
    };
    let Some(tmux) = asking(run) else { return };
    let told = || {
        let text = std::fs::read_to_string(events(&tmux)).unwrap_or_default();
        let whole = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        let events = whole.map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let blocked = events.filter(|event| event["event"] == "operator_blocked");
        let blocks = blocked.map(|event| event["operator_block"].clone());
        blocks.collect::<Vec<Value>>()
    };
    until("the first dialog", || told().len() == 1);
    assert!(tmux.run(&["send-keys", "-t", "%0", "1"]));
    until("the second dialog", || told().len() == 2);
    let [first, second] = &told()[..] else {
        panic!("two dialogs: {:?}", told());
    };
    assert_ne!(first["appearance"], second["appearance"]);
    let refused = choose(&tmux, first);
    assert_eq!(
        (refused.code, codes(&refused)),
        (1, vec!["other_dialog".to_owned()])
    );
    choose(&tmux, second);
    let typed = std::fs::read_to_string(tmux.folder().join("typed")).expect("what was typed");
    assert_eq!(typed, "11");
}
