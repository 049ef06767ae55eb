//! Input that is broken, huge or malicious: an answer or one clear line, never a panic.

use serde_json::{Value, json};

use crate::run::{bounded, shadow};

const MIB: usize = 1 << 20;

/// Bytes that are no sane screen.
fn broken() -> Vec<(&'static str, Vec<u8>)> {
    let mut every_byte: Vec<u8> = (0..=255).collect();
    every_byte.extend((0..=255).rev());
    vec![
        ("empty", Vec::new()),
        ("every byte", every_byte),
        ("truncated UTF-8", b"caf\xc3".to_vec()),
        (
            "surrogates and overlong forms",
            b"\xed\xa0\x80 \xc0\xaf \xf8".to_vec(),
        ),
        ("half CSI", b"text\x1b[38;5".to_vec()),
        ("half OSC", b"text\x1b]0;title without end".to_vec()),
        ("half DCS", b"\x1bP1$r".to_vec()),
        (
            "huge parameter",
            b"\x1b[99999999999999999999;1;1;1;1m x".to_vec(),
        ),
        ("C1", "\u{9b}31mred\u{9d}0;t\u{9c}".into()),
        ("only escapes", b"\x1b[2J\x1b[H\x1bc\x1b(0".to_vec()),
        ("NUL", vec![0; 4096]),
        ("carriage returns", b"a\rb\r\r\nc".to_vec()),
    ]
}

#[test]
fn broken_bytes_are_answered_and_nothing_raw_comes_out() {
    for (name, bytes) in broken() {
        for format in ["json", "text"] {
            let run = shadow(&["parse", "--format", format, "-"], bytes.clone());
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{name} {format}");
            let raw = |c: char| c.is_control() && c != '\n';
            assert!(
                !run.stdout.contains(raw),
                "{name} {format}: {:?}",
                run.stdout
            );
        }
    }
}

#[test]
fn broken_bytes_are_marked_as_lossy() {
    let run = shadow(&["parse", "-"], b"caf\xc3".to_vec());
    let projection = &run.json()[0]["dialog_projection"];
    assert_eq!(projection["raw_lossy"], true);
    assert_eq!(projection["raw_text"], "caf\u{fffd}");
}

#[test]
fn fifty_megabytes_of_one_line_are_refused_by_the_stated_cap() {
    let run = shadow(&["parse", "-"], vec![b'x'; 50 * MIB]);
    assert_eq!(run.code, 3);
    run.complains_in_one_line();
    assert!(run.stderr.contains("8 MiB"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}

#[test]
fn a_million_rows_are_answered() {
    let run = bounded(&["parse", "--size", "80x24", "-"], b"x\n".repeat(1_000_000));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(run.json().len(), 1);
}

#[test]
fn a_line_above_the_cap_is_refused_with_the_id_it_begins_with_and_the_next_answered() {
    let text = "\\\"id\\\":1,".repeat(3 * MIB);
    let lines = [
        format!(r#"{{"id":"big","text":"{text}"}}"#),
        format!(r#"{{"text":"{text}","a":{{"id":1}},"id":["big",2],"b":0}}"#),
        format!(r#"{{"text":"{text}"}}"#),
        r#"{"id":2,"text":"x"}"#.to_owned(),
    ];
    assert!(lines[2].len() > 16 * MIB);
    let run = shadow(&["parse", "--ndjson"], lines.join("\n"));
    assert_eq!(run.code, 0);
    let answers = run.json();
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(json!(ids), json!(["big", null, null, 2]));
    for answer in &answers[..3] {
        let error = answer["error"].as_str();
        assert!(error.is_some_and(|e| e.contains("16 MiB")), "{answer}");
    }
    assert!(answers[3].get("error").is_none());
}

#[test]
fn a_text_above_the_snapshot_cap_is_refused_within_a_line_that_fits() {
    let request = json!({ "id": 1, "text": "x".repeat(9 * MIB) }).to_string();
    let run = shadow(&["parse", "--ndjson"], request);
    let error = run.json()[0]["error"].clone();
    assert!(
        error.as_str().is_some_and(|e| e.contains("8 MiB")),
        "{error}"
    );
}

#[test]
fn broken_lines_of_a_stream_are_answered_one_by_one() {
    let mut input = Vec::new();
    let mut lines = 0;
    for (_, bytes) in broken() {
        let without_ends: Vec<u8> = bytes.into_iter().filter(|&byte| byte != b'\n').collect();
        input.extend(without_ends);
        input.push(b'\n');
        lines += 1;
    }
    input.extend(vec![b'['; 100_000]);
    let run = shadow(&["parse", "--ndjson"], input);
    assert_eq!(run.code, 0);
    let answers: Vec<Value> = run.json();
    assert_eq!(answers.len(), lines + 1);
    assert!(
        answers
            .iter()
            .all(|a| a["error"].is_string() && a["id"].is_null())
    );
    assert!(!run.stdout.contains(|c: char| c.is_control() && c != '\n'));
}

#[test]
fn huge_and_broken_input_is_answered_within_bounded_memory() {
    let big: [(&str, Vec<u8>, i32); 4] = [
        ("50 MB of one line", vec![b'x'; 50 * MIB], 3),
        ("no UTF-8", vec![0xff; 2 * MIB], 0),
        ("escapes alone", b"\x1b[31m".repeat(MIB), 0),
        ("an endless command", b"\x1b]0;".repeat(MIB), 0),
    ];
    for (name, bytes, code) in big {
        for command in ["parse", "explain"] {
            let run = bounded(&[command, "--provider", "claude", "-"], bytes.clone());
            assert_eq!(run.code, code, "{command}: {name}: {}", run.stderr);
            if code != 0 {
                run.complains_in_one_line();
            }
        }
    }
}

#[test]
fn raw_output_and_long_lines_of_a_stream_stay_within_bounded_memory() {
    let mut raw = b"\x1b]0;".to_vec();
    raw.resize(10 * MIB, b'x');
    raw.extend_from_slice(b"\x07alive");
    let run = bounded(&["parse", "--raw", "--size", "80x24", "-"], raw);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = run.json()[0]["dialog_projection"]["normalized_text"].clone();
    assert!(text.as_str().is_some_and(|text| text.starts_with("alive")));

    let mut line = b"{\"id\":1,\"text\":\"".to_vec();
    line.resize(100 * MIB, b'x');
    line.extend_from_slice(b"\"}\n{\"id\":2,\"text\":\"x\"}\n");
    let run = bounded(&["parse", "--ndjson"], line);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answers = run.json();
    assert!(answers[0]["error"].is_string() && answers[1]["error"].is_null());
}
