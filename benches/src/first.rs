//! The first assessment of a process: what whoever starts the engine anew waits for. A process has one, so
//! that each is measured in a process of its own.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use shadow_tui::{ProviderChoice, Snapshot};

use crate::workload;

/// The argument that makes the binary assess what comes on standard input, and print how many nanoseconds
/// that took.
pub const FIRST: &str = "--first";

/// Processes that are asked.
pub const PROCESSES: usize = 48;

/// Assesses one capture, before anything else is done.
///
/// # Panics
/// When standard input cannot be read.
pub fn assess() {
    let text = std::io::read_to_string(std::io::stdin()).expect("a capture on standard input");
    let began = Instant::now();
    let stack = shadow_tui::stack();
    let payload = stack.parse(
        ProviderChoice::Auto,
        &Snapshot::from_text(text.into_bytes()),
    );
    let took = began.elapsed();
    std::hint::black_box(payload);
    println!("{}", took.as_nanos());
}

/// How long it took in each of some processes, shortest first.
#[must_use]
pub fn times() -> Vec<Duration> {
    let captures = workload::captures(1);
    let step = (captures.len() / PROCESSES).max(1);
    let captures = captures.iter().step_by(step).take(PROCESSES);
    let mut times: Vec<Duration> = captures.filter_map(|it| one(&it.styled)).collect();
    times.sort();
    times
}

fn one(capture: &[u8]) -> Option<Duration> {
    let mut process = Command::new(std::env::current_exe().ok()?)
        .arg(FIRST)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    process.stdin.take()?.write_all(capture).ok()?;
    let output = process.wait_with_output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.trim().parse().ok().map(Duration::from_nanos)
}
