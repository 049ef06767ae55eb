//! The home of the Codex CLI: `~/.codex/config.toml`, flags and environment.

use std::path::Path;

use super::{Launch, PORT, PROJECT, base_env, merge, put};
use crate::error::{Context, Result};
use crate::scenario::Setup;
use crate::setting::{Renderer, Setting};
use crate::version::Version;

pub fn prepare(home: &Path, version: Version, setup: &Setup, setting: &Setting) -> Result<Launch> {
    let mut config = plain(version, setup)?;
    merge::toml_tables(&mut config, &setup.config);
    let text = toml::to_string(&config).context("configuration")?;
    put(home, ".codex/config.toml", &text)?;
    for (path, text) in &setup.files {
        put(home, path, text)?;
    }
    let mut env = base_env(setup, setting);
    env.push(("LAB_KEY".into(), "lab".into()));
    Ok(Launch {
        args: args(version, setup, setting),
        env,
    })
}

fn plain(version: Version, setup: &Setup) -> Result<toml::Table> {
    // `untrusted` is refused by the newest versions (seen in 0.169).
    let policy = match version >= Version(0, 150, 0) {
        true => "on-request",
        false => "untrusted",
    };
    let mut text = format!("approval_policy = \"{policy}\"\nsandbox_mode = \"workspace-write\"\n");
    text += "check_for_update_on_startup = false\n";
    if !setup.lacks("provider") {
        text += "model_provider = \"lab\"\n[model_providers.lab]\nname = \"lab\"\n";
        text += &format!("base_url = \"http://127.0.0.1:{PORT}/v1\"\n");
        text += "wire_api = \"responses\"\nenv_key = \"LAB_KEY\"\n";
    }
    text += "[analytics]\nenabled = false\n";
    if !setup.lacks("trust") {
        text += &format!("[projects.\"{PROJECT}\"]\ntrust_level = \"trusted\"\n");
    }
    toml::from_str(&text).context("configuration")
}

fn args(version: Version, setup: &Setup, setting: &Setting) -> Vec<String> {
    let mut args = Vec::new();
    if version >= Version(0, 150, 0) {
        args.push("--no-daemon".to_owned());
    }
    if setting.renderer == Renderer::Inline {
        args.push("--no-alt-screen".to_owned());
    }
    args.extend(setup.args.iter().cloned());
    args
}
