//! What `shadow watch` does when things break under it: servers, panes, programs, its own client,
//! its reader, its disk. It says what happened, goes on, and loses no turn.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::case_folder::capture_file;
use crate::patience::{until, wait};
use crate::private_tmux::{PrivateTmux, behind_ssh, program_named};
use crate::run::command;

/// A capture of the corpus: Claude Code 2.1.330 at 120x40.
fn capture(name: &str) -> String {
    let file = capture_file(&format!("claude/2.1.330/basic-120x40/{name}"));
    file.display().to_string()
}

/// A shell command that shows captures one after the other, each for so many seconds; the first one also until a watch has
/// seen it.
fn scenes(scenes: &[(&str, f64)]) -> String {
    let show = |(index, (scene, seconds)): (usize, &(&str, f64))| {
        let file = capture(scene);
        let gate = match index == 0 && scenes.len() > 1 {
            true => "until [ -e \"${TMUX%%,*}.seen\" ]; do sleep 0.05; done; ",
            false => "",
        };
        // The last line end would scroll the screen by one.
        format!("printf '\\033[2J\\033[H'; head -c -1 '{file}'; {gate}sleep {seconds}; ")
    };
    let script: String = scenes.iter().enumerate().map(show).collect();
    behind_ssh(&format!("stty -echo; {script}"))
}

/// A whole turn, and then nothing more.
pub const TURN: [(&str, f64); 3] = [("idle-fresh", 1.5), ("streaming", 1.0), ("answered", 60.0)];

pub fn play(tmux: &PrivateTmux, shown: &[(&str, f64)]) {
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", &scenes(shown)]));
}

/// A private server whose pane is of the captures' size.
pub fn server(name: &str) -> Option<PrivateTmux> {
    let tmux = PrivateTmux::start(name, "exec cat")?;
    assert!(tmux.run(&["resize-window", "-t", ":0", "-x", "120", "-y", "40"]));
    Some(tmux)
}

/// A watch at work, ended with the test.
pub struct Watching {
    child: Child,
    events: BufReader<ChildStdout>,
    stderr: PathBuf,
    /// A file that is there once the watch has seen an idle agent: then the panes go on.
    seen: PathBuf,
    /// The events that came before one that was waited for.
    passed: Vec<Value>,
}

impl Watching {
    pub fn start(tmux: &PrivateTmux, args: &[&str]) -> Self {
        Self::start_with(tmux, args, |_| {})
    }

    /// As above, with what `more` does to the command.
    fn start_with(tmux: &PrivateTmux, args: &[&str], more: impl Fn(&mut Command)) -> Self {
        let socket = tmux.socket().display().to_string();
        let all = [&["watch", "--for", "600", "--socket", &socket], args].concat();
        let stderr = scratch(&format!("{}-stderr", tmux.name()));
        let mut child = command(&all);
        more(&mut child);
        child.stdin(Stdio::null()).stdout(Stdio::piped());
        child.stderr(fs::File::create(&stderr).expect("a file"));
        let mut child = child.spawn().expect("the binary starts");
        let stdout = child.stdout.take().expect("stdout is piped");
        Self {
            child,
            events: BufReader::new(stdout),
            stderr,
            seen: tmux.socket().with_extension("seen"),
            passed: Vec::new(),
        }
    }

    /// Reads events up to one that holds; gives it.
    pub fn until(&mut self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let mut seen = Vec::new();
        loop {
            let mut line = String::new();
            let count = self.events.read_line(&mut line).expect("UTF-8");
            assert!(count > 0, "no {what}: {}\nevents: {seen:#?}", self.stderr());
            let event: Value = serde_json::from_str(&line).expect("a line of JSON");
            // What plays is in %0.
            let plays = event["pane"] == "%0";
            if plays && event["business_state"] == "idle" {
                fs::write(&self.seen, "").expect("a file");
            } else if plays && event["event"] == "pane_gone" {
                let _ = fs::remove_file(&self.seen);
            }
            if holds(&event) {
                return event;
            }
            seen.push(event["event"].clone());
            self.passed.push(event);
        }
    }

    /// The first event of a name, which may have come before one that was waited for.
    fn told(&mut self, name: &str) -> Value {
        let passed = self.passed.iter().find(|event| event["event"] == name);
        passed.cloned().unwrap_or_else(|| self.until_named(name))
    }

    pub fn until_named(&mut self, name: &str) -> Value {
        self.until(name, |event| event["event"] == name)
    }

    fn stderr(&self) -> String {
        fs::read_to_string(&self.stderr).unwrap_or_default()
    }

