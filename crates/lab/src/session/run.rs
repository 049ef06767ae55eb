//! Running a job in its private world.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use shadow_fixtures::SessionDir;

use super::job::Job;
use super::play::Player;
use crate::error::{Context, LabError, Result};
use crate::isolate;

const JOB: &str = "job.json";
const DONE: &str = "session";

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
