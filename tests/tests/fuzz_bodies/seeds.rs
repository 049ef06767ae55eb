//! What the changes begin with: real files of each kind, small enough that a change often meets something.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use shadow_fixtures::{Capture, SessionDir, load, pack_text};

/// Bytes of the largest seed.
const LARGEST: usize = 24 << 10;

fn fixtures(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fixtures")
        .join(folder)
}

/// Captures of hand-picked cases, one of each of some traps.
fn captures() -> Vec<Capture> {
    let traps = ["P01", "P11", "P15", "P20", "P32", "P47"];
    let mut folders: Vec<_> = fs::read_dir(fixtures("cases"))
        .expect("cases")
        .map(|entry| entry.expect("a folder").path())
        .collect();
    folders.sort();
    let of_trap = |trap: &&str| {
        let begins = format!("{trap}-");
        let is = |path: &&PathBuf| {
            path.file_name()
                .is_some_and(|it| it.to_string_lossy().starts_with(&begins))
        };
        let folder = folders.iter().find(is).expect("a folder of the trap");
        load(folder).next().expect("a capture").expect("readable")
    };
    traps.iter().map(of_trap).collect()
}

/// Recordings: the shortest of some versions, cut at a line.
pub fn casts() -> Vec<Vec<u8>> {
    let of = ["claude/2.1.332", "codex/0.169.0", "claude/1.0.109"];
    let recording = |version: &&str| {
        let found = shadow_fixtures::sessions(&fixtures("corpus").join(version)).expect("sessions");
        let texts = found
            .into_iter()
            .filter_map(|session| session.ok()?.recording().ok()?);
        let text = texts.min_by_key(String::len).expect("a recording");
        let start = &text.as_bytes()[..text.len().min(LARGEST)];
        let end = start.iter().rposition(|byte| *byte == b'\n');
        start[..=end.expect("a line")].to_vec()
    };
    of.iter().map(recording).collect()
}

/// Folders of cases: `session.toml`, then the text of the pack.
pub fn cases() -> Vec<Vec<u8>> {
    let folder = |capture: Capture| {
        let session = SessionDir::read(&capture.dir).expect("a session").session;
        let mut session = session;
        session.cases.retain(|case| case.name == capture.case.name);
        session.cases[0].screen = None;
        let part = [(capture.case.name.as_str(), capture.bytes.as_slice())];
        let screens = pack_text(part.into_iter()).expect("screens");
        [session.to_text().expect("text").into_bytes(), screens].concat()
    };
    captures().into_iter().map(folder).collect()
}

/// Bundles: a manifest as `shadow report` writes it, a NUL, and a screen.
pub fn bundles() -> Vec<Vec<u8>> {
    let bundle = |capture: Capture| {
        let truth = &capture.case.truth;
        let read_as = [
            &truth.availability,
            &truth.business_state,
            &truth.input_mode,
            &truth.ui_context,
        ];
        let case = &capture.case;
        let manifest = json!({
            "bundle": 1, "shadow": "0.1.0", "system": "linux x86_64", "made": "2026-01-01",
            "provider": capture.session.provider, "version": capture.session.version,
            "note": "it is busy", "preset": "claude-2.1", "read_as": read_as, "redacted_read_as": read_as,
            "size": case.size, "cursor": case.cursor, "cursor_visible": case.cursor_visible,
            "alternate": case.alternate, "title": case.title, "process": case.process,
            "progress": case.progress, "program_status": [{ "state": "working", "app": "x" }],
        });
        let manifest = serde_json::to_vec_pretty(&manifest).expect("JSON");
        [manifest, vec![0], capture.bytes].concat()
    };
    captures().into_iter().map(bundle).collect()
}

/// Requests of the co-process: a stateless one, and two of a session with everything beside the text.
pub fn requests() -> Vec<Vec<u8>> {
    let stream = |capture: Capture| {
        let text = String::from_utf8_lossy(&capture.bytes);
        let (case, session) = (&capture.case, &capture.session);
        let lines = [
            json!({ "id": 1, "text": text }),
            json!({
                "id": ["a", { "b": 2.5 }], "text": text, "provider": session.provider, "cli_version": session.version,
                "cols": case.size[0], "rows": case.size[1], "cursor": case.cursor, "cursor_visible": true,
                "alternate": case.alternate, "title": case.title, "t": 1.5, "session": "pane 3", "generation": 1,
                "program_status": [{ "state": "working", "id": "x", "app": "y", "msg": "z" }], "bell": true,
                "progress": { "state": 1, "percent": 40 }, "notifications": ["a", { "title": "b" }],
                "process": "running", "foreground": ["node", "claude"], "tab_status": "a=b",
            }),
            json!({
                "id": null, "text": text, "t": 3, "session": "pane 3", "input": { "submit": true, "text": "hello" },
                "want": ["state", "details"],
            }),
        ];
        lines
            .map(|line| line.to_string() + "\n")
            .concat()
            .into_bytes()
    };
    captures().into_iter().map(stream).collect()
}

/// Files of accepted answers, each below a version.
pub fn rules() -> Vec<Vec<u8>> {
    let sessions = fixtures("corpus/codex/0.20.0");
    let file = |name: &str| fs::read(sessions.join(name).join("accepted.toml")).expect("a file");
    let (answers, version) = (file("spoofs-120x40"), b"2.1.330\n".to_vec());
    vec![
        answers.clone(),
        version.clone(),
        b"0.1.3\n".to_vec(),
        [version, answers].concat(),
    ]
}