    /// Waits until standard error holds words.
    pub fn until_said(&self, words: &str) {
        wait(
            || format!("{words:?} in {:?}", self.stderr()),
            || self.stderr().contains(words),
        );
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_file(&self.stderr);
    }
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("shadow-faults-{}-{name}", std::process::id()))
}

/// Sends a process a signal.
pub fn signal(pid: &str, name: &str) {
    let killed = Command::new("kill").args([name, pid]).status();
    assert!(killed.expect("kill runs").success());
}

#[test]
fn a_server_that_is_killed_and_comes_back_is_watched_on() {
    let Some(tmux) = server("restart") else {
        return;
    };
    play(&tmux, &[("idle-fresh", 1.5), ("streaming", 60.0)]);
    let mut watch = Watching::start(&tmux, &["--all"]);
    watch.until_named("turn_started");
    assert!(tmux.run(&["kill-server"]));
    let ended = watch.until_named("turn_ended");
    assert_eq!(ended["outcome"], "disconnected");
    let gone = watch.until_named("pane_gone");
    watch.until_said("is gone");
    let new = ["new-session", "-d", "-x", "120", "-y", "40", &scenes(&TURN)];
    tmux.begin(&new).expect("it starts again");
    let back = watch.until_named("process_started");
    assert_eq!(
        (&back["pane"], &back["generation"]),
        (&"%0".into(), &2.into())
    );
    assert!(
        back["seq"].as_u64() > gone["seq"].as_u64(),
        "one pane, one count"
    );
    let ended = watch.until_named("turn_ended");
    assert_eq!(
        (&ended["outcome"], &ended["turn"]),
        (&"success".into(), &2.into())
    );
}

#[test]
fn a_pane_that_is_killed_is_gone_and_the_others_are_not() {
    let Some(tmux) = server("pane") else { return };
    let screen = scenes(&[("idle-fresh", 60.0)]);
    assert!(tmux.run(&["new-window", "-d", &screen]));
    play(&tmux, &TURN);
    let mut watch = Watching::start(&tmux, &["--all"]);
    watch.until("%1", |event| {
        event["pane"] == "%1" && event["event"] == "process_started"
    });
    assert!(tmux.run(&["kill-pane", "-t", "%1"]));
    let gone = watch.until_named("pane_gone");
    assert_eq!(gone["pane"], "%1");
    // The other pane began first, and its turn may be over.
    let ended = watch.told("turn_ended");
    assert_eq!(
        (&ended["pane"], &ended["outcome"]),
        (&"%0".into(), &"success".into())
    );
}

/// A program that a CLI's screen belongs to ends, and a shell takes its place or the pane is dead.
#[test]
fn a_program_that_is_killed_ends_its_turn() {
    for (name, remain) in [("-TERM", "on"), ("-KILL", "on"), ("-KILL", "off")] {
        let Some(tmux) = server(&format!("program{name}{remain}")) else {
            return;
        };
        assert!(tmux.run(&["set-option", "-g", "remain-on-exit", remain]));
        assert!(tmux.run(&["new-window", "-d", "exec cat"]));
        play(&tmux, &[("idle-fresh", 1.5), ("streaming", 60.0)]);
        let mut watch = Watching::start(&tmux, &["%0"]);
        watch.until_named("turn_started");
        signal(
            &tmux.shown(&["display-message", "-p", "-t", "%0", "#{pane_pid}"]),
            name,
        );
        let ended = watch.until_named("turn_ended");
        assert_eq!(
            ended["outcome"], "disconnected",
            "{name}, remain-on-exit {remain}"
        );
        watch.until_named("process_exited");
    }
}

/// A CLI that was started in a shell ends in mid turn without a word, and the screen that was there before is back.
#[test]
fn a_program_that_leaves_the_pane_to_a_shell_ends_its_turn() {
    let Some(tmux) = server("left") else {
        return;
    };
    // A shell under another name: what it shows is a CLI's for tmux, and for us.
    let cli = program_named("claude", "sh");
    let script = tmux.folder().join("script");
    let shown = scenes(&[("idle-fresh", 3.0), ("streaming", 2.0)]);
    fs::write(&script, shown).expect("a script");
    let shell = "exec env PS1='$ ' bash --norc --noprofile -i";
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", shell]));
    let line = format!("clear; '{}' '{}'; clear", cli.display(), script.display());
    assert!(tmux.run(&["send-keys", "-t", "%0", &line, "Enter"]));
    let command = || {
        tmux.shown(&[
            "display-message",
            "-p",
            "-t",
            "%0",
            "#{pane_current_command}",
        ])
    };
    until("its start", || command() == "claude");
    let mut watch = Watching::start(&tmux, &["%0"]);
    watch.until_named("turn_started");
    let ended = watch.until_named("turn_ended");
    assert_eq!(ended["outcome"], "disconnected");
    watch.until_named("process_exited");
}

