//! The guarded sequences, driven on a live pane to their reports.

use shadow_act::{
    ActOutcome, Choice, Choosing, DraftFate, Interrupting, Prompt, Reason, ReasonCode, Sending,
    Terms, Told,
};

use super::driver::Driver;
use super::unsent::keep;
use crate::exit::Failure;

/// Sends a prompt. A text that was typed and is neither sent nor in the composer is kept in a file, and so is one whose
/// turn did not come in time: it may be from a pipe.
pub fn send(driver: &mut Driver, prompt: &Prompt, terms: Terms) -> Result<Told, Failure> {
    let mut sending = Sending::new(prompt.clone(), terms);
    let report = driver.run(&mut sending, Some(prompt.text()))?;
    let is_busy = |reason: &Reason| reason.code == ReasonCode::Busy;
    let is_lost = report.outcome != ActOutcome::Done
        && (matches!(report.draft, Some(DraftFate::Cleared | DraftFate::Unseen))
            || report.reasons.iter().any(is_busy));
    let mut told = Told::new("send", driver.pane().to_string(), report);
    told.unsent = is_lost.then(|| keep(prompt.text())).flatten();
    Ok(told)
}

/// Answers the dialog of a signature.
pub fn choose(driver: &mut Driver, choice: Choice, signature: &str) -> Result<Told, Failure> {
    let report = driver.run(&mut Choosing::new(choice, signature), None)?;
    Ok(Told::new("choose", driver.pane().to_string(), report))
}

/// Stops the running turn.
pub fn interrupt(driver: &mut Driver, force: bool, dialog: bool) -> Result<Told, Failure> {
    let report = driver.run(&mut Interrupting::new(force, dialog), None)?;
    Ok(Told::new("interrupt", driver.pane().to_string(), report))
}
