//! What the tests of the bindings compare with: a sample of the corpus, read by the Rust library, a line of JSON for each screen.
//!
//! ```sh
//! cargo run -q -p shadow-bindings --example sample -- screens EVERY    # one screen in EVERY of each version, in each mode
//! cargo run -q -p shadow-bindings --example sample -- recordings       # a recording of each CLI, with its events
//! cargo run -q -p shadow-bindings --example sample -- hostile          # changed screens and recordings
//! cargo run -q -p shadow-bindings --example sample -- frames FOLDER    # what `bindings/agent` shows
//! cargo run -q -p shadow-bindings --example sample -- time SECONDS     # nanoseconds a screen, state from text
//! ```
//!
//! Texts are hexadecimal, since some are no UTF-8.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};
use shadow_fixtures::{Capture, strip_sgr};
use shadow_legible::json_line;
use shadow_testing::Mode;
use shadow_tui::contract::wire_name;
use shadow_tui::event::Stamp;
use shadow_tui::recording::{Cast, Replay, ReplayOptions};
use shadow_tui::{Channels, ProviderChoice, Snapshot, Watch};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut out = io::stdout().lock();
    match arguments.as_slice() {
        ["screens", every] => screens(every.parse()?, &mut out),
        ["recordings"] => recordings(&mut out),
        ["hostile"] => hostile(&mut out),
        ["frames", folder] => frames(Path::new(folder)),
        ["time", seconds] => time(seconds.parse()?, &mut out),
        _ => Err("see the head of this file".into()),
    }
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/corpus")
}

