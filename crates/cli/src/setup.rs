//! The stack and the watch as the command line sets them up: both providers, overrides from the environment, the user's
//! own dialogs.

use shadow_live::{Scope, Watcher};
use shadow_tui::{Stack, StackOptions, Version, stack_with};

use crate::config;
use crate::exit::Failure;
use crate::numbers::{Published, own_numbers};
use crate::own_dialogs;

/// The stack with `SHADOW_CLAUDE_VERSION`, `SHADOW_CODEX_VERSION` and `dialogs.toml` heeded.
pub fn stack() -> Result<Stack, Failure> {
    let claude = version_from("SHADOW_CLAUDE_VERSION")?;
    let codex = version_from("SHADOW_CODEX_VERSION")?;
    let options = StackOptions::default()
        .versions(claude, codex)
        .dialogs(own_dialogs::in_force());
    Ok(stack_with(&options))
}

/// Seconds between two looks where neither an argument nor the settings say how many.
const INTERVAL: f64 = 0.25;

/// A watch of nothing yet, in a process that may be stopped. `interval` is the argument, which goes before the settings.
/// The numbers that the watch gives to dialogs are its own, and others that act can ask it for them.
pub fn watcher(interval: Option<f64>, scope: Scope) -> Result<Watcher, Failure> {
    let interval = config::current()?.interval(interval, INTERVAL);
    let watcher = Watcher::new(stack()?, interval, scope).heeding_stops();
    Ok(watcher.numbering_after(own_numbers(), Published::told()))
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
