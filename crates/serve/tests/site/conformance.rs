//! Every answer is what the document says of it, and everything that the document says is answered at least once.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::body::Body;
use axum::http::{HeaderValue, Request, header};
use serde_json::{Value, json};
use shadow_act::ActOutcome;

use crate::called::{Answer, call, request};
use crate::panes::{CAPTURES, Setting, key, key_there, setting, show, show_text, show_there};

/// The document, and which of its answers were seen.
struct Document {
    document: Value,
    seen: BTreeSet<(String, String, String)>,
}

impl Document {
    fn new() -> Self {
        let document = serde_json::from_str(shadow_serve::openapi()).expect("JSON");
        let seen = BTreeSet::new();
        Self { document, seen }
    }

    /// Holds an answer to what is said of it.
    fn hold(&mut self, path: &str, method: &str, answer: &Answer) {
        let method = method.to_lowercase();
        let status = answer.status.as_str();
        let described = &self.document["paths"][path][&method]["responses"][status];
        assert!(
            described.is_object(),
            "{method} {path} answers {status}, which is not described: {}",
            answer.text
        );
        let kind = answer.kind.split(';').next().unwrap_or_default().trim();
        let schema = &described["content"][kind]["schema"];
        assert!(
            schema.is_object(),
            "{method} {path} {status} is {kind}, which is not described"
        );
        if kind == "application/json" {
            self.fits(schema, &answer.json());
        }
        self.seen
            .insert((path.to_owned(), method, status.to_owned()));
    }

    fn fits(&self, schema: &Value, value: &Value) {
        let mut whole = schema.clone();
        whole["components"] = self.document["components"].clone();
        let validator = jsonschema::validator_for(&whole).expect("a valid schema");
        let errors: Vec<String> = validator
            .iter_errors(value)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{errors:?}\n{value}");
    }

    /// What the document says and nothing showed.
    fn unseen(&self) -> Vec<String> {
        let paths = self.document["paths"].as_object().expect("paths");
        let answers = paths.iter().flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods");
            methods.iter().flat_map(move |(method, operation)| {
                let responses = operation["responses"].as_object().expect("responses");
                responses
                    .keys()
                    .map(move |status| (path.clone(), method.clone(), status.clone()))
            })
        });
        answers
            .filter(|it| !self.seen.contains(it))
            .map(|it| format!("{it:?}"))
            .collect()
    }
}

/// What is asked of each path, with a body where it takes one.
const ASKED: [(&str, &str, &str); 16] = [
    ("GET", "/api/v1/panes", ""),
    ("GET", "/api/v1/panes/{pane}", ""),
    ("GET", "/api/v1/panes/{pane}/screen", ""),
    ("GET", "/api/v1/panes/{pane}/picture.svg", ""),
    ("GET", "/api/v1/panes/{pane}/explain", ""),
    ("GET", "/api/v1/panes/{pane}/turns", ""),
    ("GET", "/api/v1/panes/{pane}/timeline", ""),
    (
        "POST",
        "/api/v1/panes/{pane}/send",
        r#"{"text": "please look", "allow_draft": true, "timeout": 5}"#,
    ),
    (
        "POST",
        "/api/v1/panes/{pane}/ask",
        r#"{"text": "please look", "timeout": 0}"#,
    ),
    (
        "POST",
        "/api/v1/panes/{pane}/wait",
        r#"{"turn": 1, "timeout": 0}"#,
    ),
    (
        "POST",
        "/api/v1/panes/{pane}/choose",
        r#"{"option": 1, "signature": "0"}"#,
    ),
    ("POST", "/api/v1/panes/{pane}/interrupt", "{}"),
    ("GET", "/api/v1/events", ""),
    ("GET", "/metrics", ""),
    ("GET", "/healthz", ""),
    ("GET", "/openapi.json", ""),
];

