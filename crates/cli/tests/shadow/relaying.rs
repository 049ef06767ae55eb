//! A relay of a test: its lines, and the requests that it gets.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::private_tmux::PrivateTmux;
use crate::run::command;

/// How long a line is waited for.
const PATIENCE: Duration = Duration::from_secs(120);

/// A relay at work, and what it writes.
pub struct Relay {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Value>,
    /// What was written for other requests than the one that was waited for.
    kept: Vec<Value>,
    pub hello: Value,
}

/// The folder in which the relays of a test keep their acts.
pub fn state(tmux: &PrivateTmux) -> PathBuf {
    tmux.folder().join("state")
}

/// A command with the server of a test as its user's, and a state folder of its own.
pub fn on(tmux: &PrivateTmux, args: &[&str]) -> Command {
    let mut command = command(args);
    command.env("TMUX", format!("{},1,0", tmux.socket().display()));
    command.env("TMUX_TMPDIR", tmux.folder());
    command.env("XDG_STATE_HOME", state(tmux));
    command
}

impl Relay {
    /// Starts one for the server of a test.
    pub fn start(tmux: &PrivateTmux) -> Self {
        let mut command = on(tmux, &["relay", "--stdio"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        let said = BufReader::new(child.stdout.take().expect("stdout"));
        let (sent, lines) = channel();
        thread::spawn(move || {
            for line in said.lines() {
                let line = line.expect("UTF-8");
                let line = serde_json::from_str(&line).expect("a line of JSON");
                if sent.send(line).is_err() {
                    return;
                }
            }
        });
        let hello = lines.recv_timeout(PATIENCE).expect("a first line");
        Self {
            input: child.stdin.take(),
            child,
            lines,
            kept: Vec::new(),
            hello,
        }
    }

    /// Sends a request.
    pub fn send(&mut self, request: &Value) {
        self.send_line(&request.to_string());
    }

    pub fn send_line(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        writeln!(input, "{line}").expect("it reads");
    }

    /// The next line for which this holds.
    pub fn line(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&holds) {
            return self.kept.remove(at);
        }
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("a line");
            if holds(&line) {
                return line;
            }
            self.kept.push(line);
        }
    }

    /// The next response to a request.
    pub fn response(&mut self, id: u64) -> Value {
        self.line(|line| line["id"] == id)
    }

    /// Sends a request and gives its first response.
    pub fn ask(&mut self, request: &Value) -> Value {
        self.send(request);
        self.response(request["id"].as_u64().expect("a number"))
    }

    /// A request that acts, with a key, good for half a minute.
    pub fn ticket(&self, key: &str, mut request: Value) -> Value {
        let clock = self.hello["clock"].as_f64().expect("a clock");
        let ticket = json!({"key": key, "life": self.hello["life"], "before": clock + 500.0, "by": "me@there"});
        let fields = ticket.as_object().expect("an object").clone();
        request.as_object_mut().expect("an object").extend(fields);
        request
    }

    /// Ends it as a machine that fails does.
    pub fn kill(mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("it ends");
    }

    /// Ends its input, and waits until it has ended.
    pub fn end(mut self) {
        drop(self.input.take());
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
