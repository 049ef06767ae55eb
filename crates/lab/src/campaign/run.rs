//! Runs scenarios of one version, of a matrix of versions, or of the versions that are held out.

use std::fs;

use super::plan::{self, Plan};
use super::pool::{self, Outcome};
use crate::arguments::{MatrixArgs, RunArgs, Which};
use crate::error::{Context, LabError, Result};
use crate::provider::Provider;
use crate::scenario::{self, Scenario};
use crate::session::Job;
use crate::version::Version;

/// Runs one version anew; exit code 1 if a session failed altogether.
pub fn run(args: &RunArgs, prefix: &[&str]) -> Result<i32> {
    plan::refuse_held_out(args.provider, args.version)?;
    let scenarios = scenarios(args.provider, &args.which)?;
    let plan = Plan {
        provider: args.provider,
        scenarios: &scenarios,
        settings: &args.settings,
        which: &args.which,
        prefix,
        anew: true,
    };
    let jobs = plan.jobs(args.version)?;
    if jobs.is_empty() {
        return Err(LabError::new("no scenario applies to this version"));
    }
    let failed = play(jobs, &args.which)?;
    Ok(i32::from(failed > 0))
}

/// Runs many versions, leaving out what is there already.
pub fn matrix(args: &MatrixArgs, prefix: &[&str]) -> Result<i32> {
    let versions = match (args.versions.is_empty(), args.wide) {
        (false, _) => args.versions.clone(),
        (true, true) => plan::wide(args.provider).to_vec(),
        (true, false) => spread(plan::core(args.provider)),
    };
    for version in &versions {
        plan::refuse_held_out(args.provider, *version)?;
    }
    let settings = match (args.settings.is_empty(), args.wide) {
        (false, _) => args.settings.clone(),
        (true, true) => plan::wide_settings(args.provider),
        (true, false) => vec!["120x40".parse()?],
    };
    let mut scenarios = scenarios(args.provider, &args.which)?;
    if args.wide && args.which.scenarios.is_empty() {
        scenarios.retain(|scenario| scenario.wide);
    }
    let plan = Plan {
        provider: args.provider,
        scenarios: &scenarios,
        settings: &settings,
        which: &args.which,
        prefix,
        anew: false,
    };
    campaign(&plan, &versions)
}

/// Runs scenarios of the held-out versions, or of those among them that are named; shows no screen.
pub fn held_out(
    provider: Provider,
    only: &[Version],
    which: &Which,
    prefix: &[&str],
) -> Result<i32> {
    let scenarios = scenarios(provider, which)?;
    let mut versions = plan::held_out(provider).to_vec();
    if let Some(other) = only.iter().find(|it| !versions.contains(it)) {
        return Err(LabError::new(format!(
            "{provider} {other} is not held out: `run` or `matrix` runs it"
        )));
    }
    versions.retain(|version| only.is_empty() || only.contains(version));
    let settings = ["120x40".parse()?];
    let plan = Plan {
        provider,
        scenarios: &scenarios,
        settings: &settings,
        which,
        prefix,
        anew: false,
    };
    campaign(&plan, &versions)
}

fn campaign(plan: &Plan<'_>, versions: &[Version]) -> Result<i32> {
    let mut failed = 0;
    let provider = plan.provider;
    for (at, version) in versions.iter().enumerate() {
        let jobs = match plan.jobs(*version) {
            Ok(jobs) => jobs,
            Err(error) => {
                eprintln!("{provider} {version}: {error}");
                failed += 1;
                continue;
            }
        };
        let (nth, of) = (at + 1, versions.len());
        eprintln!(
            "[{nth}/{of}] {provider} {version}: {} sessions to run",
            jobs.len()
        );
        failed += play(jobs, plan.which)?;
    }
    Ok(i32::from(failed > 0))
}

/// Plays jobs and tells of each; gives the number that failed.
fn play(jobs: Vec<Job>, which: &Which) -> Result<usize> {
    fs::create_dir_all(&which.out).context(which.out.display())?;
    let out = which.out.canonicalize().context(which.out.display())?;
    let (mut failed, mut done, all) = (0, 0, jobs.len());
    pool::run_all(jobs, which.jobs, &out, |outcome| {
        failed += usize::from(outcome.result.is_err());
        done += 1;
        eprintln!("({done}/{all}) {}", line(&outcome));
    });
    Ok(failed)
}

fn scenarios(provider: Provider, which: &Which) -> Result<Vec<Scenario>> {
    let root = which.scenario_dir.clone().unwrap_or_else(scenario::bundled);
    chosen(
        scenario::load_dir(&root, provider.name())?,
        &which.scenarios,
    )
}

/// The scenarios that the arguments name.
fn chosen(all: Vec<Scenario>, names: &[String]) -> Result<Vec<Scenario>> {
    for name in names {
        if !all.iter().any(|scenario| scenario.name == *name) {
            let known: Vec<&str> = all.iter().map(|scenario| scenario.name.as_str()).collect();
            return Err(LabError::new(format!(
                "there is no scenario {name:?}; there are {}",
                known.join(", ")
            )));
        }
    }
    let keep = |name: &String| names.is_empty() || names.contains(name);
    Ok(all.into_iter().filter(|s| keep(&s.name)).collect())
}

/// Newest, oldest, middle first, so that the ends of the range are known early.
fn spread(versions: Vec<Version>) -> Vec<Version> {
    let mut rest = versions;
    let mut order = Vec::new();
    while !rest.is_empty() {
        for at in [rest.len() - 1, 0, rest.len() / 2] {
            if at < rest.len() {
                order.push(rest.remove(at));
            }
        }
    }
    order
}

/// One line on how a session went, and one for each step that was dropped.
fn line(outcome: &Outcome) -> String {
    let job = &outcome.job;
    let name = format!("{} {} {}", job.provider, job.version, job.folder());
    match &outcome.result {
        Err(error) => format!("{name}: FAILED: {error}"),
        Ok(done) => {
            let kept = done.session.cases.len();
            let mut line = format!("{name}: {kept} kept in {:.0} s", outcome.seconds);
            for dropped in &done.session.dropped {
                line += &format!("\n  dropped {}: {}", dropped.case, dropped.why);
            }
            line
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_that_is_not_held_out_is_not_run_as_one() {
        let which = Which {
            scenarios: vec!["sweep".into()],
            scenario_dir: None,
            out: "never-made".into(),
            worlds: Vec::new(),
            world_dir: None,
            jobs: 1,
        };
        let refused = held_out(Provider::Codex, &[Version(0, 169, 0)], &which, &[]);
        let error = refused.unwrap_err().to_string();
        assert!(error.contains("is not held out"), "{error}");
    }

    #[test]
    fn the_ends_come_first_and_none_is_lost() {
        let versions: Vec<Version> = (0..7).map(|n| Version(1, 0, n)).collect();
        let mut order = spread(versions.clone());
        assert_eq!(order[..2], [Version(1, 0, 6), Version(1, 0, 0)]);
        order.sort();
        assert_eq!(order, versions);
    }
}
