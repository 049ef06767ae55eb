//! The guarded sequences on a live pane, to what is told of them.

use shadow_act::{
    ActOutcome, Answer, DraftFate, Interrupting, Prompt, Reason, ReasonCode, Terms, Told,
};
use shadow_live::{LiveError, Pane};

use super::unsent::keep;

/// Sends a prompt. A text that was typed and is neither sent nor in the composer is kept in a file, and so is one whose
/// turn did not come in time: it may be from a pipe.
pub fn send(pane: &mut Pane, prompt: &Prompt, terms: Terms) -> Result<Told, LiveError> {
    let report = pane.send(prompt, terms)?;
    let is_busy = |reason: &Reason| reason.code == ReasonCode::Busy;
    let is_lost = report.outcome != ActOutcome::Done
        && (matches!(report.draft, Some(DraftFate::Cleared | DraftFate::Unseen))
            || report.reasons.iter().any(is_busy));
    let mut told = Told::new("send", pane.id().to_string(), report);
    told.unsent = is_lost.then(|| keep(prompt.text())).flatten();
    Ok(told)
}

/// Answers the dialog that was read.
pub fn choose(pane: &mut Pane, answer: Answer) -> Result<Told, LiveError> {
    let report = pane.choose(answer)?;
    Ok(Told::new("choose", pane.id().to_string(), report))
}

/// Stops the running turn.
pub fn interrupt(pane: &mut Pane, how: Interrupting) -> Result<Told, LiveError> {
    let report = pane.interrupt_as(how)?;
    Ok(Told::new("interrupt", pane.id().to_string(), report))
}
