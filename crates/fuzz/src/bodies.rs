//! What each fuzz target does with its bytes. The targets hand them over; the property tests of
//! `tests/` run the same functions on the stable compiler. Where bytes may be refused, a body says whether they were
//! taken.

use std::path::{Component, PathBuf};
use std::sync::Arc;

use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use shadow_cli::untrusted;
use shadow_fixtures::{Capture, Screens, Session, pack_text};
use shadow_testing::{Accepted, Mode, judge};
use shadow_tui::contract::{AnomalyCode, SelectionSource, ShadowAnomaly};
use shadow_tui::event::Stamp;
use shadow_tui::recording::{Cast, Replay, ReplayOptions};
use shadow_tui::screen::{Grid, Screen, check_input};
use shadow_tui::{Channels, ProviderChoice, Snapshot, Version, Watch, stack, stack_with_overrides};

/// Any bytes, size and cursor through the whole stack: no panic, JSON comes out, no escape stays
/// in what is ours, and a second look at the same reads nothing.
pub fn stack_reads(data: &[u8]) {
    let (head, text) = data.split_at(data.len().min(4));
    let byte = |index: usize| u16::from(head.get(index).copied().unwrap_or_default());
    let channels = Channels {
        cols: (byte(0) > 0).then(|| byte(0)),
        rows: (byte(1) > 0).then(|| byte(1)),
        cursor: Some((byte(2), byte(3))),
        ..Channels::default()
    };
    assert!(
        check_input(text.len()).is_ok(),
        "fuzzers stay below the cap"
    );
    let snapshot = Snapshot {
        text: text.to_vec(),
        channels,
    };
    let stack = stack();
    for name in ["claude", "codex"] {
        let wanted = ProviderChoice::Named(name);
        let payload = stack.parse(wanted, &snapshot);
        serde_json::to_string(&payload).expect("a payload is JSON");
        let projection = &payload.dialog_projection;
        assert!(!projection.normalized_text.contains('\u{1b}'));
        assert!(!projection.dialog_text.contains('\u{1b}'));
        let mut watch = Watch::default();
        assert!(watch.look(&stack, wanted, &snapshot.text, &snapshot.channels));
        assert!(!watch.look(&stack, wanted, &snapshot.text, &snapshot.channels));
    }
}

/// Any output through the grid, whole and split at a byte: no panic, and the same screen, channels
/// and replies. Then another size, and the output again.
pub fn grid_draws(data: &[u8]) {
    let Some((&cut, output)) = data.split_first() else {
        return;
    };
    let mut whole = Grid::new(20, 6);
    whole.feed(output);
    let mut split = Grid::new(20, 6);
    let (first, second) = output.split_at(usize::from(cut).min(output.len()));
    split.feed(first);
    split.feed(second);
    assert_eq!(shown(&whole), shown(&split));
    assert_eq!(whole.channels(), split.channels());
    assert_eq!(replies(&mut whole), replies(&mut split));
    whole.resize(u16::from(cut), 3);
    whole.feed(output);
    shown(&whole);
}

/// Any capture: rows, spans, columns and words found agree with each other.
pub fn screen_holds_together(data: &[u8]) {
    let screen = Screen::from_capture(data, &Channels::default());
    assert!(screen.height() == 0 || screen.normalized_text().ends_with('\n'));
    for row in screen.rows() {
        let text = row.text();
        assert_eq!(text.trim_end(), text);
        assert_eq!(text.trim_start(), row.trimmed());
        assert_eq!(text.trim_start().chars().next(), row.first_char());
        let spans: String = row.spans().map(|span| span.text).collect();
        assert_eq!(spans, text);
        assert!(row.column_at_byte(text.len()) == row.width());
        assert!(text.is_char_boundary(row.byte_at_column(row.width() / 2)));
    }
    let again = Screen::from_capture(screen.normalized_text().as_bytes(), &Channels::default());
    assert_eq!(again.normalized_text(), screen.normalized_text());
}

/// Any recording, replayed: time never runs back, every event is JSON, and a second replay tells the same.
pub fn cast_replays(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    if let Ok(kept) = shadow_fixtures::Cast::parse(text.as_bytes()) {
        let again = shadow_fixtures::Cast::parse(kept.to_text().as_bytes());
        assert_eq!(again.map(|it| it.events.len()), Ok(kept.events.len()));
    }
    let Ok(cast) = Cast::parse(&text) else {
        return false;
    };
    let stack = stack();
    let told = || {
        let options = ReplayOptions {
            interval: 0.25,
            ..ReplayOptions::default()
        };
        Replay::of_cast(&cast, &stack, options).finish()
    };
    let events = told();
    let mut stamp = Stamp::recording("a recording");
    let mut before = 0.0;
    for happening in events.clone() {
        assert!(happening.at >= before, "time ran back to {}", happening.at);
        before = happening.at;
        serde_json::to_string(&stamp.event(happening)).expect("an event is JSON");
    }
    assert!(before <= cast.end(), "{before} is past the end");
    assert_eq!(events, told());
    true
}

