//! The inner side of a life: which attacks are made in it.

use std::fs;
use std::path::Path;

use super::around;
use super::play::{AttackJob, JOB, Played, RESULTS};
use super::table::all;
use super::tries::ADAPTER;
use crate::error::{Context, Result};
use crate::isolate;
use crate::oracle::add_lines;

/// The inner side: plays a life; each result is written as soon as it is known.
pub fn inside() -> Result<i32> {
    let text = fs::read_to_string(JOB).context(JOB)?;
    let job: AttackJob = serde_json::from_str(&text).context(JOB)?;
    let exe = std::env::current_exe().context("own path")?;
    // What lies below the old /tmp has no path any more afterwards.
    let module = job.adapter.as_ref();
    let module = module.map(|path| fs::read(path).context(path.display()));
    let module = module.transpose()?;
    isolate::enter(&job.act.cli, &exe)?;
    if let Some(module) = module {
        fs::write(ADAPTER, module).context(ADAPTER)?;
    }
    if job.act.start.is_some() {
        let outcome = around::foreign(&job);
        add_lines(Path::new(RESULTS), &[outcome])?;
        return Ok(0);
    }
    if job.names.iter().take(1).any(|name| name == around::PLAN) {
        let outcome = around::plan(&job);
        add_lines(Path::new(RESULTS), &[outcome])?;
        return Ok(0);
    }
    let mut played = Played::start(&job)?;
    for attack in all(job.act.provider, job.act.version, job.act.setting.size[0]) {
        if job.names.iter().any(|name| name == attack.name) {
            let outcome = played.attack(&attack);
            add_lines(Path::new(RESULTS), &[outcome])?;
        }
    }
    for name in around::NAMES {
        if job.names.iter().any(|it| it == name) {
            let outcome = around::play(&played.stage, &job, name);
            add_lines(Path::new(RESULTS), &[outcome])?;
        }
    }
    Ok(0)
}
