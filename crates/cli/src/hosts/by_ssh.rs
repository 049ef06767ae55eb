//! The system's ssh, which starts the relay of a machine and carries its lines.
//!
//! No word of another machine reaches a shell or an argument list. The name of the machine is checked ([`HostName`]) and
//! follows `--`.

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use shadow_legible::excerpt;

use super::wire::{Came, Carrier, SHOWN, WAITING, Wire, lost, unreachable};
use crate::exit::Failure;
use crate::host_name::HostName;
use crate::input::{LINE_LIMIT, Line, read_line};

/// The options of ssh before the name of the machine: no questions, no terminal, no forwarding, no command of the settings.
const OPTIONS: [&str; 13] = [
    "-T",
    "-a",
    "-x",
    "-o",
    "BatchMode=yes",
    "-o",
    "ConnectTimeout=8",
    "-o",
    "ClearAllForwardings=yes",
    "-o",
    "RemoteCommand=none",
    "-o",
    "PermitLocalCommand=no",
];

/// What runs there. A shell without a login may lack the folders in which programs are installed.
const REMOTE: &str = "exec sh -c 'PATH=\"$PATH:$HOME/.local/bin:$HOME/.cargo/bin:/usr/local/bin:/opt/homebrew/bin\"; \
                      exec shadow relay --stdio'";

/// How long the end of what ssh says is waited for once it has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Bytes of what ssh says that are kept.
const SAID: usize = 4096;

/// ssh at work.
struct Ssh {
    child: Child,
    output: SyncSender<Vec<u8>>,
    /// What ssh has said last.
    said: Arc<Mutex<Vec<u8>>>,
    /// It ends with that.
    silent: Receiver<()>,
}

/// Starts it. `ring` is called whenever something has come.
pub fn wire(host: &HostName, ring: impl Fn() + Send + 'static) -> Result<Wire, Failure> {
    let mut child = ssh(host).map_err(|error| {
        Failure::gone(format!(
            "ssh cannot be started: {error}; install it (openssh-client)"
        ))
    })?;
    let (output, to_write) = sync_channel(WAITING);
    let (to_take, lines) = sync_channel(WAITING);
    let said = Arc::new(Mutex::new(Vec::new()));
    let (saying, silent) = sync_channel(0);
    if let (Some(input), Some(from), Some(words)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    {
        let said = Arc::clone(&said);
        thread::spawn(move || write(input, &to_write));
        thread::spawn(move || read(from, to_take, ring));
        thread::spawn(move || {
            keep(words, &said);
            drop(saying);
        });
    }
    let carrier = Box::new(Ssh {
        child,
        output,
        said,
        silent,
    });
    Ok(Wire { carrier, lines })
}

impl Ssh {
    /// The last line that ssh, or a program there, has said.
    fn said(&self) -> String {
        // It may come after the end of the other stream. What ssh has started may hold this one open.
        let _ = self.silent.recv_timeout(LAST_WORDS);
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let said = String::from_utf8_lossy(&said);
        let last = said.lines().rev().find(|line| !line.trim().is_empty());
        excerpt(last.unwrap_or_default(), SHOWN)
    }
}

impl Carrier for Ssh {
    fn send(&mut self, line: Vec<u8>) -> bool {
        self.output.try_send(line).is_ok()
    }

    fn refused(&mut self, host: &HostName) -> Failure {
        let status = self.child.wait().ok().and_then(|status| status.code());
        let said = self.said();
        match status {
            Some(127) => Failure::gone(format!("{host} has no shadow; {}", self.bring(host))),
            Some(2) if said.contains("relay") => Failure::gone(format!(
                "{host} has a shadow without `relay`; {}",
                self.bring(host)
            )),
            _ if !said.is_empty() => unreachable(host, &said),
            _ => unreachable(host, "ssh ended without a word"),
        }
    }

    fn ended(&mut self, host: &HostName) -> Failure {
        let _ = self.child.wait();
        let said = self.said();
        match said.is_empty() {
            true => lost(host, "the relay or ssh has ended"),
            false => lost(host, &said),
        }
    }

    fn bring(&self, host: &HostName) -> String {
        let own = std::env::current_exe();
        let own = own.map_or_else(|_| "shadow".to_owned(), |path| path.display().to_string());
        let own = own.replace('\'', "'\\''");
        format!(
            "`ssh {host} mkdir -p .local/bin && scp '{own}' {host}:.local/bin/shadow` brings this one, if both machines are \
             of one kind"
        )
    }
}

impl Drop for Ssh {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn ssh(host: &HostName) -> std::io::Result<Child> {
    let mut ssh = Command::new("ssh");
    ssh.args(OPTIONS).args(["--", host.as_str(), REMOTE]);
    ssh.stdin(Stdio::piped()).stdout(Stdio::piped());
    ssh.stderr(Stdio::piped()).spawn()
}

/// Writes what is sent, until either end is gone.
fn write(mut input: ChildStdin, lines: &Receiver<Vec<u8>>) {
    for line in lines {
        if input.write_all(&line).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until either end is gone.
fn read(from: ChildStdout, lines: SyncSender<Came>, ring: impl Fn()) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while let Ok(read @ (Line::Whole | Line::TooLong)) = read_line(&mut from, LINE_LIMIT, &mut line)
    {
        let came = match read {
            Line::Whole => Came::of(&line),
            _ => Came::Strange,
        };
        if lines.send(came).is_err() {
            return;
        }
        ring();
    }
    // The end is to be seen when the bell rings.
    drop(lines);
    ring();
}

/// Keeps the end of what is said.
fn keep(mut words: ChildStderr, said: &Mutex<Vec<u8>>) {
    let mut piece = [0; 1024];
    while let Ok(length @ 1..) = words.read(&mut piece) {
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.extend_from_slice(&piece[..length]);
        let over = said.len().saturating_sub(SAID);
        said.drain(..over);
    }
}
