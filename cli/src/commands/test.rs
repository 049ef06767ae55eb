//! `shadow test`: cases held to their truth, all in parallel, and a diff for each change.

use std::path::{Path, PathBuf};

use clap::Args;
use shadow_testing::{Filter, Mode, Ran, Run, Suite};
use shadow_tui::Stack;

use crate::exit::{Exit, Failure, Outcome, complain};
use crate::output::{Output, json_line, write_file};
use crate::regression::ndjson::Entry;
use crate::regression::progress::Progress;
use crate::regression::{diff, junit, last_run, summary};
use crate::setup;

const EXAMPLES: &str = "\
Examples:
  shadow test cases/
  shadow test --junit results.xml --ndjson results.ndjson cases/
  shadow test --mode plain --id approval cases/
  shadow test --ndjson - cases/ | jq .changes

A case is a capture with its truth; a folder with session.toml, the captures that it names and, where
there is one, the recording, holds the cases of one session. Wrong answers that `shadow review`
accepted stand in accepted.toml beside it and are no change, until another answer takes their place.
Exit code 1 when anything changed, 3 when a case could not be read (the rest is run).";

/// Arguments of `shadow test`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TestArgs {
    /// Folders of cases; every session below them is run
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,
    /// How much of each capture the engine is given; may be repeated
    #[arg(long, value_name = "all|sgr|plain", default_value = "all")]
    mode: Vec<Mode>,
    /// Only cases whose id (provider/version/session/case) holds this
    #[arg(long, value_name = "PART")]
    id: Option<String>,
    /// Diffs that are shown at most
    #[arg(long, value_name = "N", default_value_t = 20)]
    show: usize,
    /// Write a JUnit report
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the result of each case as NDJSON; - is standard output, and nothing else goes there
    #[arg(long, value_name = "FILE|-")]
    ndjson: Option<PathBuf>,
}

/// Runs it.
pub fn run(args: &TestArgs) -> Outcome {
    let stack = setup::stack()?;
    let suite = args.suite()?;
    let progress = Progress::new(suite.captures.len() * args.mode.len());
    let run = suite.run(&stack, &args.mode, &|| progress.step());
    progress.end();
    let entries: Vec<Entry> = run.ran.iter().map(Entry::of).collect();
    last_run::keep(&entries);
    args.report(&stack, &suite, &run, &entries)?;
    let changed = match run.changed().next() {
        Some(_) => Exit::NotHeld,
        None => Exit::Done,
    };
    Ok(match suite.faults.is_empty() {
        true => changed,
        false => Exit::Input,
    })
}

impl TestArgs {
    /// The cases that are asked for. What cannot be read is told.
    fn suite(&self) -> Result<Suite, Failure> {
        let mut suite = Suite::load(&self.dirs);
        for fault in &suite.faults {
            complain(&format!("cannot read the case {fault}"));
        }
        let filter = Filter {
            id_has: self.id.clone(),
            ..Filter::default()
        };
        suite.captures.retain(|capture| filter.wants(capture));
        if suite.captures.is_empty() && suite.faults.is_empty() {
            return Err(Failure::input(
                "no case there; give folders with a session.toml and captures, or another --id",
            ));
        }
        Ok(suite)
    }

    fn report(
        &self,
        stack: &Stack,
        suite: &Suite,
        run: &Run,
        entries: &[Entry],
    ) -> Result<(), Failure> {
        if let Some(path) = &self.junit {
            write_file(path, junit::report(run, &suite.faults).as_bytes())?;
        }
        let lines = || entries.iter().map(|entry| json_line(entry) + "\n");
        match &self.ndjson {
            Some(path) if path == Path::new("-") => {
                let mut output = Output::new();
                return lines().try_for_each(|line| output.text(&line));
            }
            Some(path) => write_file(path, lines().collect::<String>().as_bytes())?,
            None => {}
        }
        self.tell(stack, suite, run)
    }

    /// The diffs, the table and the last line.
    fn tell(&self, stack: &Stack, suite: &Suite, run: &Run) -> Result<(), Failure> {
        let mut output = Output::new();
        let changed = run.changed();
        for ran in changed.take(self.show) {
            output.text(&difference(stack, suite, ran))?;
        }
        let hidden = run.changed().count().saturating_sub(self.show);
        if hidden > 0 {
            output.text(&format!("… and {hidden} more (--show N shows them)\n"))?;
        }
        output.text(&summary::table(run))?;
        output.text(&summary::last_line(run, suite.faults.len()))
    }
}

fn difference(stack: &Stack, suite: &Suite, ran: &Ran) -> String {
    let captures = suite.captures.iter();
    let own = captures.filter(|capture| capture.dir == ran.dir && capture.case.name == ran.case);
    own.map(|capture| diff::text(stack, capture, ran.scored.mode, &ran.changes) + "\n")
        .collect()
}
