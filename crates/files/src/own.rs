//! The user's own folders for what shadow keeps: by the XDG rules, on every system, so that a terminal's program lies
//! where its user looks for it.

use std::path::PathBuf;

use etcetera::base_strategy::{BaseStrategy, Xdg};

const NAME: &str = "shadow";

/// For what must outlive a restart and is no cache: `$XDG_STATE_HOME/shadow`, else `~/.local/state/shadow`. None without
/// a home.
#[must_use]
pub fn state() -> Option<PathBuf> {
    Some(Xdg::new().ok()?.state_dir()?.join(NAME))
}

/// For what lives as long as the user is logged in: `$XDG_RUNTIME_DIR/shadow`, where the system has one.
#[must_use]
pub fn runtime() -> Option<PathBuf> {
    Some(Xdg::new().ok()?.runtime_dir()?.join(NAME))
}

/// For what the user has set: `$XDG_CONFIG_HOME/shadow`, else `~/.config/shadow`. None without a home.
#[must_use]
pub fn config() -> Option<PathBuf> {
    Some(Xdg::new().ok()?.config_dir().join(NAME))
}

/// For what can be made anew: `$XDG_CACHE_HOME/shadow`, else `~/.cache/shadow`. None without a home.
#[must_use]
pub fn cache() -> Option<PathBuf> {
    Some(Xdg::new().ok()?.cache_dir().join(NAME))
}
