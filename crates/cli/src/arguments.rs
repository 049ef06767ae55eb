//! The command line's top: which command, and what its help says first.

use std::ffi::OsString;

use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::build;
#[cfg(feature = "fleet")]
use crate::commands::fleet;
#[cfg(feature = "lab")]
use crate::commands::lab;
#[cfg(feature = "top")]
use crate::commands::top;
use crate::commands::{
    ask, choose, completions, coverage, demo, doctor, explain, extract, interrupt, keep, manual,
    panes, parse, record, relay, replay, report, review, run, schema, send, test, timeline, tmux,
    turns, wait, watch,
};
#[cfg(feature = "serve")]
use crate::commands::{mcp, serve};
use crate::config;
use crate::exit::{Exit, Outcome};
use crate::output::Output;
use crate::usage;

/// Watch Claude Code and the Codex CLI in your terminal.
///
/// shadow reads the screen of a pane. It reports whether the agent is idle,
/// working or waiting for you, and whether it is safe to type. It gives the
/// reasons for each answer.
#[derive(Debug, Parser)]
#[command(
    name = "shadow",
    version = build::VERSION.as_str(),
    verbatim_doc_comment,
    after_help = "`shadow help COMMAND` has the options of a command, and examples.\n\
                  Exit codes: 0 done, 1 a check failed or an action was refused,\n\
                  2 wrong arguments, 3 input could not be read, 4 the pane, server\n\
                  or process is gone."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play recordings of real sessions and show how shadow reads them
    Demo(demo::DemoArgs),
    /// List every tmux pane that holds an agent, with its state
    Panes(panes::PanesArgs),
    /// Show all agents live; answer, send, interrupt or jump with a key
    #[cfg(feature = "top")]
    Top(top::TopArgs),
    /// Serve a web page, an HTTP API, an event stream and metrics
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// Let an agent watch and lead other agents (Model Context Protocol)
    #[cfg(feature = "serve")]
    Mcp(mcp::McpArgs),
    /// Read a screen and print its state as JSON
    Parse(parse::ParseArgs),
    /// Show a screen with its zones, the verdict and the reasons
    Explain(explain::ExplainArgs),
    /// Find an answer on a screen: by pattern, marked lines or JSON
    Extract(extract::ExtractArgs),
    /// Replay a recording and print its events
    Replay(replay::ReplayArgs),
    /// Print the events of live panes as they happen
    Watch(watch::WatchArgs),
    /// Wait until a pane is ready, blocked or gone, or its turn has ended
    Wait(wait::WaitArgs),
    /// Run a command in this terminal and report its events
    Run(run::RunArgs),
    /// Send a prompt to a pane, if it is safe to type there
    Send(send::SendArgs),
    /// Send a prompt, wait, and print the answer or the dialog that opens
    Ask(ask::AskArgs),
    /// Answer a dialog, if it is still the dialog that you read
    Choose(choose::ChooseArgs),
    /// Interrupt the running turn
    Interrupt(interrupt::InterruptArgs),
    /// Record a command or a pane, with a capture at every event
    Record(record::RecordArgs),
    /// List, filter and add up the turns of a log
    Turns(turns::TurnsArgs),
    /// Draw a recording, or a log of turns or events, as lanes over time
    Timeline(timeline::TimelineArgs),
    /// Show agents in tmux: status line, window names, borders, keys
    #[command(subcommand, after_help = tmux::EXAMPLES)]
    Tmux(tmux::TmuxCommand),
    /// Step through the unexpected answers of the last `shadow test`
    Review(review::ReviewArgs),
    /// Pack a misread screen, redacted, for a bug report
    Report(report::ReportArgs),
    /// Count the cases that exercise each rule, preset, context and more
    Coverage(coverage::CoverageArgs),
    /// Check folders of cases and report unexpected answers
    Test(test::TestArgs),
    /// Print the JSON Schema of every payload and request
    Schema(schema::SchemaArgs),
    /// Let shadow on another machine watch and act on this one
    Relay(relay::RelayArgs),
    /// Set up a NATS server for the agents of many machines
    #[cfg(feature = "fleet")]
    #[command(subcommand, after_help = fleet::EXAMPLES)]
    Fleet(fleet::FleetCommand),
    /// Run the real CLIs offline and capture their screens
    #[cfg(feature = "lab")]
    #[command(subcommand, after_help = lab::EXAMPLES)]
    Lab(shadow_lab::LabCommand),
    /// Start a program for `shadow run` and wait for its end
    #[command(hide = true)]
    Keep(keep::KeepArgs),
    /// Print what your shell needs to complete commands and panes
    Completions(completions::CompletionsArgs),
    /// Write the manual pages into a folder
    #[command(hide = true)]
    Manual(manual::ManualArgs),
    /// Check what is missing on this machine and how to install it
    Doctor(doctor::DoctorArgs),
}

/// What an agent with a shell has to know of the command.
const SKILL: &str = include_str!("skill.md");

/// Runs the command that the arguments name.
pub fn run(arguments: impl Iterator<Item = OsString>) -> Outcome {
    let mut typed: Vec<OsString> = arguments.collect();
    if typed.get(1).is_some_and(|first| first == "--skill") {
        Output::new().text(SKILL)?;
        return Ok(Exit::Done);
    }
    let mut command = command();
    if usage::asks_for_help_of_help(&command, &typed) {
        typed.pop();
    }
    let matches = command.try_get_matches_from_mut(&typed);
    let read = matches.and_then(|matches| {
        config::choose(&matches);
        Arguments::from_arg_matches(&matches)
    });
    match read {
        Ok(arguments) => carry_out(arguments.command),
        Err(error) => usage::answer(&error, &command, &typed),
    }
}

