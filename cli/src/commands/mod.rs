//! The commands, one file each, and the choice between them.

mod parse;
mod usage;

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use crate::exit::Outcome;

/// Know from the terminal alone what Claude Code and the Codex CLI are doing.
///
/// One snapshot of a pane goes in; what the surface is (idle, working, waiting for you), where
/// keystrokes would go, and what the dialog says come out, with the reasons.
#[derive(Debug, Parser)]
#[command(
    name = "shadow",
    version,
    disable_help_subcommand = true,
    after_help = "Exit codes: 0 done, 1 a check did not hold or an action was refused, 2 usage, \
                  3 input could not be read, 4 the pane, server or process is gone."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what a screen shows, as one JSON object for each input
    Parse(parse::ParseArgs),
}

/// Runs the command that the arguments name.
pub fn run(arguments: impl Iterator<Item = OsString>) -> Outcome {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return usage::answer(&error),
    };
    match arguments.command {
        Command::Parse(args) => parse::run(&args),
    }
}
