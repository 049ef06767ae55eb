//! The command: which attacks on which versions, in lives of a CLI.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::around;
use super::play::{AttackJob, JOB, Outcome, RESULTS};
use super::table::all;
use super::tally;
use crate::act::{ActJob, job};
use crate::campaign::refuse_held_out;
use crate::error::{Context, LabError, Result};
use crate::isolate;
use crate::oracle::read_lines;
use crate::provider::Provider;
use crate::setting::Setting;
use crate::version::Version;

/// Which versions, and which attacks.
#[derive(Debug, Clone, Args)]
pub struct AttackArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// Versions, separated by commas.
    #[arg(value_delimiter = ',', required = true)]
    pub versions: Vec<Version>,
    /// Make only the attacks whose names contain this text.
    #[arg(long)]
    pub only: Option<String>,
    /// JavaScript file made by `paperclip/scripts/operator`: the parts of the adapter for Paperclip (an orchestrator of
    /// agents) that start a CLI and answer dialogs. Without it, the lab does not attack them.
    #[arg(long)]
    pub adapter: Option<PathBuf>,
    /// Program that runs this file.
    #[arg(long, default_value = "node")]
    pub node: PathBuf,
    /// Pane setting. The default size is that of the Paperclip adapter's own terminals.
    #[arg(long, default_value = "140x48")]
    pub setting: Setting,
    /// Run nothing, and print the results that exist.
    #[arg(long)]
    pub judge: bool,
    /// Write the results to this folder, as `<provider>/<version>/attacks.ndjson`; attacks that exist are not made again.
    #[arg(long, default_value = "attack-out")]
    pub out: PathBuf,
}

/// Attacks; exit code 1 where anything was approved that must not be, or not approved that must be.
pub fn run(args: &AttackArgs, prefix: &[&str]) -> Result<i32> {
    if prefix.is_empty() {
        return Err(LabError::new(
            "this binary has no `choose`: run it as `shadow lab attack`",
        ));
    }
    let mut columns = Vec::new();
    for version in &args.versions {
        refuse_held_out(args.provider, *version)?;
        let dir = args.out.join(args.provider.name());
        let dir = dir.join(version.to_string());
        fs::create_dir_all(&dir).context(dir.display())?;
        if !args.judge {
            attack(args, *version, prefix, &dir)?;
        }
        let outcomes: Vec<Outcome> = read_lines(&dir.join(RESULTS))?;
        columns.push((version.to_string(), outcomes));
    }
    let newest = args.versions.iter().max();
    let names = newest.map(|version| names(args, *version));
    println!("{}", tally::table(&names.unwrap_or_default(), &columns));
    let mut wrong = columns.iter().flat_map(|(_, all)| all);
    Ok(i32::from(wrong.any(|outcome| !outcome.is_right)))
}

fn names(args: &AttackArgs, version: Version) -> Vec<String> {
    let attacks = all(args.provider, version, args.setting.size[0]);
    let made = attacks.iter().map(|attack| attack.name);
    // Up to 2.1.215 no row of a plan is seen that the pane does not hold.
    let shows_plan = args.provider == Provider::Claude && version >= Version(2, 1, 281);
    let plan = shows_plan.then_some(around::PLAN);
    let names = made
        .chain(around::NAMES)
        .chain(plan)
        .chain([around::FOREIGN]);
    let is_wanted = |name: &&str| {
        args.only
            .as_ref()
            .is_none_or(|text| name.contains(text.as_str()))
    };
    names.filter(is_wanted).map(str::to_owned).collect()
}

/// Goes on until every attack was made, or a life makes none.
fn attack(args: &AttackArgs, version: Version, prefix: &[&str], dir: &Path) -> Result<()> {
    let act = ActJob {
        tells_version: true,
        ..job(args.provider, version, &args.setting)?
    };
    let names = names(args, version);
    loop {
        let done: Vec<Outcome> = read_lines(&dir.join(RESULTS))?;
        let open = |name: &&String| !done.iter().any(|it| it.attack == **name);
        let open: Vec<String> = names.iter().filter(open).cloned().collect();
        let Some(first) = open.first() else {
            return Ok(());
        };
        let mut act = act.clone();
        match first.as_str() {
            around::FOREIGN => act.start = Some(around::START.to_owned()),
            around::PLAN => act.setup.permission_mode = Some("plan".to_owned()),
            _ => {}
        }
        let adapter = args.adapter.as_ref();
        let adapter = adapter.map(|path| fs::canonicalize(path).context(path.display()));
        let job = AttackJob {
            act,
            adapter: adapter.transpose()?,
            node: args.node.clone(),
            names: open,
        };
        isolate::live(
            &job,
            &dir.join(JOB),
            prefix,
            "attack-session",
            &job.act.version,
        )?;
        let now: Vec<Outcome> = read_lines(&dir.join(RESULTS))?;
        if now.len() == done.len() {
            return Err(LabError::new(format!("{version}: no attack could be made")));
        }
    }
}
