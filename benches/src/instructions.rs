//! Counting instructions under valgrind: they repeat where times do not, so they are the gate.

use std::process::Command;

use crate::work::{Bench, Work, feed_grid};
use crate::workload;

/// Every how many-th capture of the corpus is counted on.
const STEP: usize = 16;

/// The argument that makes the binary only do the work: `--count NAME PASSES [PROVIDER]`; with a
/// provider over its large captures, for a profiler, else over a sample of all.
pub const COUNT: &str = "--count";

/// The name of the grid's work, for a profiler.
const GRID: &str = "grid";

/// Does the work for the counter.
pub fn do_work(name: &str, passes: usize, provider: Option<&str>) {
    if name == GRID {
        let output = workload::output(1 << 20);
        (0..passes).for_each(|_| feed_grid(&output));
        return;
    }
    let samples = provider.map_or_else(|| workload::captures(STEP), workload::large_captures);
    eprintln!("{} captures", samples.len());
    let mut bench = Bench::new(samples);
    let Some(&work) = Work::ALL.iter().find(|work| work.name() == name) else {
        return;
    };
    for _ in 0..passes {
        bench.run(work);
    }
}

/// Instructions for one screen; none where valgrind is not installed.
///
/// The difference of two runs, so that starting and warming up do not count.
#[must_use]
pub fn a_screen(work: Work) -> Option<u64> {
    let samples = workload::captures(STEP).len() as u64;
    let (few, many) = (count(work, 1)?, count(work, 3)?);
    Some(many.saturating_sub(few) / (2 * samples))
}

fn count(work: Work, passes: usize) -> Option<u64> {
    let this = std::env::current_exe().ok()?;
    let output = Command::new("valgrind")
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ])
        .arg(this)
        .args([COUNT, work.name(), &passes.to_string()])
        .output()
        .ok()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let line = report.lines().find(|line| line.contains(" refs:"))?;
    let digits: String = line
        .rsplit(':')
        .next()?
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}
