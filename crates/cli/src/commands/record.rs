//! `shadow record`: a command or a pane as an asciicast, with a marker and a capture at every event.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use rustix::process::{Signal, getpid, kill_process};
use shadow_pty::Signals;
use shadow_tmux::{Heard, PaneId, PaneName, Server, View};
use shadow_tui::contract::Payload;
use shadow_tui::event::{Event, Stamp};
use shadow_tui::{Followed, ProcessState, Snapshot};

use crate::calendar::since_epoch;
use crate::exit::{Exit, Failure, Outcome};
use crate::hosting::HostArgs;
use crate::hosts::there;
use crate::live::ServerArgs;
use crate::recorder::{Recorder, Shown, Source, paint};
use crate::seconds::{interval, patience};
use crate::setup;

const EXAMPLES: &str = "\
Examples:
  shadow record -o turn.cast -- claude
  shadow record -o pane.cast %3
  shadow replay turn.cast
  shadow replay turn.captures

A command runs as under `shadow run`, and its output is recorded byte for
byte. Ctrl-C goes to the command, and the recording ends when the command
ends. A pane is read whenever it changes, and the recording draws what the
pane showed. Ctrl-C ends the recording of a pane.

For -o turn.cast, the folder turn.captures beside it holds a copy of the
recording, and a screen for each event. Its session.toml has a place for the
truth of each screen. There shadow writes its own answers, which may be wrong.
Check and correct them before you use the folder with `shadow test` or `shadow
lab add`.";

/// The marker at which a recording ends whose pane goes on.
const END: &str = "recording_ended";

/// Arguments of `shadow record`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct RecordArgs {
    /// The pane: its id (%3) or a tmux target (main:1.0)
    #[arg(value_name = "PANE", required_unless_present = "argv")]
    pane: Option<PaneName>,
    /// Write the recording to this new file
    #[arg(
        short = 'o',
        long = "output",
        visible_alias = "out",
        value_name = "FILE",
        default_value = "session.cast"
    )]
    output: PathBuf,
    /// Write no captures beside the recording
    #[arg(long)]
    no_captures: bool,
    /// The shortest time between two looks at a pane, in seconds
    #[arg(long, value_name = "S", default_value = "0.1", value_parser = interval)]
    interval: f64,
    /// Stop recording a pane after this many seconds
    #[arg(long = "for", value_name = "S", value_parser = patience)]
    duration: Option<f64>,
    #[command(flatten)]
    host: HostArgs,
    #[command(flatten)]
    server: ServerArgs,
    /// The command to run, with its arguments
    #[arg(last = true, value_name = "CMD", conflicts_with = "pane")]
    argv: Vec<OsString>,
}

/// Runs it.
pub fn run(args: &RecordArgs) -> Outcome {
    match &args.pane {
        Some(pane) => record_pane(args, pane),
        None => record_command(args),
    }
}

fn record_command(args: &RecordArgs) -> Outcome {
    let words = args.argv.iter().map(|word| word.to_string_lossy());
    let command = words.collect::<Vec<_>>().join(" ");
    let (exit, _) = args.host.host(&args.argv, |size| {
        let sides = (size.cols, size.rows);
        let recorder = Recorder::begin(&args.output, sides, &command, !args.no_captures)?;
        Ok(recorder)
    })?;
    Ok(exit)
}

fn record_pane(args: &RecordArgs, name: &PaneName) -> Outcome {
    if let Some(there) = there(name, &args.server)? {
        return Err(Failure::usage(format!(
            "{there} is on another machine; log in there to record it"
        )));
    }
    let mut signals =
        Signals::catch().map_err(|error| Failure::new(Exit::NotHeld, error.to_string()))?;
    let (server, id) = args.server.find(name)?;
    let mut recording = PaneRecording::begin(args, server, id)?;
    loop {
        if !recording.look()? {
            return Ok(Exit::Done);
        }
        let over = |limit: f64| recording.now() >= limit;
        if has_ended(&mut signals) || args.duration.is_some_and(over) {
            recording.end();
            return Ok(Exit::Done);
        }
        recording.sleep(args.duration);
    }
}

