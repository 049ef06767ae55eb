//! `shadow manual`: writes the manual pages, for packages.

use std::path::PathBuf;

use clap::{Args, Command};

use crate::exit::{Exit, Failure, Outcome};

/// Arguments of `shadow manual`.
#[derive(Debug, Args)]
pub struct ManualArgs {
    /// The folder for the pages; it must be there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pages of a command line.
pub fn run(args: &ManualArgs, line: Command) -> Outcome {
    let written = clap_mangen::generate_to(line, &args.folder);
    written.map_err(|error| {
        let folder = args.folder.display();
        Failure::new(
            Exit::NotHeld,
            format!("no manual pages in {folder}: {error}"),
        )
    })?;
    Ok(Exit::Done)
}
