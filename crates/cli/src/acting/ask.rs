//! Sending a prompt and waiting for what comes of its turn.

use shadow_act::{ActOutcome, Asked, Prompt, Terms, Told, TurnResult};
use shadow_live::{Pane, TurnGoal, Watched};
use shadow_tui::event::{Event, EventBody};

use super::sequences::send;
use crate::exit::Failure;

/// What came of asking.
pub enum Come {
    /// The prompt was not sent.
    Unsent(Told),
    /// This came of its turn.
    Answer(Asked),
    /// The pane or its CLI is gone, and how the turn ended was not seen.
    Gone,
}

/// Sends a prompt and waits until its turn ends, a dialog waits for an answer, or the pane's time runs out.
pub fn ask(pane: &mut Pane, prompt: &Prompt, terms: Terms) -> Result<Come, Failure> {
    let told = send(pane, prompt, terms)?;
    if told.report.outcome != ActOutcome::Done {
        return Ok(Come::Unsent(told));
    }
    outcome(pane)
}

/// Waits until the turn ends, a dialog waits for an answer, the pane's time runs out, or its departure is asked for.
pub fn outcome(pane: &mut Pane) -> Result<Come, Failure> {
    let watched = pane.until(TurnGoal::EndedOrAsked, |_, _| Ok::<(), Failure>(()))?;
    let last = match watched {
        Watched::Ended(event) => Some(event),
        Watched::Late(last) | Watched::Stopped(last) => last,
        Watched::Gone { last: None, .. } => return Ok(Come::Gone),
        Watched::Gone { last, .. } => last,
    };
    let turn = last.as_ref().and_then(|event| event.turn);
    let result = last.and_then(result).unwrap_or(TurnResult::Running);
    Ok(Come::Answer(Asked::new(
        pane.id().to_string(),
        turn,
        result,
    )))
}

fn result(event: Event) -> Option<TurnResult> {
    match event.body {
        EventBody::TurnEnded {
            outcome, record, ..
        } => Some(TurnResult::Ended { outcome, record }),
        EventBody::OperatorBlocked { mut operator_block } => {
            // The observer that gave the number ends with this.
            operator_block.appearance = None;
            Some(TurnResult::Blocked { operator_block })
        }
        _ => None,
    }
}
