//! A tool call in the form that a CLI offers.

use serde_json::Value;

/// A tool call in one CLI's form.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Name as offered; empty for a hosted tool.
    pub name: String,
    /// Which kind of item carries it.
    pub form: Form,
    /// Arguments; a string for a freeform tool.
    pub input: Value,
    /// Namespace of the tool, where the request had one.
    pub namespace: Option<String>,
}

/// The item that carries a tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// JSON arguments.
    Function,
    /// Free text.
    Custom,
    /// The hosted local shell.
    LocalShell,
}
