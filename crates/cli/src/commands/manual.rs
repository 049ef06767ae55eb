//! `shadow manual`: writes the manual pages, for packages.

use std::path::PathBuf;

use clap::Args;

use crate::arguments;
use crate::exit::{Exit, Failure, Outcome};

/// Arguments of `shadow manual`.
#[derive(Debug, Args)]
pub struct ManualArgs {
    /// The folder for the pages; it must be there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Runs it.
pub fn run(args: &ManualArgs) -> Outcome {
    let written = clap_mangen::generate_to(arguments::command(), &args.folder);
    written.map_err(|error| {
        let folder = args.folder.display();
        Failure::new(
            Exit::NotHeld,
            format!("no manual pages in {folder}: {error}"),
        )
    })?;
    Ok(Exit::Done)
}
