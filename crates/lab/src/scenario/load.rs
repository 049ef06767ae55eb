//! Reads scenarios from TOML and keeps what a version has.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Setup, Step};
use crate::error::{Context, LabError, Result};
use crate::version::Version;

/// One scenario of one provider.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scenario {
    /// Name: that of the file, whatever the file says.
    pub name: String,
    /// What it covers, in one line.
    pub about: String,
    /// First version that has it.
    pub since: Option<Version>,
    /// Last version that has it.
    pub until: Option<Version>,
    /// Belongs to the reduced list that is run in the pane settings of the wide matrix.
    pub wide: bool,
    /// The worlds that it runs in, the later laid over the earlier.
    pub worlds: Vec<String>,
    /// How the CLI starts, over what the worlds say of it.
    pub setup: Setup,
    /// What is done.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
}

impl Scenario {
    /// Reads one scenario.
    pub fn parse(name: &str, text: &str) -> Result<Self> {
        let mut scenario: Self = toml::from_str(text).context(format!("scenario {name}"))?;
        scenario.name = name.to_owned();
        Ok(scenario)
    }

    /// Whether this version has it.
    pub fn applies(&self, version: Version) -> bool {
        self.since.is_none_or(|since| version >= since)
            && self.until.is_none_or(|until| version <= until)
    }
}

/// The folder of the scenarios in the source tree.
pub fn bundled() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")
}

/// Every scenario of a provider below `root`, by name.
pub fn load_dir(root: &Path, provider: &str) -> Result<Vec<Scenario>> {
    let dir = root.join(provider);
    let mut scenarios = Vec::new();
    for entry in fs::read_dir(&dir).context(dir.display())? {
        let path = entry.context(dir.display())?.path();
        if path.extension().is_some_and(|e| e == "toml") {
            let text = fs::read_to_string(&path).context(path.display())?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            scenarios.push(Scenario::parse(&name, &text)?);
        }
    }
    scenarios.sort_by(|a, b| a.name.cmp(&b.name));
    match scenarios.is_empty() {
        true => Err(LabError::new(format!("{}: no scenario", dir.display()))),
        false => Ok(scenarios),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bundled_scenario_reads() {
        for provider in fs::read_dir(bundled()).unwrap() {
            let provider = provider.unwrap().file_name();
            let provider = provider.to_str().unwrap();
            for scenario in load_dir(&bundled(), provider).unwrap() {
                assert!(!scenario.about.is_empty(), "{} says nothing", scenario.name);
                assert!(!scenario.steps.is_empty(), "{} is empty", scenario.name);
            }
        }
    }

    #[test]
    fn a_misspelt_field_is_refused() {
        let error = Scenario::parse("x", "abuot = 'y'").unwrap_err().to_string();
        assert!(error.starts_with("scenario x"), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}
