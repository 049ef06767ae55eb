//! The command: which calls of which version are asked for, in lives of some dozen, and judged.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::ask::{Ask, SERVER, TOOL, asks};
use super::judge;
use super::play::{ASKED, JOB, Life};
use super::sample;
use super::shot::{self, Asked};
use super::tally::Tally;
use crate::cache;
use crate::campaign::refuse_held_out;
use crate::error::{Context, LabError, Result};
use crate::isolate;
use crate::provider::Provider;
use crate::scenario::Setup;
use crate::setting::Setting;
use crate::version::Version;
use crate::world::World;

/// Which versions, and how many calls.
#[derive(Debug, Clone, Args)]
pub struct OracleArgs {
    /// `claude` or `codex`.
    pub provider: Provider,
    /// Versions, separated by commas.
    #[arg(value_delimiter = ',', required = true)]
    pub versions: Vec<Version>,
    /// Number of calls that each version makes.
    #[arg(long, default_value_t = 160)]
    pub calls: usize,
    /// Choose the calls: one seed always gives one list of calls.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of calls before the CLI is started again.
    #[arg(long, default_value_t = 40)]
    pub life: usize,
    /// Pane settings; each new start of the CLI takes the next one. The size applies only until the
    /// first call; each call is drawn in sizes of its own.
    #[arg(long, num_args = 1.., default_values = ["140x48", "140x48+inline", "140x48+fullscreen"])]
    pub setting: Vec<Setting>,
    /// Run nothing, and judge only the screens that exist.
    #[arg(long)]
    pub judge: bool,
    /// Also write a few calls of each kind to this file, one call a line.
    #[arg(long)]
    pub sample: Option<PathBuf>,
    /// Write these to `<provider>/<version>/` in this folder: the screens (`asked.ndjson`), how shadow read each of them
    /// (`readings.ndjson`), and the errors (`findings/`).
    #[arg(long, default_value = "oracle-out")]
    pub out: PathBuf,
}

/// Asks and judges; exit code 1 if something is wrong. `prefix` are the words before the subcommand.
pub fn run(args: &OracleArgs, prefix: &[&str]) -> Result<i32> {
    let mut all = Tally::default();
    let mut failed = false;
    println!("{}", Tally::HEAD);
    for version in &args.versions {
        refuse_held_out(args.provider, *version)?;
        let dir = args.out.join(args.provider.name());
        let dir = dir.join(version.to_string());
        fs::create_dir_all(&dir).context(dir.display())?;
        // One that does not start leaves the others.
        let asked = match args.judge {
            true => Ok(()),
            false => ask(args, *version, prefix, &dir),
        };
        if let Err(error) = &asked {
            eprintln!("{} {version}: {error}", args.provider);
        }
        if let Some(file) = &args.sample {
            let calls = shot::read(&dir.join(ASKED))?;
            sample::add(args.provider, *version, &calls, file)?;
        }
        let tally = judge::version(args.provider, *version, &dir)?;
        println!("{}", tally.line(&format!("{} {version}", args.provider)));
        all.add(&tally);
        failed |= asked.is_err();
    }
    println!("{}", all.line("all"));
    all.details().iter().for_each(|line| println!("{line}"));
    Ok(i32::from(failed || all.is_wrong()))
}

fn ask(args: &OracleArgs, version: Version, prefix: &[&str], dir: &Path) -> Result<()> {
    let installed = cache::install(args.provider, version)?;
    let setup = setup(args.provider, prefix)?;
    let wanted = asks(args.provider, version, args.seed, args.calls);
    let mut turn = 0;
    loop {
        let done: Vec<Asked> = shot::read(&dir.join(ASKED))?;
        let open = |ask: &&Ask| !done.iter().any(|it| it.ask == **ask);
        let next: Vec<Ask> = wanted
            .iter()
            .filter(open)
            .take(args.life)
            .cloned()
            .collect();
        if next.is_empty() {
            return Ok(());
        }
        let life = Life {
            provider: args.provider,
            version,
            setup: setup.clone(),
            setting: args.setting[turn % args.setting.len()].clone(),
            cli: installed.dir.clone(),
            argv: installed.argv.clone(),
            asks: next,
        };
        turn += 1;
        isolate::live(
            &life,
            &dir.join(JOB),
            prefix,
            "oracle-session",
            &life.version,
        )?;
        let now: Vec<Asked> = shot::read(&dir.join(ASKED))?;
        if now.len() == done.len() {
            return Err(LabError::new(format!(
                "{version}: nothing could be asked for"
            )));
        }
    }
}

/// A CLI that asks for everything: every command, and the tool of a server.
fn setup(provider: Provider, prefix: &[&str]) -> Result<Setup> {
    let world = format!(
        "[servers.{SERVER}]\n[[servers.{SERVER}.tool]]\nname = \"{TOOL}\"\ndescription = \"Keeps a note\"\n\
         fields = {{ text = {{ type = \"string\" }} }}\n"
    );
    let world = World::parse(SERVER, &world)?;
    let prefix: Vec<String> = prefix.iter().map(|&word| word.to_owned()).collect();
    world.dress(provider, &prefix, &provider.asking())
}
