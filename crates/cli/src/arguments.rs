//! The command line's top: which command, and what its help says first.

use std::ffi::OsString;

use clap::{Parser, Subcommand};

#[cfg(feature = "lab")]
use crate::commands::lab;
#[cfg(feature = "serve")]
use crate::commands::serve;
#[cfg(feature = "top")]
use crate::commands::top;
use crate::commands::{
    choose, coverage, demo, doctor, explain, extract, interrupt, keep, panes, parse, record,
    replay, report, review, run, schema, send, test, timeline, tmux, turns, wait, watch,
};
use crate::exit::Outcome;
use crate::usage;

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
    /// Watch bundled recordings of real sessions go through the engine
    Demo(demo::DemoArgs),
    /// List every tmux pane that holds an agent, with its state
    Panes(panes::PanesArgs),
    /// See every agent pane live, who needs you first, and answer, send, interrupt or jump there
    #[cfg(feature = "top")]
    Top(top::TopArgs),
    /// Serve a page that shows the same, an HTTP API, an event stream and metrics
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// Say what a screen shows, as one JSON object for each input
    Parse(parse::ParseArgs),
    /// Show a screen with its zones in the margin, the verdict, and why
    Explain(explain::ExplainArgs),
    /// Find an answer in the dialog: by pattern, sentinel or JSON block
    Extract(extract::ExtractArgs),
    /// Replay a recording through screen, parser and reducer, and print its events
    Replay(replay::ReplayArgs),
    /// Tell what happens in live panes, event by event
    Watch(watch::WatchArgs),
    /// Wait until a pane is ready, blocked, done or gone
    Wait(wait::WaitArgs),
    /// Host a command transparently, and tell what happens in it
    Run(run::RunArgs),
    /// Send a prompt: look, paste, see it, Enter, see the turn begin
    Send(send::SendArgs),
    /// Answer a dialog, if it is still the one that was read
    Choose(choose::ChooseArgs),
    /// Interrupt the turn that runs
    Interrupt(interrupt::InterruptArgs),
    /// Record a command or a pane, with a marker and a capture at every event
    Record(record::RecordArgs),
    /// List, filter and sum the turns of a log
    Turns(turns::TurnsArgs),
    /// Draw a recording or a turn log as lanes over time, and where what was said and seen disagree
    Timeline(timeline::TimelineArgs),
    /// Show agents in tmux itself: status line, window flags, borders, keys
    #[command(subcommand, after_help = tmux::EXAMPLES)]
    Tmux(tmux::TmuxCommand),
    /// Step through the changes of the last `shadow test`
    Review(review::ReviewArgs),
    /// Bundle a misread screen, redacted, for a bug report
    Report(report::ReportArgs),
    /// Say which rules, presets and contexts no case exercises
    Coverage(coverage::CoverageArgs),
    /// Hold folders of cases to their truth, and tell what changed
    Test(test::TestArgs),
    /// Print the JSON Schema of every payload and request
    Schema(schema::SchemaArgs),
    /// Run the real CLIs offline and capture their screens with known truth
    #[cfg(feature = "lab")]
    #[command(subcommand, after_help = lab::EXAMPLES)]
    Lab(shadow_lab::LabCommand),
    /// Stand between a host and its program; `shadow run` starts it
    #[command(hide = true)]
    Keep(keep::KeepArgs),
    /// Say what is missing on this machine, and how to get it
    Doctor(doctor::DoctorArgs),
}

/// Runs the command that the arguments name.
pub fn run(arguments: impl Iterator<Item = OsString>) -> Outcome {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return usage::answer(&error),
    };
    match arguments.command {
        Command::Demo(args) => demo::run(&args),
        Command::Panes(args) => panes::run(&args),
        #[cfg(feature = "top")]
        Command::Top(args) => top::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        Command::Parse(args) => parse::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Extract(args) => extract::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Wait(args) => wait::run(&args),
        Command::Run(args) => run::run(args),
        Command::Record(args) => record::run(&args),
        Command::Keep(args) => Ok(keep::run(&args)),
        Command::Send(args) => send::run(&args),
        Command::Choose(args) => choose::run(&args),
        Command::Interrupt(args) => interrupt::run(&args),
        Command::Turns(args) => turns::run(&args),
        Command::Timeline(args) => timeline::run(&args),
        Command::Tmux(command) => tmux::run(&command),
        Command::Review(args) => review::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Coverage(args) => coverage::run(&args),
        Command::Test(args) => test::run(&args),
        Command::Schema(args) => schema::run(&args),
        #[cfg(feature = "lab")]
        Command::Lab(command) => lab::run(command),
        Command::Doctor(args) => doctor::run(&args),
    }
}
