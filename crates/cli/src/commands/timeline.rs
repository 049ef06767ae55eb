//! `shadow timeline`: a recording or a turn log as lanes over time.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;
use shadow_pictures::{Timeline, timeline_html, timeline_svg, timeline_text};
use shadow_tui::Stack;
use shadow_tui::event::Stamp;
use shadow_tui::recording::{RecordedPane, Replay, ReplayOptions};

use super::explain::as_png;
use crate::exit::{Exit, Failure, Outcome};
use crate::input::{LINE_LIMIT, Line, read_line};
use crate::output::{Output, write_picture};
use crate::page::Page;
use crate::recordings::{Recording, read_recording};
use crate::setup;
use crate::snapshot_args::ReaderArgs;
use shadow_legible::one_line;

const EXAMPLES: &str = "\
Examples:
  shadow timeline session.cast.gz
  shadow timeline --svg session.svg session.cast.gz
  shadow watch > events.ndjson; shadow timeline --html day.html events.ndjson
  shadow watch --for 60 | shadow timeline --png minute.png -

Without --svg, --html or --png the lanes are drawn as text, as wide as the
terminal.

What is drawn depends on the input:
- A recording (an asciicast or a folder of captures) or a stream of events
  (`shadow watch`) has lanes for readiness, turns, surface, title and the other
  self-reports, and for the times when a dialog waited. A self-report is what
  the CLI says of itself beside the text: title, program status (OSC 7501),
  progress, tab status, notifications and bell. Only a stream shows the last
  two. One lane marks where the title or another self-report disagrees with
  the screen.
- A turn log (`shadow watch --log`) has only the turns and the times when a
  dialog waited.

shadow takes the input as a log or a stream if it begins with an event, if its
name ends in .ndjson, or if it is standard input (-). Each pane in it gets its
own lanes.";

/// Columns of the text where it does not go to a terminal.
const COLUMNS: usize = 100;

/// The most events that are drawn.
const EVENTS: usize = 200_000;

/// Arguments of `shadow timeline`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TimelineArgs {
    /// A recording, or a log of turns or events
    #[arg(value_name = "RECORDING|TURNLOG")]
    file: String,
    /// Draw it as SVG; - is standard output
    #[arg(long, value_name = "FILE|-")]
    svg: Option<PathBuf>,
    /// Draw it on an HTML page, with a table
    #[arg(long, value_name = "FILE|-")]
    html: Option<PathBuf>,
    /// Draw it as PNG
    #[arg(long, value_name = "FILE|-")]
    png: Option<PathBuf>,
    /// Leave out titles, self-reports, prompts, paths and pane names
    #[arg(long)]
    redact: bool,
    #[command(flatten)]
    reader: ReaderArgs,
}

/// Runs it.
pub fn run(args: &TimelineArgs) -> Outcome {
    let timeline = match is_log(&args.file) {
        true => args.logged()?,
        false => args.replayed()?,
    };
    if timeline.is_empty() {
        return Err(Failure::input(format!(
            "{} contains no event for a timeline; give a recording or a turn log",
            args.file
        )));
    }
    args.draw(&timeline)?;
    Ok(Exit::Done)
}

/// Whether a file is a log of events, and no recording: by its name, or by its first line.
fn is_log(file: &str) -> bool {
    if file == "-" || file.ends_with(".ndjson") {
        return true;
    }
    let Ok(file) = std::fs::File::open(file) else {
        return false;
    };
    let mut line = Vec::new();
    let read = read_line(&mut BufReader::new(file), LINE_LIMIT, &mut line);
    let first = serde_json::from_slice::<Value>(&line).unwrap_or_default();
    read.is_ok() && first["event"].is_string()
}

impl TimelineArgs {
    fn draw(&self, timeline: &Timeline) -> Result<(), Failure> {
        let title = match self.redact {
            true => "redacted timeline".to_owned(),
            false => one_line(&self.file),
        };
        if self.svg.is_none() && self.html.is_none() && self.png.is_none() {
            let page = Page::stdout();
            let columns = page.width.unwrap_or(COLUMNS);
            return Output::new().text(&timeline_text(timeline, &title, columns, page.colored));
        }
        if let Some(path) = &self.svg {
            write_picture(path, timeline_svg(timeline, &title).as_bytes())?;
        }
        if let Some(path) = &self.html {
            write_picture(path, timeline_html(timeline, &title).as_bytes())?;
        }
        if let Some(path) = &self.png {
            write_picture(path, &as_png(&timeline_svg(timeline, &title), path)?)?;
        }
        Ok(())
    }

    /// A recording, replayed.
    fn replayed(&self) -> Result<Timeline, Failure> {
        let stack = setup::stack()?;
        let options = ReplayOptions {
            provider: self.reader.provider.name().map(str::to_owned),
            cli_version: self.reader.cli_version.clone(),
            ..ReplayOptions::default()
        };
        Ok(match read_recording(&self.file, options.interval)? {
            Recording::Cast(cast) => self.played(Replay::of_cast(&cast, &stack, options)),
            Recording::Captures(captures) => self.captured(captures, &stack, options),
        })
    }

    fn captured(&self, pane: impl RecordedPane, stack: &Stack, options: ReplayOptions) -> Timeline {
        self.played(Replay::new(pane, stack, options))
    }

    fn played<P: RecordedPane>(&self, mut replay: Replay<'_, P>) -> Timeline {
        let mut timeline = Timeline::new(self.redact);
        let happenings = replay.finish_seeing(&mut |sighting| timeline.see(&self.file, &sighting));
        let mut stamp = Stamp::recording(&self.file);
        for happening in happenings.into_iter().take(EVENTS) {
            let event = serde_json::to_value(stamp.event(happening));
            timeline.add(&event.unwrap_or_default());
        }
        timeline
    }

    /// The events of a log. Lines that are none are passed over: the last may be torn.
    fn logged(&self) -> Result<Timeline, Failure> {
        let refuse = |error: std::io::Error| {
            let file = &self.file;
            Failure::input(format!("cannot read {file}: {error}; give a readable log"))
        };
        let source: Box<dyn Read> = match self.file.as_str() {
            "-" => Box::new(std::io::stdin()),
            file => Box::new(std::fs::File::open(file).map_err(refuse)?),
        };
        let mut reader = BufReader::new(source);
        reader.fill_buf().map_err(refuse)?;
        let (mut line, mut timeline) = (Vec::new(), Timeline::new(self.redact));
        for _ in 0..EVENTS {
            if read_line(&mut reader, LINE_LIMIT, &mut line).map_err(refuse)? == Line::End {
                break;
            }
            timeline.add(&serde_json::from_slice::<Value>(&line).unwrap_or_default());
        }
        Ok(timeline)
    }
}
