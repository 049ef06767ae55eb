//! What leaves the machine: canaries planted where people, models and tools write, and every picture and bundle that
//! is made of such a screen.

use std::io::Read;

use crate::case_folder::{CaseFolder, capture_file};
use crate::run::shadow;

/// What is planted: a word, a key, a part of a path.
const CANARIES: [&str; 3] = ["Zanzibarq", "sk-ant-Zq81jx", "Kolibrisk"];

/// Captures, and the words in them that canaries take the place of: a prompt, an answer, a draft, tool output, paths, a
/// question, queued messages, a status line of the user's own.
const SCREENS: [(&str, &[&str]); 7] = [
    (
        "claude/2.1.330/approvals-120x40/approval-edit",
        &["greeting", "better line", "notes", "hello", "project"],
    ),
    (
        "claude/2.1.330/statusline-120x40/statusline-draft",
        &["main |", "rows below", "project"],
    ),
    (
        "claude/2.1.330/work-120x40/tool-queued-two",
        &["tidy", "tests", "wait", "rows", "bottom", "project"],
    ),
    (
        "claude/2.1.330/plan-120x40/plan-approval",
        &["parser", "gentle-flame", "slow path"],
    ),
    (
        "codex/0.169.0/question-120x40/question",
        &["line by line", "whole file", "parser", "project"],
    ),
    (
        "codex/0.169.0/queue-120x40/queued-two",
        &["second thing", "third thing", "project"],
    ),
    (
        "codex/0.98.0/drafts-120x40/draft-two-lines",
        &["project", "line"],
    ),
];

/// The screen with its canaries.
fn planted(capture: &str, words: &[&str]) -> String {
    let mut text = std::fs::read_to_string(capture_file(capture)).expect("a capture");
    for (word, canary) in words.iter().zip(CANARIES.iter().cycle()) {
        assert!(text.contains(word), "{capture} holds {word}");
        text = text.replace(word, canary);
    }
    text
}

/// Everything in a bundle, unpacked.
fn unpacked(bundle: Vec<u8>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut gz = flate2::read::GzDecoder::new(bundle.as_slice());
    gz.read_to_end(&mut bytes).expect("gzip");
    bytes
}

/// The kinds of chunks in a PNG: text could stand in some of them.
fn chunks(png: &[u8]) -> Vec<String> {
    let mut rest = &png[8..];
    let mut kinds = Vec::new();
    while let Some((head, body)) = rest.split_at_checked(8) {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]);
        kinds.push(String::from_utf8_lossy(&head[4..]).into_owned());
        rest = body.get(length as usize + 4..).unwrap_or_default();
    }
    kinds.dedup();
    kinds
}

#[test]
fn no_canary_is_in_any_picture_or_bundle() {
    for (capture, words) in SCREENS {
        // The file itself has a canary for its name.
        let folder = CaseFolder::new("redacted");
        std::fs::write(folder.path("Zanzibarq.ansi"), planted(capture, words)).expect("a screen");
        let beside = ["--size", "120x40", "--title", "⠐ Kolibrisk sk-ant-Zq81jx"];
        let draw = ["--svg", "a.svg", "--html", "a.html", "--png", "a.png"];
        for args in [
            [
                &["explain", "--redact"],
                &draw[..],
                &beside,
                &["Zanzibarq.ansi"],
            ]
            .concat(),
            [&["report"], &beside[..], &["Zanzibarq.ansi"]].concat(),
        ] {
            let run = folder.shadow(&args);
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{capture}");
            assert!(
                !run.stdout
                    .contains("the redacted screen gets another answer"),
                "{}",
                run.stdout
            );
        }
        let read = |name| std::fs::read(folder.path(name)).expect("it was written");
        let made = [
            read("a.svg"),
            read("a.html"),
            read("a.png"),
            unpacked(read("misread.tar.gz")),
        ];
        for bytes in &made {
            let text = String::from_utf8_lossy(bytes);
            let pieces = CANARIES.iter().flat_map(|canary| canary.split('-'));
            for piece in pieces.filter(|piece| piece.len() > 3) {
                assert!(!text.contains(piece), "{capture}: {piece}: {text}");
            }
        }
        assert_eq!(chunks(&made[2]), ["IHDR", "IDAT", "IEND"], "{capture}");
    }
}

#[test]
fn the_same_screens_show_their_canaries_where_nothing_is_redacted() {
    for (capture, words) in SCREENS {
        let folder = CaseFolder::new("unredacted");
        std::fs::write(folder.path("a.ansi"), planted(capture, words)).expect("a screen");
        let path = folder.path("a.ansi").display().to_string();
        let run = shadow(&["explain", "--size", "120x40", "--svg", "-", &path], "");
        for canary in CANARIES.iter().take(words.len()) {
            assert!(run.stdout.contains(canary), "{capture}: {canary}");
        }
    }
}
