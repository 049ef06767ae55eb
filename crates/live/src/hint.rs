//! What is known of a pane's program beside its screen.

use shadow_core::ProviderChoice;

/// What is known of a pane's program beside its screen. By default nothing is, and the screen tells.
#[derive(Debug, Clone, Default)]
pub struct Hint {
    /// Which CLI it is; [`shadow_core::Stack::choice`] gives one by its name.
    pub provider: ProviderChoice<'static>,
    /// The CLI's version (`2.1.330`).
    pub cli_version: Option<String>,
}
