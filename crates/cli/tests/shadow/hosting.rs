//! `shadow run` as the person in front of it sees it: keys, size, signals, colors, suspending, the
//! exit code and the terminal afterwards are as without it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::outer::{Outer, kill};
use crate::patience::until;

fn scratch(name: &str) -> PathBuf {
    let name = format!("shadow-hosting-{name}-{}", std::process::id());
    std::env::temp_dir().join(name)
}

/// Whether a process is there, and not a zombie.
fn lives(id: &str) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/stat"));
    status.is_ok_and(|status| !status.contains(") Z "))
}

#[test]
fn every_byte_that_is_typed_arrives_as_it_is() {
    let all: Vec<u8> = (0..=255).collect();
    let script = "stty raw -echo; echo go; head -c 256 | od -An -v -tx1; stty sane";
    let mut outer = Outer::script(script);
    outer.wait_for("go");
    outer.keys(&all);
    let (code, text) = outer.end();
    let hex = text.split_once("go").expect("it began").1;
    let arrived: Vec<u8> = hex
        .split_whitespace()
        .map(|word| u8::from_str_radix(word, 16).expect("hexadecimal"))
        .collect();
    assert_eq!((code, arrived), (0, all));
}

#[test]
fn mouse_and_bracketed_paste_go_both_ways() {
    let script = r"stty raw -echo; printf '\033[?1000h\033[?1006h\033[?2004hgo'
        head -c 27 | od -An -v -c; printf '\033[?2004l\033[?1006l\033[?1000l'; stty sane";
    let mut outer = Outer::script(script);
    outer.wait_for("\x1b[?1000h\x1b[?1006h\x1b[?2004hgo");
    outer.keys("\x1b[<0;10;20M\x1b[200~hi\r\n\x1b[201~");
    let (code, text) = outer.end();
    assert_eq!(code, 0);
    let shown: String = text.split_whitespace().collect();
    assert!(
        shown.contains(r"033[<0;10;20M033[200~hi\r\n033[201~"),
        "{shown}"
    );
    assert!(
        text.contains("\x1b[?2004l\x1b[?1006l\x1b[?1000l"),
        "{text:?}"
    );
}

#[test]
fn colors_titles_and_links_come_out_as_they_were_written() {
    let written = "\x1b[38;2;1;2;3mred\x1b[m\x1b]0;title\x07\x1b]8;;file:///x\x1b\\link\x1b]8;;\x1b\\\
        \x1b[4:3m\x1b[58:5:9mcurl\x1b[m日本🦀\x1b(0qq\x1b(B";
    let path = scratch("colours");
    fs::write(&path, written).expect("written");
    let outer = Outer::run(&["--", "cat", &path.display().to_string()]);
    let (code, text) = outer.end();
    fs::remove_file(path).expect("cleaned");
    assert_eq!((code, text.as_str()), (0, written));
}

#[test]
fn the_size_is_the_terminals_at_the_start_and_after_every_change() {
    let argv = [
        env!("CARGO_BIN_EXE_shadow"),
        "run",
        "--",
        "sh",
        "-c",
        "trap 'stty size' WINCH; stty size; echo ready; while :; do sleep 0.05; done",
    ];
    let outer = Outer::start(&argv, (101, 31));
    outer.wait_for("31 101");
    outer.wait_for("ready");
    outer.resize((77, 22));
    outer.wait_for("22 77");
    for step in 0..100 {
        outer.resize((60 + step, 20));
    }
    outer.wait_for("20 159");
    outer.kill("TERM");
    assert_eq!(outer.end().0, 128 + 15);
}

#[test]
fn the_exit_code_is_the_programs() {
    let cases = [
        ("exit 0", 0),
        ("exit 7", 7),
        ("exit 255", 255),
        ("kill -KILL $$", 137),
        ("kill -SEGV $$", 139),
    ];
    for (script, expected) in cases {
        assert_eq!(Outer::script(script).end().0, expected, "{script}");
    }
    let (code, text) = Outer::run(&["--", "/no/such/program"]).end();
    assert_eq!(code, 127);
    assert!(text.contains("cannot run /no/such/program"), "{text:?}");
    assert_eq!(Outer::run(&["--", "/dev/null"]).end().0, 126);
}

