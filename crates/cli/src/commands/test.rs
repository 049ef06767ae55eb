//! `shadow test`: cases held to their truth, all in parallel, and a diff for each change.

use std::path::{Path, PathBuf};

use clap::Args;
use shadow_testing::{Filter, Mode, Run, Suite};
use shadow_tui::Stack;

use crate::exit::{Exit, Failure, Outcome, complain};
use crate::output::{Output, json_line, write_report};
use crate::regression::bundle::Bundle;
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
  shadow test --add misread.tar.gz --truth business_state=working cases/

An unexpected answer of shadow is called a change. It is a wrong answer that is
not listed as a known failure, or a right answer where a known failure is
listed. Earlier runs do not matter.

A case is a captured screen with its truth. A folder holds the cases of one
session: a session.toml, the captures that it names and, optionally, the
recording. The captures and the recording may be packed in session.gz.
`shadow record` writes such a folder.

session.toml may also list the turns of the recording, as [[turn]] with the
keys `outcome`, `how` (how it began), `prompt`, `blocked` (the kinds of the
dialogs that opened) and `answer_lines` (lines that the model's answer must
contain, in this order). A key that is absent is not checked. shadow then
replays the recording and checks its turns as one more case, SESSION/turns.

To list a wrong answer as a known failure, accept it in `shadow review`, which
writes it to accepted.toml in the folder. After that, `shadow test` reports
this case only if shadow's answer is no longer the accepted one.

Fields of --truth: availability, business_state, input_mode, ui_context,
pending_input, activity, failure, outcome, permission_mode, background,
composer.content, composer.text, composer.mode, composer.editor; block.kind,
block.origin, block.question (block is the dialog). Values are those that
`shadow parse` prints.

Exit codes: 1 if there is a change, 3 if a case or a recording could not be
read (the others are checked).";

/// Arguments of `shadow test`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TestArgs {
    /// Folders of cases, with all sessions below them. With --add: the folder for the new case
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,
    /// What shadow gets of each capture: everything (all), text with styles (sgr), or plain text; may be repeated
    #[arg(long, value_name = "all|sgr|plain", default_value = "all")]
    mode: Vec<Mode>,
    /// Check only cases whose id (provider/version/session/case) contains this text
    #[arg(long, value_name = "PART")]
    id: Option<String>,
    /// Show at most this many diffs
    #[arg(long, value_name = "N", default_value_t = 20)]
    show: usize,
    /// Write a JUnit report
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the result of each case as NDJSON; - writes it to standard output instead of the diffs and the table
    #[arg(long, value_name = "FILE|-")]
    ndjson: Option<PathBuf>,
    /// Print one JSON object a case; short for --ndjson -
    #[arg(long, conflicts_with = "ndjson")]
    json: bool,
    #[command(flatten)]
    add: AddArgs,
}

/// Taking a bundle of `shadow report` in as a case.
#[derive(Debug, Args)]
struct AddArgs {
    /// Make a new case in DIR from this bundle (made by `shadow report`), then check it
    #[arg(long, value_name = "BUNDLE", requires = "truth")]
    add: Option<PathBuf>,
    /// With --add: a field of the screen and its true value; may be repeated. shadow's own answer fills the fields of the
    /// state that you do not give
    #[arg(long, value_name = "FIELD=VALUE", value_parser = field, requires = "add")]
    truth: Vec<(String, String)>,
    /// With --add: how you know the truth, in your own words
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "said by the person who reported it"
    )]
    witness: String,
}

fn field(text: &str) -> Result<(String, String), String> {
    let pair = text
        .split_once('=')
        .ok_or("write a field and a value such as business_state=idle");
    Ok(pair.map(|(field, value)| (field.to_owned(), value.to_owned()))?)
}

/// Runs it.
pub fn run(args: &TestArgs) -> Outcome {
    let stack = setup::stack()?;
    let suite = match &args.add.add {
        Some(bundle) => Suite::load(&[args.take_in(bundle)?]),
        None => args.suite()?,
    };
    let progress = Progress::new(suite.steps(&args.mode));
    let run = suite.run(&stack, &args.mode, &|| progress.step());
    progress.end();
    for fault in &run.faults {
        complain(&format!("cannot read the recording {fault}"));
    }
    let entries: Vec<Entry> = run.ran.iter().map(Entry::of).collect();
    last_run::keep(&entries);
    let faults = [&suite.faults[..], &run.faults].concat();
    args.report(&stack, &suite, &run, (&entries, &faults))?;
    let changed = match run.changed().next() {
        Some(_) => Exit::NotHeld,
        None => Exit::Done,
    };
    Ok(match faults.is_empty() {
        true => changed,
        false => Exit::Input,
    })
}

impl TestArgs {
    /// Writes a bundle's case and gives its folder.
    fn take_in(&self, bundle: &Path) -> Result<PathBuf, Failure> {
        let [dir] = &self.dirs[..] else {
            return Err(Failure::usage("give one folder for the case that is added"));
        };
        Bundle::read(bundle)?.add(dir, &self.add.truth, &self.add.witness)
    }

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
        suite.retain(&filter);
        if suite.is_empty() && suite.faults.is_empty() {
            return Err(Failure::input(
                "no case found; give folders that contain a session.toml and captures, or another --id",
            ));
        }
        Ok(suite)
    }

    fn report(
        &self,
        stack: &Stack,
        suite: &Suite,
        run: &Run,
        (entries, faults): (&[Entry], &[String]),
    ) -> Result<(), Failure> {
        if let Some(path) = &self.junit {
            write_report(path, junit::report(run, faults).as_bytes())?;
        }
        let lines = || entries.iter().map(|entry| json_line(entry) + "\n");
        let printed = self.json.then(|| Path::new("-"));
        match self.ndjson.as_deref().or(printed) {
            Some(path) if path == Path::new("-") => {
                let mut output = Output::new();
                return lines().try_for_each(|line| output.text(&line));
            }
            Some(path) => write_report(path, lines().collect::<String>().as_bytes())?,
            None => {}
        }
        self.tell(stack, suite, run, faults)
    }

    /// The diffs, the table and the last line.
    fn tell(
        &self,
        stack: &Stack,
        suite: &Suite,
        run: &Run,
        faults: &[String],
    ) -> Result<(), Failure> {
        let mut output = Output::new();
        let changed = run.changed();
        for ran in changed.take(self.show) {
            output.text(&(diff::of(stack, suite, ran, &ran.changes) + "\n"))?;
        }
        let hidden = run.changed().count().saturating_sub(self.show);
        if hidden > 0 {
            output.text(&format!("… and {hidden} more (--show N shows them)\n"))?;
        }
        output.text(&summary::table(run))?;
        output.text(&summary::last_line(run, faults.len()))
    }
}
