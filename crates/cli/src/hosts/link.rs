//! The connection to the relay of a machine: the system's ssh, one JSON object a line.
//!
//! No word of another machine reaches a shell or an argument list. The name of the machine is checked ([`HostName`]) and
//! follows `--`. What the machine writes is bounded, and cleaned of what acts on a terminal. A relay writes a line every two
//! seconds. So a connection on which nothing comes is lost, whatever ssh knows of it.

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use shadow_legible::excerpt;
use shadow_tui::contract::SCHEMA_VERSION;

use super::clean::clean;
use crate::exit::{Exit, Failure};
use crate::host_name::HostName;
use crate::input::{LINE_LIMIT, Line, read_line};
use crate::wire::relay::{Hello, RELAY};

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

/// How long the first line is waited for.
const OPENING: Duration = Duration::from_secs(9);

/// How long a relay may write nothing.
const SILENCE: Duration = Duration::from_secs(8);

/// Time between two lines that say that we are there.
const BEAT: Duration = Duration::from_secs(5);

/// Lines that wait to be taken.
const WAITING: usize = 256;

/// Lines before the first one of the relay: what the settings of a shell print.
const STRANGE: usize = 64;

/// How long the end of what ssh says is waited for once it has ended.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Bytes of what ssh says that are kept, and characters that are shown.
const SAID: usize = 4096;
const SHOWN: usize = 200;

/// What comes from the machine.
enum Came {
    /// An object, cleaned.
    Line(Value),
    /// A line that is none, or is too long.
    Strange,
}

/// A connection.
pub struct Link {
    host: HostName,
    child: Child,
    output: SyncSender<Vec<u8>>,
    lines: Receiver<Came>,
    /// What ssh has said last.
    said: Arc<Mutex<Vec<u8>>>,
    /// It ends with that.
    silent: Receiver<()>,
    life: String,
    version: String,
    /// The clock of the relay, as it was read, and when that was.
    clock: (f64, Instant),
    heard: Instant,
    beat: Instant,
    asked: u64,
}

impl Link {
    /// Connects and waits for the first line of the relay, at most nine seconds. `ring` is called whenever something has come.
    pub fn open(host: &HostName, ring: impl Fn() + Send + 'static) -> Result<Self, Failure> {
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
        let now = Instant::now();
        let mut link = Self {
            host: host.clone(),
            child,
            output,
            lines,
            said,
            silent,
            life: String::new(),
            version: String::new(),
            clock: (0.0, now),
            heard: now,
            beat: now,
            asked: 0,
        };
        let hello = link.hello()?;
        if hello.relay != RELAY || major(&hello.schema_version) != major(SCHEMA_VERSION) {
            return Err(link.other_version(&hello));
        }
        link.life = hello.life;
        link.version = excerpt(&hello.version, SHOWN);
        link.clock = (hello.clock, Instant::now());
        Ok(link)
    }

    /// The run of the relay.
    pub fn life(&self) -> &str {
        &self.life
    }

    /// The version of the shadow there.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The clock of the relay now, or earlier: the time that its line was under way is left out.
    pub fn clock(&self) -> f64 {
        let (clock, read) = self.clock;
        clock + read.elapsed().as_secs_f64()
    }

    /// Sends a request; gives its number.
    pub fn ask(&mut self, mut request: Map<String, Value>) -> Result<u64, Failure> {
        self.asked += 1;
        request.insert("id".to_owned(), self.asked.into());
        self.send(&Value::Object(request))?;
        Ok(self.asked)
    }

    /// The response to a request. Other lines are dropped.
    pub fn answer(&mut self, id: u64) -> Result<Map<String, Value>, Failure> {
        loop {
            if let Some(line) = self.response(id, None)? {
                return Ok(line);
            }
        }
    }

    /// The response to a request that takes no time there.
    pub fn answer_soon(&mut self, id: u64) -> Result<Map<String, Value>, Failure> {
        let response = self.response(id, Some(Self::late()))?;
        response.ok_or_else(|| self.silent())
    }

    /// It does not answer, though the connection is there.
    pub fn silent(&self) -> Failure {
        self.unreachable("it does not answer within 9 s")
    }

    /// When an answer that takes no time there is late.
    pub fn late() -> Instant {
        Instant::now() + OPENING
    }

    /// The response to a request; none if it has not come until then. Other lines are dropped.
    pub fn response(
        &mut self,
        id: u64,
        until: Option<Instant>,
    ) -> Result<Option<Map<String, Value>>, Failure> {
        while let Some(line) = self.next(until)? {
            let Value::Object(mut line) = line else {
                continue;
            };
            if line.get("id") == Some(&id.into()) {
                line.remove("id");
                return Ok(Some(line));
            }
        }
        Ok(None)
    }

