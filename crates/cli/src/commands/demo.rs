//! `shadow demo`: bundled recordings of real sessions of both CLIs, played through the engine.

use std::io;

use clap::Args;
use shadow_demo::{Pace, show};

use crate::exit::{Exit, Failure, Outcome};
use crate::setup;

const EXAMPLES: &str = "\
Examples:
  shadow demo
  shadow demo --speed 3
  shadow demo --fast | less

If the output is not a terminal, each change of the verdict is printed once,
without a pause.";

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
    let pace = match args.fast {
        true => Pace::Fast,
        false => Pace::Timed(args.speed),
    };
    show(&setup::stack()?, pace, CLOSING).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => Failure::new(Exit::NotHeld, error.to_string()),
        _ => error.into(),
    })?;
    Ok(Exit::Done)
}

const CLOSING: &str = "\
These were recordings of real sessions. `shadow panes` lists the agents that
run in your tmux. `shadow explain --pane %N` gives the reasons.";
