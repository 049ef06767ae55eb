//! Runs scenarios of one version.

use std::fs;

use super::pool::{self, Outcome};
use crate::cache;
use crate::command::{RunArgs, chosen};
use crate::error::{Context, LabError, Result};
use crate::scenario::{self, Scenario};
use crate::session::Job;

/// Runs what the arguments name; exit code 1 if a session failed altogether.
pub fn run(args: &RunArgs, prefix: &[&str]) -> Result<i32> {
    let root = args.scenario_dir.clone().unwrap_or_else(scenario::bundled);
    let all = scenario::load_dir(&root, args.provider.name())?;
    let scenarios = chosen(all, &args.scenarios)?;
    let installed = cache::install(args.provider, args.version)?;
    fs::create_dir_all(&args.out).context(args.out.display())?;
    let out = args.out.canonicalize().context(args.out.display())?;
    let job = |scenario: &Scenario, setting| {
        let mut job = Job::new(
            args.provider,
            args.version,
            scenario.clone(),
            setting,
            &installed,
        );
        job.prefix = prefix.iter().map(|&word| word.to_owned()).collect();
        job.made = today();
        job
    };
    let jobs: Vec<Job> = args
        .settings
        .iter()
        .flat_map(|setting| scenarios.iter().map(|s| job(s, setting.clone())))
        .filter(|job| job.scenario.applies(args.version))
        .collect();
    if jobs.is_empty() {
        return Err(LabError::new("no scenario applies to this version"));
    }
    let mut failed = 0;
    pool::run_all(jobs, args.jobs, &out, |outcome| {
        failed += usize::from(outcome.result.is_err());
        eprintln!("{}", line(&outcome));
    });
    Ok(i32::from(failed > 0))
}

/// One line on how a session went, with what was dropped.
pub fn line(outcome: &Outcome) -> String {
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

/// Today, `YYYY-MM-DD`, by UTC.
pub fn today() -> String {
    let now = std::time::SystemTime::now();
    let since = now.duration_since(std::time::UNIX_EPOCH);
    let days = since.map_or(0, |d| d.as_secs() / 86_400);
    civil(i64::try_from(days).unwrap_or_default())
}

/// The date of a day counted from 1970-01-01, in the proleptic Gregorian calendar.
fn civil(days: i64) -> String {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let slot = (5 * of_year + 2) / 153;
    let day = of_year - (153 * slot + 2) / 5 + 1;
    let month = if slot < 10 { slot + 3 } else { slot - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), "1970-01-01");
        assert_eq!(civil(19_782), "2024-02-29");
        assert_eq!(civil(20_778), "2026-11-21");
    }
}
