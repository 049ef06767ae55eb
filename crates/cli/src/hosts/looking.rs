//! Looking at a pane of another machine, on request.

use serde_json::json;

use super::args::There;
use super::link::{Link, fault};
use crate::exit::Failure;
use crate::wire::{Look, LookLine};

/// The pane as it looks there now, with the words of its screen.
pub fn look(There { host, pane }: &There) -> Result<Look, Failure> {
    let mut link = Link::open(host, || {})?;
    let request = json!({ "do": "look", "pane": pane.to_string() });
    let id = link.ask(request.as_object().cloned().unwrap_or_default())?;
    let response = link.answer_soon(id)?;
    if let Some(failure) = fault(host, &response) {
        return Err(failure);
    }
    let line: LookLine = serde_json::from_value(response.into()).map_err(|error| {
        Failure::gone(format!(
            "{host}: the look of {pane} cannot be read: {error}"
        ))
    })?;
    Ok(*line.look)
}