#[test]
fn signals_reach_the_program() {
    for signal in ["INT", "TERM", "HUP", "QUIT", "USR1", "USR2"] {
        let script = format!(
            "trap 'echo got-it; exit 9' {signal}; echo ready; while :; do sleep 0.05; done"
        );
        let outer = Outer::script(&script);
        outer.wait_for("ready");
        outer.kill(signal);
        let (code, text) = outer.end();
        assert!(text.contains("got-it"), "{signal}: {text:?}");
        assert_eq!(code, 9, "{signal}");
    }
}

#[test]
fn the_keys_for_interrupt_and_end_of_input_act_on_the_program() {
    let mut outer = Outer::script("trap 'echo got-it; exit 9' INT; echo ready; read line");
    outer.wait_for("ready");
    outer.keys("\x03");
    outer.wait_for("got-it");
    assert_eq!(outer.end().0, 9);

    let mut outer = Outer::run(&["--", "cat"]);
    outer.keys("one\n");
    outer.wait_for_times("one", 2);
    outer.keys("\x04");
    assert_eq!(outer.end().0, 0);
}

#[test]
fn suspending_stops_the_job_and_gives_the_terminal_back() {
    let mut shell = Outer::start(&["bash", "--norc", "--noprofile", "-i"], (80, 24));
    let own = env!("CARGO_BIN_EXE_shadow");
    shell.wait_for("$ ");
    shell.keys(format!(
        "{own} run -- sh -c 'echo on-$((1 + 1)); exec cat'\n"
    ));
    shell.wait_for("on-2");
    shell.keys("\x1a");
    shell.wait_for("Stopped");
    shell.keys("stty -a | grep -o ' icanon'; echo shell-$((40 + 2))\n");
    shell.wait_for("shell-42");
    assert!(shell.text().contains(" icanon\r\n"), "{}", shell.text());
    shell.resize((90, 30));
    // The job's line is shown as it is continued.
    let lines = shell.text().matches("exec cat").count();
    shell.keys("fg; stty -a | grep -o ' -echo '; echo code-$?\n");
    shell.wait_for_times("exec cat", lines + 1);
    shell.keys("two\n");
    shell.wait_for_times("two\r\n", 2);
    shell.keys("\x04");
    shell.wait_for("code-1");
    shell.keys("exit\n");
    assert_eq!(shell.end().0, 0);
}

#[test]
fn a_program_that_stops_itself_goes_on_with_the_new_size() {
    let mut shell = Outer::start(&["bash", "--norc", "--noprofile", "-i"], (80, 24));
    let own = env!("CARGO_BIN_EXE_shadow");
    shell.wait_for("$ ");
    shell.keys(format!(
        "{own} run -- sh -c 'kill -STOP $$; echo on-$((1 + 1)); stty size; exit 3'\n"
    ));
    shell.wait_for("Stopped");
    shell.resize((99, 33));
    shell.keys("fg; echo code-$?\n");
    shell.wait_for("on-2");
    shell.wait_for("33 99");
    shell.wait_for("code-3");
    shell.keys("exit\n");
    assert_eq!(shell.end().0, 0);
}

#[test]
fn where_nobody_could_continue_it_a_program_is_not_left_stopped() {
    let outer = Outer::script("kill -STOP $$; echo went-on");
    let (code, text) = outer.end();
    assert_eq!((code, text.as_str()), (0, "went-on\r\n"));
}

#[test]
fn a_flood_comes_out_whole() {
    let script = "head -c 20000000 /dev/zero | tr '\\0' 'x'; echo; echo end";
    let (code, text) = Outer::script(script).end();
    assert_eq!(code, 0);
    assert_eq!(text.len(), 20_000_000 + "\r\nend\r\n".len());
    assert!(text.ends_with("xx\r\nend\r\n"));
}

#[test]
fn keys_arrive_while_the_terminal_takes_no_output() {
    let flag = scratch("frozen");
    let script = format!(
        "stty -echo; yes & read line; echo $line > {0}.new; mv {0}.new {0}; kill $!; echo end",
        flag.display()
    );
    let mut outer = Outer::script(&script);
    outer.wait_for("y\r\ny\r\n");
    outer.freeze(true);
    thread::sleep(Duration::from_millis(300));
    outer.keys("stop\n");
    until("the line", || flag.exists());
    assert_eq!(fs::read_to_string(&flag).expect("a line"), "stop\n");
    outer.freeze(false);
    let (code, text) = outer.end();
    assert_eq!(code, 0);
    assert!(text.contains("end\r\n"));
    fs::remove_file(flag).expect("cleaned");
}

