//! The command: reads the settings, runs the states under them, and says what came of each.
//!
//! All settings are tried in groups first, each value once; a group under which something shows is halved until each
//! setting that shows stands alone, and those are tried again in random sets. So hundreds of settings cost some dozen
//! sessions.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use shadow_fixtures::SessionDir;

use super::asked;
use super::judge::Faults;
use super::knob::{Knob, Trial, Turned};
use super::look::Shapes;
use super::order;
use super::report::{self, Came};
use crate::cache::{self, Installed};
use crate::campaign::{self, Outcome};
use crate::error::{Context, LabError, Result};
use crate::provider::Provider;
use crate::scenario::{self, Scenario};
use crate::session::Job;
use crate::setting::Setting;
use crate::version::Version;
use crate::world;

/// Plain sessions that the others are held to.
const PLAIN: usize = 3;

/// Settings in a group, and in a random set.
const GROUP: usize = 16;
const MIX: usize = 4;

/// Which version, and how much of it.
#[derive(Debug, Clone, Args)]
pub struct SweepArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// Version of the CLI, such as `2.1.332`.
    pub version: Version,
    /// Start no more sessions after this many minutes; run the command again to go on [default: no limit].
    #[arg(long)]
    pub budget: Option<f64>,
    /// Try only these settings of the CLI, each alone; write flags without dashes.
    #[arg(long, num_args = 1..)]
    pub settings: Vec<String>,
    /// Capture only these states (fresh, draft, streaming, …: steps of the scenario `sweep`), with the steps that lead to them.
    #[arg(long, num_args = 1..)]
    pub states: Vec<String>,
    /// Also try this many random sets of settings that change the screen.
    #[arg(long, default_value_t = 12)]
    pub mixes: usize,
    /// Size of the pane.
    #[arg(long, default_value = "120x40")]
    pub size: Setting,
    /// Only list the settings of the CLI.
    #[arg(long)]
    pub list: bool,
    /// Run nothing, and judge only the sessions that exist.
    #[arg(long)]
    pub judge: bool,
    /// Write the sessions to this folder, as `<provider>/<version>/sweep…/`.
    #[arg(long, default_value = "sweep-out")]
    pub out: PathBuf,
}

impl SweepArgs {
    /// A whole sweep of a version.
    pub fn of(provider: Provider, version: Version, out: PathBuf) -> Self {
        Self {
            provider,
            version,
            budget: None,
            settings: Vec::new(),
            states: Vec::new(),
            mixes: 12,
            size: Setting {
                size: [120, 40],
                ..Setting::default()
            },
            list: false,
            judge: false,
            out,
        }
    }
}

/// Sweeps, and prints the report; exit code 1 if something is wrong or unexplained.
pub fn run(args: &SweepArgs, prefix: &[&str]) -> Result<i32> {
    let (lines, wrong) = sweep(args, prefix)?;
    lines.iter().for_each(|line| println!("{line}"));
    Ok(i32::from(wrong))
}

/// Sweeps; gives the report, and whether something is wrong or unexplained.
pub fn sweep(args: &SweepArgs, prefix: &[&str]) -> Result<(Vec<String>, bool)> {
    campaign::refuse_held_out(args.provider, args.version)?;
    let installed = cache::install(args.provider, args.version)?;
    let shelf = args.out.join(args.provider.name());
    let shelf = shelf.join(args.version.to_string());
    fs::create_dir_all(&shelf).context(shelf.display())?;
    let mut knobs = asked::knobs(args.provider, &installed, &shelf.join("settings.toml"))?;
    narrow(&mut knobs, &args.settings)?;
    if args.list {
        return Ok((knobs.iter().map(listed).collect(), false));
    }
    let out = args.out.canonicalize().context(args.out.display())?;
    let mut sweep = Sweep {
        args,
        prefix,
        installed,
        states: states(args)?,
        out,
        until: args
            .budget
            .map(|minutes| Instant::now() + Duration::from_secs_f64(60.0 * minutes)),
        left: 0,
        plain: Vec::new(),
        looks: Vec::new(),
        came: Vec::new(),
    };
    sweep.all(&knobs)?;
    Ok(sweep.report(&knobs))
}

