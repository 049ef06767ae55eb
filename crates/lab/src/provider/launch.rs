//! How a CLI is started, and what both are given.

use std::path::Path;

use crate::error::{Context, Result};
use crate::scenario::Setup;
use crate::setting::Setting;

/// Neutral home of every session.
pub const HOME: &str = "/home/user";
/// Folder in which the CLI works.
pub const PROJECT: &str = "/home/user/project";
/// Host name that screens print.
pub const HOST: &str = "devbox";
/// Port of the scripted model, free because each session has a network of its own.
pub const PORT: u16 = 4141;

/// How a CLI is started in a prepared home.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Launch {
    /// Arguments after the program.
    pub args: Vec<String>,
    /// Flags to pass where the program's `--help` lists them.
    pub flags: Vec<String>,
    /// The whole environment.
    pub env: Vec<(String, String)>,
}

/// The environment that both CLIs get: nothing of the caller's but `PATH`.
pub(super) fn base_env(setup: &Setup, setting: &Setting) -> Vec<(String, String)> {
    let term = match setting.pty {
        true => "xterm-256color",
        false => "tmux-256color",
    };
    let path = std::env::var("PATH").unwrap_or_else(|_| "/usr/local/bin:/usr/bin:/bin".into());
    let mut env = vec![
        ("HOME".into(), HOME.into()),
        ("USER".into(), "user".into()),
        ("PATH".into(), path),
        ("TERM".into(), term.into()),
        ("LANG".into(), "C.UTF-8".into()),
        ("SHELL".into(), "/bin/bash".into()),
        ("COLORTERM".into(), "truecolor".into()),
    ];
    if setting.no_color {
        env.retain(|(name, _)| name != "COLORTERM");
        env.push(("NO_COLOR".into(), "1".into()));
    }
    env.extend(setup.env.iter().map(|(k, v)| (k.clone(), v.clone())));
    env
}

/// Writes a file below the home, with its folders.
pub(super) fn put(home: &Path, path: &str, text: &str) -> Result<()> {
    let file = home.join(path);
    if let Some(dir) = file.parent() {
        std::fs::create_dir_all(dir).context(dir.display())?;
    }
    std::fs::write(&file, text).context(file.display())
}
