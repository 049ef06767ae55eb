//! A session's job: what to run, handed from the lab to itself across the wall of namespaces.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::cache::Installed;
use crate::provider::Provider;
use crate::scenario::Scenario;
use crate::setting::Setting;
use crate::version::Version;
use crate::world::World;

/// One session to run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Job {
    /// CLI.
    pub provider: Provider,
    /// Its version.
    pub version: Version,
    /// What is done; its setup is that of its world already.
    pub scenario: Scenario,
    /// In which world.
    pub world: World,
    /// In which setting.
    pub setting: Setting,
    /// Folder of the installed version.
    pub cli: PathBuf,
    /// What starts it, as the cache says.
    pub argv: Vec<String>,
    /// Words of this binary's command line before `session` and `bridge`, such as `lab`.
    pub prefix: Vec<String>,
    /// Day of the run.
    pub made: String,
}

impl Job {
    /// A job for an installed version.
    pub fn new(
        provider: Provider,
        version: Version,
        scenario: Scenario,
        setting: Setting,
        installed: &Installed,
    ) -> Self {
        Self {
            provider,
            version,
            scenario,
            world: World::default(),
            setting,
            cli: installed.dir.clone(),
            argv: installed.argv.clone(),
            prefix: Vec::new(),
            made: String::new(),
        }
    }

    /// Name of the session's folder: `scenario-setting`.
    pub fn folder(&self) -> String {
        format!("{}-{}", self.scenario.name, self.setting)
    }
}
