//! The two CLIs.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{LabError, Result};
use crate::scenario::Setup;
use crate::setting::Setting;
use crate::version::Version;

use super::launch::Launch;
use super::{claude, codex};

/// The two CLIs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provider {
    /// Claude Code.
    Claude,
    /// The Codex CLI.
    Codex,
}

impl Provider {
    /// Wire name: `claude` or `codex`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
        }
    }

    /// npm package.
    pub fn package(self) -> &'static str {
        match self {
            Self::Claude => "@anthropic-ai/claude-code",
            Self::Codex => "@openai/codex",
        }
    }

    /// The plain setup, in which a command outside the sandbox is asked for.
    pub fn asking(self) -> Setup {
        let mut setup = Setup::default();
        if self == Self::Codex {
            let (key, value) = ("approval_policy".to_owned(), "on-request".into());
            setup.config.insert(key, value);
        }
        setup
    }

    /// Writes the home files and says how to start the CLI.
    pub fn prepare(
        self,
        home: &Path,
        version: Version,
        setup: &Setup,
        setting: &Setting,
    ) -> Result<Launch> {
        match self {
            Self::Claude => claude::prepare(home, version, setup, setting),
            Self::Codex => codex::prepare(home, version, setup, setting),
        }
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Provider {
    type Err = LabError;

    fn from_str(text: &str) -> Result<Self> {
        match text {
            "claude" => Ok(Self::Claude),
            "codex" => Ok(Self::Codex),
            _ => Err(LabError::new(format!(
                "{text:?} is no provider: claude or codex"
            ))),
        }
    }
}
