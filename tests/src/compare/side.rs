//! One of the builds, run: as a co-process over captures, or once over a recording.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A build that answers requests.
pub(super) struct Coprocess {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    name: String,
}

impl Coprocess {
    pub(super) fn start(build: &Path) -> Result<Self, String> {
        let mut command = Command::new(build);
        command
            .args(["parse", "--ndjson"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let name = build.display().to_string();
        let mut child = command
            .spawn()
            .map_err(|error| format!("cannot run {name}: {error}"))?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{name} has no pipes"));
        };
        Ok(Self {
            child,
            requests,
            answers: BufReader::new(answers),
            name,
        })
    }

    /// The answer to a request, both one line.
    pub(super) fn ask(&mut self, request: &str) -> Result<String, String> {
        let mut answer = String::new();
        let sent = writeln!(self.requests, "{request}").and_then(|()| self.requests.flush());
        let read = sent.and_then(|()| self.answers.read_line(&mut answer));
        match read {
            Ok(0) => Err(format!("{} has ended", self.name)),
            Ok(_) => Ok(answer),
            Err(error) => Err(format!("{} does not answer: {error}", self.name)),
        }
    }
}

impl Drop for Coprocess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A replay that runs.
pub(super) struct Replayed {
    child: Child,
    name: String,
}

/// Begins a replay.
pub(super) fn replay(build: &Path, recording: &Path, rate: &str) -> Result<Replayed, String> {
    let mut command = Command::new(build);
    command.args(["replay", "--interval", rate]).arg(recording);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let name = build.display().to_string();
    let child = command
        .spawn()
        .map_err(|error| format!("cannot run {name}: {error}"))?;
    Ok(Replayed { child, name })
}

impl Replayed {
    /// What it told, when it is done.
    pub(super) fn events(self) -> Result<String, String> {
        let output = self.child.wait_with_output();
        let output = output.map_err(|error| format!("{} cannot be read: {error}", self.name))?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(format!("{} replay failed: {}", self.name, output.status)),
        }
    }
}
