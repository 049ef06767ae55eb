//! Screens of agents that something else shows: nowhere is an agent seen, and nowhere is a key pressed.
//!
//! Fifteen panes (three shells with five prompts each) show, one after the other, captures of real CLIs in every way in
//! which people come to see one. `SHADOW_ROUNDS` shortens it.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use crate::case_folder::capture_file;

use crate::patience::until;
use crate::private_tmux::{PrivateTmux, program_named};
use crate::run::shadow;

/// Prompts as themes draw them, with the marks of the CLIs' own composers among them.
const PROMPTS: [&str; 5] = ["$ ", "❯ ", "› ", "╭─ dev@box ~/project\n╰─❯ ", "> "];

const SHELLS: [&str; 3] = ["bash", "zsh", "fish"];

/// Shell commands that show the file `$1`, the recording `$2` of it or the repository `$3` that holds it, and the program that they need; `$shadow` is the
/// binary, with the server that it is to look at.
const WAYS: [(&str, &str); 22] = [
    ("cat", "clear; cat $1"),
    ("head", "clear; head -c -1 $1"),
    ("less", "less -R $1"),
    ("less", "less -R -X -F +G $1"),
    ("vi", "vi -u NONE $1"),
    ("tail", "tail -n 60 -f $1"),
    ("watch", "watch -n 9 -c cat $1"),
    ("git", "git diff --no-index --color=always /dev/null $1"),
    (
        "git",
        "git -c core.pager='less -R' diff --no-index /dev/null $1",
    ),
    ("sed", "clear; sed 's/^/2026-11-25T10:00:00Z /' $1"),
    (
        "python3",
        "clear; python3 -c 'import sys,time; print(open(sys.argv[1]).read()); time.sleep(600)' $1",
    ),
    ("cat", "clear; cat $1; printf '\\033[2A'"),
    ("script", "clear; script -qc 'cat $1' /dev/null"),
    (
        "bash",
        "clear; bash -c 'while :; do cat $1; sleep 600; done'",
    ),
    ("nano", "nano -v $1"),
    ("emacs", "emacs -nw -Q $1"),
    ("vim", "vim -u NONE $1"),
    ("asciinema", "asciinema play $2"),
    ("htop", "htop"),
    ("git", "clear; git -C $3 --no-pager log -p --color=always"),
    ("git", "git -C $3 -c core.pager='less -R' log -p"),
    // The last one: fifteen clients in control mode that go at once may end a server of tmux 3.3a.
    ("sh", "$shadow top --all"),
];

/// What is shown: composers that are free, drafts, questions, turns that run; of both CLIs and old and new ones.
const CAPTURES: [&str; 8] = [
    "claude/2.1.330/basic-120x40/idle-fresh",
    "claude/2.1.330/basic-120x40/answered",
    "claude/2.1.330/basic-120x40/approval-command",
    "claude/1.0.109/basic-120x40/draft",
    "claude/2.1.330/basic-120x40/waiting",
    "codex/0.169.0/approval-command-120x40/approval-command",
    "codex/0.169.0/approval-command-120x40/approved",
    "codex/0.77.0/basic-120x40/answered",
];

fn is_there(program: &str) -> bool {
    let folders = std::env::var("PATH").unwrap_or_default();
    folders
        .split(':')
        .any(|folder| Path::new(folder).join(program).exists())
}

