//! `shadow coverage`: which rules, presets, contexts, signals and kinds the cases of some folders
//! exercise, and which none does.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use shadow_testing::{Coverage, Suite, why_unshown};

use crate::exit::{Exit, Failure, Outcome, complain};
use crate::formats::{ListFormat, ListFormatArg};
use crate::output::Output;
use crate::render::table::aligned;
use crate::setup;
use shadow_legible::one_line;

const EXAMPLES: &str = "\
Examples:
  shadow coverage cases/
  shadow coverage --missing --check cases/
  shadow coverage --json cases/

The command counts, 0 included, the cases that exercise each rule, preset,
context, block (kind of dialog), activity, failure, anomaly and signal. A rule
is one named decision that shadow makes about a screen. A preset is the way a
range of versions draws its interface. A context says what is open
(`ui_context`, such as approval_prompt). A signal is the name of a witness in
`evidence`.";

/// Arguments of `shadow coverage`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CoverageArgs {
    /// Folders of cases
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,
    /// List only what no case exercises
    #[arg(long)]
    missing: bool,
    /// Exit with 1 if there is anything that no case exercises. What no case can show does not count; the output says why
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    format: ListFormatArg,
}

/// Runs it.
pub fn run(args: &CoverageArgs) -> Outcome {
    let stack = setup::stack()?;
    let suite = Suite::load(&args.dirs);
    for fault in &suite.faults {
        complain(&format!("cannot read the case {fault}"));
    }
    if suite.captures.is_empty() {
        return Err(Failure::input(
            "no case found; give folders that contain a session.toml and captures",
        ));
    }
    let coverage = Coverage::of(&stack, &suite.captures);
    let mut output = Output::new();
    let shown = coverage.rows().filter(|row| !args.missing || row.2 == 0);
    match args.format.wanted() {
        ListFormat::Ndjson => {
            for (kind, name, cases) in shown {
                let why = (cases == 0).then(|| why_unshown(kind, name)).flatten();
                let rule = coverage.rule(name).filter(|_| kind == "rule");
                let (reads, since) = (rule.map(|rule| rule.reads), rule.map(|rule| rule.since));
                output.json(&json!({
                    "kind": kind, "name": name, "cases": cases, "why": why,
                    "reads": reads, "since": since,
                }))?;
            }
        }
        ListFormat::Table => {
            let head = ["kind", "name", "cases", "reads"]
                .map(str::to_owned)
                .to_vec();
            let rows = shown.map(|(kind, name, cases)| {
                let rule = coverage.rule(name).filter(|_| kind == "rule" && cases == 0);
                let reads = rule.map(|rule| format!("{} ({})", rule.reads, rule.since));
                let cases = cases.to_string();
                vec![
                    kind.to_owned(),
                    one_line(name),
                    cases,
                    reads.unwrap_or_default(),
                ]
            });
            output.text(&aligned(
                &std::iter::once(head).chain(rows).collect::<Vec<_>>(),
            ))?;
            output.text(&summary(&coverage, suite.captures.len()))?;
        }
    }
    let whole = !args.check || coverage.missing().next().is_none();
    Ok(match (suite.faults.is_empty(), whole) {
        (false, _) => Exit::Input,
        (true, false) => Exit::NotHeld,
        (true, true) => Exit::Done,
    })
}

/// The last lines of the table: what can be shown by no case, with the reason, and the sums.
fn summary(coverage: &Coverage, cases: usize) -> String {
    let none = || coverage.rows().filter(|row| row.2 == 0);
    let (all, missing, none_of) = (
        coverage.rows().count(),
        coverage.missing().count(),
        none().count(),
    );
    let unshown = none().filter_map(|(kind, name, _)| {
        let why = why_unshown(kind, name)?;
        Some(format!("no case can show {kind} {name}: {why}\n"))
    });
    let reasons: String = unshown.collect();
    let shown = all - none_of;
    format!("{reasons}{cases} cases exercise {shown} of {all}; {missing} are missing\n")
}
