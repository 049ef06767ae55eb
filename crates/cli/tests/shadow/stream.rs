//! `shadow parse --ndjson`: every line answered, in order, at once.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::case_folder::capture_file;
use crate::run::{command, shadow};

fn answers(lines: &str) -> Vec<Value> {
    let (answers, said) = answers_and_remarks(lines);
    assert_eq!(said, "");
    answers
}

/// The answers, and what standard error says.
fn answers_and_remarks(lines: &str) -> (Vec<Value>, String) {
    let run = shadow(&["parse", "--ndjson"], lines);
    assert_eq!(run.code, 0, "{}", run.stderr);
    (run.json(), run.stderr)
}

#[test]
fn an_unknown_field_is_named_once_with_the_one_that_was_meant() {
    let slip = json!({"id": 1, "text": "x", "colls": 80, "cursor": [0, 0]}).to_string();
    let (answers, said) = answers_and_remarks(&format!("{slip}\n{slip}\n"));
    assert_eq!(answers.len(), 2);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("unknown field `colls`, did you mean `cols`?"),
        "{said}"
    );
}

#[test]
fn ids_of_any_kind_come_back_unchanged_and_in_order() {
    let ids = [
        r#""a""#,
        "7",
        "-1.50",
        "null",
        "true",
        r#"{"k":[1,"x"]}"#,
        "123456789012345678901234567890",
    ];
    let lines: Vec<String> = ids
        .iter()
        .map(|id| format!(r#"{{"id":{id},"text":"x"}}"#))
        .collect();
    let run = shadow(&["parse", "--ndjson"], lines.join("\n"));
    let echoed = |line: &str| line.split(r#","schema_version""#).next().map(str::to_owned);
    let expected: Vec<_> = ids
        .iter()
        .map(|id| Some(format!(r#"{{"id":{id}"#)))
        .collect();
    assert_eq!(run.stdout.lines().map(echoed).collect::<Vec<_>>(), expected);
}

#[test]
fn a_bad_line_gets_an_error_and_the_stream_goes_on() {
    let lines = [
        r#"{"id":1,"text":"x"}"#,
        r#"{"id":2,"text":"cut"#,
        "nonsense",
        "",
        "[1,2]",
        r#"{"id":"five"}"#,
        r#"{"id":6,"text":9}"#,
        r#"{"id":7,"text":"x","cols":-1}"#,
        r#"{"id":8,"text":"x","process":"asleep"}"#,
        r#"{"id":9,"text":"x"}"#,
    ];
    let answers = answers(&(lines.join("\n") + "\n"));
    let ids: Vec<_> = answers.iter().map(|a| a["id"].clone()).collect();
    assert_eq!(
        json!(ids),
        json!([1, 2, null, null, null, "five", 6, 7, 8, 9])
    );
    for (at, answer) in answers.iter().enumerate() {
        let good = at == 0 || at == 9;
        assert_eq!(answer.get("error").is_none(), good, "{answer}");
        assert_eq!(answer.get("schema_version").is_some(), good, "{answer}");
    }
}

#[test]
fn an_error_names_the_field_that_is_wrong() {
    let lines = [
        (
            r#"{"text":"x","cursor":[1,2,3]}"#,
            "not a request: `cursor`: ",
        ),
        (r#"{"text":9}"#, "not a request: `text`: "),
        (r#"{"id":1}"#, "not a request: missing field `text`"),
        (r#"{"text":"x"} 3"#, "not JSON: "),
    ];
    let sent: Vec<&str> = lines.iter().map(|(line, _)| *line).collect();
    for ((line, says), answer) in lines.iter().zip(answers(&sent.join("\n"))) {
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.starts_with(says), "{line}: {error}");
    }
}

#[test]
fn every_field_of_a_request_is_taken_and_others_are_ignored() {
    let request = json!({
        "id": "all", "text": "one\ntwo", "provider": "codex", "cli_version": "0.169.0",
        "cols": 80, "rows": 24, "cursor": [80, 3], "cursor_visible": true, "alternate": false,
        "title": "t", "progress": "1;50", "notifications": ["n"], "process": "running",
        "tab_status": "indicator=;status=Idle", "bell": true, "foreground": ["codex"],
        "program_status": [{"id": "a", "state": "working", "kind": "x", "app": "codex", "msg": "m", "new": 1}],
        "generation": 3, "t": 1.5, "input": {"submit": true, "text": "hi", "new": 1},
        "session": "s", "a field of tomorrow": {"deep": []},
    });
    let (answers, said) = answers_and_remarks(&request.to_string());
    let answer = &answers[0];
    assert!(answer.get("error").is_none(), "{answer}");
    assert!(
        said.contains("`a field of tomorrow`; it is ignored"),
        "{said}"
    );
    assert_eq!(answer["parser_metadata"]["provider_id"], "codex");
    assert_eq!(answer["parser_metadata"]["requested_version"], "0.169.0");
    let channels = answer["mode_diagnostics"]["channels"]
        .as_array()
        .expect("channels");
    let absent: Vec<_> = channels
        .iter()
        .filter(|c| c["weight"] == "absent")
        .collect();
    assert_eq!(absent.len(), 1, "style alone is absent: {absent:?}");
}

#[test]
fn null_is_as_good_as_absent() {
    let line = r#"{"text":"x","cols":null,"cursor":null,"title":null,"session":null,"process":null,"program_status":null}"#;
    assert!(answers(line)[0].get("error").is_none());
}

/// The co-process, to be asked while it runs.
struct Asked {
    child: Child,
    input: ChildStdin,
}

/// What it answers.
struct Answers(BufReader<ChildStdout>);

impl Asked {
    fn start() -> (Self, Answers) {
        let mut command = command(&["parse", "--ndjson"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        let input = child.stdin.take().expect("stdin is piped");
        let output = child.stdout.take().expect("stdout is piped");
        (Self { child, input }, Answers(BufReader::new(output)))
    }

    fn ask(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("it listens");
    }

    /// Nothing more is asked: it ends, and well.
    fn end(mut self) {
        drop(self.input);
        assert!(self.child.wait().expect("it ends").success());
    }
}

impl Answers {
    /// The id of the next answer.
    fn id(&mut self) -> Value {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("it answers");
        serde_json::from_str::<Value>(&line).expect("JSON")["id"].clone()
    }
}

#[test]
fn each_answer_is_flushed_before_the_next_request() {
    let (mut asked, mut answers) = Asked::start();
    for id in 0..5 {
        asked.ask(&format!(
            "{{\"id\":{id},\"text\":\"x\",\"session\":{id}}}\n"
        ));
        assert_eq!(answers.id(), json!(id));
    }
    asked.end();
}

#[test]
fn a_burst_is_answered_as_far_as_it_is_whole() {
    let (mut asked, mut answers) = Asked::start();
    // More at once than is read or held at once, then half of a line.
    let text = "x\\n".repeat(300);
    let burst: String = (0..200)
        .map(|id| format!("{{\"id\":{id},\"text\":\"{text}\",\"want\":[\"dialog\"]}}\n"))
        .collect();
    let burst = burst + r#"{"id":200,"te"#;
    let writer = std::thread::spawn(move || {
        asked.ask(&burst);
        asked
    });
    for id in 0..200 {
        assert_eq!(answers.id(), json!(id));
    }
    let mut asked = writer.join().expect("it writes");
    asked.ask("xt\":\"x\"}\n");
    assert_eq!(answers.id(), json!(200));
    asked.end();
}

#[test]
fn more_sessions_than_are_kept_are_all_answered() {
    let line = |n: usize| format!(r#"{{"id":{n},"text":"x","session":"s{n}"}}"#);
    let lines: Vec<String> = (0..1500).map(line).collect();
    let answers = answers(&lines.join("\n"));
    assert_eq!(answers.len(), 1500);
    assert!(answers.iter().all(|answer| answer.get("error").is_none()));
}

#[test]
fn a_session_carries_its_lifecycle_and_others_do_not() {
    let lines = [
        json!({"id": 1, "text": "", "session": "a", "t": 0}),
        json!({"id": 2, "text": "", "session": "a", "t": 31}),
        json!({"id": 3, "text": "", "session": "b", "t": 31}),
        json!({"id": 4, "text": ""}),
        json!({"id": 5, "text": "", "session": "a", "t": 32, "input": {"submit": true, "text": "hi"}}),
        json!({"id": 6, "text": "", "session": "b", "t": 32, "input": {"submit": false, "text": "h"}}),
    ];
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    let answers = answers(&lines.join("\n"));
    let told: Vec<_> = answers
        .iter()
        .map(|answer| {
            let lifecycle = &answer["lifecycle"];
            (
                lifecycle["readiness"].as_str(),
                lifecycle["turn_id"].as_u64(),
            )
        })
        .collect();
    let expected = [
        (Some("unknown"), None),
        (Some("stalled"), None),
        (Some("unknown"), None),
        (None, None),
        (Some("stalled"), Some(1)),
        (Some("unknown"), None),
    ];
    assert_eq!(told, expected);
    assert_eq!(answers[4]["lifecycle"]["turn"], "stalled");
}

/// The names of an answer's fields.
fn fields(answer: &Value) -> Vec<&str> {
    let fields = answer.as_object().expect("an object");
    fields.keys().map(String::as_str).collect()
}

#[test]
fn what_is_wanted_is_answered_as_in_a_whole_answer_and_nothing_else() {
    let capture = "claude/2.1.330/basic-120x40/approval-command";
    let text = std::fs::read_to_string(capture_file(capture)).expect("a capture");
    for session in [None, Some("s")] {
        let request = |want: Value| json!({"id": 1, "text": text, "cols": 120, "rows": 40, "t": 0, "want": want, "session": session});
        let ask = |want: Value| answers(&request(want).to_string()).remove(0);
        let mut whole = ask(Value::Null);
        let own: [(&str, &[&str]); 4] = [
            (
                "state",
                &[
                    "surface_assessment",
                    "parser_metadata",
                    "submit_ready",
                    "safe_to_type",
                ],
            ),
            ("details", &["surface_assessment", "parser_metadata"]),
            ("dialog", &["dialog_projection", "projection_slices"]),
            ("diagnostics", &["mode_diagnostics"]),
        ];
        for (part, names) in own {
            let mut part_alone = ask(json!([part]));
            let mut expected: Vec<&str> = [&["id", "schema_version"], names].concat();
            expected.extend((part == "state" && session.is_some()).then_some("lifecycle"));
            expected.sort_unstable();
            assert_eq!(fields(&part_alone), expected, "{part}");
            if part == "state" {
                let state = part_alone["surface_assessment"].take();
                let state = state.as_object().expect("the state");
                assert!(state.len() < 10 && !state.contains_key("operator_block"));
                for (name, value) in state {
                    assert_eq!(*value, whole["surface_assessment"][name], "{name}");
                }
            }
            for name in names.iter().filter(|name| !part_alone[**name].is_null()) {
                assert_eq!(part_alone[*name], whole[*name], "{name} of {part}");
            }
        }
        whole["mode_diagnostics"].take();
        let mut every = ask(json!(["diagnostics", "dialog", "details", "state"]));
        every["mode_diagnostics"].take();
        assert_eq!(every, whole);
        assert_eq!(fields(&ask(json!([]))), ["id", "schema_version"]);
    }
}

#[test]
fn safe_to_type_is_the_same_where_the_state_alone_is_wanted() {
    for name in ["idle-fresh", "draft", "answered", "streaming"] {
        let file = capture_file(&format!("claude/2.1.330/basic-120x40/{name}"));
        let text = std::fs::read_to_string(file).expect("a capture");
        let ask = |want: Value| answers(&json!({"text": text, "want": want}).to_string()).remove(0);
        let (state, whole) = (ask(json!(["state"])), ask(Value::Null));
        for field in ["submit_ready", "safe_to_type"] {
            assert_eq!(state[field], whole[field], "{field} of {name}");
        }
    }
}

#[test]
fn a_part_that_there_is_not_is_refused() {
    for want in [r#"["states"]"#, r#""state""#, "[1]", r#"[{"state":null}]"#] {
        let answer = answers(&format!(r#"{{"id":7,"text":"x","want":{want}}}"#)).remove(0);
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.starts_with("not a request: `want"), "{want}: {error}");
    }
}

/// Dialog and cells are worked out for the session all the same: it goes on as if every part were asked for.
#[test]
fn a_session_that_is_asked_for_its_state_alone_tells_the_same_turn() {
    let shown = ["idle-fresh", "waiting", "approval-command", "approved"];
    let requests = |want: Value| {
        let lines = shown.iter().enumerate().map(|(at, name)| {
            let capture = format!("claude/2.1.330/basic-120x40/{name}");
            let text = std::fs::read_to_string(capture_file(&capture)).expect("a capture");
            let input = json!({"submit": at == 1, "text": "please look at the parser today"});
            let request = json!({"text": text, "cols": 120, "rows": 40, "t": at * 2, "want": want, "session": "s", "input": input});
            request.to_string()
        });
        let lines: Vec<String> = lines.collect();
        answers(&lines.join("\n"))
    };
    let (whole, state) = (requests(Value::Null), requests(json!(["state"])));
    let turns: Vec<&Value> = whole.iter().map(|it| &it["lifecycle"]["turn"]).collect();
    assert!(turns.iter().any(|turn| *turn != turns[0]), "{turns:?}");
    for (whole, state) in whole.iter().zip(&state) {
        assert_eq!(whole["lifecycle"], state["lifecycle"]);
        assert_eq!(whole["safe_to_type"], state["safe_to_type"]);
    }
}