#[test]
fn a_client_that_is_detached_costs_no_turn() {
    let Some(tmux) = server("detached") else {
        return;
    };
    play(&tmux, &TURN);
    let mut watch = Watching::start(&tmux, &["%0"]);
    watch.until_named("turn_started");
    assert!(tmux.run(&["detach-client", "-s", "$0"]));
    let ended = watch.until_named("turn_ended");
    assert_eq!(ended["outcome"], "success");
    watch.until_said("was lost");
    let attached = || tmux.shown(&["display-message", "-p", "-t", "%0", "#{session_attached}"]);
    until("that it is followed again", || attached() != "0");
}

/// A tmux that takes no control clients, as those before 3.2 do not as we need them: the panes are asked one by one.
#[test]
fn where_control_mode_is_refused_panes_are_asked_by_starting_tmux() {
    let Some(tmux) = server("refused") else {
        return;
    };
    let path = std::env::var("PATH").expect("a path");
    let real = path.split(':').map(|folder| format!("{folder}/tmux"));
    let real = real.into_iter().find(|tmux| fs::metadata(tmux).is_ok());
    let folder = tmux.folder().join("bin");
    fs::create_dir(&folder).expect("a folder");
    let script = format!(
        "#!/bin/sh\nfor word do [ \"$word\" = -C ] && {{ echo refused >&2; exit 1; }}; done\nexec '{}' \"$@\"\n",
        real.expect("tmux is there")
    );
    let other = folder.join("tmux");
    fs::write(&other, script).expect("a script");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&other, executable).expect("a mode");
    play(&tmux, &TURN);
    let path = format!("{}:{path}", folder.display());
    let mut watch = Watching::start_with(&tmux, &["%0"], |watch| {
        watch.env("PATH", &path);
    });
    let ended = watch.until_named("turn_ended");
    assert_eq!(ended["outcome"], "success");
    let attached = tmux.shown(&["display-message", "-p", "-t", "%0", "#{session_attached}"]);
    assert_eq!(attached, "0");
    watch.until_said("is asked pane by pane");
}

/// A watch that is stopped (Ctrl-Z) must not stop what it watches: tmux holds programs back while
/// their only clients do not read.
#[test]
fn a_watch_that_is_stopped_holds_no_program_back() {
    let Some(tmux) = server("stopped") else {
        return;
    };
    let (begin, done) = (tmux.folder().join("begin"), tmux.folder().join("done"));
    let writes = format!(
        "while [ ! -e '{}' ]; do sleep 0.1; done; yes | head -c 1000000; touch '{}'; {}",
        begin.display(),
        done.display(),
        scenes(&TURN)
    );
    let shown = scenes(&[("idle-fresh", 1.0)]);
    assert!(tmux.run(&[
        "respawn-pane",
        "-k",
        "-t",
        "%0",
        &format!("{shown}{writes}")
    ]));
    let mut watch = Watching::start(&tmux, &["%0"]);
    watch.until_named("process_started");
    let attached = || tmux.shown(&["display-message", "-p", "-t", "%0", "#{session_attached}"]);
    until("it is attached", || attached() != "0");
    let pid = watch.child.id().to_string();
    signal(&pid, "-TSTP");
    until("it has let go", || attached() == "0");
    fs::write(&begin, "").expect("a file");
    until("the program is through", || done.exists());
    signal(&pid, "-CONT");
    let ended = watch.until_named("turn_ended");
    assert_eq!(ended["outcome"], "success");
}

/// The signal that has ended a program.
fn ended_by(child: &mut Child) -> Option<i32> {
    let mut ended = None;
    until("the end by a signal", || {
        ended = child.try_wait().expect("it is ours");
        ended.is_some()
    });
    ended.and_then(|status| status.signal())
}

/// A command that heeds SIGHUP, also where the tests ignore it (under nohup): from when the file `heeds` is there.
fn heeding_hangups(plain: &mut Command, heeds: &Path) {
    let mut heeding = Command::new("perl");
    let start = "$SIG{HUP} = 'DEFAULT'; open my $heeds, '>', shift; exec @ARGV";
    heeding.args(["-e", start]).arg(heeds);
    heeding.arg(plain.get_program());
    heeding.args(plain.get_args());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => heeding.env(name, value),
            None => heeding.env_remove(name),
        };
    }
    *plain = heeding;
}

