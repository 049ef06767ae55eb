//! The home of the Codex CLI: `~/.codex/config.toml`, flags and environment.

use std::path::Path;

use super::launch::{Launch, PORT, PROJECT, base_env, put};
use crate::error::{Context, Result};
use crate::merge;
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
        args: setup.args.clone(),
        flags: [flags(setting), setup.flags.clone()].concat(),
        env,
    })
}

fn plain(version: Version, setup: &Setup) -> Result<toml::Table> {
    // `untrusted` is refused by the newest versions (seen in 0.169).
    let policy = match version >= Version(0, 150, 0) {
        true => "on-request",
        false => "untrusted",
    };
    let mut text = format!("model = \"{}\"\n", model(version));
    if !setup.lacks("policy") {
        text += &format!("approval_policy = \"{policy}\"\nsandbox_mode = \"workspace-write\"\n");
    }
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
    if !setup.lacks("notices") {
        text += NOTICES_SEEN;
    }
    toml::from_str(&text).context("configuration")
}

/// A model that the version knows, so that it offers its plain tools and prints no warning. The newest model of 0.160
/// and later wraps every tool into a script tool, hence an older one there.
fn model(version: Version) -> &'static str {
    let since = [
        (Version(0, 130, 0), "gpt-5.5"),
        (Version(0, 120, 0), "gpt-5.4"),
        (Version(0, 110, 0), "gpt-5.3-codex"),
        (Version(0, 92, 0), "gpt-5.2-codex"),
        (Version(0, 66, 0), "gpt-5.1-codex-max"),
        (Version(0, 58, 0), "gpt-5.1-codex"),
        (Version(0, 47, 0), "gpt-5-codex"),
    ];
    let known = since.iter().find(|(first, _)| version >= *first);
    known.map_or("gpt-5", |(_, model)| model)
}

/// The offers of newer models that have been answered already (0.58 and later show them at start; 0.60.1 reads another
/// name of the setting than the one it writes).
const NOTICES_SEEN: &str = r#"
[notice]
hide_gpt5_1_migration_prompt = true
"hide_gpt-5.1-codex-max_migration_prompt" = true
hide_gpt_5_1_codex_max_migration_prompt = true
[notice.model_migrations]
"gpt-5.1-codex" = "gpt-5.1-codex-max"
"gpt-5.1-codex-max" = "gpt-5.2-codex"
"gpt-5.2-codex" = "gpt-5.3-codex"
"gpt-5.3-codex" = "gpt-5.4"
"gpt-5.4" = "gpt-5.5"
"gpt-5.5" = "gpt-6-sol"
"#;

/// Flags that only some versions know: `--no-alt-screen` (0.92.0 has it, 0.77.0 does not), `--no-daemon` (0.160.1 has
/// it, 0.150.1 does not).
fn flags(setting: &Setting) -> Vec<String> {
    let mut flags = vec!["--no-daemon".to_owned()];
    if setting.renderer == Renderer::Inline {
        flags.push("--no-alt-screen".to_owned());
    }
    flags
}
