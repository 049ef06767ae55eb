//! The home of Claude Code: `~/.claude.json`, `~/.claude/settings.json`, flags and environment.
//!
//! Seen in 1.0.0 to 2.1.330: with onboarding done, the key approved and the folder trusted the CLI starts at its
//! prompt; leave one out and its dialog appears. The alternate screen is the default of the newest versions;
//! `CLAUDE_CODE_NO_FLICKER` and `CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN` choose (both named in 2.1.330).

use std::path::Path;

use serde_json::{Value, json};

use super::launch::{Launch, PORT, PROJECT, base_env, put};
use crate::error::Result;
use crate::merge;
use crate::scenario::Setup;
use crate::setting::{Renderer, Setting};
use crate::version::Version;

/// A key of no one: the scripted server takes any.
const KEY: &str = "sk-ant-api03-lab-0000000000000000000000000000";

pub fn prepare(home: &Path, version: Version, setup: &Setup, setting: &Setting) -> Result<Launch> {
    let main = merge::json_text(main_config(version, setup, setting), &setup.config)?;
    put(home, ".claude.json", &main)?;
    let settings = merge::json_text(json!({}), &setup.settings)?;
    put(home, ".claude/settings.json", &settings)?;
    for (path, text) in &setup.files {
        put(home, path, text)?;
    }
    Ok(Launch {
        args: args(version, setup),
        flags: setup.flags.clone(),
        env: env(setup, setting),
    })
}

fn main_config(version: Version, setup: &Setup, setting: &Setting) -> Value {
    let mut config = json!({
        "numStartups": 12,
        "autoUpdates": false,
        "theme": setting.theme.as_deref().unwrap_or("dark"),
        "hasCompletedOnboarding": !setup.lacks("onboarding"),
        "lastOnboardingVersion": version.to_string(),
        "lastReleaseNotesSeen": version.to_string(),
        "shiftEnterKeyBindingInstalled": true,
        "bypassPermissionsModeAccepted": false,
        "projects": {},
    });
    if setup.lacks("onboarding") {
        config = json!({ "autoUpdates": false });
    }
    if !setup.lacks("api_key") {
        let tail = &KEY[KEY.len() - 20..];
        config["customApiKeyResponses"] = json!({ "approved": [tail], "rejected": [] });
    }
    if version < Version(1, 0, 38) && !setup.lacks("api_key") {
        // The key in the environment is not used by the interactive CLI of 1.0.0.
        config["primaryApiKey"] = KEY.into();
    }
    config["projects"] = json!({ PROJECT: {
        "hasTrustDialogAccepted": !setup.lacks("trust"),
        "hasCompletedProjectOnboarding": true,
        "projectOnboardingSeenCount": 4,
        "allowedTools": [],
        "history": [],
    }});
    config
}

fn args(version: Version, setup: &Setup) -> Vec<String> {
    let mut args = Vec::new();
    let mode = setup.permission_mode.as_deref().unwrap_or("default");
    // The flag is refused as unknown before 1.0.30 or so; `default` is what those do anyway.
    if version >= Version(1, 0, 60) && !setup.lacks("permission_mode") {
        args.extend(["--permission-mode".into(), mode.to_owned()]);
    }
    args.extend(setup.args.iter().cloned());
    args
}

fn env(setup: &Setup, setting: &Setting) -> Vec<(String, String)> {
    let mut env = base_env(setup, setting);
    let mut set = |name: &str, value: &str| env.push((name.into(), value.into()));
    if !setup.lacks("api_key_env") {
        set("ANTHROPIC_API_KEY", KEY);
    }
    if !setup.lacks("provider") {
        set("ANTHROPIC_BASE_URL", &format!("http://127.0.0.1:{PORT}"));
        set("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    }
    for name in [
        "DISABLE_TELEMETRY",
        "DISABLE_AUTOUPDATER",
        "DISABLE_ERROR_REPORTING",
        "IS_SANDBOX",
        "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL",
    ] {
        set(name, "1");
    }
    if !setup
        .env
        .contains_key("CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION")
    {
        // A suggestion is asked of the model like a turn, and would take the next scripted reply.
        set("CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION", "false");
    }
    match setting.renderer {
        Renderer::Default => {}
        Renderer::Inline => set("CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN", "1"),
        Renderer::Fullscreen => set("CLAUDE_CODE_NO_FLICKER", "1"),
    }
    env
}
