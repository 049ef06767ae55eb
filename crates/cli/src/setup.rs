//! The stack and the watch as the command line sets them up: both providers, overrides from the environment.

use shadow_live::{Scope, Watcher};
use shadow_tui::{Stack, Version, stack_with_overrides};

use crate::exit::Failure;

/// The stack with `SHADOW_CLAUDE_VERSION` and `SHADOW_CODEX_VERSION` heeded.
pub fn stack() -> Result<Stack, Failure> {
    Ok(stack_with_overrides(
        version_from("SHADOW_CLAUDE_VERSION")?,
        version_from("SHADOW_CODEX_VERSION")?,
    ))
}

/// A watch of nothing yet, in a process that may be stopped.
pub fn watcher(interval: f64, scope: Scope) -> Result<Watcher, Failure> {
    Ok(Watcher::new(stack()?, interval, scope).heeding_stops())
}

/// The version in an environment variable; empty counts as unset.
fn version_from(name: &str) -> Result<Option<Version>, Failure> {
    let Some(value) = std::env::var_os(name).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let text = value.to_string_lossy();
    let version = text.parse();
    version
        .map(Some)
        .map_err(|error| Failure::usage(format!("{name}: {error}, or unset it")))
}
