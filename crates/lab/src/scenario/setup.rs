//! The home, flags and environment in which a scenario's CLI starts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Context, Result};
use crate::merge;

/// What differs from the plain start: an onboarded home, a trusted folder, a signed-in CLI.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Further arguments of the CLI.
    pub args: Vec<String>,
    /// Arguments that only some versions know: passed where `--help` lists them.
    pub flags: Vec<String>,
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

    /// Lays another setup over this one.
    pub fn lay(&mut self, over: &Self) {
        self.args.extend(over.args.iter().cloned());
        self.flags.extend(over.flags.iter().cloned());
        self.env.extend(over.env.clone());
        merge::toml_tables(&mut self.config, &over.config);
        merge::toml_tables(&mut self.settings, &over.settings);
        self.files.extend(over.files.clone());
        self.without.extend(over.without.iter().cloned());
        self.permission_mode = over.permission_mode.clone().or(self.permission_mode.take());
        self.shell |= over.shell;
        self.hosts |= over.hosts;
    }

    /// Lays fields over the CLI's main configuration.
    pub fn lay_config(&mut self, over: &Value) -> Result<()> {
        merge::toml_tables(&mut self.config, &table(over)?);
        Ok(())
    }

    /// Lays fields over Claude Code's settings.
    pub fn lay_settings(&mut self, over: &Value) -> Result<()> {
        merge::toml_tables(&mut self.settings, &table(over)?);
        Ok(())
    }
}

fn table(fields: &Value) -> Result<toml::Table> {
    toml::Table::try_from(fields).context("a setup")
}