/// The head of an endless answer, or all of one that ends.
async fn asked(setting: &Setting, request: Request<Body>) -> Answer {
    let response = call(&setting.site, request).await;
    let kind = response.headers().get(header::CONTENT_TYPE).cloned();
    if kind == Some(HeaderValue::from_static("text/event-stream")) {
        return Answer {
            status: response.status(),
            kind: "text/event-stream".to_owned(),
            text: String::new(),
        };
    }
    Answer::of(response).await
}

fn at(path: &str, pane: &str) -> String {
    path.replace("{pane}", pane)
}

#[tokio::test]
async fn every_answer_is_described_and_every_description_is_answered() {
    let setting = setting();
    let mut document = Document::new();
    for (method, path, body) in ASKED {
        for number in 1..=CAPTURES.len() {
            let path_of = at(path, &key(number).name());
            let answer = asked(&setting, request(method, &path_of, body)).await;
            assert_eq!(answer.status, 200, "{method} {path_of}: {}", answer.text);
            document.hold(path, method, &answer);
        }
        refusals(&setting, &mut document, method, path, body).await;
        if path.ends_with("/wait") {
            waits(&setting, &mut document, path).await;
            bad_bodies(&setting, &mut document, path, body).await;
        } else if method == "POST" {
            endings(&setting, &mut document, path, body).await;
            bad_bodies(&setting, &mut document, path, body).await;
            busy(&setting, &mut document, path, body).await;
        }
    }
    let bad = request("GET", "/api/v1/events?since=3", "");
    document.hold("/api/v1/events", "GET", &asked(&setting, bad).await);
    let nobody = request("GET", "/api/v1/events?pane=nobody", "");
    document.hold("/api/v1/events", "GET", &asked(&setting, nobody).await);
    elsewhere(&setting, &mut document).await;
    ambiguous(&setting, &mut document).await;
    too_many_streams(&setting, &mut document).await;
    assert_eq!(document.unseen(), Vec::<String>::new());
}

/// What is answered to whoever may not ask, and where there is no such pane.
async fn refusals(
    setting: &Setting,
    document: &mut Document,
    method: &str,
    path: &str,
    body: &str,
) {
    let path_of = at(path, &key(1).name());
    let mut unknown = request(method, &path_of, body.to_owned());
    unknown.headers_mut().remove(header::AUTHORIZATION);
    let answer = asked(setting, unknown).await;
    if !["/openapi.json", "/healthz"].contains(&path) {
        assert_eq!(answer.status, 401, "{path}");
        document.hold(path, method, &answer);
    }
    let mut foreign = request(method, &path_of, body.to_owned());
    let other = HeaderValue::from_static("evil.example:7420");
    foreign.headers_mut().insert(header::HOST, other);
    document.hold(path, method, &asked(setting, foreign).await);
    if path.contains("{pane}") {
        let nowhere = request(method, &at(path, "99-00000000"), body.to_owned());
        document.hold(path, method, &asked(setting, nowhere).await);
    }
}

/// How an act can end, and bodies that ask for nothing.
async fn endings(setting: &Setting, document: &mut Document, path: &str, body: &str) {
    let path_of = at(path, &key(1).name());
    let ends = [
        Some(ActOutcome::Refused),
        Some(ActOutcome::Failed),
        Some(ActOutcome::Gone),
        None,
    ];
    for (outcome, status) in ends.into_iter().zip([409, 409, 410, 410]) {
        *setting.actor.outcome.lock().expect("no panic") = outcome;
        let answer = asked(setting, request("POST", &path_of, body.to_owned())).await;
        assert_eq!(answer.status, status, "{outcome:?}: {}", answer.text);
        let report = &answer.json()["report"];
        assert_eq!(report.is_null(), outcome.is_none(), "{report}");
        document.hold(path, "POST", &answer);
    }
    *setting.actor.outcome.lock().expect("no panic") = Some(ActOutcome::Done);
}

