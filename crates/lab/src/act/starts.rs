//! The CLI started in every way in which people start it: in each it is to be seen in its pane, and to be acted on.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;

use super::job::{ActJob, begin, job};
use super::plan::{Obstacle, Trial};
use super::prompts::Kind;
use super::stage::Stage;
use super::trial::{Played, Verdict};
use super::ways::{COMMON, WAYS};
use crate::campaign::refuse_held_out;
use crate::error::{Context, LabError, Result};
use crate::provider::Provider;
use crate::session::{EVENTS, inside_tmp};
use crate::setting::Setting;
use crate::version::Version;

/// A prompt alone; one behind a dialog, which is then answered; one during a turn, which is then interrupted.
const PLAYED: [Obstacle; 3] = [Obstacle::None, Obstacle::Dialog, Obstacle::Turn];

/// One version, and which ways.
#[derive(Debug, Clone, Args)]
pub struct StartsArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// CLI version, such as `2.1.330`.
    pub version: Version,
    /// Only these ways, by name, with commas.
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<String>,
    /// `COLSxROWS[+THEME][+inline|+fullscreen][+nocolour]`.
    #[arg(long, default_value = "120x40")]
    pub setting: Setting,
    /// Folder that receives `<way>/<provider>/<version>/`.
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

/// What came of a way, in a line, and the exit code: what `panes` says, what each command did, what `watch` told.
pub fn outcome(stage: &Stage, played: &[Played]) -> Result<(String, i32)> {
    let name = stage.provider.name();
    let mut failed = Vec::new();
    if !is_listed(stage, name)? {
        failed.push(format!("`panes` lists no {name}"));
    }
    for one in played {
        let fine = match one.trial.obstacle {
            Obstacle::None => one.verdict == Verdict::Arrived && one.answered == Some(true),
            _ => one.verdict == Verdict::Refused,
        };
        if !fine {
            failed.push(format!(
                "send ({:?}): {:?} {} {}",
                one.trial.obstacle, one.verdict, one.why, one.complaint
            ));
        }
        if let Some(why) = &one.after {
            failed.push(format!("behind send ({:?}): {why}", one.trial.obstacle));
        }
    }
    let events = inside_tmp(EVENTS);
    let events = fs::read_to_string(&events).context(events.display())?;
    failed.extend(untold(&events, played));
    match failed.is_empty() {
        true => Ok((
            "seen by panes and watch; send, choose, interrupt done".into(),
            0,
        )),
        false => Ok((failed.join("; "), 1)),
    }
}

fn is_listed(stage: &Stage, name: &str) -> Result<bool> {
    let said = stage.said(stage.shadow(&["panes", "--format", "ndjson"])?)?;
    let is_it = |line: &Value| line["id"] == "%0" && line["parser_metadata"]["provider_id"] == name;
    Ok(said.lines.iter().any(is_it))
}

/// What `shadow watch` should have told of the trials and did not.
fn untold(events: &str, played: &[Played]) -> Vec<String> {
    let events: Vec<Value> = events
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let count = |holds: &dyn Fn(&Value) -> bool| events.iter().filter(|event| holds(event)).count();
    let mut failed = Vec::new();
    let tag = played
        .first()
        .map(|one| one.trial.tag())
        .unwrap_or_default();
    let ended = |outcome: &str, prompt: &str| {
        count(&|event| {
            let said = event["record"]["prompt"].as_str().unwrap_or_default();
            event["event"] == "turn_ended" && event["outcome"] == outcome && said.contains(prompt)
        })
    };
    for (what, seen, wanted) in [
        ("the prompt's turn", ended("success", &tag), 1),
        ("the interrupted turn", ended("interrupted", ""), 1),
        (
            "the dialog",
            count(&|event| event["event"] == "operator_blocked"),
            1,
        ),
    ] {
        if seen != wanted {
            failed.push(format!("`watch` tells {what} {seen} times"));
        }
    }
    failed
}
