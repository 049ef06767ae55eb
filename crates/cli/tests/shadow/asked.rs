//! Asking: `shadow ask`, and the co-process that acts.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::acted::shows;
use crate::private_tmux::PrivateTmux;
use crate::run::{command, feed};
use crate::waited::{PROMPT, Then, answering};

/// What the co-process prints of requests, with the servers of a test as its user's.
fn talk(tmux: &PrivateTmux, requests: &[Value]) -> Vec<Value> {
    let mut coprocess = command(&["parse", "--ndjson", "--act"]);
    coprocess.env("TMUX", format!("{},1,0", tmux.socket().display()));
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    feed(coprocess, lines.join("\n").into_bytes()).json()
}

#[test]
fn an_answer_comes_back_in_one_line() {
    let Some(tmux) = answering("asked", Then::Answers) else {
        return;
    };
    let socket = tmux.socket().display().to_string();
    let ask = ["ask", "%1", PROMPT, "--timeout", "60", "--socket", &socket];
    let run = feed(command(&ask), Vec::new());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines = run.json();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let told = &lines[0];
    assert_eq!(
        (&told["result"], &told["outcome"]),
        (&json!("ended"), &json!("success"))
    );
    let answer = told["record"]["answer"]["text"]
        .as_str()
        .unwrap_or_default();
    assert!(answer.contains("It needs no change."), "{told:#}");
    assert_eq!((&told["pane"], &told["turn"]), (&json!("%1"), &json!(1)));
}

#[test]
fn the_time_runs_out_while_the_turn_goes_on() {
    let Some(tmux) = answering("asked-late", Then::Works) else {
        return;
    };
    let socket = tmux.socket().display().to_string();
    let ask = ["ask", "%1", PROMPT, "--timeout", "4", "--socket", &socket];
    let run = feed(command(&ask), Vec::new());
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(run.json()[0]["result"], "running");
}

#[test]
fn the_coprocess_watches_and_asks_while_it_reads_screens() {
    let Some(tmux) = answering("asked-talk", Then::Answers) else {
        return;
    };
    let said = talk(
        &tmux,
        &[
            json!({"id": 1, "do": "watch", "panes": ["%1"]}),
            json!({"id": 2, "do": "watch"}),
            json!({"id": 3, "do": "ask", "pane": "%1", "text": PROMPT, "timeout": 60}),
            json!({"id": 4, "text": "$ "}),
            json!({"id": 5, "do": "fly"}),
            json!({"id": 6, "do": "send", "pane": "%77", "text": "x"}),
        ],
    );
    let of = |id: u64| said.iter().filter(move |line| line["id"] == id);
    let events: Vec<&str> = of(1).filter_map(|line| line["event"].as_str()).collect();
    assert!(events.contains(&"turn_started"), "{events:?}");
    let ended = of(3).next().expect("an answer");
    assert_eq!(ended["result"], "ended", "{ended:#}");
    let screen = of(4).next().expect("a payload");
    assert!(screen["surface_assessment"].is_object(), "{screen}");
    for (id, why) in [(2, "watches already"), (5, "fly"), (6, "%77")] {
        let error = of(id).next().expect("an error")["error"].to_string();
        assert!(error.contains(why), "{error}");
    }
    let at = |id: u64| said.iter().position(|line| line["id"] == id);
    assert!(at(4) < at(3), "a screen does not wait for an act");
}

#[test]
fn an_act_is_reported_first_and_a_wait_ends_with_the_input() {
    let Some(tmux) = answering("asked-wait", Then::Works) else {
        return;
    };
    let send =
        json!({"id": 1, "do": "send", "pane": "%1", "text": PROMPT, "timeout": 60, "wait": true});
    let missing = json!({"id": 2, "do": "send", "pane": "%77", "text": PROMPT, "wait": true});
    let said = talk(&tmux, &[send, missing]);
    let of = |id: u64| said.iter().filter(move |line| line["id"] == id);
    let told = |line: &Value| (line["outcome"].clone(), line["result"].clone());
    // The prompt is sent whole although the input has ended; the turn still runs.
    assert_eq!(
        of(1).map(told).collect::<Vec<_>>(),
        [
            (json!("done"), Value::Null),
            (Value::Null, json!("running"))
        ]
    );
    assert_eq!(of(2).count(), 1, "{said:?}");
}