/// Each version's captures, one in `every`, the first of each at least.
fn captures(every: usize) -> Result<Vec<Capture>, Box<dyn Error>> {
    let mut of_version: BTreeMap<(String, String), Vec<Capture>> = BTreeMap::new();
    for capture in shadow_fixtures::load(&corpus()) {
        let capture = capture?;
        let session = &capture.session;
        let key = (session.provider.clone(), session.version.clone());
        of_version.entry(key).or_default().push(capture);
    }
    let sampled = of_version.into_values();
    Ok(sampled
        .flat_map(|it| it.into_iter().step_by(every))
        .collect())
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The options of a binding for these channels.
fn options(channels: &Channels, provider: ProviderChoice<'_>) -> Value {
    let provider = match provider {
        ProviderChoice::Auto => "auto",
        ProviderChoice::Named(name) => name,
    };
    let all = json!({
        "provider": provider,
        "cols": channels.cols,
        "rows": channels.rows,
        "cursor": channels.cursor,
        "cursor_visible": channels.cursor_visible,
        "alternate": channels.alternate,
        "title": channels.title,
        "cli_version": channels.cli_version,
        "process": wire_name(&channels.process),
        "program_status": channels.program_status,
        "progress": channels.progress,
        "notifications": channels.notifications,
    });
    let given = all
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(_, value)| !value.is_null() && !value.as_array().is_some_and(Vec::is_empty));
    given
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

fn screens(every: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let stack = shadow_tui::stack();
    for capture in captures(every)? {
        for mode in Mode::EACH {
            let (snapshot, provider) = (mode.snapshot(&capture), mode.provider(&capture));
            let payload = stack.parse(provider, &snapshot);
            let line = json!({
                "id": format!("{} {}", capture.id(), mode.name()),
                "text": hex(&snapshot.text),
                "options": options(&snapshot.channels, provider),
                "payload": json_line(&payload),
            });
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn recordings(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let stack = shadow_tui::stack();
    for version in ["claude/2.1.332", "codex/0.169.0", "claude/1.0.109"] {
        let sessions = shadow_fixtures::sessions(&corpus().join(version))?;
        let texts = sessions
            .into_iter()
            .filter_map(|it| it.ok()?.recording().ok()?);
        let mut texts: Vec<String> = texts.collect();
        texts.sort_by_key(String::len);
        let told = |text: String| {
            let cast = Cast::parse(&text).ok()?;
            let events = Replay::of_cast(&cast, &stack, ReplayOptions::default()).finish();
            let is_end = events.iter().any(|it| it.body.outcome().is_some());
            is_end.then_some((text, events))
        };
        let found = texts.into_iter().find_map(told);
        let (text, events) = found.ok_or("no recording with a turn")?;
        let mut stamp = Stamp::recording("recording");
        let events = events.into_iter().map(|it| json_line(&stamp.event(it)));
        let events: Vec<String> = events.collect();
        let line = json!({ "id": version, "text": hex(text.as_bytes()), "events": events });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Small numbers that look random, equal in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap_or(0)
    }
}

/// Real screens and recordings with bytes changed, cut out and repeated, and hostile pieces put in.
fn hostile(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    const PIECES: [&[u8]; 10] = [
        b"\x1b[",
        b"\x1b]0;",
        b"\x1b[?2026h",
        b"\x1b[99999;99999H",
        b"\xff\xfe",
        b"\0",
        "\u{202e}".as_bytes(),
        "e\u{301}\u{301}".as_bytes(),
        b"\x1b[38;2;1;2",
        b"\r\n\t\x08",
    ];
    let mut seeds: Vec<Vec<u8>> = captures(40)?.into_iter().map(|it| it.bytes).collect();
    seeds.push(b"{\"version\": 2, \"width\": 80, \"height\": 24}\n[0.5, \"o\", \"x\"]\n[1e308, \"r\", \"9x9\"]\n".to_vec());
    let mut dice = Dice(0x5eed);
    for round in 0..600 {
        let mut bytes = seeds[dice.below(seeds.len())].clone();
        for _ in 0..1 + dice.below(12) {
            let at = dice.below(bytes.len() + 1);
            let end = (at + dice.below(64)).min(bytes.len());
            match dice.below(4) {
                0 => drop(bytes.splice(at..at, PIECES[dice.below(PIECES.len())].iter().copied())),
                1 => drop(bytes.drain(at..end)),
                2 => bytes.extend_from_within(at..end),
                _ => bytes[at..end]
                    .iter_mut()
                    .for_each(|byte| *byte = byte.wrapping_add(97)),
            }
        }
        let size = [dice.below(300), dice.below(90)].map(|it| it * dice.below(2));
        let line = json!({ "id": round, "text": hex(&bytes), "cols": size[0], "rows": size[1] });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The screens of one turn, each in a file, as a program paints them. The dialog is edited so that it belongs to the turn.
fn frames(folder: &Path) -> Result<(), Box<dyn Error>> {
    let session = corpus().join("claude/2.1.330/basic-120x40");
    for capture in shadow_fixtures::load(&session) {
        let capture = capture?;
        let mut text = String::from_utf8(capture.bytes.clone())?;
        if capture.case.name == "approval-command" {
            let prompt = "❯ \u{1b}[38;2;255;255;255mmake the file";
            let edits = [
                ("✻", " "),
                ("Sautéed for 2s · done 10:52 PM", ""),
                (prompt, "  I will make the file."),
            ];
            text = edits
                .iter()
                .fold(text, |text, (that, this)| text.replace(that, this));
        }
        let [x, y] = capture.case.cursor.unwrap_or_default();
        let shown = if capture.case.cursor_visible == Some(false) {
            'l'
        } else {
            'h'
        };
        let title = capture.case.title.as_deref().unwrap_or_default();
        let rows = text.trim_end_matches('\n').replace('\n', "\r\n");
        let painted = format!(
            "\x1b[?1049h\x1b[?2004h\x1b[m\x1b[2J\x1b[H{rows}\x1b[m\x1b[{};{}H\x1b[?25{shown}\x1b]2;{title}\x07",
            y + 1,
            x + 1
        );
        std::fs::write(folder.join(&capture.case.name), painted)?;
    }
    Ok(())
}

/// State from plain text, over and over for so many seconds: nanoseconds a screen in the best rounds.
fn time(seconds: f64, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let stack = shadow_tui::stack();
    let samples: Vec<(Vec<u8>, Channels)> = captures(10)?
        .into_iter()
        .map(|it| {
            let Snapshot { channels, .. } = Mode::All.snapshot(&it);
            (
                strip_sgr(&it.bytes),
                Channels {
                    cols: channels.cols,
                    rows: channels.rows,
                    title: channels.title,
                    ..Channels::default()
                },
            )
        })
        .collect();
    // Each chunk by itself, so that a process that comes between spoils little.
    let chunks = samples.chunks(32);
    let mut chunks: Vec<_> = chunks.map(|it| (f64::INFINITY, it)).collect();
    let (start, mut ready) = (Instant::now(), 0_u32);
    let mut watch = Watch::default();
    while start.elapsed().as_secs_f64() < seconds {
        for (best, chunk) in &mut chunks {
            let round = Instant::now();
            for (text, channels) in *chunk {
                watch.assess(&stack, ProviderChoice::Auto, text, channels);
                ready += u32::from(watch.reading().verdict().submit_ready());
            }
            *best = best.min(round.elapsed().as_secs_f64());
        }
    }
    let all: f64 = chunks.iter().map(|(best, _)| best).sum();
    let each = all * 1e9 / samples.len() as f64;
    let line = json!({ "screens": samples.len(), "ns": each, "ready": ready });
    Ok(writeln!(out, "{line}")?)
}
