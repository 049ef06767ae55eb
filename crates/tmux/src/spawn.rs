//! The transport that starts `tmux` for each command (2 to 3 ms each).
//!
//! The command goes through tmux' standard input, in the one quoting that tmux reads back ([`command_line`]). Its arguments
//! can be read by every user of the machine, and a command may hold a prompt or rows of a screen.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use crate::error::TmuxError;
use crate::quote::command_line;
use crate::transport::Transport;

/// Seconds after which a command that gives no answer is ended, unless it is said otherwise.
const PATIENCE: u64 = 5;

/// Bytes of an answer that are read; a full screen with styles takes some thousand.
const ANSWER_LIMIT: u64 = 64 << 20;

/// Starts `tmux -u -S SOCKET source-file -` for each command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spawn {
    socket: PathBuf,
    /// Seconds after which a command that gives no answer is ended.
    patience: u64,
}

impl Spawn {
    /// A transport to the server behind a socket.
    #[must_use]
    pub fn new(socket: impl Into<PathBuf>) -> Self {
        Self {
            socket: socket.into(),
            patience: PATIENCE,
        }
    }

    /// One that waits no longer than so many seconds for an answer.
    pub(crate) fn patient_for(self, patience: u64) -> Self {
        Self { patience, ..self }
    }

    /// The socket.
    #[must_use]
    pub fn socket(&self) -> &Path {
        &self.socket
    }
}

impl Spawn {
    /// Starts a server without configuration, and runs a command line there.
    #[cfg(feature = "testing")]
    pub(crate) fn begin(&self, command: &[&str]) -> Result<Vec<u8>, TmuxError> {
        let begin = ["-f", "/dev/null", "start-server", ";"];
        self.start(&begin, &command_line(command))
    }

    /// Runs a command line as it is.
    pub(crate) fn run_line(&self, line: &str) -> Result<Vec<u8>, TmuxError> {
        self.start(&[], line)
    }

    /// Starts tmux with these arguments, and the command line on its standard input.
    fn start(&self, arguments: &[&str], line: &str) -> Result<Vec<u8>, TmuxError> {
        let mut tmux = Command::new("tmux");
        tmux.arg("-u").arg("-S").arg(&self.socket).args(arguments);
        tmux.args(["source-file", "-"]);
        // Inside tmux the server in $TMUX would shine through.
        tmux.env_remove("TMUX");
        let answer = answer(tmux, format!("{line}\n").as_bytes(), self.patience)?;
        if answer.success {
            return Ok(answer.stdout);
        }
        // What tmux cannot read as a command it says in its output.
        let said = String::from_utf8_lossy(&answer.stdout);
        let words = match answer.stderr.trim() {
            "" => &said,
            stderr => stderr,
        };
        Err(refusal(words, &self.socket))
    }
}

impl Transport for Spawn {
    fn run(&self, command: &[&str]) -> Result<Vec<u8>, TmuxError> {
        self.run_line(&command_line(command))
    }
}

/// The version that `tmux -V` tells, such as `tmux 3.3a`.
pub fn tmux_version() -> Result<String, TmuxError> {
    let mut tmux = Command::new("tmux");
    tmux.arg("-V");
    let answer = answer(tmux, &[], PATIENCE)?;
    Ok(String::from_utf8_lossy(&answer.stdout).trim().to_owned())
}

struct Answer {
    success: bool,
    stdout: Vec<u8>,
    stderr: String,
}

/// Runs a command to its end, for so many seconds at most.
fn answer(mut command: Command, input: &[u8], seconds: u64) -> Result<Answer, TmuxError> {
    command.stdin(if input.is_empty() {
        Stdio::null()
    } else {
        Stdio::piped()
    });
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => TmuxError::not_installed(),
        _ => TmuxError::failed(format!("it cannot be started ({error})")),
    })?;
    feed(child.stdin.take(), input);
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let patience = Duration::from_secs(seconds);
    let Ok(stdout) = stdout.recv_timeout(patience) else {
        end(&mut child);
        return Err(TmuxError::timed_out(seconds));
    };
    let stderr = stderr.recv_timeout(patience).unwrap_or_default();
    let success = child.wait().is_ok_and(|status| status.success());
    Ok(Answer {
        success,
        stdout,
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
    })
}

/// Writes a pipe's input in a thread of its own: the other side may be slow to read it.
fn feed(pipe: Option<ChildStdin>, input: &[u8]) {
    let Some(mut pipe) = pipe else { return };
    let input = input.to_vec();
    // A reader that has gone fails the command, which tells.
    thread::spawn(move || drop(pipe.write_all(&input)));
}

/// Reads a pipe to its end in a thread of its own, so that waiting for it can have a limit.
fn collect(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            // A pipe that breaks ends the answer; the exit status tells the rest.
            let _ = pipe.take(ANSWER_LIMIT).read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

/// Ends a child that gives no answer. It may have ended by itself in between.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// What a refusal means (words of tmux 1.8 to 3.5).
pub(crate) fn refusal(words: &str, socket: &Path) -> TmuxError {
    let words = words.trim();
    if words.contains("(Permission denied)") || words == "access not allowed" {
        return TmuxError::denied(socket.display().to_string());
    }
    let no_server = [
        "no server running",
        "error connecting",
        "no current session",
        "server exited",
        "lost server",
    ];
    if no_server.iter().any(|known| words.contains(known)) {
        return TmuxError::no_server(socket.display().to_string());
    }
    if let Some((_, id)) = words.split_once("can't find pane: ") {
        return TmuxError::no_pane(id.trim());
    }
    TmuxError::failed(words.lines().next().unwrap_or("no reason given"))
}