/// A watch that is ended while its clients connect lets go of them one by one: tmux 3.3a would end otherwise.
#[test]
fn a_watch_that_is_ended_by_a_signal_has_detached_first() {
    let Some(tmux) = server("ended") else {
        return;
    };
    let shown = scenes(&[("idle-fresh", 600.0)]);
    for _ in 0..5 {
        assert!(tmux.run(&["new-session", "-d", "-x", "120", "-y", "40", &shown]));
    }
    for round in 0..12 {
        let heeds = ["term", "hup"].map(|name| scratch(&format!("heeds-{round}-{name}")));
        let start = |heeds: &PathBuf| {
            Watching::start_with(&tmux, &[], |watch| heeding_hangups(watch, heeds))
        };
        let mut watches = [start(&heeds[0]), start(&heeds[1])];
        for heeds in &heeds {
            until("a program that heeds signals", || heeds.exists());
            fs::remove_file(heeds).expect("it is there");
        }
        std::thread::sleep(Duration::from_millis(20 * round));
        for (watch, name) in watches.iter_mut().zip(["-TERM", "-HUP"]) {
            signal(&watch.child.id().to_string(), name);
        }
        for (watch, number) in watches.iter_mut().zip([15, 1]) {
            assert_eq!(ended_by(&mut watch.child), Some(number));
        }
        assert_eq!(tmux.shown(&["list-clients"]), "", "round {round}");
    }
    assert_eq!(tmux.shown(&["display-message", "-p", "alive"]), "alive");
}

/// A watch that is killed while much is written to its clients: tmux 3.3a keeps a client that nobody reads, and with it the
/// server, whatever ends that.
#[test]
fn a_watch_that_is_killed_leaves_no_client_behind() {
    let Some(tmux) = server("orphans") else {
        return;
    };
    let noise = "while :; do printf '\\033]9;%0500d\\007' 1; done";
    let shown = scenes(&[("idle-fresh", 0.1)]);
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", &format!("{shown}{noise}")]));
    let clients = || tmux.shown(&["list-clients", "-F", "client=#{client_flags}"]);
    for _ in 0..3 {
        let mut watch = Watching::start(&tmux, &["%0"]);
        watch.until_named("process_started");
        tmux.wait_until_said(clients, "pause-after");
        watch.child.kill().expect("it runs");
        watch.child.wait().expect("it ends");
        tmux.wait_until_said(|| format!("<{}>", clients()), "<>");
    }
}

#[test]
fn a_hundred_resizes_are_no_end_of_a_turn() {
    let Some(tmux) = server("resizes") else {
        return;
    };
    play(
        &tmux,
        &[("idle-fresh", 1.5), ("streaming", 5.0), ("answered", 60.0)],
    );
    let mut watch = Watching::start(&tmux, &["%0"]);
    watch.until_named("turn_started");
    for count in 0..100 {
        let cols = (120 - count % 7).to_string();
        assert!(tmux.run(&["resize-window", "-t", "%0", "-x", &cols, "-y", "40"]));
    }
    assert!(tmux.run(&["resize-window", "-t", "%0", "-x", "120", "-y", "40"]));
    let ended = watch.until_named("turn_ended");
    assert_eq!(
        (&ended["outcome"], &ended["turn"]),
        (&"success".into(), &1.into())
    );
}

/// Megabytes of output, 5 or as many as `SHADOW_FLOOD_MB` says, and then a turn.
#[test]
fn a_flood_of_output_is_survived() {
    let Some(tmux) = server("flood") else { return };
    let megabytes = std::env::var("SHADOW_FLOOD_MB").unwrap_or_else(|_| "5".into());
    let flood = format!(
        "yes '\\033]9;a\\033[31m \\134 row' | head -c {megabytes}000000; {}",
        scenes(&TURN)
    );
    let shown = scenes(&[("idle-fresh", 1.0)]);
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", &format!("{shown}{flood}")]));
    let log = scratch("flood");
    let mut watch = Watching::start(&tmux, &["%0", "--log", &log.display().to_string()]);
    let ended = watch.until_named("turn_ended");
    assert_eq!(ended["outcome"], "success");
    let peak = fs::read_to_string(format!("/proc/{}/status", watch.child.id())).unwrap_or_default();
    let peak = peak
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap_or("0 kB");
    let peak: u64 = peak
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .expect("a number");
    assert!(peak < 200_000, "{peak} kB");
    assert_eq!(fs::read_to_string(&log).expect("a log").lines().count(), 1);
    fs::remove_file(log).expect("cleaned");
}

