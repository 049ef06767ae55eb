//! `shadow completions`: completes the command line in a shell, with the names of the panes that hold an agent.

use std::ffi::OsStr;

use clap::{Args, Command, ValueEnum};
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use super::panes;
use crate::exit::{Exit, Failure, Outcome};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  # in ~/.bashrc
  source <(shadow completions bash)
  # in ~/.zshrc, after compinit
  source <(shadow completions zsh)
  # in ~/.config/fish/config.fish
  shadow completions fish | source

The shell asks shadow at each Tab. So it completes the panes that are open
now, and an update of shadow needs no new script.";

/// The variable by which a shell asks for completions.
const ASKED: &str = "COMPLETE";

/// What a pane is called in the usage of every command.
const PANE: &str = "PANE";

/// Arguments of `shadow completions`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs it.
pub fn run(args: &CompletionsArgs) -> Outcome {
    let name = args.shell.to_possible_value();
    let name = name.as_ref().map_or("", |value| value.get_name());
    let shells = Shells::builtins();
    let shell = shells.completer(name);
    let shell = shell.ok_or_else(|| Failure::usage(format!("no completions for {name}")))?;
    let mut script = Vec::new();
    let written = shell.write_registration(ASKED, "shadow", "shadow", "shadow", &mut script);
    written.map_err(|error| Failure::new(Exit::NotHeld, error.to_string()))?;
    Output::new().text(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}

/// Answers a shell that asks for completions, and ends the process; does nothing for anybody else.
pub fn answer(line: fn() -> Command) {
    if std::env::var_os(ASKED).is_some() {
        let line = || completed(line());
        CompleteEnv::with_factory(line).var(ASKED).complete();
    }
}

/// The command line, with what completes the name of a pane.
fn completed(line: Command) -> Command {
    line.mut_subcommands(|command| {
        command.mut_args(|arg| match arg.get_value_names() {
            Some([name]) if name.as_str() == PANE => arg.add(ArgValueCompleter::new(named)),
            _ => arg,
        })
    })
}

/// The panes that hold an agent and whose names begin like this.
fn named(begun: &OsStr) -> Vec<CompletionCandidate> {
    let begun = begun.to_string_lossy();
    let panes = panes::names().unwrap_or_default().into_iter();
    let fitting = panes.filter(|(name, _)| name.starts_with(&*begun));
    let shown =
        fitting.map(|(name, about)| CompletionCandidate::new(name).help(Some(about.into())));
    shown.collect()
}