/// The command of a pane: a shell that shows something, and then waits at its prompt.
fn shell(folder: &Path, shell: &str, prompt: usize, shows: &str) -> String {
    let rc = folder.join(format!("{shell}-{prompt}"));
    fs::create_dir_all(&rc).expect("a folder");
    let text = PROMPTS[prompt];
    let write = |name: &str, lines: String| {
        let path = rc.join(name);
        fs::write(&path, lines).expect("a file");
        path.display().to_string()
    };
    match shell {
        "bash" => {
            let path = write(
                "rc",
                format!("PS1=$'{}'\n{shows}\n", text.replace('\n', "\\n")),
            );
            format!("exec bash --noprofile --rcfile '{path}' -i")
        }
        "zsh" => {
            write(
                ".zshrc",
                format!("PS1=$'{}'\n{shows}\n", text.replace('\n', "\\n")),
            );
            format!("ZDOTDIR='{}' exec zsh -d -i", rc.display())
        }
        _ => {
            let prompt = format!(
                "function fish_prompt; printf '{}'; end\n",
                text.replace('\n', "\\n")
            );
            let path = write(
                "config.fish",
                format!("set fish_greeting\n{prompt}{shows}\n"),
            );
            format!("exec fish --no-config -i -C 'source {path}'")
        }
    }
}

/// A recording that shows a file and then waits.
fn record(folder: &Path, number: usize, shown: &Path) {
    let text = fs::read_to_string(shown)
        .expect("text")
        .replace('\n', "\r\n");
    let head = serde_json::json!({"version": 2, "width": 120, "height": 40});
    let events = [
        serde_json::json!([0.1, "o", text]),
        serde_json::json!([600.0, "o", ""]),
    ];
    let path = folder.join(format!("{number}.cast"));
    fs::write(&path, format!("{head}\n{}\n{}\n", events[0], events[1])).expect("a file");
}

