//! `shadow demo`: bundled recordings of real sessions of both CLIs, played through the engine.

use std::io::IsTerminal;
use std::thread;
use std::time::Duration;

use clap::Args;
use shadow_tui::Stack;
use shadow_tui::contract::Payload;

use crate::demo::{Layout, Moment, Playback, RECORDINGS, Recording};
use crate::exit::{Exit, Failure, Outcome};
use crate::output::Output;
use crate::setup;
use crate::title::Titled;

/// Seconds that a moment is shown at most, before `--speed`.
const LONGEST: f64 = 1.5;

const EXAMPLES: &str = "\
Examples:
  shadow demo
  shadow demo --speed 3
  shadow demo --fast | less

If the output is not a terminal, each change of the verdict is printed once, without a pause.";

/// Arguments of `shadow demo`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct DemoArgs {
    /// Print each change of the verdict once, without a pause
    #[arg(long, conflicts_with = "speed")]
    fast: bool,
    /// Play this many times faster than recorded
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = speed)]
    speed: f64,
}

fn speed(text: &str) -> Result<f64, String> {
    let speed: Option<f64> = text.parse().ok();
    let speed = speed.filter(|speed| (0.01..=1000.0).contains(speed));
    speed.ok_or_else(|| "write a number from 0.01 to 1000".to_owned())
}

/// Runs it.
pub fn run(args: &DemoArgs) -> Outcome {
    let stack = setup::stack()?;
    let live = std::io::stdout().is_terminal() && !args.fast;
    // Dropped behind the output, which holds the terminal.
    let _titled = live.then(Titled::begin);
    let mut output = Output::new();
    for recording in &RECORDINGS {
        if live {
            animate(&mut output, &stack, recording, args.speed)?;
        } else {
            print(&mut output, &stack, recording)?;
        }
    }
    output.text(CLOSING)?;
    Ok(Exit::Done)
}

const CLOSING: &str = "\
These were recordings of real sessions. `shadow panes` lists the agents that
run in your tmux. `shadow explain --pane %N` gives the reasons.";

/// Draws each moment in place, and waits as long as it lasted.
fn animate(
    output: &mut Output,
    stack: &Stack,
    recording: &Recording,
    speed: f64,
) -> Result<(), Failure> {
    // Our own sequences: clear the screen, then draw each frame from the top left corner.
    output.text("\u{1b}[2J")?;
    for moment in Playback::new(stack, recording.cast()?) {
        let lines = layout(true).lines(&heading(recording), &moment);
        let drawn: Vec<String> = lines.iter().map(|line| format!("{line}\u{1b}[K")).collect();
        output.text(&format!("\u{1b}[H{}\u{1b}[J", drawn.join("\n")))?;
        let seconds = moment.lasts.min(LONGEST) / speed;
        thread::sleep(Duration::from_secs_f64(seconds));
    }
    thread::sleep(Duration::from_secs_f64(LONGEST / speed));
    Ok(())
}

/// Prints each change of the verdict once.
fn print(output: &mut Output, stack: &Stack, recording: &Recording) -> Result<(), Failure> {
    let mut before = None;
    for moment in Playback::new(stack, recording.cast()?) {
        let now = gist(&moment);
        if before.as_ref() != Some(&now) {
            let lines = layout(false).lines(&heading(recording), &moment);
            output.text(&lines.join("\n"))?;
            before = Some(now);
        }
    }
    Ok(())
}

/// What makes a verdict another one.
fn gist(moment: &Moment) -> String {
    let Payload {
        surface_assessment: surface,
        submit_ready,
        safe_to_type,
        ..
    } = &moment.payload;
    let block = surface
        .operator_block
        .as_ref()
        .map(|block| &block.signature);
    let activity = surface.activity.as_ref().map(|activity| activity.kind);
    let axes = crate::render::verdict::axes(surface);
    format!("{axes} {submit_ready} {safe_to_type} {block:?} {activity:?}")
}

fn heading(recording: &Recording) -> String {
    format!("{} {}", recording.name, recording.version)
}

/// The layout for the terminal; 80x24 where there is none.
fn layout(live: bool) -> Layout {
    let size = terminal_size::terminal_size().filter(|_| live);
    let (cols, rows) = size.map_or((80, 24), |(cols, rows)| (cols.0.into(), rows.0.into()));
    let styled = live && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    Layout { cols, rows, styled }
}
