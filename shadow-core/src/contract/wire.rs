//! The name of a value in JSON.

use serde::Serialize;
use serde_json::Value;

/// The name of a value in JSON, for values that are one word, such as an axis, a kind or an outcome. Empty for other values.
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