/// Whether a signal asks for the end; a stop is obeyed.
fn has_ended(signals: &mut Signals) -> bool {
    let came = signals.take();
    if came.contains(&Signal::TSTP) {
        // Continued, it goes on.
        let _ = kill_process(getpid(), Signal::STOP);
    }
    let ends = [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT];
    came.iter().any(|signal| ends.contains(signal))
}

/// A pane that is being recorded.
struct PaneRecording {
    source: Source,
    followed: Followed,
    cli_version: Option<String>,
    last: View,
    heard: Heard,
    fresh: bool,
    /// What was read last, when, and what was made of it.
    seen: Option<(f64, Snapshot, Payload)>,
    recorder: Recorder,
}

impl PaneRecording {
    fn begin(args: &RecordArgs, server: Server, id: PaneId) -> Result<Self, Failure> {
        let first = server.view(id)?;
        let sides = (first.pane.cols, first.pane.rows);
        let captures = !args.no_captures;
        let stamp = Stamp::pane(id.to_string(), since_epoch().as_secs_f64());
        let followed = Followed::new(setup::stack()?, stamp);
        Ok(Self {
            recorder: Recorder::begin(&args.output, sides, &first.pane.command, captures)?,
            source: Source::new(&server, id, args.interval),
            followed: followed.wanting(args.host.reader.provider.choice()),
            cli_version: args.host.reader.cli_version.clone(),
            last: first,
            heard: Heard::default(),
            fresh: true,
            seen: None,
        })
    }

    fn now(&self) -> f64 {
        self.source.now()
    }

    /// Sleeps until something may be due, or until `latest`.
    fn sleep(&self, latest: Option<f64>) {
        let both = self.followed.deadline().into_iter().chain(latest);
        self.source.sleep(both.min_by(f64::total_cmp));
    }

    /// Looks once; says whether the pane is still there.
    fn look(&mut self) -> Result<bool, Failure> {
        match self.source.look() {
            Ok(Some((view, heard))) => self.see(view, heard),
            Ok(None) => {
                self.tick();
            }
            Err(error) if error.is_no_pane() || error.is_no_server() => {
                self.lose();
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        }
        Ok(true)
    }

    /// Time has passed and the pane is as it was; gives the second of the recording.
    fn tick(&mut self) -> f64 {
        let now = self.now();
        let events = self.followed.tick(now);
        self.mark(now, &events);
        now
    }

    fn see(&mut self, view: View, heard: Heard) {
        let same = view == self.last && heard.adds_nothing_to(&self.heard);
        if same && !self.fresh {
            self.tick();
            return;
        }
        let now = self.now();
        let sides = |view: &View| (view.pane.cols, view.pane.rows);
        if sides(&view) != sides(&self.last) {
            let (cols, rows) = sides(&view);
            self.recorder.cast().resized(now, cols, rows);
        }
        self.recorder.cast().output(now, &paint(&view));
        self.last = view.clone();
        self.heard = heard.clone();
        self.fresh = false;
        let mut snapshot = view.into_snapshot();
        heard.add_to(&mut snapshot.channels);
        snapshot.channels.cli_version.clone_from(&self.cli_version);
        self.read(now, snapshot);
    }

    /// The pane goes on, and the recording ends: with an event of its own, so that a replay knows for how long the pane
    /// stayed as it was.
    fn end(&mut self) {
        let now = self.tick();
        self.recorder.cast().marker(now, END);
    }

    fn lose(&mut self) {
        let now = self.now();
        let mut snapshot = self.seen.take().map(|(_, snapshot, _)| snapshot);
        let mut snapshot = snapshot.take().unwrap_or_default();
        snapshot.channels.process = ProcessState::Exited;
        self.recorder.cast().exited(now, 0);
        self.read(now, snapshot);
    }

    fn read(&mut self, now: f64, snapshot: Snapshot) {
        let look = self.followed.look(&snapshot, now);
        self.seen = Some((now, snapshot, look.payload));
        self.mark(now, &look.events);
    }

    /// Marks what has happened on the screen that was read last.
    fn mark(&mut self, now: f64, events: &[Event]) {
        let seen = self.seen.as_ref();
        self.recorder.mark(now, events, || {
            let (since, snapshot, payload) = seen?;
            Some(Shown {
                since: *since,
                text: String::from_utf8_lossy(&snapshot.text).into_owned(),
                channels: &snapshot.channels,
                payload,
            })
        });
    }
}
