//! A session's job: what to run, handed from the lab to itself across the wall of namespaces.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde::{Deserialize, Serialize};
use shadow_fixtures::SessionDir;

use super::play::Player;
use crate::cache::Installed;
use crate::error::{Context, LabError, Result};
use crate::isolate;
use crate::provider::Provider;
use crate::scenario::Scenario;
use crate::setting::Setting;
use crate::version::Version;
use crate::world::World;

const JOB: &str = "job.json";
const DONE: &str = "session";

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

/// Runs a job in its private world and leaves the session in a folder below `dir`.
pub fn run(job: &Job, dir: &Path) -> Result<SessionDir> {
    fs::create_dir_all(dir).context(dir.display())?;
    let _ = fs::remove_dir_all(dir.join(DONE));
    let text = serde_json::to_string_pretty(job).context("job")?;
    fs::write(dir.join(JOB), text).context(dir.display())?;
    let exe = std::env::current_exe().context("own path")?;
    let output = isolate::command(&exe)
        .args(&job.prefix)
        .arg("session")
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .context("unshare (util-linux)")?;
    let said = String::from_utf8_lossy(&output.stderr);
    let done = dir.join(DONE);
    if !output.status.success() || !done.join("session.toml").exists() {
        let status = output.status;
        return Err(LabError::new(format!(
            "session ended early ({status}): {said}"
        )));
    }
    SessionDir::read(&done).map_err(LabError::new)
}

/// The inner side: prepares the world, plays the scenario and writes the session into the working folder.
pub fn inside() -> Result<()> {
    let text = fs::read_to_string(JOB).context(JOB)?;
    let job: Job = serde_json::from_str(&text).context(JOB)?;
    let exe = std::env::current_exe().context("own path")?;
    isolate::enter(&job.cli, &exe)?;
    let (session, screens, cast) = Player::start(&job)?.play()?;
    shadow_fixtures::write_session(Path::new(DONE), &session, &screens, Some(&cast))
        .map_err(LabError::new)
}