/// Nobody reads what is printed; the log has the turn all the same.
#[test]
fn a_reader_that_does_not_read_costs_no_turn() {
    let Some(tmux) = server("reader") else { return };
    let noise = "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); printf '\\033]9;%0500d\\007' $i; done";
    play(&tmux, &[("idle-fresh", 1.0)]);
    let script = format!("{noise}; {}", scenes(&TURN));
    assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "on"]));
    assert!(tmux.run(&["respawn-pane", "-k", "-t", "%0", &script]));
    let log = scratch("reader");
    let watch = Watching::start(
        &tmux,
        &[
            "%0",
            "--interval",
            "0.01",
            "--log",
            &log.display().to_string(),
        ],
    );
    fs::write(&watch.seen, "").expect("a file");
    wait(
        || format!("the turn in the log: {}", watch.stderr()),
        || fs::metadata(&log).is_ok_and(|it| it.len() > 0),
    );
    fs::remove_file(log).expect("cleaned");
}

/// A log on a disk that is full until there is room again. Needs to mount a small one.
#[test]
fn a_full_disk_costs_no_turn() {
    let folder = scratch("disk");
    fs::create_dir_all(&folder).expect("a folder");
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
        .arg(&folder)
        .stderr(Stdio::null())
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("skipped: a small disk cannot be mounted here");
        fs::remove_dir_all(&folder).expect("cleaned");
        return;
    }
    let outcome = std::panic::catch_unwind(|| {
        let Some(tmux) = server("disk") else { return };
        let (filler, log) = (folder.join("filler"), folder.join("log"));
        fs::write(&log, "").expect("a log");
        let _ = fs::write(&filler, vec![0; 64 << 10]);
        play(&tmux, &TURN);
        let mut watch = Watching::start(&tmux, &["%0", "--log", &log.display().to_string()]);
        watch.until_named("turn_ended");
        watch.until_said("its turns are kept and tried again");
        assert_eq!(fs::read_to_string(&log).expect("a log"), "");
        fs::remove_file(&filler).expect("room");
        watch.until_said("can be written again");
        let kept = fs::read_to_string(&log).expect("a log");
        let turn: Value = serde_json::from_str(kept.trim_end()).expect("one whole turn");
        assert_eq!(turn["outcome"], "success");
    });
    let unmounted = Command::new("umount").arg(&folder).status();
    assert!(unmounted.is_ok_and(|status| status.success()));
    fs::remove_dir_all(&folder).expect("cleaned");
    outcome.expect("the watch survives it");
}

/// A device that is always full: the turn cannot be kept, and the exit code says so.
#[test]
fn a_log_that_was_never_written_is_said_at_the_end() {
    let Some(tmux) = server("full") else { return };
    play(
        &tmux,
        &[("idle-fresh", 1.5), ("streaming", 1.0), ("answered", 3.0)],
    );
    let mut watch = Watching::start(&tmux, &["%0", "--log", "/dev/full"]);
    watch.until_named("turn_ended");
    watch.until_named("pane_gone");
    let status = watch.child.wait().expect("it ends");
    assert!(
        watch.stderr().contains("kept and tried again"),
        "{}",
        watch.stderr()
    );
    assert!(!status.success());
}

/// A signal ends the watch: what could not be kept is said, and no command of its outlives it.
#[test]
fn a_signal_leaves_neither_turn_nor_command_behind() {
    let Some(tmux) = server("parted") else { return };
    play(
        &tmux,
        &[("idle-fresh", 1.5), ("streaming", 1.0), ("answered", 60.0)],
    );
    let mark = tmux.folder().join("pid");
    let hook = format!("echo $$ >'{}'; exec sleep 200", mark.display());
    let args = ["%0", "--log", "/dev/full", "--on", "turn_ended", &hook];
    let mut watch = Watching::start(&tmux, &args);
    watch.until_named("turn_ended");
    let mut pid = String::new();
    until("the command's number", || {
        pid = fs::read_to_string(&mark).unwrap_or_default();
        pid.ends_with('\n')
    });
    signal(&watch.child.id().to_string(), "-TERM");
    let status = watch.child.wait().expect("it ends");
    assert_eq!(status.signal(), Some(15));
    let said = watch.stderr();
    assert!(said.contains("1 turn"), "{said}");
    let mut kill = Command::new("kill");
    let asked = kill.args(["-0", pid.trim()]).stderr(Stdio::null());
    let alive = asked.status().expect("kill runs").success();
    assert!(!alive, "the command has ended: {said}");
}
