//! `shadow replay`: a recording through screen, parser and reducer, on a virtual clock.

use clap::Args;
use shadow_tui::Stack;
use shadow_tui::event::{Happening, Stamp};
use shadow_tui::recording::{RecordedPane, Replay, ReplayOptions};

use crate::exit::{Exit, Failure, Outcome};
use crate::formats::{EventFormat, EventFormatArg};
use crate::output::Output;
use crate::recordings::{Recording, read_recording};
use crate::render::event;
use crate::seconds::interval;
use crate::setup;
use crate::snapshot_args::ReaderArgs;

const EXAMPLES: &str = "\
Examples:
  shadow replay session.cast
  shadow replay --format text --interval 0.5 session.cast.gz
  shadow replay captures/

A recording is an asciicast (version 2 or 3, plain or gzipped), or a folder of
captures. A session.toml beside the captures (`shadow record` writes one) gives
the time, size, cursor, title and self-reports of each capture, and whether the
CLI ran or had exited. Without it, a number at the beginning of a name is the
time of that capture in seconds. If any capture has no time, shadow ignores the
times of all, and reads the captures one at each interval: in the order of
session.toml, or sorted by name. Equal recordings, paths and options give equal
output, byte for byte.";

/// Arguments of `shadow replay`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// An asciicast, or a folder of captures
    #[arg(value_name = "RECORDING")]
    recording: String,
    #[command(flatten)]
    reader: ReaderArgs,
    /// Seconds of the recording between two looks; shadow does not wait between them
    #[arg(long, value_name = "S", default_value = "0.1", value_parser = interval)]
    interval: f64,
    #[command(flatten)]
    format: EventFormatArg,
}

/// Runs it.
pub fn run(args: &ReplayArgs) -> Outcome {
    let stack = setup::stack()?;
    match read_recording(&args.recording, args.interval)? {
        Recording::Cast(cast) => play(args, Replay::of_cast(&cast, &stack, options(args))),
        Recording::Captures(captures) => captured(args, &stack, captures),
    }
}

fn captured(args: &ReplayArgs, stack: &Stack, captures: impl RecordedPane) -> Outcome {
    play(args, Replay::new(captures, stack, options(args)))
}

fn options(args: &ReplayArgs) -> ReplayOptions {
    ReplayOptions {
        provider: args.reader.provider.name().map(str::to_owned),
        cli_version: args.reader.cli_version.clone(),
        interval: args.interval,
        ..ReplayOptions::default()
    }
}

fn play<P: RecordedPane>(args: &ReplayArgs, mut replay: Replay<'_, P>) -> Outcome {
    let mut output = Output::new();
    let mut stamp = Stamp::recording(&args.recording);
    for happening in replay.finish() {
        print(&mut output, args.format.wanted(), &mut stamp, happening)?;
    }
    Ok(Exit::Done)
}

/// One event in the format wanted.
pub fn print(
    output: &mut Output,
    format: EventFormat,
    stamp: &mut Stamp,
    happening: Happening,
) -> Result<(), Failure> {
    let event = stamp.event(happening);
    match format {
        EventFormat::Ndjson => output.json(&event),
        EventFormat::Text => output.text(&event::line(&event)),
    }
}
