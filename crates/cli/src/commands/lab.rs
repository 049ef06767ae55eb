//! `shadow lab`: the lab's own commands, mounted.

use shadow_lab::LabCommand;

use crate::exit::{Exit, Failure, Outcome};

pub const EXAMPLES: &str = "\
Examples:
  shadow lab run claude 2.1.330 basic --out lab-out
  shadow lab matrix codex --out lab-out
  shadow lab add lab-out

`shadow doctor` lists what the lab needs and what is missing on this machine.";

/// Carries a command of the lab out.
pub fn run(command: LabCommand) -> Outcome {
    match command.run(&["lab"]) {
        Ok(0) => Ok(Exit::Done),
        Ok(_) => Ok(Exit::NotHeld),
        Err(error) => Err(Failure::new(Exit::NotHeld, error.to_string())),
    }
}
