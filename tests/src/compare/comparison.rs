//! The captures and recordings that two builds are held to each other on, and what each is asked.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use shadow_fixtures::{Capture, RECORDING, SessionDir, sessions};
use shadow_testing::{Filter, Mode};
use shadow_tui::{ProcessState, ProviderChoice, Snapshot};

use super::report::Report;
use super::side::{Coprocess, replay};
use crate::Corpus;

/// Seconds between two polls of a recording: 20, 5 and 2 Hz.
const RATES: [&str; 3] = ["0.05", "0.2", "0.5"];

/// The two builds, and what they are held to each other on.
pub struct Comparison {
    builds: [PathBuf; 2],
    sessions: Vec<SessionDir>,
}

impl Comparison {
    /// Chooses the sessions: those that a filter wants, and of them one in `sample`, by name.
    ///
    /// # Errors
    /// When a session cannot be read.
    pub fn new(
        builds: [PathBuf; 2],
        filter: Filter,
        sample: u64,
        roots: Vec<PathBuf>,
    ) -> Result<Self, String> {
        let own = [Corpus::Development, Corpus::Cases, Corpus::HeldOut].map(Corpus::dir);
        let roots = match roots.is_empty() {
            true => own.to_vec(),
            false => roots,
        };
        let mut chosen = Vec::new();
        for root in roots {
            for session in sessions(&root).map_err(|error| error.to_string())? {
                let session = session.map_err(|error| error.to_string())?;
                let in_sample = name_hash(&session.turns_id()).is_multiple_of(sample);
                if in_sample && filter.wants_recording(&session) {
                    chosen.push(session);
                }
            }
        }
        match chosen.is_empty() {
            true => Err("no session is wanted; ask for more".to_owned()),
            false => Ok(Self {
                builds,
                sessions: chosen,
            }),
        }
    }

    /// Holds the payloads of every capture in each mode to each other.
    ///
    /// # Errors
    /// When a build cannot be run or stops answering.
    pub fn captures(&self, report: &mut Report) -> Result<(), String> {
        let [old, new] = &self.builds;
        let (mut old, mut new) = (Coprocess::start(old)?, Coprocess::start(new)?);
        for session in &self.sessions {
            for capture in session.clone().captures() {
                let capture = capture.map_err(|error| error.to_string())?;
                for mode in Mode::EACH {
                    let request = request(mode, &capture).to_string();
                    let answers = (old.ask(&request)?, new.ask(&request)?);
                    let name = format!("{} {}", capture.id(), mode.name());
                    report.payloads(&name, &answers.0, &answers.1);
                }
            }
        }
        Ok(())
    }

    /// Holds the events of every recording at each rate to each other.
    ///
    /// # Errors
    /// When a build cannot be run, or a recording cannot be read.
    pub fn recordings(&self, report: &mut Report) -> Result<(), String> {
        let folder = std::env::temp_dir().join(format!("shadow-compare-{}", std::process::id()));
        fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        // A file of its own is read by every build.
        let compared = self.recordings_at(&folder.join(RECORDING), report);
        let _ = fs::remove_dir_all(&folder);
        compared
    }

    fn recordings_at(&self, path: &Path, report: &mut Report) -> Result<(), String> {
        for session in &self.sessions {
            let Some(text) = session.recording().map_err(|error| error.to_string())? else {
                continue;
            };
            fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
            for rate in RATES {
                let events = self.events(path, rate)?;
                let name = format!("{} every {rate} s", session.turns_id());
                report.events(&name, &events[0], &events[1]);
            }
        }
        Ok(())
    }

    fn events(&self, recording: &Path, rate: &str) -> Result<[String; 2], String> {
        let running = self
            .builds
            .each_ref()
            .map(|build| replay(build, recording, rate));
        let [old, new] = running;
        let (old, new) = (old?, new?);
        Ok([old.events()?, new.events()?])
    }
}

/// What the co-process is asked of a capture.
fn request(mode: Mode, capture: &Capture) -> Value {
    let Snapshot { text, channels } = mode.snapshot(capture);
    let mut request = json!({ "text": String::from_utf8_lossy(&text), "t": 0.0 });
    if mode != Mode::All {
        return request;
    }
    let mut put = |name: &str, value: Value| {
        if let (Value::Object(request), false) = (&mut request, value.is_null()) {
            request.insert(name.to_owned(), value);
        }
    };
    if let ProviderChoice::Named(provider) = mode.provider(capture) {
        put("provider", json!(provider));
    }
    put("cli_version", json!(channels.cli_version));
    put("cols", json!(channels.cols));
    put("rows", json!(channels.rows));
    put("cursor", json!(channels.cursor));
    put("cursor_visible", json!(channels.cursor_visible));
    put("alternate", json!(channels.alternate));
    put("title", json!(channels.title));
    put("progress", json!(channels.progress));
    put("notifications", json!(channels.notifications));
    put(
        "program_status",
        json!(
            capture
                .case
                .program_status
                .iter()
                .map(record)
                .collect::<Vec<_>>()
        ),
    );
    if channels.process != ProcessState::Unknown {
        put("process", json!(channels.process));
    }
    request
}

fn record(record: &shadow_fixtures::ProgramStatus) -> Value {
    let known = serde_json::to_value(record).unwrap_or_default();
    let fields: Map<String, Value> = known.as_object().cloned().unwrap_or_default();
    Value::Object(fields)
}

/// FNV-1a, the same on every machine.
fn name_hash(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    hash >> 32 ^ hash & 0xffff_ffff
}
