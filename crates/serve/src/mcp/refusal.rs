//! Why a call did nothing: a code, what happened, what to do. No word of a screen is in it.

use serde::Serialize;
use shadow_act::{ActOutcome, Reason, ReasonCode, Told};
use shadow_tui::contract::wire_name;

/// A call that did nothing, or not all of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Refusal {
    /// A stable word for programs.
    pub code: String,
    /// What happened.
    pub what: String,
    /// What to do next.
    pub next: &'static str,
}

/// What to do where nothing more exact is known.
const READ_AGAIN: &str = "Read the pane with pane_read, and decide again.";

impl Refusal {
    pub(super) fn new(code: &str, what: impl Into<String>, next: &'static str) -> Self {
        Self {
            code: code.to_owned(),
            what: what.into(),
            next,
        }
    }

    /// A request that is not what the tool takes.
    pub(super) fn bad(what: impl Into<String>) -> Self {
        Self::new("bad_request", what, "Look at the tool's input schema.")
    }

    pub(super) fn no_such_pane() -> Self {
        Self::new(
            "no_such_pane",
            "No pane of this name holds an agent.",
            "List the panes with the tool panes.",
        )
    }

    /// The machine of a pane does not answer.
    pub(super) fn unreachable() -> Self {
        Self::new(
            "unreachable",
            "The machine of the pane does not answer. Nothing was typed.",
            "Wait until the tool panes lists the machine under away no more.",
        )
    }

    /// An act that the guards held back, or that stopped on its way.
    pub(super) fn of(told: &Told) -> Self {
        let reason = told.report.reasons.first();
        let code = reason.map_or_else(
            || wire_name(&told.report.outcome),
            |reason: &Reason| wire_name(&reason.code),
        );
        let how = match told.report.outcome {
            ActOutcome::Refused => "Nothing was typed",
            _ if told.report.is_unsure() => {
                "The act broke off after Enter was pressed, and may have been taken"
            }
            _ => "The act broke off",
        };
        let what = format!("{how}: {}.", code.replace('_', " "));
        let next = reason.map_or(READ_AGAIN, |reason| next(reason.code));
        Self { code, what, next }
    }
}

const fn next(code: ReasonCode) -> &'static str {
    match code {
        ReasonCode::DialogOpen => {
            "A dialog is open. Read it with pane_read (parts: question), and answer it with pane_answer."
        }
        ReasonCode::OtherDialog | ReasonCode::NoDialog => {
            "The dialog that you read is gone. Read the pane again; another dialog has another signature."
        }
        ReasonCode::SubjectNotWhole => {
            "The screen does not show all that would be approved. Tell the person to answer in the terminal."
        }
        ReasonCode::NoSuchOption | ReasonCode::AmbiguousOption => {
            "Name one option by its number, as pane_read lists them."
        }
        ReasonCode::Gone | ReasonCode::PaneDead | ReasonCode::Exited => {
            "The pane or its agent has ended. List the panes again."
        }
        _ => READ_AGAIN,
    }
}
