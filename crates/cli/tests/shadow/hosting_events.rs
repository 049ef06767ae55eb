//! What `shadow run` tells of a hosted CLI: events, turn log, commands, and the reports to the
//! terminal. No reader of any of it can hold the program up.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

use crate::case_folder::capture_file;
use crate::outer::{Outer, kill};
use crate::patience::until;
use crate::played::Played;
use crate::private_tmux::{PrivateTmux, program_named};

fn lines(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

fn named<'e>(events: &'e [Value], name: &str) -> Vec<&'e Value> {
    events
        .iter()
        .filter(|event| event["event"] == name)
        .collect()
}

/// The program status reports in a stream, in order.
fn reports(stream: &str) -> Vec<String> {
    let parts = stream.split("\x1b]7501;").skip(1);
    let whole = parts.filter_map(|part| part.split(['\x1b', '\x07']).next());
    whole.map(str::to_owned).collect()
}

/// A stream without the reports of one application.
fn without_reports(stream: &[u8], said: &[String]) -> Vec<u8> {
    let mut text = String::from_utf8_lossy(stream).into_owned();
    for report in said {
        text = text.replacen(&format!("\x1b]7501;{report}\x1b\\"), "", 1);
    }
    text.into_bytes()
}

#[test]
fn a_cli_that_does_not_report_is_watched_logged_and_reported_for() {
    let played = Played::new("claude/2.0.31/basic-120x40", "mute", 60.0);
    let (events, log, ran) = (played.path("e"), played.path("l"), played.path("ran"));
    let hook = format!("read line; echo \"$SHADOW_EVENT $line\" >> {ran}; echo noise");
    let argv = [
        env!("CARGO_BIN_EXE_shadow"),
        "run",
        "--events",
        &events,
        "--log",
        &log,
        "--on",
        "operator_blocked",
        &hook,
        "--",
        &played.program(),
        &played.script(),
    ];
    let outer = Outer::start(&argv, (120, 40));
    let (code, text) = outer.end();
    assert_eq!(code, 0, "{text:?}");

    let events = lines(&events);
    for (seq, event) in events.iter().enumerate() {
        assert_eq!(event["seq"], seq);
    }
    let outcomes: Vec<&Value> = named(&events, "turn_ended")
        .iter()
        .map(|event| &event["outcome"])
        .collect();
    assert_eq!(outcomes[0], "success");
    assert_eq!(named(&events, "turn_started").len(), outcomes.len());
    let blocks = named(&events, "operator_blocked");
    assert_eq!(blocks[0]["operator_block"]["kind"], "approval_command");
    assert_eq!(events.last().expect("events")["event"], "pane_gone");
    assert_eq!(lines(&log).len(), outcomes.len());

    let told = fs::read_to_string(&ran).expect("the command ran");
    assert!(
        told.starts_with("operator_blocked {\"event\":\"operator_blocked\""),
        "{told}"
    );
    assert!(!text.contains("noise"));

    let said = reports(&text);
    let first: Vec<&str> = said.iter().map(String::as_str).take(4).collect();
    let expected = [
        "state=idle:app=claude",
        "state=working:app=claude",
        "state=done:app=claude",
        "state=working:app=claude",
    ];
    assert_eq!(first, expected);
    let blocked = "state=blocked:kind=permission:app=claude";
    assert!(said.iter().any(|report| report == blocked), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("state=clear"));
    assert!(without_reports(text.as_bytes(), &said) == played.bytes);
}

#[test]
fn a_cli_that_reports_itself_speaks_alone() {
    let played = Played::new("codex/0.169.0/basic-120x40", "speaks", 8.0);
    let outer = Outer::start(
        &[
            env!("CARGO_BIN_EXE_shadow"),
            "run",
            "--",
            &played.program(),
            &played.script(),
        ],
        (120, 40),
    );
    let (code, text) = outer.end();
    assert_eq!(code, 0);
    let own = reports(&String::from_utf8_lossy(&played.bytes));
    let all = reports(&text);
    assert!(own.len() > 1 && all.ends_with(&own), "{all:?}");
    // What was said before the program first spoke.
    let ours = &all[..all.len() - own.len()];
    assert!(ours.len() <= 2, "{ours:?}");
    assert!(without_reports(text.as_bytes(), ours) == played.bytes);
}

#[test]
fn nothing_is_reported_where_it_is_not_wanted_or_nobody_knows_what() {
    let played = Played::new("claude/2.0.31/basic-120x40", "unwanted", 3.0);
    let argv = [
        env!("CARGO_BIN_EXE_shadow"),
        "run",
        "--no-report",
        "--",
        &played.program(),
        &played.script(),
    ];
    assert!(Outer::start(&argv, (120, 40)).end().1.as_bytes() == played.bytes);
    let (_, text) = Outer::script("echo '$ '; sleep 0.5").end();
    assert_eq!(text, "$ \r\n");
}

