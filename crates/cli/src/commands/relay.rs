//! `shadow relay`: the agents of this machine, for a shadow on another one.

use std::io::{self, BufReader};
#[cfg(feature = "fleet")]
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::{ArgGroup, Args};
use serde_json::Value;
#[cfg(feature = "fleet")]
use shadow_tmux::resolved;
use shadow_tmux::tmux_version;
use shadow_tui::contract::SCHEMA_VERSION;

use crate::build;
use crate::calendar::since_epoch;
use crate::exit::{Exit, Failure, Outcome};
#[cfg(feature = "fleet")]
use crate::host_name::HostName;
use crate::input::{Line, read_line};
#[cfg(feature = "fleet")]
use crate::live;
use crate::output::json_line;
use crate::printer::Printer;
#[cfg(feature = "fleet")]
use crate::publishing::{Service, own_name};
use crate::relay::{Journal, Life};
use crate::stream::{Acts, Print};
use crate::wire::relay::{Beat, Hello, RELAY};
use crate::wire::{Fault, Identified, recover_id};

const EXAMPLES: &str = "\
You rarely start this command yourself. shadow on another machine starts it
through ssh, for example when you type there:
  shadow panes --host devbox
  shadow send devbox/default/%3 'run the tests'

With --stdio, the command reads one request a line and writes one response a
line. It takes these requests of `shadow parse --ndjson --act`: watch, panes,
wait, send, choose and interrupt, but not ask. It also takes find, look and act:
- {\"do\":\"find\"} lists the panes with their sockets, and
  {\"do\":\"look\",\"pane\":\"%3\"} gives a pane with the words of its screen.
- The first line of output has `life` (the name of this run of the relay) and
  `clock` (its clock, in seconds). The relay prints its clock again every two
  seconds.
- A request that acts also has `key` (a name that you choose for it), `life`,
  `before` (the act may begin only until `clock` reaches this value) and `by`
  (who asks). A second request with the same key does nothing new.
- {\"do\":\"act\",\"key\":\"…\"} asks for the result of an act. If the relay ended
  in the middle of it, `outcome` is `uncertain`, and nothing is done again.

In ~/.local/state/shadow, the folder `acts` keeps each act for a day, so that
none is done twice. The file `acts.ndjson` there lists what was asked, by whom,
and what came of it. Only you can read the folder and the file.";

/// Arguments of `shadow relay`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("way").required(true)))]
pub struct RelayArgs {
    /// Answer requests from standard input, one JSON object a line
    #[arg(long, group = "way")]
    stdio: bool,
    #[cfg(feature = "fleet")]
    #[command(flatten)]
    nats: NatsArgs,
}

/// Arguments of a relay that publishes.
#[cfg(feature = "fleet")]
#[derive(Debug, Args)]
struct NatsArgs {
    /// Publish events on this NATS server (such as tls://HOST?creds=FILE&ca=FILE), and answer requests that come through it
    #[arg(long, value_name = "URL", group = "way")]
    nats: Option<String>,
    /// With --nats: the name of this machine in the fleet [default: its host name]
    #[arg(long, value_name = "NAME", requires = "nats")]
    host: Option<HostName>,
    /// Only the panes of the tmux server with this socket; may be repeated [default: all your servers]
    #[arg(long = "socket", value_name = "PATH", requires = "nats")]
    sockets: Vec<PathBuf>,
    /// Blank every letter and digit of the screens that others ask for; events still contain prompts, answers and dialogs
    #[arg(long, requires = "nats")]
    redact: bool,
}

#[cfg(feature = "fleet")]
impl NatsArgs {
    /// Runs a relay that publishes, if that is what is asked for.
    fn run(&self) -> Option<Outcome> {
        let nats = self.nats.as_deref()?;
        Some(self.serve(nats))
    }

    fn serve(&self, nats: &str) -> Outcome {
        let address = nats.parse();
        let address =
            address.map_err(|wrong: String| Failure::usage(format!("--nats: {wrong}")))?;
        let host = self.host.clone().map_or_else(own_name, Ok)?;
        let sockets: Vec<PathBuf> = self.sockets.iter().map(|it| resolved(it)).collect();
        live::ask_only(&sockets);
        Service {
            address,
            host,
            sockets,
            redacted: self.redact,
        }
        .run()
    }
}

/// The largest line that is read, in bytes: a prompt.
const LINE: usize = 1 << 20;

/// Lines that wait to be carried out.
const WAITING: usize = 16;

/// Time between two beats.
const BEAT: Duration = Duration::from_secs(2);

/// How long a requester that has said that it is there may say nothing.
const SILENCE: Duration = Duration::from_secs(30);

/// Runs it.
#[cfg_attr(
    not(feature = "fleet"),
    allow(unused_variables, reason = "then there is one way")
)]
pub fn run(args: &RelayArgs) -> Outcome {
    tmux_version()?;
    #[cfg(feature = "fleet")]
    if let Some(ended) = args.nats.run() {
        return ended;
    }
    let journal = Arc::new(Journal::open(Life::begin())?);
    let printer = Arc::new(Mutex::new(Printer::start()));
    let shared = Arc::clone(&printer);
    let print: Print = Arc::new(move |line| {
        let line = String::from_utf8_lossy(line).into_owned();
        let mut printer = shared.lock().unwrap_or_else(PoisonError::into_inner);
        printer.line(line)
    });
    let mut acts = Acts::new(Arc::clone(&print)).kept_in(Arc::clone(&journal));
    let answered = answer(&mut acts, &print, journal.life());
    // No act is left between two keys, whatever has become of the requester.
    acts.finish();
    let mut printer = printer.lock().unwrap_or_else(PoisonError::into_inner);
    let printer = std::mem::replace(&mut *printer, Printer::start());
    answered.and(printer.finish()).map(|()| Exit::Done)
}

/// Answers until standard input ends, or until the requester says nothing more.
fn answer(acts: &mut Acts, print: &Print, life: &Life) -> Result<(), Failure> {
    let hello = Hello {
        relay: RELAY,
        life: life.name().to_owned(),
        clock: life.now(),
        time: Some(since_epoch().as_secs_f64()),
        version: build::VERSION.to_string(),
        schema_version: SCHEMA_VERSION.to_owned(),
        at: None,
        made: None,
        taken: 0,
        stored: 0,
    };
    print(json_line(&hello).as_bytes())?;
    let (lines, received) = sync_channel(WAITING);
    thread::spawn(move || read(&lines));
    let (mut beat, mut heard) = (Instant::now() + BEAT, None);
    while heard.is_none_or(|at: Instant| at.elapsed() <= SILENCE) {
        let wait = beat.saturating_duration_since(Instant::now());
        match received.recv_timeout(wait) {
            Ok(line) => {
                if heard.is_some() || line.is_beat() {
                    heard = Some(Instant::now());
                }
                take(acts, print, line)?;
            }
            Err(RecvTimeoutError::Timeout) => {
                beat = Instant::now() + BEAT;
                let clock = life.now();
                print(json_line(&Beat { clock }).as_bytes())?;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(())
}

/// A line that was read.
struct Read {
    /// It, or its beginning.
    line: Vec<u8>,
    is_whole: bool,
}

impl Read {
    fn is_beat(&self) -> bool {
        memchr::memmem::find(&self.line, b"\"beat\"").is_some()
    }
}

/// Reads lines until standard input ends.
fn read(lines: &SyncSender<Read>) {
    let mut input = BufReader::new(io::stdin());
    let mut line = Vec::new();
    while let Ok(read @ (Line::Whole | Line::TooLong)) = read_line(&mut input, LINE, &mut line) {
        let is_whole = read == Line::Whole;
        let line = std::mem::take(&mut line);
        if lines.send(Read { line, is_whole }).is_err() {
            return;
        }
    }
}

/// Carries a line out, or says what is wrong with it.
fn take(acts: &mut Acts, print: &Print, read: Read) -> Result<(), Failure> {
    let Read { line, is_whole } = read;
    if is_whole && acts.take(&line) {
        return Ok(());
    }
    let error = match is_whole {
        true => "not a request: send one JSON object with \"do\" on each line".to_owned(),
        false => format!("the line is longer than {} MiB", LINE >> 20),
    };
    let body = Fault {
        error,
        exit: Some(Exit::Usage.code()),
    };
    let id = recover_id(&line).and_then(|id| serde_json::from_str(id.get()).ok());
    let id: Value = id.unwrap_or_default();
    print(json_line(&Identified { id, body }).as_bytes())
}
