//! The word that a value is written as.

use serde::Serialize;
use serde_json::Value;

/// The wire name of a value that is written as one word: of an axis, a kind, an outcome. Empty for what is written otherwise.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::contract::{BusinessState, wire_name};
///
/// assert_eq!(wire_name(&BusinessState::AwaitingOperator), "awaiting_operator");
/// ```
#[must_use]
pub fn wire_name(value: &impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(name)) => name,
        _ => String::new(),
    }
}
