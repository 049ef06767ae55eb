//! Know from the terminal alone what Claude Code and the Codex CLI are doing.
//!
//! ```
//! use shadow_tui::{ProviderChoice, Snapshot};
//!
//! let snapshot = Snapshot::from_text("");
//! let payload = shadow_tui::stack().parse(ProviderChoice::Auto, &snapshot);
//! assert!(!payload.submit_ready);
//! ```

pub use shadow_core::*;

/// Both providers, in one stack.
#[must_use]
pub fn stack() -> Stack {
    Stack::new(vec![
        Parser::new(shadow_claude::provider()),
        Parser::new(shadow_codex::provider()),
    ])
}

/// Both providers, with the version overrides that are given: what `SHADOW_CLAUDE_VERSION` and
/// `SHADOW_CODEX_VERSION` hold. Reading the environment is the caller's business.
#[must_use]
pub fn stack_with_overrides(claude: Option<Version>, codex: Option<Version>) -> Stack {
    Stack::new(vec![
        Parser::new(shadow_claude::provider()).with_version_override(claude),
        Parser::new(shadow_codex::provider()).with_version_override(codex),
    ])
}
