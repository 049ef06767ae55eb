//! What an action says at its end: the report as JSON, a line for a person where it was not done, the exit code.

use shadow_act::{ActOutcome, Told};

use crate::exit::{Exit, Failure, complain};
use crate::output::Output;

/// Prints it; gives the exit code.
pub fn tell(told: &Told) -> Result<Exit, Failure> {
    Output::new().json(told)?;
    if told.report.outcome != ActOutcome::Done {
        complain(&told.words());
    }
    Ok(match told.report.outcome {
        ActOutcome::Done => Exit::Done,
        ActOutcome::Refused | ActOutcome::Failed => Exit::NotHeld,
        ActOutcome::Gone => Exit::Gone,
    })
}