#[test]
fn a_program_that_asks_whether_reports_are_read_is_answered() {
    let script =
        "stty raw -echo; printf 'a\\033]7501;?\\033\\\\z'; head -c 10 | od -An -c; stty sane";
    let (code, text) = Outer::script(script).end();
    assert_eq!(code, 0);
    assert!(text.starts_with("az"), "{text:?}");
    let shown: String = text.split_whitespace().collect();
    assert!(shown.contains(r"033]7501;?033\"), "{text:?}");
}

#[test]
fn a_socket_gets_the_events() {
    let path = std::env::temp_dir().join(format!("shadow-socket-{}", std::process::id()));
    let listener = UnixListener::bind(&path).expect("a socket");
    let target = format!("socket:{}", path.display());
    let reader = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a connection");
        BufReader::new(stream)
            .lines()
            .map_while(Result::ok)
            .collect::<Vec<_>>()
    });
    assert_eq!(Outer::run(&["--events", &target, "--", "true"]).end().0, 0);
    let lines = reader.join().expect("read");
    assert!(
        lines.last().expect("events").contains("pane_gone"),
        "{lines:?}"
    );
    fs::remove_file(&path).expect("cleaned");
    let run = crate::run::shadow(&["run", "--events", &target, "--", "true"], "");
    assert_eq!(run.code, 2);
    run.complains_in_one_line();
}

#[test]
fn a_reader_that_never_reads_holds_nobody_up() {
    let path = std::env::temp_dir().join(format!("shadow-pipe-{}", std::process::id()));
    let target = path.display().to_string();
    let made = Command::new("mkfifo").arg(&path).status();
    assert!(made.expect("mkfifo runs").success());
    let outer = Outer::run(&["--events", &target, "--", "sh", "-c", "echo one; exit 5"]);
    outer.wait_for("one");
    let (code, text) = outer.end();
    assert_eq!(code, 5);
    assert!(text.contains("did not take them in time"), "{text:?}");
    fs::remove_file(path).expect("cleaned");
}

#[test]
fn a_full_disk_is_told_at_the_end_and_the_program_is_unaffected() {
    let outer = Outer::run(&[
        "--events",
        "/dev/full",
        "--log",
        "/dev/full",
        "--",
        "sh",
        "-c",
        "echo fine; exit 3",
    ]);
    let (code, text) = outer.end();
    assert_eq!(code, 3);
    assert!(text.starts_with("fine\r\n"), "{text:?}");
    assert!(
        text.contains("could not be written to /dev/full"),
        "{text:?}"
    );
}

#[test]
fn a_full_disk_loses_turns_aloud() {
    let played = Played::new("claude/2.0.31/basic-120x40", "full", 7.5);
    let argv = [
        env!("CARGO_BIN_EXE_shadow"),
        "run",
        "--log",
        "/dev/full",
        "--",
        &played.program(),
        &played.script(),
    ];
    let (code, text) = Outer::start(&argv, (120, 40)).end();
    assert_eq!(code, 0);
    assert!(
        text.contains("turns are missing in the log"),
        "{:?}",
        &text[text.len() - 300..]
    );
}

#[test]
fn commands_that_run_too_long_are_ended_with_what_they_started() {
    let mark = format!("{}.25", 4000 + std::process::id() % 1000);
    let hook = format!("sleep {mark} & sleep {mark}");
    let outer = Outer::run(&["--on", "pane_gone", &hook, "--", "true"]);
    let (code, text) = outer.end();
    assert_eq!(code, 0);
    assert!(text.contains("ran too long"), "{text:?}");
    until("the end of what it started", || {
        let found = Command::new("pgrep")
            .args(["-f", &format!("^sleep {mark}")])
            .output();
        found.is_ok_and(|found| found.stdout.is_empty())
    });
}

#[test]
fn what_cannot_be_is_refused_in_one_line() {
    let cases: [&[&str]; 4] = [
        &["run", "--events", "/no/such/folder/e", "--", "true"],
        &["run", "--events", "socket:/no/such/socket", "--", "true"],
        &["run", "--on", "turn_end", "true", "--", "true"],
        &["run", "--log", "/no/such/folder/l", "--", "true"],
    ];
    for args in cases {
        let run = crate::run::shadow(args, "");
        assert!([1, 2].contains(&run.code), "{args:?}: {}", run.code);
        run.complains_in_one_line();
    }
}