fn narrow(knobs: &mut Vec<Knob>, names: &[String]) -> Result<()> {
    let is = |knob: &Knob, name: &String| knob.name.trim_start_matches('-') == name.as_str();
    let unknown = |name: &&String| !knobs.iter().any(|knob| is(knob, name));
    if let Some(name) = names.iter().find(unknown) {
        return Err(LabError::new(format!(
            "this version has no setting {name:?}: see --list"
        )));
    }
    if !names.is_empty() {
        knobs.retain(|knob| names.iter().any(|name| is(knob, name)));
    }
    Ok(())
}

fn listed(knob: &Knob) -> String {
    let values: Vec<String> = knob.values.iter().map(ToString::to_string).collect();
    format!("{}.{}: {}", knob.place, knob.name, values.join(" "))
}

/// The states to run: the scenario `sweep`, without the captures that are not asked for and what only leads to them.
fn states(args: &SweepArgs) -> Result<Scenario> {
    let all = scenario::load_dir(&scenario::bundled(), args.provider.name())?;
    let scenario = all.into_iter().find(|it| it.name == "sweep");
    let mut scenario = scenario.ok_or_else(|| LabError::new("there is no scenario \"sweep\""))?;
    if args.states.is_empty() {
        return Ok(scenario);
    }
    let wanted = |name: &Option<String>| name.as_ref().is_some_and(|it| args.states.contains(it));
    let last = scenario.steps.iter().rposition(|step| wanted(&step.name));
    let last =
        last.ok_or_else(|| LabError::new("there is no such state in the scenario \"sweep\""))?;
    scenario.steps.truncate(last + 1);
    for step in &mut scenario.steps {
        step.name = step.name.take().filter(|name| args.states.contains(name));
    }
    Ok(scenario)
}

struct Sweep<'a> {
    args: &'a SweepArgs,
    prefix: &'a [&'a str],
    installed: Installed,
    states: Scenario,
    out: PathBuf,
    until: Option<Instant>,
    left: usize,
    plain: Vec<Faults>,
    looks: Vec<Shapes>,
    came: Vec<Came>,
}