    /// The next line; none if nothing has come until then.
    pub fn next(&mut self, until: Option<Instant>) -> Result<Option<Value>, Failure> {
        loop {
            let now = Instant::now();
            if now >= self.beat {
                self.beat = now + BEAT;
                self.send(&json!({"do": "beat"}))?;
            }
            let wake = until.map_or(self.wake(), |until| self.wake().min(until));
            match self.lines.recv_timeout(wake.saturating_duration_since(now)) {
                Ok(Came::Line(line)) => {
                    self.heard = Instant::now();
                    match line["clock"].as_f64().filter(|_| line["id"].is_null()) {
                        Some(clock) => self.clock = (clock, self.heard),
                        None => return Ok(Some(line)),
                    }
                }
                Ok(Came::Strange) => return Err(self.lost("what came is no line of a relay")),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if self.heard.elapsed() >= SILENCE => {
                    return Err(self.lost("nothing comes any more"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if until.is_some_and(|until| Instant::now() >= until) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// When something is due even if nothing comes.
    pub fn wake(&self) -> Instant {
        self.beat.min(self.heard + SILENCE)
    }

    fn send(&self, line: &Value) -> Result<(), Failure> {
        let mut bytes = line.to_string().into_bytes();
        bytes.push(b'\n');
        let sent = self.output.try_send(bytes);
        sent.map_err(|_| self.lost("nothing is taken any more"))
    }

    /// The first line of the relay.
    fn hello(&mut self) -> Result<Hello, Failure> {
        let deadline = Instant::now() + OPENING;
        for _ in 0..STRANGE {
            let wait = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(wait) {
                Ok(Came::Line(line)) => {
                    if let Ok(hello) = serde_json::from_value(line) {
                        return Ok(hello);
                    }
                }
                Ok(Came::Strange) => {}
                Err(RecvTimeoutError::Timeout) => return Err(self.silent()),
                Err(RecvTimeoutError::Disconnected) => return Err(self.refused()),
            }
        }
        Err(self.unreachable("what its shell prints is no line of a relay"))
    }

    /// ssh has ended before the first line.
    fn refused(&mut self) -> Failure {
        let host = &self.host;
        let status = self.child.wait().ok().and_then(|status| status.code());
        let said = self.said();
        match status {
            Some(127) => Failure::gone(format!(
                "{host} has no shadow; `{}` brings this one, if both machines are of one kind",
                bring(host)
            )),
            Some(2) if said.contains("relay") => Failure::gone(format!(
                "{host} has a shadow without `relay`; `{}` brings this one, if both machines are of one kind",
                bring(host)
            )),
            _ if !said.is_empty() => self.unreachable(&said),
            _ => self.unreachable("ssh ended without a word"),
        }
    }

    fn other_version(&self, hello: &Hello) -> Failure {
        let host = &self.host;
        Failure::gone(format!(
            "{host} has shadow {} with the interface {}, and this one has {SCHEMA_VERSION}; `{}` brings this one, if both \
             machines are of one kind",
            excerpt(&hello.version, SHOWN),
            excerpt(&hello.schema_version, SHOWN),
            bring(host)
        ))
    }

    fn ended(&mut self) -> Failure {
        let _ = self.child.wait();
        let said = self.said();
        match said.is_empty() {
            true => self.lost("the relay or ssh has ended"),
            false => self.lost(&said),
        }
    }

    fn unreachable(&self, why: &str) -> Failure {
        Failure::gone(format!("{} cannot be reached: {why}", self.host))
    }

    fn lost(&self, why: &str) -> Failure {
        Failure::gone(format!("the connection to {} is lost: {why}", self.host))
    }

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

impl Drop for Link {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command that brings this program to a machine.
fn bring(host: &HostName) -> String {
    let own = std::env::current_exe();
    let own = own.map_or_else(|_| "shadow".to_owned(), |path| path.display().to_string());
    let own = own.replace('\'', "'\\''");
    format!("ssh {host} mkdir -p .local/bin && scp '{own}' {host}:.local/bin/shadow")
}

fn major(version: &str) -> &str {
    version.split('.').next().unwrap_or_default()
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
        let value = serde_json::from_slice::<Value>(&line).ok();
        let value = value.filter(|value| read == Line::Whole && value.is_object());
        let came = value.map_or(Came::Strange, |mut value| {
            clean(&mut value);
            Came::Line(value)
        });
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

/// The error that a response holds, if it holds one.
pub fn fault(host: &HostName, response: &Map<String, Value>) -> Option<Failure> {
    let error = response.get("error")?.as_str()?;
    let exit = response.get("exit").and_then(Value::as_u64);
    let exit = exit.and_then(|exit| u8::try_from(exit).ok());
    let exit = exit.map_or(Exit::NotHeld, Exit::of);
    // An error is no success, whatever the machine says.
    let exit = exit.max(Exit::NotHeld);
    Some(Failure::new(exit, format!("{host}: {error}")))
}
