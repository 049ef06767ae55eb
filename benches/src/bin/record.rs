//! Measures the workload and writes `benches/record/<date>.md`; with `--print`, writes it to the
//! terminal alone; with `--check`, only holds the instruction counts to `benches/record/limits.txt`.
//!
//! ```text
//! cargo run --profile dist -p shadow-benches --bin record
//! cargo run --profile dist -p shadow-benches --bin record -- --check
//! ```

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use shadow_benches::work::{Bench, Work, feed_grid};
use shadow_benches::workload::Sample;
use shadow_benches::{clock, first, instructions, workload};

/// Output that the grid is measured on, in bytes.
const OUTPUT: usize = 1 << 20;

/// The grid's target in megabytes a second.
const GRID_TARGET: f64 = 200.0;

/// The target of a process' first assessment in microseconds.
const FIRST_TARGET: u128 = 1000;

/// What the gate counts: work that allocates little, so that the count is ours.
const GATED: [Work; 4] = [
    Work::LoadPlain,
    Work::LoadStyled,
    Work::StatePlain,
    Work::DialogPlain,
];

/// How far above its limit a count may be, in percent: another compiler's or C library's code differs by so much.
const SLACK: u64 = 3;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [instructions::COUNT, name, passes, ref provider @ ..] => {
            let provider = provider.first().copied();
            instructions::do_work(name, passes.parse().unwrap_or(1), provider);
            ExitCode::SUCCESS
        }
        [first::FIRST] => {
            first::assess();
            ExitCode::SUCCESS
        }
        ["--check"] => check(),
        ["--print"] => {
            print!("{}", record());
            ExitCode::SUCCESS
        }
        [] => write_record(),
        _ => {
            eprintln!("record: no argument, --print, or --check");
            ExitCode::from(2)
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("record")
}

fn write_record() -> ExitCode {
    if cfg!(debug_assertions) {
        eprintln!("record: measure what is shipped (cargo run --profile dist)");
        return ExitCode::FAILURE;
    }
    let path = folder().join(format!("{}.md", clock::today()));
    let record = record();
    print!("{record}");
    match std::fs::write(&path, record) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("record: cannot write the record: {error}");
            ExitCode::from(3)
        }
    }
}

fn record() -> String {
    let mut text = head();
    text.push_str(&table(
        "About every eighth capture of the corpus, chosen by name",
        workload::captures(8),
    ));
    for (provider, name) in [("claude", "Claude Code"), ("codex", "Codex")] {
        let title = format!("Every capture of {name} at 200x50, the size that the targets are for");
        text.push_str(&table(&title, workload::large_captures(provider)));
    }
    text.push_str(&grid_lines());
    text.push_str(&first_line());
    text.push_str(&instruction_lines());
    text
}

/// The times of all work over one workload.
fn table(title: &str, samples: Vec<Sample>) -> String {
    let count = samples.len() as f64;
    let styled = workload::mean_bytes(samples.iter().map(|sample| &sample.styled));
    let plain = workload::mean_bytes(samples.iter().map(|sample| &sample.plain));
    let mut text = format!(
        "\n## {title}\n\n\
         {count} captures, mean {styled} bytes styled, {plain} plain.\n\n\
         | work | ns a screen | times memcpy | of 24 regexes | target, ns |\n\
         |---|---|---|---|---|\n"
    );
    let mut bench = Bench::new(samples);
    let times = Work::ALL.map(|work| clock::nanoseconds(|| bench.run(work)) / count);
    let (copy, regexes) = (times[0], times[1]);
    for (work, time) in Work::ALL.into_iter().zip(times) {
        let _ = writeln!(
            text,
            "| {} | {time:.0} | {:.1} | {:.4} | {} |",
            work.name(),
            time / copy,
            time / regexes,
            target(work, time),
        );
    }
    text
}

fn target(work: Work, time: f64) -> String {
    match work.target() {
        None => String::new(),
        Some(target) if time <= target => format!("{target:.0}: met"),
        Some(target) => format!("{target:.0}: **missed** ({:.1} times)", time / target),
    }
}

fn head() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let load = clock::load().map_or("not known".to_owned(), |load| format!("{load:.1}"));
    let (rounds, round) = (clock::ROUNDS, clock::ROUND.as_millis());
    format!(
        "# Record of {}\n\n\
         {cores} cores, {arch}, {os}; release build; time on the processor, fastest of {rounds} rounds of {round} ms.\n\
         Load of the machine when it began: {load}. Above 2, others share caches and cores, and times are too long.\n",
        clock::today()
    )
}

fn grid_lines() -> String {
    let output = workload::output(OUTPUT);
    let time = clock::nanoseconds(|| feed_grid(&output));
    let speed = output.len() as f64 * 1e3 / time;
    let verdict = if speed >= GRID_TARGET {
        "met"
    } else {
        "**missed**"
    };
    let megabytes = output.len() as f64 / 1e6;
    format!(
        "\nGrid of 120x40: {speed:.0} MB/s over {megabytes:.1} MB of recorded output \
         (target {GRID_TARGET:.0}: {verdict}).\n"
    )
}

fn first_line() -> String {
    let times = first::times();
    let micros = |at: usize| times.get(at).map_or(0, std::time::Duration::as_micros);
    let (median, longest) = (
        micros(times.len() / 2),
        micros(times.len().saturating_sub(1)),
    );
    let verdict = match times.is_empty() {
        true => "not measured",
        false if longest < FIRST_TARGET => "met",
        false => "**missed**",
    };
    format!(
        "\nFirst assessment of a process, engine made anew, payload and all: median {median} us, longest {longest} us \
         of {} processes (target {FIRST_TARGET}: {verdict}).\n",
        times.len()
    )
}

fn instruction_lines() -> String {
    let mut text = String::from("\n| work | instructions a screen |\n|---|---|\n");
    for work in GATED {
        let count = instructions::a_screen(work);
        let shown = count.map_or("valgrind is not installed".to_owned(), |count| {
            count.to_string()
        });
        let _ = writeln!(text, "| {} | {shown} |", work.name());
    }
    text
}

/// Lines of `limits.txt`: a count and the name of the work.
fn limits() -> Vec<(u64, String)> {
    let text = std::fs::read_to_string(folder().join("limits.txt")).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines
        .filter_map(|(count, name)| Some((count.parse().ok()?, name.to_owned())))
        .collect()
}

fn check() -> ExitCode {
    let limits = limits();
    let mut held = true;
    for work in GATED {
        let limit = limits.iter().find(|(_, name)| name == work.name());
        let (Some((limit, name)), Some(count)) = (limit, instructions::a_screen(work)) else {
            eprintln!(
                "record: {}: no limit in limits.txt, or no valgrind",
                work.name()
            );
            held = false;
            continue;
        };
        let over = count > limit * (100 + SLACK) / 100;
        println!(
            "{name}: {count} instructions a screen, limit {limit}{}",
            if over { ": OVER" } else { "" }
        );
        held &= !over;
    }
    ExitCode::from(u8::from(!held))
}
