//! What a request costs the co-process (`shadow parse --ndjson`), JSON in and out, over the corpus: time on the
//! processor, for what is wanted. Several binaries are measured in one run, so that they compare.
//!
//! ```text
//! cargo build --profile dist --bin shadow
//! cargo run --release -p shadow-benches --bin coprocess -- target/dist/shadow
//! ```

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use serde_json::{Value, json};
use shadow_benches::usage::Usage;
use shadow_benches::workload::{self, Sample};

/// What is asked for: everything by saying nothing.
const WANTED: [(&str, Option<&[&str]>); 4] = [
    ("state", Some(&["state"])),
    ("state, details", Some(&["state", "details"])),
    (
        "every part, named",
        Some(&["state", "details", "dialog", "diagnostics"]),
    ),
    ("every part", None),
];

/// Microseconds a request that the state alone, and every part, may take.
const TARGETS: [f64; 2] = [8.0, 25.0];

/// How often the corpus is sent.
const TIMES: u32 = 4;

/// One measurement in so many that the quickest is taken of.
const ROUNDS: usize = 3;

fn main() -> ExitCode {
    let binaries: Vec<String> = std::env::args().skip(1).collect();
    if binaries.is_empty() {
        eprintln!("coprocess: name a binary of shadow, or several");
        return ExitCode::from(2);
    }
    let samples = workload::captures(1);
    println!(
        "{} captures, {TIMES} times; microseconds a request, fastest of {ROUNDS}",
        samples.len()
    );
    for (name, wanted) in WANTED {
        let path = std::env::temp_dir().join(format!("shadow-coprocess-{}", std::process::id()));
        if let Err(error) = write(&path, &samples, wanted) {
            eprintln!("coprocess: cannot write {}: {error}", path.display());
            return ExitCode::from(3);
        }
        let costs = binaries.iter().map(|binary| cost(binary, &path));
        let costs: Vec<String> = costs
            .map(|ticks| {
                format!(
                    "{:7.1}",
                    ticks as f64 * 1e4 / (samples.len() as f64 * f64::from(TIMES))
                )
            })
            .collect();
        println!("{name:20}{}", costs.join("  "));
        let _ = std::fs::remove_file(path);
    }
    println!("targets: state {}, every part {}", TARGETS[0], TARGETS[1]);
    ExitCode::SUCCESS
}

fn write(path: &Path, samples: &[Sample], wanted: Option<&[&str]>) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for _ in 0..TIMES {
        for (id, sample) in samples.iter().enumerate() {
            writeln!(out, "{}", request(id, sample, wanted))?;
        }
    }
    out.flush()
}

fn request(id: usize, sample: &Sample, wanted: Option<&[&str]>) -> Value {
    let mut request = json!({
        "id": id,
        "text": String::from_utf8_lossy(&sample.styled),
        "cols": sample.channels.cols,
        "rows": sample.channels.rows,
        "title": sample.channels.title,
    });
    if let Some(parts) = wanted {
        request["want"] = json!(parts);
    }
    request
}

/// Ticks of 10 ms that a binary takes for the requests in a file.
fn cost(binary: &str, requests: &Path) -> u64 {
    let rounds = (0..ROUNDS).map(|_| {
        let before = Usage::children();
        let mut command = Command::new(binary);
        command.args(["parse", "--ndjson"]).stdout(Stdio::null());
        command.stdin(File::open(requests).expect("the requests"));
        let status = command
            .status()
            .unwrap_or_else(|error| panic!("{binary}: {error}"));
        assert!(status.success(), "{binary}: {status}");
        Usage::children().ticks_since(&before)
    });
    rounds.min().unwrap_or_default()
}
