//! Help on standard output; a usage error as one line on standard error.

use clap::error::ErrorKind;

use crate::exit::{Exit, Failure, Outcome};
use crate::output::Output;

/// What clap's answer comes to.
pub fn answer(error: &clap::Error) -> Outcome {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            Output::new().text(&error.render().to_string())?;
            Ok(Exit::Done)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            Err(Failure::usage(
                "which command? `shadow --help` lists them, `shadow demo` shows what it does",
            ))
        }
        _ => Err(Failure::usage(one_line(error))),
    }
}

/// The words of clap's first paragraph.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let paragraph = text.split("\n\n").next().unwrap_or(text);
    format!("{}; see `shadow --help`", paragraph.trim())
}
