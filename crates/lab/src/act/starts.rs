//! The CLI started in every way in which people start it: in each it is to be seen in its pane, and to be acted on.

use std::path::{Path, PathBuf};

use clap::Args;

use super::job::ActJob;
use super::plan::{Obstacle, Trial};
use super::prompts::Kind;
use super::run::{begin, job};
use super::ways::{COMMON, WAYS};
use crate::campaign::refuse_held_out;
use crate::error::{LabError, Result};
use crate::provider::Provider;
use crate::setting::Setting;
use crate::version::Version;

/// A prompt alone; one behind a dialog, which is then answered; one during a turn, which is then interrupted.
const PLAYED: [Obstacle; 3] = [Obstacle::None, Obstacle::Dialog, Obstacle::Turn];

/// One version, and which ways.
#[derive(Debug, Clone, Args)]
pub struct StartsArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// Version of the CLI, such as `2.1.330`.
    pub version: Version,
    /// Use only these ways, separated by commas; an unknown name lists all of them.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<String>,
    /// Pane setting, as `COLSxROWS[+THEME][+inline|+fullscreen][+nocolor]`.
    #[arg(long, default_value = "120x40")]
    pub setting: Setting,
    /// Write the results to this folder, as `<way>/<provider>/<version>/`.
    #[arg(long, default_value = "starts-out")]
    pub out: PathBuf,
}

/// Starts a version in every way and acts on each; exit code 1 where one was not seen or not acted on.
pub fn run(args: &StartsArgs, prefix: &[&str]) -> Result<i32> {
    refuse_held_out(args.provider, args.version)?;
    let is_way = |name: &&String| WAYS.iter().any(|way| way.name == **name);
    if let Some(other) = args.only.iter().find(|name| !is_way(name)) {
        let names = WAYS.map(|way| way.name).join(", ");
        return Err(LabError::new(format!(
            "no way is called {other}; there are {names}"
        )));
    }
    let is_wanted = |name: &str| args.only.is_empty() || args.only.iter().any(|it| it == name);
    let mut code = 0;
    for way in WAYS.iter().filter(|way| is_wanted(way.name)) {
        if !is_installed(way.needs) {
            println!("{:<20} left out: {} is not installed", way.name, way.needs);
            continue;
        }
        let job = ActJob {
            trials: played().collect(),
            start: Some(format!("{COMMON}{}", way.script)),
            is_foreign: way.is_foreign,
            ..job(args.provider, args.version, &args.setting)?
        };
        let (said, one) = match begin(&job, &args.out.join(way.name), prefix) {
            Ok(ended) => ended,
            Err(error) => (format!("not seen: {error}"), 1),
        };
        code = code.max(one);
        println!("{:<20} {}", way.name, said.trim_end());
    }
    Ok(code)
}

fn played() -> impl Iterator<Item = Trial> {
    PLAYED.into_iter().zip(1..).map(|(obstacle, number)| Trial {
        number,
        kind: Kind::Short,
        obstacle,
    })
}

fn is_installed(program: &str) -> bool {
    let folders = std::env::var("PATH").unwrap_or_default();
    let folders = folders.split(':').chain(["/usr/sbin"]);
    folders
        .into_iter()
        .any(|folder| Path::new(folder).join(program).exists())
}
