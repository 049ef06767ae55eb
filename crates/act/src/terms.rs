//! Under which terms a prompt is sent.

/// What the caller allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terms {
    /// A draft that stands in the composer is sent along, before the prompt.
    pub allow_draft: bool,
    /// Refuse at once where nothing tells whether a turn runs, instead of waiting for quiet.
    pub no_quiet: bool,
}
