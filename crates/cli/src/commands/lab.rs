//! `shadow lab`: the lab's own commands, mounted.

use shadow_lab::LabCommand;

use crate::exit::{Exit, Failure, Outcome};

pub const EXAMPLES: &str = "\
Examples:
  shadow lab try
  shadow lab run claude 2.1.330 basic --out lab-out
  shadow lab matrix codex --out lab-out
  shadow lab add lab-out

Words of the lab:
  scenario      a list of steps with a CLI; each step that has a name ends in
                a capture
  pane setting  how the CLI is shown: size, theme, renderer (--setting); the
                settings that the CLI itself has are something else
  world         the account, servers and hooks around a CLI
  session       one run of a scenario, with its captures and its recording
  matrix        which versions to run, and in which pane settings. The core
                matrix has many versions at 120x40. The wide matrix has three
                versions and fewer scenarios, in several sizes, and at 120x40
                in several themes and renderers
  held-out      versions that are only scored: no person looks at a screen

`shadow doctor` lists what the lab needs and what is missing on this machine.";

/// Carries a command of the lab out.
pub fn run(command: LabCommand) -> Outcome {
    match command.run(&["lab"]) {
        Ok(0) => Ok(Exit::Done),
        Ok(_) => Ok(Exit::NotHeld),
        Err(error) => Err(Failure::new(Exit::NotHeld, error.to_string())),
    }
}
