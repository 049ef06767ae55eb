//! Says what two builds of `shadow` tell differently of the fixtures: every capture in each mode, every recording at
//! three rates. Exit code 1 where they differ.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use shadow_tests::Filter;
use shadow_tests::compare::{Comparison, Report};

const EXAMPLES: &str = "\
Examples:
  compare ../before/target/release/shadow target/release/shadow
  compare --sample 20 --summary OLD NEW
  compare --ignore surface_assessment.offers OLD NEW

A difference is a line: the capture, the mode, the path, what the old build says and what the new one. Of a recording it
is an event that one of them does not tell, or tells elsewhere. Timings are never compared.";

/// Compares two builds of shadow over the fixtures.
#[derive(Parser)]
#[command(name = "compare", after_help = EXAMPLES)]
struct Args {
    /// The binary that was.
    old: PathBuf,
    /// The binary that is.
    new: PathBuf,
    /// One in so many sessions, chosen by name.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    sample: u64,
    /// Only this provider: claude or codex.
    #[arg(long)]
    provider: Option<String>,
    /// Only this CLI version.
    #[arg(long)]
    version: Option<String>,
    /// Only sessions whose id holds this.
    #[arg(long, value_name = "PART")]
    id: Option<String>,
    /// Captures alone, without recordings.
    #[arg(long, conflicts_with = "recordings")]
    captures: bool,
    /// Recordings alone, without captures.
    #[arg(long)]
    recordings: bool,
    /// Pass over differences at a path that begins so, indices left out (`dialog_projection.cells.rows`).
    #[arg(long, value_name = "PATH")]
    ignore: Vec<String>,
    /// Print the summary alone.
    #[arg(long)]
    summary: bool,
    /// Another folder of fixtures; the corpus, the named cases and the held-out versions if absent.
    #[arg(long)]
    root: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("compare: {error}");
            ExitCode::from(3)
        }
    }
}

/// Whether the builds say the same.
fn run(args: Args) -> Result<bool, String> {
    let filter = Filter {
        provider: args.provider,
        version: args.version,
        scenario: None,
        id_has: args.id,
    };
    let mut report = Report::new(args.ignore, !args.summary);
    let comparison = Comparison::new([args.old, args.new], filter, args.sample, args.root)?;
    if !args.recordings {
        comparison.captures(&mut report)?;
    }
    if !args.captures {
        comparison.recordings(&mut report)?;
    }
    println!("{}", report.summary());
    Ok(report.is_same())
}
