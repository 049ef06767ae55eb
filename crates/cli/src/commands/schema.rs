//! `shadow schema`: the JSON Schema of everything that goes over the machine interface.

use clap::Args;

use crate::exit::{Exit, Outcome};
use crate::output::Output;
use crate::wire::schema;

/// Arguments of `shadow schema`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  shadow schema | jq '.[\"$defs\"] | keys'")]
pub struct SchemaArgs {}

/// Runs it.
pub fn run(_args: &SchemaArgs) -> Outcome {
    Output::new().text(&schema::document())?;
    Ok(Exit::Done)
}