/// The command line as it is read: with grouped help, with `--config` where a command heeds it, and with `--skill`, which
/// is answered before anything is read.
pub fn command() -> clap::Command {
    let skill = Arg::new("skill").long("skill").action(ArgAction::SetTrue);
    let skill = skill.help("Print what an agent needs to know to use shadow, as a skill file");
    config::named_by(usage::grouped(Arguments::command()).arg(skill))
}

/// Runs a command.
fn carry_out(command: Command) -> Outcome {
    match command {
        Command::Demo(args) => demo::run(&args),
        Command::Panes(args) => panes::run(&args),
        #[cfg(feature = "top")]
        Command::Top(args) => top::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        #[cfg(feature = "serve")]
        Command::Mcp(args) => mcp::run(&args),
        Command::Parse(args) => parse::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Extract(args) => extract::run(&args),
        Command::Relay(args) => relay::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Watch(args) => watch::run(&args),
        Command::Wait(args) => wait::run(&args),
        Command::Run(args) => run::run(args),
        Command::Record(args) => record::run(&args),
        Command::Keep(args) => Ok(keep::run(&args)),
        Command::Send(args) => send::run(&args),
        Command::Ask(args) => ask::run(&args),
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
        #[cfg(feature = "fleet")]
        Command::Fleet(command) => fleet::run(&command),
        #[cfg(feature = "lab")]
        Command::Lab(command) => lab::run(command),
        Command::Completions(args) => completions::run(&args),
        Command::Manual(args) => manual::run(&args, self::command()),
        Command::Doctor(args) => doctor::run(&args),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use shadow_tui::{Channels, Foreground, ForegroundKind, Program};

    use super::Arguments;

    /// The commands that host a program in the terminal around them: a CLI in there is in front.
    const HOST: &[&str] = &[
        "run",
        "record",
        "keep",
        #[cfg(feature = "lab")]
        "lab bridge",
        #[cfg(feature = "lab")]
        "lab try",
        #[cfg(feature = "lab")]
        "lab try-session",
    ];

    /// The commands that show what they read or did, or run a CLI in a terminal of its own elsewhere.
    const SHOW: &[&str] = &[
        "demo",
        "panes",
        #[cfg(feature = "top")]
        "top",
        #[cfg(feature = "serve")]
        "serve",
        #[cfg(feature = "serve")]
        "mcp",
        "parse",
        "explain",
        "extract",
        "relay",
        "replay",
        "watch",
        "wait",
        "send",
        "ask",
        "choose",
        "interrupt",
        "turns",
        "timeline",
        "tmux status",
        "tmux next",
        "tmux install",
        "tmux uninstall",
        "tmux load",
        "tmux watch",
        "review",
        "report",
        "coverage",
        "test",
        "schema",
        #[cfg(feature = "lab")]
        "lab run",
        #[cfg(feature = "lab")]
        "lab matrix",
        #[cfg(feature = "lab")]
        "lab check",
        #[cfg(feature = "lab")]
        "lab sweep",
        #[cfg(feature = "lab")]
        "lab add",
        #[cfg(feature = "lab")]
        "lab heldout",
        #[cfg(feature = "lab")]
        "lab act",
        #[cfg(feature = "lab")]
        "lab starts",
        #[cfg(feature = "lab")]
        "lab live",
        #[cfg(feature = "lab")]
        "lab oracle",
        #[cfg(feature = "lab")]
        "lab oracle-session",
        #[cfg(feature = "lab")]
        "lab attack",
        #[cfg(feature = "lab")]
        "lab attack-session",
        #[cfg(feature = "lab")]
        "lab lead",
        #[cfg(feature = "lab")]
        "lab lead-session",
        #[cfg(feature = "lab")]
        "lab act-session",
        #[cfg(feature = "lab")]
        "lab session",
        #[cfg(feature = "lab")]
        "lab mcp",
        #[cfg(feature = "fleet")]
        "fleet init",
        "completions",
        "manual",
        "doctor",
    ];

    /// The words of every command that can be run.
    fn all(command: &clap::Command, before: &str, found: &mut Vec<String>) {
        for below in command.get_subcommands() {
            let words = format!("{before}{}", below.get_name());
            match below.has_subcommands() {
                true => all(below, &format!("{words} "), found),
                false => found.push(words),
            }
        }
    }

    /// Who is in front where a command of shadow's stands before a CLI.
    fn front(words: &str) -> ForegroundKind {
        let shadow = Program {
            name: "shadow".to_owned(),
            path: Some("/usr/bin/shadow".to_owned()),
            arguments: words.split(' ').map(str::to_owned).collect(),
            ..Program::default()
        };
        let programs = vec![shadow, Program::named("unshare"), Program::named("claude")];
        let foreground = Foreground {
            programs,
            line_mode: None,
        };
        shadow_tui::stack().front(&Channels {
            foreground,
            ..Channels::default()
        })
    }

    #[test]
    fn a_cli_is_in_front_in_whatever_way_shadow_hosts_one() {
        let mut commands = Vec::new();
        all(&Arguments::command(), "", &mut commands);
        for words in &commands {
            let (hosts, shows) = (
                HOST.contains(&words.as_str()),
                SHOW.contains(&words.as_str()),
            );
            assert!(
                hosts != shows,
                "say of `shadow {words}` whether it hosts a program"
            );
            let expected = if hosts {
                ForegroundKind::Cli
            } else {
                ForegroundKind::NoCli
            };
            assert_eq!(front(words), expected, "shadow {words}");
        }
        assert_eq!(commands.len(), HOST.len() + SHOW.len());
    }
}
