//! Runs the binary and keeps what it said.

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

use serde_json::Value;

/// What a run came to.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Each line of standard output as JSON.
    pub fn json(&self) -> Vec<Value> {
        let parse = |line: &str| serde_json::from_str(line).expect("a line of JSON");
        self.stdout.lines().map(parse).collect()
    }

    /// Standard error is one line that begins with the command's name.
    pub fn complains_in_one_line(&self) {
        assert!(self.stderr.starts_with("shadow: "), "{:?}", self.stderr);
        assert_eq!(self.stderr.lines().count(), 1, "{:?}", self.stderr);
        assert!(!self.stderr.trim_end().contains(char::is_control));
    }
}

/// The binary with a clean environment.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shadow"));
    command.args(args);
    for name in ["SHADOW_CLAUDE_VERSION", "SHADOW_CODEX_VERSION", "TMUX"] {
        command.env_remove(name);
    }
    command
}

/// Runs it with this on standard input.
pub fn shadow(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    feed(command(args), input.into())
}

/// Runs a command with this on standard input.
pub fn feed(mut command: Command, input: Vec<u8>) -> Run {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    // It may end before it has read everything: then the pipe breaks, rightly.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("the writer ends");
    Run {
        code: output.status.code().expect("no signal ended it"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
    }
}

/// Memory that reading hostile input may take, in kilobytes of address space.
const ENOUGH: u32 = 400 << 10;

/// Runs the binary within 400 MiB of memory: above it, it would abort.
pub fn bounded(args: &[&str], input: Vec<u8>) -> Run {
    let plain = command(args);
    let mut within = Command::new("sh");
    let script = format!("ulimit -v {ENOUGH}; exec \"$0\" \"$@\"");
    within.arg("-c").arg(script).arg(plain.get_program());
    within.args(plain.get_args());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => within.env(name, value),
            None => within.env_remove(name),
        };
    }
    feed(within, input)
}
