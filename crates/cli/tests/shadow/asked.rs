//! Asking: `shadow ask`, and the co-process that acts.

use serde_json::{Value, json};

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