impl Sweep<'_> {
    fn all(&mut self, knobs: &[Knob]) -> Result<()> {
        self.play((1..=PLAIN).map(Trial::plain).collect())?;
        let loud = match self.args.settings.is_empty() {
            true => self.halved(order::groups(knobs, GROUP))?,
            false => self.play(
                knobs
                    .iter()
                    .flat_map(Knob::turned)
                    .map(Trial::alone)
                    .collect(),
            )?,
        };
        let turned: Vec<Turned> = loud.into_iter().flat_map(|trial| trial.turned).collect();
        self.play(order::mixes(&turned, MIX, self.args.mixes))?;
        Ok(())
    }

    /// Plays sets, halves those under which something shows, and gives the single knobs under which something does.
    fn halved(&mut self, sets: Vec<Trial>) -> Result<Vec<Trial>> {
        let (mut alone, mut sets) = (Vec::new(), sets);
        while !sets.is_empty() {
            let loud = self.play(sets)?;
            let (one, more): (Vec<_>, Vec<_>) =
                loud.into_iter().partition(|trial| trial.turned.len() == 1);
            alone.extend(one);
            sets = more.iter().flat_map(Trial::halves).collect();
        }
        Ok(alone)
    }

    /// Plays the trials that are not there yet, judges all; gives those of which something is to be seen.
    fn play(&mut self, trials: Vec<Trial>) -> Result<Vec<Trial>> {
        let mut loud = Vec::new();
        let all = trials.len();
        for (at, trial) in trials.into_iter().enumerate() {
            let job = self.job(&trial)?;
            let place = self.out.join(self.args.provider.name());
            let place = place.join(self.args.version.to_string()).join(job.folder());
            let there = place.join("session.toml").exists();
            if !there && (self.args.judge || self.is_over()) {
                self.left += 1;
                continue;
            }
            let session = match there {
                true => SessionDir::read(&place).map_err(LabError::new),
                false => self.one(job),
            };
            let Some(came) = self.judged(trial, session)? else {
                continue;
            };
            if !there {
                eprintln!("({}/{all}) {}", at + 1, came.lines().join("\n"));
            }
            if !came.is_quiet() {
                loud.push(came.trial.clone());
            }
            self.came.push(came);
        }
        Ok(loud)
    }

    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() > until)
    }

    fn job(&self, trial: &Trial) -> Result<Job> {
        let prefix: Vec<String> = self.prefix.iter().map(|&word| word.to_owned()).collect();
        let mut scenario = self.states.clone();
        let world = world::named(&world::bundled(), self.args.provider, &scenario.worlds)?;
        let mut own = scenario.setup.clone();
        trial.lay(&mut own)?;
        scenario.setup = world.dress(self.args.provider, &prefix, &own)?;
        scenario.name = format!("sweep@{}", trial.folder());
        let (provider, version) = (self.args.provider, self.args.version);
        let size = self.args.size.clone();
        let mut job = Job::new(provider, version, scenario, size, &self.installed);
        job.world = world;
        job.prefix = prefix;
        job.made = crate::today();
        Ok(job)
    }

    fn one(&self, job: Job) -> Result<SessionDir> {
        let mut result = Err(LabError::new("the session was not begun"));
        campaign::run_all(vec![job], 1, &self.out, |outcome: Outcome| {
            result = outcome.result;
        });
        result
    }

    /// What came of a trial; none of a plain one, which the others are held to.
    fn judged(&mut self, trial: Trial, session: Result<SessionDir>) -> Result<Option<Came>> {
        let plain = trial.turned.is_empty();
        let session = match session {
            Ok(session) => session,
            Err(error) if plain => return Err(error),
            Err(error) => {
                return Ok(Some(Came {
                    trial,
                    faults: Faults::default(),
                    looks: Vec::new(),
                    failed: Some(error.to_string()),
                }));
            }
        };
        let (faults, look) = (Faults::of(&session)?, Shapes::of(&session)?);
        if plain {
            self.plain.push(faults);
            self.looks.push(look);
            return Ok(None);
        }
        Ok(Some(Came {
            trial,
            faults: faults.beyond(&self.plain),
            looks: look.differs(&self.looks),
            failed: None,
        }))
    }

    fn report(self, knobs: &[Knob]) -> (Vec<String>, bool) {
        let Self {
            args,
            came,
            plain,
            left,
            ..
        } = self;
        let mut lines = vec![format!(
            "{} {}: the plain session",
            args.provider, args.version
        )];
        let mut all: Vec<&String> = plain.iter().flat_map(|it| &it.wrong).collect();
        all.sort();
        all.dedup();
        lines.extend(all.iter().map(|it| format!("  wrong: {it}")));
        let told = came
            .iter()
            .filter(|it| it.trial.turned.len() == 1 || it.is_wrong());
        lines.extend(told.filter(|it| !it.is_quiet()).flat_map(Came::lines));
        let wrong = !all.is_empty() || came.iter().any(Came::is_wrong);
        lines.extend(report::end(&came, knobs, left));
        (lines, wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::SettingPlace;

    #[test]
    fn settings_are_named_without_dashes_and_must_be_known() {
        let knobs = ["--brief", "verbose"].map(|name| Knob::switch(SettingPlace::Flag, name));
        let names = |names: &[&str]| names.iter().map(|&it| it.to_owned()).collect::<Vec<_>>();
        let mut chosen = knobs.to_vec();
        narrow(&mut chosen, &names(&["brief"])).unwrap();
        assert_eq!(chosen, knobs[..1]);
        let error = narrow(&mut chosen, &names(&["verbose"])).unwrap_err();
        assert!(error.to_string().contains("--list"), "{error}");
        narrow(&mut chosen, &[]).unwrap();
        assert_eq!(chosen.len(), 1);
    }

    #[test]
    fn only_the_states_that_are_asked_for_are_captured() {
        for provider in [Provider::Claude, Provider::Codex] {
            let mut args = SweepArgs::of(provider, Version(9, 9, 9), PathBuf::new());
            let all = states(&args).unwrap();
            args.states = vec!["streaming".into()];
            let some = states(&args).unwrap();
            assert!(some.steps.len() < all.steps.len());
            let named = some.steps.iter().filter(|step| step.name.is_some());
            assert_eq!(named.count(), 1);
            args.states = vec!["nowhere".into()];
            assert!(states(&args).is_err());
        }
    }
}