#[test]
fn a_program_that_is_killed_leaves_a_usable_terminal() {
    let script =
        r"printf '\033[?1049h\033[?25l\033[?1003h\033[?2004h\033[>1u\033]0;tor'; kill -9 $$";
    let (code, text) = Outer::script(script).end();
    assert_eq!(code, 137);
    let undone = text.split_once("tor").expect("it began").1;
    for expected in [
        "\x18",
        "\x1b[<1u",
        "\x1b[?1003l",
        "\x1b[?2004l",
        "\x1b[?1049l",
        "\x1b[?25h",
    ] {
        assert!(undone.contains(expected), "{expected:?} in {undone:?}");
    }
}

#[test]
fn what_a_program_leaves_on_by_its_own_will_stays() {
    let (_, text) = Outer::script(r"printf '\033[?2004h'").end();
    assert_eq!(text, "\x1b[?2004h");
}

#[test]
fn the_program_hears_when_its_host_is_killed() {
    let flag = scratch("orphan");
    let script = format!(
        "trap 'echo hup > {}; exit' HUP; echo id=$$=; while :; do sleep 0.05; done",
        flag.display()
    );
    let outer = Outer::script(&script);
    outer.wait_for("id=");
    until("the id", || outer.text().matches('=').count() == 2);
    let text = outer.text();
    let id = text.split('=').nth(1).expect("an id").to_owned();
    outer.kill("KILL");
    until("the program's end", || !lives(&id));
    assert_eq!(fs::read_to_string(&flag).expect("a flag"), "hup\n");
    fs::remove_file(flag).expect("cleaned");
}

#[test]
fn a_piped_input_is_typed_and_its_end_is_passed_on() {
    let run = crate::run::shadow(&["run", "--", "cat"], "hello\n");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.stdout, "hello\r\nhello\r\n");
}

#[test]
fn keys_that_come_before_the_program_wait_for_it() {
    // Ctrl-Z would stop what is about to become the program, and its keeper would wait for ever.
    for _ in 0..5 {
        let run = crate::run::shadow(&["run", "--", "cat"], "\x1ahello\n");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(
            run.stdout.ends_with("hello\r\nhello\r\n"),
            "{:?}",
            run.stdout
        );
    }
}

#[test]
fn a_program_stops_where_its_hosts_group_was_begun_outside_the_namespace() {
    // The group's number is 0 there, as after `docker exec` or in a sandbox.
    let inside = |args: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--pid", "--fork"]);
        command.args(args);
        command
    };
    let allowed = inside(&["true"]).output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        eprintln!("not shown: this machine lets nobody make a process namespace");
        return;
    }
    let host = inside(&[env!("CARGO_BIN_EXE_shadow"), "run", "--", "cat"]);
    let run = crate::run::feed(host, b"\x1ahello\n".to_vec());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.ends_with("hello\r\n"), "{:?}", run.stdout);
}

#[test]
fn without_a_terminal_the_program_has_one_and_is_answered_as_by_one() {
    let script = "stty raw -echo; stty size; printf '\\033[6n'; head -c 6 | od -An -c; stty sane";
    let mut command = crate::run::command(&["run", "--size", "50x11", "--", "sh", "-c", script]);
    let output = command.stdin(Stdio::null()).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("11 50"), "{text:?}");
    let shown: String = text.split_whitespace().collect();
    assert!(shown.contains("033[2;6R"), "{text:?}");
}

#[test]
fn the_environment_is_the_callers() {
    let mut bare = Command::new(env!("CARGO_BIN_EXE_shadow"));
    bare.env_clear()
        .env("PATH", std::env::var_os("PATH").expect("a path"));
    bare.env("ONE", "1").stdin(Stdio::null());
    let output = bare.args(["run", "--", "env"]).output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
    let mut names: Vec<&str> = text
        .lines()
        .filter_map(|line| line.split('=').next())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["ONE", "PATH"]);
}

#[test]
fn a_stopped_host_stops_nothing_for_good() {
    // Stopped and continued from outside, as a debugger or a batch system does.
    let mut outer = Outer::run(&["--", "cat"]);
    outer.keys("one\n");
    outer.wait_for_times("one", 2);
    let id = outer.id();
    kill("STOP", &id);
    thread::sleep(Duration::from_millis(100));
    kill("CONT", &id);
    outer.keys("two\n");
    outer.wait_for_times("two", 2);
    outer.keys("\x04");
    assert_eq!(outer.end().0, 0);
}