/// A repository whose last commit holds a file.
fn commit(folder: &Path, number: usize, shown: &Path) {
    let path = folder.join(format!("repository-{number}"));
    fs::create_dir_all(&path).expect("a folder");
    fs::copy(shown, path.join("capture")).expect("a copy");
    let author = ["-c", "user.name=dev", "-c", "user.email=dev@box"];
    let words = ["commit", "-qm", "capture"];
    for words in [
        &["init", "-q"][..],
        &["add", "."],
        &[&author[..], &words].concat(),
    ] {
        let mut git = Command::new("git");
        git.arg("-C")
            .arg(&path)
            .args(words)
            .env("GIT_CONFIG_GLOBAL", "/dev/null");
        // Where git is missing its ways are left out.
        let _ = git.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// The words of a way for a capture.
fn words(way: &str, tmux: &PrivateTmux, number: usize) -> String {
    let file = capture_file(CAPTURES[number]);
    let top = format!("'{}'", env!("CARGO_BIN_EXE_shadow"));
    let on = format!("--socket '{}'", tmux.socket().display());
    let way = match way.strip_prefix("$shadow ") {
        Some(rest) => format!("{top} {rest} {on}"),
        None => way.to_owned(),
    };
    let folder = tmux.folder();
    [
        ("$1", file.clone()),
        ("$2", folder.join(format!("{number}.cast"))),
        ("$3", folder.join(format!("repository-{number}"))),
    ]
    .into_iter()
    .fold(way, |way, (word, path)| {
        way.replace(word, &path.display().to_string())
    })
}

/// Every capture in every way for rounds that are told apart by both.
fn rounds() -> usize {
    let asked = std::env::var("SHADOW_ROUNDS").ok();
    asked
        .and_then(|text| text.parse().ok())
        .unwrap_or(WAYS.len())
}

#[test]
fn what_another_program_shows_is_no_agent_and_gets_no_key() {
    let Some(tmux) = PrivateTmux::start("shown", "exec sleep 3600") else {
        return;
    };
    assert!(tmux.run(&["set-option", "-g", "remain-on-exit", "on"]));
    let shells: Vec<&str> = SHELLS.into_iter().filter(|it| is_there(it)).collect();
    let panes: Vec<(&str, usize)> = shells
        .iter()
        .flat_map(|shell| (0..PROMPTS.len()).map(|prompt| (*shell, prompt)))
        .collect();
    for _ in &panes {
        assert!(tmux.run(&[
            "new-session",
            "-d",
            "-x",
            "120",
            "-y",
            "40",
            "exec sleep 3600"
        ]));
    }
    for (number, capture) in CAPTURES.iter().enumerate() {
        let file = capture_file(capture);
        record(tmux.folder(), number, &file);
        commit(tmux.folder(), number, &file);
    }
    let mut shown = 0;
    for round in 0..rounds() {
        let (program, way) = WAYS[round % WAYS.len()];
        if !is_there(program) {
            eprintln!("left out: {program} is not installed");
            continue;
        }
        for (at, (shell_name, prompt)) in panes.iter().enumerate() {
            // Each pane another capture in each round.
            let shows = words(way, &tmux, (round + at) % CAPTURES.len());
            let command = shell(tmux.folder(), shell_name, *prompt, &shows);
            let pane = format!("%{}", at + 1);
            let respawned = tmux.run(&["respawn-pane", "-k", "-t", &pane, &command]);
            assert!(respawned, "{way} in {pane}, by {shell_name}");
        }
        shown += panes.len();
        tmux.wait_painted((1..=panes.len()).map(|pane| format!("%{pane}")));
        holds_nobody(&tmux, way, panes.len());
    }
    eprintln!("{shown} screens were shown");
}

/// The command of tmux that prints what is in front of a pane.
pub fn front(pane: &str) -> [&str; 5] {
    let front = "#{pane_current_command}";
    ["display-message", "-p", "-t", pane, front]
}

/// No pane holds an agent, and a prompt for each is refused before a key is pressed.
fn holds_nobody(tmux: &PrivateTmux, way: &str, panes: usize) {
    let socket = tmux.socket().display().to_string();
    let listed = shadow(&["panes", "--socket", &socket], "");
    assert_eq!(listed.stdout, "", "{way}:\n{}", listed.stdout);
    gets_no_key(tmux, way, panes);
}

/// No pane is safe to type into or asks a person, and a prompt for each is refused before a key is pressed.
fn gets_no_key(tmux: &PrivateTmux, way: &str, panes: usize) {
    let socket = tmux.socket().display().to_string();
    let all = shadow(
        &["panes", "--all", "--format", "ndjson", "--socket", &socket],
        "",
    );
    for pane in all.json() {
        assert_ne!(pane["safe_to_type"], true, "{way}: {}", pane["id"]);
        let block = &pane["surface_assessment"]["operator_block"];
        assert!(block.is_null(), "{way}: nobody asks in {}", pane["id"]);
    }
    let send = &|pane: usize| {
        let name = format!("%{pane}");
        let on = ["--socket", &socket, "--timeout", "3", "--force"];
        let run = shadow(&[&["send", &name, "echo typed"][..], &on].concat(), "");
        assert_ne!(run.code, 0, "{way}: {name} {}", run.stdout);
        let draft = &run.json()[0]["draft"];
        assert_eq!(draft, "not_typed", "{way}: {name} {}", run.stdout);
    };
    thread::scope(|scope| {
        for pane in 1..=panes {
            scope.spawn(move || send(pane));
        }
    });
}

/// Programs of which nothing is known, which take single keys and show an agent's screen: one that nobody knows, one that was
/// given a CLI's name as an argument, a runtime that runs nothing, those that took the name of a CLI or of what leads to one, a
/// script of no CLI's runtime, another user's CLI. They are read, and get nothing until a person says so.
#[test]
fn an_unknown_program_is_read_and_typed_to_only_by_force() {
    let Some(tmux) = PrivateTmux::start("stranger", "exec sleep 600") else {
        return;
    };
    let package = tmux.folder().join("@anthropic-ai").join("claude-code");
    fs::create_dir_all(&package).expect("a folder");
    for script in [tmux.folder().join("claude"), package.join("cli.js")] {
        fs::write(script, "").expect("a file");
    }
    let strangers = strangers();
    let (idle, folder) = (
        capture_file("claude/2.1.330/basic-120x40/idle-fresh"),
        tmux.folder(),
    );
    for (_, started) in &strangers {
        let command = format!(
            "cd '{}'; stty -icanon -echo; printf '\\033[2J\\033[H'; head -c -1 '{}'; exec {started}",
            folder.display(),
            idle.display(),
        );
        assert!(tmux.run(&["new-session", "-d", "-x", "120", "-y", "40", &command]));
    }
    // Each waits for a draft that never shows.
    std::thread::scope(|scope| {
        for (number, (name, _)) in strangers.iter().enumerate() {
            let tmux = &tmux;
            scope.spawn(move || reads_and_types_by_force(tmux, &format!("%{}", number + 1), name));
        }
    });
}

/// Programs that are no CLI, whatever they call themselves: the name of each in front, and what starts it.
fn strangers() -> Vec<(&'static str, String)> {
    let program = |name: &str, original: &str| program_named(name, original).display().to_string();
    let front = program("somebodys-front", "sleep");
    let mut strangers = vec![
        ("somebodys-front", format!("'{front}' 600")),
        (
            "sqlite3",
            format!("'{}' claude -f", program("sqlite3", "tail")),
        ),
        ("node", format!("'{}'", program("node", "cat"))),
        ("claude", format!("bash -c 'exec -a claude {front} 600'")),
        ("ssh", format!("bash -c 'exec -a ssh {front} 600'")),
        ("node", format!("bash -c 'exec -a node {front} 600'")),
        (
            "python3",
            format!(
                "'{}' @anthropic-ai/claude-code/cli.js -f",
                program("python3", "tail")
            ),
        ),
        (
            "python3",
            format!("'{}' claude -f", program("python3", "tail")),
        ),
    ];
    if is_there("setsid") {
        // What tmux started has given its terminal up.
        let command = format!("setsid -c -w bash -c 'exec -a claude {front} 600'");
        strangers.push(("claude", command));
    }
    if rustix::process::geteuid().is_root() && is_there("setpriv") {
        let claude = program("claude", "sleep");
        let other = "setpriv --reuid nobody --regid nogroup --clear-groups";
        strangers.push(("claude", format!("{other} '{claude}' 600")));
    }
    strangers
}

fn reads_and_types_by_force(tmux: &PrivateTmux, pane: &str, name: &str) {
    tmux.wait_until(&front(pane), name);
    let socket = tmux.socket().display().to_string();
    let read = shadow(&["parse", "--pane", pane, "--socket", &socket], "");
    let state = &read.json()[0]["surface_assessment"]["business_state"];
    assert_eq!(state, "idle", "{name}");
    let on = ["--socket", &socket];
    let refused = shadow(&[&["send", pane, "hello"][..], &on].concat(), "");
    assert_eq!(refused.code, 1, "{name}: {}", refused.stderr);
    assert_eq!(refused.json()[0]["reasons"][0]["code"], "unknown_program");
    assert!(refused.stderr.contains("--force"), "{}", refused.stderr);
    refused.complains_in_one_line();
    let force = ["send", pane, "hello", "--force", "--timeout", "10"];
    let forced = shadow(&[&force[..], &on].concat(), "");
    assert_ne!(forced.json()[0]["draft"], "not_typed", "{}", forced.stdout);
}

/// A CLI that was asked for one answer, or serves another program, draws nothing: what stands there was printed.
#[test]
fn what_stands_beside_a_cli_that_draws_nothing_gets_no_key() {
    let Some(tmux) = PrivateTmux::start("undrawn", "exec sleep 600") else {
        return;
    };
    let claude = program_named("claude", "sleep").display().to_string();
    let file = capture_file("claude/2.1.330/basic-120x40/idle-fresh");
    let (file, folder) = (file.display(), tmux.folder().display());
    let begun = tmux.folder().join("begun");
    let settings = format!("PS1=; : >'{}'", begun.display());
    fs::write(tmux.folder().join("settings"), settings).expect("a file");
    let commands = [
        format!("clear; head -c -1 '{file}'; exec '{claude}' 600"),
        format!("'{claude}' 600 | less -R '{file}'"),
        // The record of what is typed goes by a CLI's name.
        format!(
            "cd '{folder}'; exec script -q claude -c \"cat '{file}'; exec bash --rcfile settings\""
        ),
    ];
    for command in &commands {
        assert!(tmux.run(&["new-session", "-d", "-x", "120", "-y", "40", command]));
    }
    tmux.wait_painted((1..=commands.len()).map(|pane| format!("%{pane}")));
    tmux.wait_until(&front("%1"), "claude");
    until("the shell behind the record", || begun.exists());
    gets_no_key(&tmux, "a CLI beside what is shown", commands.len());
}

/// The same screen in a request, with the names of whoever is in front.
fn asked(foreground: &serde_json::Value, session: &str) -> serde_json::Value {
    let file = capture_file("claude/2.1.330/basic-120x40/idle-fresh");
    let text = fs::read_to_string(file).expect("text");
    serde_json::json!({
        "id": 1, "text": text, "cols": 120, "rows": 40, "foreground": foreground, "session": session,
    })
}

#[test]
fn a_request_may_say_who_is_in_front() {
    let answers = |requests: &[serde_json::Value]| {
        let lines: Vec<String> = requests.iter().map(ToString::to_string).collect();
        shadow(&["parse", "--ndjson"], lines.join("\n")).json()
    };
    let axes = |answer: &serde_json::Value| {
        let of = |axis: &str| {
            answer["surface_assessment"][axis]
                .as_str()
                .map(str::to_owned)
        };
        ["availability", "business_state", "input_mode", "ui_context"].map(|it| of(it).expect(it))
    };
    let closed =
        |availability: &str| [availability, "unknown", "closed", "unknown"].map(str::to_owned);
    let idle = ["supported", "idle", "freeform", "normal_prompt"].map(str::to_owned);
    for (names, expected) in [
        (serde_json::json!(null), idle.clone()),
        (serde_json::json!([]), idle.clone()),
        (serde_json::json!(["claude"]), idle.clone()),
        (serde_json::json!(["2.1.332"]), idle.clone()),
        (serde_json::json!(["node"]), idle.clone()),
        (serde_json::json!(["ssh"]), idle.clone()),
        (serde_json::json!(["bash", "claude"]), idle.clone()),
        (serde_json::json!(["somebodys-front"]), idle.clone()),
        (serde_json::json!(["-zsh"]), closed("unsupported")),
        (serde_json::json!(["vim"]), closed("unsupported")),
        (serde_json::json!(["less"]), closed("unsupported")),
        (serde_json::json!(["shadow"]), closed("unsupported")),
    ] {
        let answer = &answers(&[asked(&names, &names.to_string())])[0];
        assert_eq!(axes(answer), expected, "{names}");
        let typed = answer["safe_to_type"] == true;
        assert_eq!(typed, expected == idle, "{names}");
    }
    // The dashboard's title marks a pane, but for the CLI that is seen in front: whoever set it may have been killed.
    for (names, expected) in [
        (serde_json::json!(null), closed("unsupported")),
        (serde_json::json!(["ssh"]), closed("unsupported")),
        (serde_json::json!(["claude"]), idle.clone()),
    ] {
        let mut request = asked(&names, &format!("titled {names}"));
        request["title"] = "shadow: dashboard".into();
        assert_eq!(axes(&answers(&[request])[0]), expected, "{names}");
    }
    // Where the CLI was seen it has left.
    let (claude, bash) = (serde_json::json!(["claude"]), serde_json::json!(["bash"]));
    let both = answers(&[asked(&claude, "one"), asked(&bash, "one")]);
    assert_eq!(axes(&both[0]), idle);
    assert_eq!(axes(&both[1]), closed("disconnected"));
    assert_eq!(
        both[1]["surface_assessment"]["composer"],
        serde_json::Value::Null
    );
}
