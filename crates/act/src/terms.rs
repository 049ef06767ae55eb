//! Under which terms a prompt is sent.

/// What the caller allows for a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terms {
    /// A draft in the composer may be sent together with the prompt.
    pub allow_draft: bool,
    /// Refuse at once if the screen does not show whether a turn runs, instead of waiting for silence.
    pub no_quiet: bool,
}
