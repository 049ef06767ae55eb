//! Prints how right the engine is, by version: every capture of the fixtures, in each mode.
//!
//! `--turns` replays recordings instead, polled at four rates, and prints how many prompts are reported as one turn, how their
//! ends are reported, and whether answers are whole. `--failures` lists what is wrong, for captures of development versions only. `--heldout` scores
//! the held-out versions and prints figures, never a screen, a case or a reason.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use shadow_fixtures::Capture;
use shadow_tests::turns::{Finding, Recorded, Tally, sampled};
use shadow_tests::{
    Corpus, Filter, Measure, Mode, Outcome, Scored, accepting, are_readable, captures, holds_in,
    page, readme, score, table,
};

/// One in so many recordings is played for the table of turns.
const TURNS_ONE_IN: usize = 12;

/// Accuracy of the engine on real screens, by version.
#[derive(Parser)]
#[command(name = "accuracy")]
struct Args {
    /// Only this provider: claude or codex.
    #[arg(long)]
    provider: Option<String>,
    /// Only this CLI version.
    #[arg(long)]
    version: Option<String>,
    /// Only this scenario.
    #[arg(long)]
    scenario: Option<String>,
    /// Only captures whose id holds this.
    #[arg(long, value_name = "PART")]
    id: Option<String>,
    /// One mode; every mode if absent.
    #[arg(long)]
    mode: Option<Mode>,
    /// A table by scenario instead of by version.
    #[arg(long)]
    by_scenario: bool,
    /// List every wrong judgment: id, measure, truth, answer.
    #[arg(long, conflicts_with = "heldout")]
    failures: bool,
    /// With --failures: what each wrong answer rests on.
    #[arg(long, requires = "failures")]
    why: bool,
    /// With --failures: only this measure, by its column's head.
    #[arg(long, requires = "failures")]
    measure: Option<String>,
    /// Show each capture instead: its screen with zones, verdict, evidence, dialog.
    #[arg(long, conflicts_with_all = ["heldout", "failures"])]
    show: bool,
    /// Score the held-out versions: figures only.
    #[arg(long)]
    heldout: bool,
    /// Write the tables of the README and docs/accuracy.md and every accepted.toml anew, and print only what is newly
    /// wrong.
    #[arg(long, exclusive = true)]
    readme: bool,
    /// Score turns over time instead of screens: one in twelve of the recordings.
    #[arg(long, conflicts_with_all = ["mode", "show", "why", "measure", "root", "by_scenario"])]
    turns: bool,
    /// With --turns: every recording.
    #[arg(long, requires = "turns")]
    all: bool,
    /// Another folder of fixtures.
    #[arg(long, conflicts_with = "heldout")]
    root: Option<PathBuf>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let done = match &args {
        args if args.readme => write_readme(),
        args if args.turns => {
            score_turns(args);
            Ok(())
        }
        args => run(args).map_err(|error| error.to_string()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("accuracy: {error}");
            ExitCode::from(3)
        }
    }
}

fn write_readme() -> Result<(), String> {
    are_readable().map_err(ToString::to_string)?;
    let path = readme::path();
    let old = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let measured = readme::Measured::take().map_err(|error| error.to_string())?;
    std::fs::write(&path, measured.with_tables(&old)).map_err(|error| error.to_string())?;
    std::fs::write(readme::page_path(), measured.page()).map_err(|error| error.to_string())?;
    for line in accepting::refresh()? {
        println!(
            "newly wrong, and accepted as {:?}: {line}",
            accepting::UNSEEN
        );
    }
    Ok(())
}

/// Prints the table of turns, and with `--failures` what is wrong.
fn score_turns(args: &Args) {
    let corpus = match args.heldout {
        true => Corpus::HeldOut,
        false => Corpus::Development,
    };
    let wanted = |recorded: &Recorded| {
        let session = &recorded.session.session;
        let is = |wanted: &Option<String>, own: &String| wanted.as_ref().is_none_or(|it| it == own);
        is(&args.provider, &session.provider)
            && is(&args.version, &session.version)
            && is(&args.scenario, &session.scenario)
            && args
                .id
                .as_ref()
                .is_none_or(|part| recorded.name.contains(part))
    };
    let one_in = if args.all { 1 } else { TURNS_ONE_IN };
    let tally = Tally::of(sampled(corpus, one_in).filter(wanted));
    if args.failures {
        for finding in Finding::WRONG {
            for line in tally.lines(finding) {
                println!("{finding:?} {line}");
            }
        }
    }
    println!("{}", tally.table());
}

fn run(args: &Args) -> Result<(), shadow_fixtures::Error> {
    let wanted = wanted(args)?;
    let stack = shadow_tui::stack();
    let modes: Vec<Mode> = args.mode.map_or(Mode::EACH.to_vec(), |mode| vec![mode]);
    for mode in modes {
        if args.show {
            for capture in &wanted {
                println!("{}", page(&stack, mode, capture));
            }
            continue;
        }
        let true_there = wanted.iter().filter(|capture| holds_in(mode, capture));
        let scored = score(&stack, mode, &true_there.cloned().collect::<Vec<_>>());
        println!("{} ({} screens)", mode.title(), scored.len());
        if args.failures {
            failures(args, &scored);
        }
        match args.by_scenario && !args.heldout {
            true => println!("{}", table::by_scenario(&scored)),
            false => println!("{}", table::by_version(&scored)),
        }
    }
    Ok(())
}

/// The captures that the arguments ask for.
fn wanted(args: &Args) -> Result<Vec<Capture>, shadow_fixtures::Error> {
    let roots = match (&args.root, args.heldout) {
        (Some(root), _) => vec![root.clone()],
        (None, true) => vec![Corpus::HeldOut.dir()],
        (None, false) => vec![Corpus::Development.dir(), Corpus::Cases.dir()],
    };
    let filter = Filter {
        provider: args.provider.clone(),
        version: args.version.clone(),
        scenario: args.scenario.clone(),
        id_has: args.id.clone(),
    };
    let mut found = Vec::new();
    for root in roots {
        found.extend(captures(&root)?);
    }
    found.retain(|capture| filter.wants(capture));
    Ok(found)
}

fn failures(args: &Args, scored: &[Scored]) {
    let shown = |measure: Measure| {
        let wanted = args.measure.as_deref();
        wanted.is_none_or(|name| name == measure.title())
    };
    for case in scored {
        let wrong: Vec<_> = case
            .with(Outcome::Wrong)
            .filter(|mark| shown(mark.measure))
            .collect();
        if wrong.is_empty() {
            continue;
        }
        println!("{}", case.id);
        for mark in wrong {
            let head = mark.measure.title();
            println!("  {head}: want {:?}, got {:?}", mark.want, mark.got);
        }
        if args.why {
            case.evidence.iter().for_each(|line| println!("    {line}"));
        }
    }
    println!();
}