/// Any folder of cases (`session.toml`, then the text of its pack): what can be read lies in its own place,
/// can be written and read again, and is judged.
pub fn case_is_judged(data: &[u8]) -> bool {
    let at = find(data, b"%%%% ").unwrap_or(data.len());
    let (session, screens) = data.split_at(at);
    let session = std::str::from_utf8(session).map(Session::parse);
    let (Ok(Ok(session)), Ok(screens)) = (session, Screens::parse(screens)) else {
        return false;
    };
    let parts = session.cases.iter().filter_map(|case| {
        let name = case.name.as_str();
        Some((name, screens.get(name)?))
    });
    if let Ok(text) = pack_text(parts.clone()) {
        let again = Screens::parse(&text).expect("what was written is read");
        assert!(
            parts
                .clone()
                .all(|(name, screen)| again.get(name) == Some(screen))
        );
    }
    let screens: Vec<_> = parts.map(|(_, screen)| screen.to_vec()).collect();
    let whole = screens.len() == session.cases.len();
    if whole {
        judged(&session, screens);
    }
    whole
}

/// Any bundle (as it is, and as a manifest and a screen with a NUL between them): what is taken in is a case.
pub fn bundle_becomes_a_case(data: &[u8]) -> bool {
    let at = find(data, b"\0").unwrap_or(data.len());
    let (manifest, screen) = data.split_at(at);
    let made = untrusted::bundle_of(manifest, screen).expect("an archive");
    let mut taken = false;
    for packed in [data, &made] {
        if let Ok((session, screen)) = untrusted::bundle(packed) {
            judged(&session, vec![screen]);
            taken = true;
        }
    }
    taken
}

/// Any requests to the co-process: each line is answered by one line of JSON, with the `id` that it gave, and nothing
/// in an answer acts on a terminal.
pub fn requests_are_answered(data: &[u8]) -> bool {
    let printed = untrusted::answers(data).expect("bytes in memory are read");
    assert!(!printed.contains(|it| shadow_legible::is_unseen(it) && it != '\n'));
    let whole = data.strip_suffix(b"\n").unwrap_or(data);
    let lines = whole.split(|byte| *byte == b'\n').take(data.len());
    let mut answers = printed.lines();
    for line in lines {
        let answer = answers.next().expect("an answer to each line");
        serde_json::from_str::<IgnoredAny>(answer).expect("an answer is JSON");
        let read = |text: &[u8]| serde_json::from_slice::<Map<String, Value>>(text);
        if let (Ok(request), Ok(answer)) = (read(line), read(answer.as_bytes())) {
            let id = |of: &Map<String, Value>| of.get("id").cloned().unwrap_or_default();
            assert_eq!(id(&answer), id(&request));
        }
    }
    assert_eq!(answers.next(), None);
    printed.contains("\"schema_version\"")
}

/// Any file of accepted answers, and any version of a CLI: what is read is written and read again, and a version that
/// is taken chooses the projector of every screen.
pub fn rules_are_kept(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let accepted = Accepted::parse(&text).ok();
    let version = text.lines().next().and_then(|line| line.parse().ok());
    accepted.iter().for_each(accepted_again);
    version.iter().for_each(|it| chosen(*it, &text));
    accepted.is_some() || version.is_some()
}

fn accepted_again(accepted: &Accepted) {
    let written = accepted.to_text().expect("what was read can be written");
    assert_eq!(Accepted::parse(&written).as_ref(), Ok(accepted));
    let mut fewer = accepted.clone();
    for acceptance in &accepted.accepted {
        fewer.add(acceptance.clone());
        assert!(fewer.accepted.iter().any(|kept| kept.is_same(acceptance)));
        fewer.remove(acceptance);
    }
    assert_eq!(fewer, Accepted::default());
}

fn chosen(version: Version, screen: &str) {
    assert_eq!(version.to_string().parse(), Ok(version));
    let stack = stack_with_overrides(Some(version), Some(version));
    for name in ["claude", "codex"] {
        let snapshot = Snapshot::from_text(screen.as_bytes());
        let payload = stack.parse(ProviderChoice::Named(name), &snapshot);
        let metadata = &payload.surface_assessment.parser_metadata;
        let is_floor =
            |anomaly: &ShadowAnomaly| anomaly.code == AnomalyCode::UnknownVersionFloorUsed;
        // One that is older than every preset takes the oldest, which is said.
        let wanted = match metadata.anomalies.iter().any(is_floor) {
            true => SelectionSource::FallbackFloor,
            false => SelectionSource::EnvOverride,
        };
        assert_eq!(metadata.selection_source, wanted);
    }
}

/// What was taken in as a session keeps to its place, can be written and read again, and is judged on what it gives.
fn judged(session: &Session, screens: Vec<Vec<u8>>) {
    let place = session
        .shelf()
        .expect("a session that is taken has a place");
    assert_eq!(place.components().count(), 2);
    assert!(
        place
            .components()
            .all(|it| matches!(it, Component::Normal(_)))
    );
    let text = session.to_text().expect("what was read can be written");
    assert_eq!(Session::parse(&text).as_ref(), Ok(session));
    let (stack, session) = (stack(), Arc::new(session.clone()));
    for (case, bytes) in session.cases.iter().zip(screens) {
        let capture = Capture {
            dir: PathBuf::from("a-session"),
            session: session.clone(),
            case: case.clone(),
            bytes,
        };
        for mode in Mode::EACH {
            let scored = judge(&stack, mode, &capture);
            assert!(!scored.marks.is_empty(), "what is judged has marks");
        }
    }
}

fn find(data: &[u8], what: &[u8]) -> Option<usize> {
    data.windows(what.len()).position(|it| it == what)
}

fn shown(grid: &Grid) -> String {
    let mut screen = Screen::default();
    grid.write_screen(&mut screen);
    screen.normalized_text().to_owned()
}

fn replies(grid: &mut Grid) -> Vec<u8> {
    let mut bytes = Vec::new();
    grid.take_replies(&mut bytes);
    bytes
}