/// What the co-process answers to one request, while its input stays open: so many lines.
fn answers(tmux: &PrivateTmux, request: &Value, lines: usize) -> Vec<Value> {
    let mut coprocess = command(&["parse", "--ndjson", "--act"]);
    coprocess.env("TMUX", format!("{},1,0", tmux.socket().display()));
    coprocess.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut coprocess = coprocess.spawn().expect("the binary starts");
    let mut input = coprocess.stdin.take().expect("stdin");
    writeln!(input, "{request}").expect("it reads");
    let said = BufReader::new(coprocess.stdout.take().expect("stdout"));
    let said = said.lines().take(lines).map(|line| line.expect("UTF-8"));
    let said = said.map(|line| serde_json::from_str(&line).expect("JSON"));
    let said = said.collect();
    drop(input);
    coprocess.wait().expect("it ends");
    said
}

/// The dialog was open before the answer, and stands for a while after the key.
#[test]
fn a_wait_after_an_answer_ignores_the_dialog_that_was_answered() {
    let session = "claude/2.1.330/questions-120x40";
    let Some(ends) = PrivateTmux::start("asked-ends", "exec sleep 600") else {
        return;
    };
    let stands = || shows(session, "question").then(1, "question");
    stands().after(1.0, "question-answered").play(&ends, "work");
    let (signature, said) = chosen(&ends);
    assert_eq!(said[0]["outcome"], "done", "{said:#?}");
    assert_eq!(said[1]["result"], "ended", "{said:#?}");
    assert_eq!(said[1]["outcome"], "success", "{said:#?}");
    let Some(asks) = PrivateTmux::start("asked-asks", "exec sleep 600") else {
        return;
    };
    let next = stands().after(1.0, "question-second");
    next.edited("shall the border have?", "shall the title have?")
        .play(&asks, "work");
    let (first, said) = chosen(&asks);
    assert_eq!(first, signature);
    assert_eq!(said[0]["outcome"], "done", "{said:#?}");
    assert_eq!(said[1]["result"], "blocked", "{said:#?}");
    let next = said[1]["operator_block"]["signature"].as_str();
    assert!(next.is_some_and(|next| next != first), "{said:#?}");
}

/// A dialog that the operator opened belongs to no turn: the answer is given, and nothing can be waited for.
#[test]
fn a_wait_after_an_answer_without_a_turn_is_an_error() {
    let Some(tmux) = PrivateTmux::start("asked-none", "exec sleep 600") else {
        return;
    };
    let session = "claude/2.1.330/panels-120x40";
    let model = shows(session, "panel-model").then(1, "panels-closed");
    model.play(&tmux, "work");
    let (_, said) = chosen(&tmux);
    assert_eq!(said[0]["outcome"], "done", "{said:#?}");
    let why = "no turn runs after the answer, so none is waited for";
    assert_eq!(said[1], json!({"id": 1, "error": why}));
}

/// The dialog that is open in `%1`, and what the co-process says of its first option and of the turn.
fn chosen(tmux: &PrivateTmux) -> (String, Vec<Value>) {
    let socket = tmux.socket().display().to_string();
    let shown = ["parse", "--pane", "%1", "--socket", &socket];
    let shown = feed(command(&shown), Vec::new()).json();
    let signature = shown[0]["surface_assessment"]["operator_block"]["signature"].as_str();
    let signature = signature.expect("a dialog").to_owned();
    let choose = json!({"id": 1, "do": "choose", "pane": "%1", "option": 1, "signature": signature, "wait": true, "timeout": 60});
    let said = answers(tmux, &choose, 2);
    (signature, said)
}