/// What is answered where there is no turn to wait for, or none any more.
async fn waits(setting: &Setting, document: &mut Document, path: &str) {
    let path_of = at(path, &key(1).name());
    let idle = at(path, &key(4).name());
    let none = asked(setting, request("POST", &idle, r#"{"timeout": 0}"#)).await;
    assert_eq!(none.json()["code"], "no_turn", "{}", none.text);
    document.hold(path, "POST", &none);
    let site = Arc::clone(&setting.site);
    let waits = request("POST", &path_of, r#"{"turn": 7, "timeout": 3600}"#);
    let waits = tokio::spawn(async move { Answer::of(call(&site, waits).await).await });
    tokio::task::yield_now().await;
    setting.board.lose(&key(1));
    let gone = waits.await.expect("it ends");
    document.hold(path, "POST", &gone);
    show(&setting.board, &key(1), CAPTURES[0], 1001.0);
}

/// What is answered to bodies that ask for nothing that can be done.
async fn bad_bodies(setting: &Setting, document: &mut Document, path: &str, body: &str) {
    let path_of = at(path, &key(1).name());
    for bad in [
        "",
        "[]",
        "{\"unknown\": 1}",
        "{\"timeout\": -1}",
        "{\"timeout\": 1e9}",
        "\u{0}",
    ] {
        let answer = asked(setting, request("POST", &path_of, bad)).await;
        assert_eq!(answer.status, 400, "{bad}: {}", answer.text);
        document.hold(path, "POST", &answer);
    }
    let long = " ".repeat((8 << 20) + 1);
    document.hold(
        path,
        "POST",
        &asked(setting, request("POST", &path_of, long)).await,
    );
    let mut form = request("POST", &path_of, body.to_owned());
    let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
    form.headers_mut().insert(header::CONTENT_TYPE, kind);
    document.hold(path, "POST", &asked(setting, form).await);
}

/// A second act while the first one lasts.
async fn busy(setting: &Setting, document: &mut Document, path: &str, body: &str) {
    let path_of = at(path, &key(1).name());
    let before = setting.actor.asked.lock().expect("no panic").len();
    setting.actor.holds.store(true, Ordering::SeqCst);
    let first = request("POST", &path_of, body.to_owned());
    let site = Arc::clone(&setting.site);
    let first = tokio::spawn(async move { call(&site, first).await.status() });
    while setting.actor.asked.lock().expect("no panic").len() == before {
        tokio::task::yield_now().await;
    }
    let second = asked(setting, request("POST", &path_of, body.to_owned())).await;
    assert_eq!(second.status, 423, "{}", second.text);
    document.hold(path, "POST", &second);
    setting.actor.holds.store(false, Ordering::SeqCst);
    assert_eq!(first.await.expect("it ends"), 200);
}

/// A screen of another machine, and acts on one that does not answer.
async fn elsewhere(setting: &Setting, document: &mut Document) {
    let there = key_there(1);
    show_there(&setting.board, &there, CAPTURES[0]);
    for what in ["screen", "picture.svg", "explain"] {
        let path = format!("/api/v1/panes/{{pane}}/{what}");
        let answer = asked(setting, request("GET", &at(&path, &there.name()), "")).await;
        assert_eq!(answer.json()["code"], "elsewhere", "{}", answer.text);
        document.hold(&path, "GET", &answer);
    }
    let why = "devbox cannot be reached".to_owned();
    setting.board.lose_machine("devbox", why, 1001.0);
    let before = setting.actor.asked.lock().expect("no panic").len();
    for (_, path, body) in ASKED.iter().filter(|it| it.0 == "POST") {
        let answer = asked(setting, request("POST", &at(path, &there.name()), *body)).await;
        if !path.ends_with("/wait") {
            assert_eq!(answer.json()["code"], "unreachable", "{}", answer.text);
            document.hold(path, "POST", &answer);
        }
    }
    let after = setting.actor.asked.lock().expect("no panic").len();
    assert_eq!(before, after, "nothing was done");
    let list = asked(setting, request("GET", "/api/v1/panes", "")).await;
    document.hold("/api/v1/panes", "GET", &list);
    setting.board.lose(&there);
}

/// An id that two servers have.
async fn ambiguous(setting: &Setting, document: &mut Document) {
    let other = shadow_serve::PaneKey {
        host: None,
        socket: "/tmp/tmux-private/other".into(),
        pane: key(1).pane,
    };
    let alone = asked(setting, request("GET", "/api/v1/panes/%251", "")).await;
    assert_eq!(alone.status, 200);
    show_text(&setting.board, &other, b"$ ".to_vec(), 1001.0);
    let path = "/api/v1/panes/{pane}/interrupt";
    let both = asked(setting, request("POST", &at(path, "%251"), "{}")).await;
    assert_eq!(
        (both.status.as_u16(), &both.json()["code"]),
        (409, &json!("ambiguous_pane"))
    );
    document.hold(path, "POST", &both);
    let events = request("GET", "/api/v1/events?pane=%251", "");
    document.hold("/api/v1/events", "GET", &asked(setting, events).await);
}

async fn too_many_streams(setting: &Setting, document: &mut Document) {
    let mut open = Vec::new();
    loop {
        let response = call(&setting.site, request("GET", "/api/v1/events", "")).await;
        if response.status() != 200 {
            let answer = Answer::of(response).await;
            assert_eq!(answer.status, 429);
            document.hold("/api/v1/events", "GET", &answer);
            break;
        }
        open.push(response);
    }
    assert_eq!(open.len(), 512);
    drop(open);
    let again = call(&setting.site, request("GET", "/api/v1/events", "")).await;
    assert_eq!(again.status(), 200, "a closed stream makes room");
}

#[tokio::test]
async fn what_is_asked_for_is_what_is_done() {
    let setting = setting();
    let path = format!("/api/v1/panes/{}", key(2).name());
    for (what, body) in [
        (
            "send",
            json!({"text": "look\n\tthere", "no_quiet": true, "expand_tabs": true, "timeout": 7}),
        ),
        (
            "choose",
            json!({"option": "y", "signature": "abc", "appearance": 4}),
        ),
        ("choose", json!({"match": "yes", "signature": "abc"})),
        ("interrupt", json!({"force": true})),
    ] {
        let answer = asked(
            &setting,
            request("POST", &format!("{path}/{what}"), body.to_string()),
        )
        .await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["action"]),
            (200, &json!(what))
        );
    }
    let asked: Vec<String> = setting
        .actor
        .asked
        .lock()
        .expect("no panic")
        .iter()
        .map(|it| format!("{it:?}"))
        .collect();
    assert_eq!(asked.len(), 4);
    for (at, parts) in [
        (0, ["look\\n    there", "no_quiet: true", "timeout: 7.0"]),
        (1, ["Key(\"y\")", "signature: \"abc\"", "timeout: 30.0"]),
        (1, ["appearance: Some(4)", "unseen: false", "PaneId(2)"]),
        (
            2,
            ["Label(\"yes\")", "PaneId(2)", "/tmp/tmux-private/default"],
        ),
        (3, ["force: true", "dialog: false", "Interrupt"]),
    ] {
        for part in parts {
            assert!(asked[at].contains(part), "{part}: {}", asked[at]);
        }
    }
}

#[tokio::test]
async fn a_prompt_with_keys_in_it_reaches_nobody() {
    let setting = setting();
    let path = format!("/api/v1/panes/{}/send", key(4).name());
    for text in ["a\u{1b}[201~\rrm -rf x", "\u{3}", "", "   "] {
        let body = json!({ "text": text }).to_string();
        let answer = asked(&setting, request("POST", &path, body)).await;
        assert_eq!(
            (answer.status.as_u16(), &answer.json()["code"]),
            (400, &json!("bad_request"))
        );
    }
    assert!(setting.actor.asked.lock().expect("no panic").is_empty());
}
