//! The home, flags and environment in which a scenario's CLI starts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What differs from the plain start: an onboarded home, a trusted folder, a signed-in CLI.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Further arguments of the CLI.
    pub args: Vec<String>,
    /// Further environment.
    pub env: BTreeMap<String, String>,
    /// Merged into the CLI's main configuration (`~/.claude.json`, `~/.codex/config.toml`).
    pub config: toml::Table,
    /// Merged into Claude Code's `~/.claude/settings.json`.
    pub settings: toml::Table,
    /// Files by path below the home.
    pub files: BTreeMap<String, String>,
    /// What to leave out: `start` (of the CLI, in a shell), `onboarding`, `trust`, `api_key`, `provider`, `permission_mode`; of Codex `notices`
    /// (offers answered already) and `policy` (approval and sandbox).
    pub without: Vec<String>,
    /// Claude Code's `--permission-mode`; `default` if absent.
    pub permission_mode: Option<String>,
    /// Start an interactive shell and run the CLI in it, so that the shell remains when the CLI ends.
    pub shell: bool,
    /// Send the provider's public hosts to a TLS server on loopback that answers `{}`.
    pub hosts: bool,
}

impl Setup {
    /// Whether the scenario leaves this part of the plain start out.
    pub fn lacks(&self, part: &str) -> bool {
        self.without.iter().any(|out| out == part)
    }
}
