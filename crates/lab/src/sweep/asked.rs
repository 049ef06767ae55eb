//! The settings of a version, asked of the CLI once.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::knob::Knob;
use super::{ask_claude, ask_codex, help};
use crate::cache::Installed;
use crate::error::{Context, Result};
use crate::provider::Provider;

/// The knobs of a version, read out of the CLI itself once and then kept in `file`.
pub fn knobs(provider: Provider, installed: &Installed, file: &Path) -> Result<Vec<Knob>> {
    #[derive(Serialize, Deserialize)]
    struct Kept {
        knob: Vec<Knob>,
    }
    if file.exists() {
        let text = std::fs::read_to_string(file).context(file.display())?;
        let kept: Kept = toml::from_str(&text).context(file.display())?;
        return Ok(kept.knob);
    }
    let mut knob = match provider {
        Provider::Claude => ask_claude::knobs(installed)?,
        Provider::Codex => ask_codex::knobs(installed)?,
    };
    knob.extend(help::knobs(installed)?);
    knob.sort_by(|a, b| (a.place, &a.name).cmp(&(b.place, &b.name)));
    knob.dedup_by(|a, b| (a.place, &a.name) == (b.place, &b.name));
    let text = toml::to_string(&Kept { knob: knob.clone() }).context("settings")?;
    std::fs::write(file, text).context(file.display())?;
    Ok(knob)
}