/// A CLI that was started from a hosted shell is killed in mid turn: its turn ends, and the shell goes on in its place.
#[test]
fn a_cli_that_is_killed_under_a_hosted_shell_ends_its_turn() {
    for (name, label, scenes) in [
        (
            "claude/2.0.31/basic-120x40",
            "killed-claude",
            [(3.0, 1.5), (5.4, 60.0)],
        ),
        (
            "codex/0.98.0/basic-120x40",
            "killed-codex",
            [(9.9, 1.5), (16.2, 60.0)],
        ),
    ] {
        let played = Played::scenes(name, label, &scenes);
        let (events, log) = (played.path("e"), played.path("l"));
        let (own, pid) = (env!("CARGO_BIN_EXE_shadow"), played.path("pid"));
        let host = [own, "run", "--events", &events, "--log", &log, "--"];
        let shell = ["bash", "--norc", "--noprofile", "-i"];
        let mut outer = Outer::start(&[&host[..], &shell[..]].concat(), (120, 40));
        outer.wait_for("$ ");
        // The process that is killed is the one that holds the terminal, as a CLI does.
        let script = played.script();
        let program = played.program();
        outer.keys(format!(
            "'{program}' -c 'echo $$ > {pid}; . {script}; sleep 60'\r"
        ));
        let is_working = || !named(&lines(&events), "turn_started").is_empty();
        until("a turn", is_working);
        let pid = fs::read_to_string(&pid).expect("its number");
        kill("KILL", pid.trim());
        until("the end of the turn", || !lines(&log).is_empty());
        outer.keys("\x15stty sane\rexit 7\r");
        let (code, text) = outer.end();
        assert_eq!(code, 7, "{text:?}");
        let ended = &lines(&log)[0];
        assert_eq!(ended["outcome"], "disconnected", "{name}: {ended}");
        assert!(named(&lines(&events), "turn_ended").len() == 1, "{name}");
    }
}

/// What is hosted is known: a shell that shows an agent's screen is none.
#[test]
fn what_a_hosted_shell_shows_is_no_agent() {
    let capture = capture_file("claude/2.1.330/basic-120x40/approval-command");
    let events = std::env::temp_dir().join(format!("shadow-hosted-{}", std::process::id()));
    let path = events.display().to_string();
    let shows = format!("stty -icanon; cat '{}'; sleep 1; :", capture.display());
    for (program, asks) in [("claude", true), ("bash", false)] {
        let program = program_named(program, "bash").display().to_string();
        let own = env!("CARGO_BIN_EXE_shadow");
        let argv = [own, "run", "--events", &path, "--", &program, "-c", &shows];
        let (code, text) = Outer::start(&argv, (120, 40)).end();
        assert_eq!(code, 0, "{text}");
        let told = lines(&path);
        let asked = !named(&told, "operator_blocked").is_empty();
        assert_eq!(asked, asks, "{program}");
        fs::remove_file(&path).expect("cleaned");
    }
}

/// The host and a watcher tell of the same pane: the log has each turn once, under the pane's name.
#[test]
fn a_hosted_pane_that_is_watched_has_each_turn_once() {
    let played = Played::new("claude/2.0.31/basic-120x40", "both", 60.0);
    let (events, log) = (played.path("e"), played.path("l"));
    let own = env!("CARGO_BIN_EXE_shadow");
    let Some(tmux) = PrivateTmux::start("both", "exec sleep 600") else {
        return;
    };
    let hosts = format!(
        "sleep 2; '{own}' run --events '{events}' --log '{log}' -- '{}' '{}'; sleep 600",
        played.program(),
        played.script()
    );
    let new = ["new-session", "-d", "-x", "120", "-y", "40", &hosts];
    assert!(tmux.run(&new));
    let socket = tmux.socket().display().to_string();
    let mut watch = Command::new(own);
    let watch = watch.args(["watch", "--socket", &socket, "--log", &log]);
    let seen = played.path("seen");
    let watch = watch.stdout(fs::File::create(&seen).expect("a file"));
    let watch = watch.stderr(Stdio::null()).spawn();
    let mut watch = watch.expect("it watches");
    until("the end", || {
        fs::metadata(&events).is_ok() && !named(&lines(&events), "pane_gone").is_empty()
    });
    until("the end as the watcher tells it", || {
        fs::read_to_string(&seen).is_ok_and(|text| text.contains("process_exited"))
    });
    let _ = watch.kill();
    let _ = watch.wait();
    let told = lines(&events);
    assert!(
        told.iter()
            .all(|it| it["pane"] == "%1" && it["socket"] == *socket)
    );
    let ended = named(&told, "turn_ended");
    assert!(ended.len() > 1);
    let logged = lines(&log);
    let prompts = |events: &[&Value]| -> Vec<Value> {
        let prompts = events.iter().map(|it| it["record"]["prompt"].clone());
        prompts.collect()
    };
    assert_eq!(prompts(&logged.iter().collect::<Vec<_>>()), prompts(&ended));
}
