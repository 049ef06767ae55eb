//! Looking at a pane of another machine, on request.

use serde_json::json;

use super::args::There;
use super::link::{Link, fault};
use crate::exit::Failure;
use crate::wire::{Look, LookLine};

/// The pane as it looks there now, with the words of its screen.
pub fn look(there: &There) -> Result<Look, Failure> {
    asked_for(there)?
}

/// The pane as it looks there now, or what its machine says of it. An error if that machine cannot be asked.
pub fn asked_for(There { host, pane }: &There) -> Result<Result<Look, Failure>, Failure> {
    let mut link = Link::open(host, || {})?;
    let request = json!({ "do": "look", "pane": pane.to_string() });
    let id = link.ask(request.as_object().cloned().unwrap_or_default())?;
    let response = link.answer_soon(id)?;
    if let Some(failure) = fault(host, &response) {
        return Ok(Err(failure));
    }
    let line: LookLine = serde_json::from_value(response.into()).map_err(|error| {
        Failure::gone(format!(
            "{host}: the look of {pane} cannot be read: {error}"
        ))
    })?;
    Ok(Ok(*line.look))
}
