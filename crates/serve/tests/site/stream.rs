//! The stream: every event once, whatever is cut off in between; what is lost is told; how panes look comes with it.

use axum::body::Body;
use axum::http::HeaderValue;
use futures_util::{FutureExt, StreamExt};
use serde_json::{Value, json};
use shadow_tui::event::{EventBody, Happening, Stamp};

use crate::called::{call, request};
use crate::panes::{CAPTURES, Setting, key, setting, show};

/// A frame: id, event, data.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    pub id: Option<String>,
    pub event: String,
    pub data: Value,
}

/// The frames of a text that are whole.
pub fn frames(text: &str) -> Vec<Frame> {
    let whole = text.rfind("\n\n").map_or("", |end| &text[..end]);
    let frames = whole.split("\n\n").filter_map(|frame| {
        let field = |name: &str| {
            frame
                .lines()
                .find_map(|line| line.strip_prefix(name))
                .map(str::to_owned)
        };
        let data = field("data: ")?;
        Some(Frame {
            id: field("id: "),
            event: field("event: ")?,
            data: serde_json::from_str(&data).expect("JSON"),
        })
    });
    frames.collect()
}

/// Numbered events of one pane.
pub struct Teller(Stamp);

impl Teller {
    pub fn new() -> Self {
        Self(Stamp::pane("%1", 0.0).on(key(1).socket.display().to_string()))
    }

    /// The next event: a self-report of a few lines.
    pub fn next(&mut self, said: &str) -> shadow_tui::event::Event {
        self.0.event(Happening {
            at: 1.0,
            turn: None,
            body: EventBody::SelfReport {
                channel: "bell".to_owned(),
                said: said.to_owned(),
            },
        })
    }
}

/// A reader of the stream that stops reading wherever it is told.
struct Reader {
    body: axum::body::BodyDataStream,
    bytes: Vec<u8>,
}

impl Reader {
    async fn open(setting: &Setting, path: &str, last: Option<&str>) -> Self {
        let mut asked = request("GET", path, Body::empty());
        if let Some(last) = last {
            let last = HeaderValue::from_str(last).expect("a value");
            asked.headers_mut().insert("last-event-id", last);
        }
        let response = call(&setting.site, asked).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let body = response.into_body().into_data_stream();
        let bytes = Vec::new();
        Self { body, bytes }
    }

    /// Reads what is there, at most so many bytes, and cuts there.
    fn cut_at(mut self, bytes: usize) -> Vec<Frame> {
        while let Some(Some(Ok(piece))) = self.body.next().now_or_never() {
            self.bytes.extend_from_slice(&piece);
        }
        let end = bytes.min(self.bytes.len());
        frames(&String::from_utf8_lossy(&self.bytes[..end]))
    }

    /// Reads until a frame of this name has come.
    async fn until(&mut self, event: &str) -> Vec<Frame> {
        loop {
            let found = frames(&String::from_utf8_lossy(&self.bytes));
            if found.iter().any(|frame| frame.event == event) {
                return found;
            }
            let piece = self.body.next().await.expect("it goes on").expect("bytes");
            self.bytes.extend_from_slice(&piece);
        }
    }
}

#[tokio::test]
async fn one_that_is_cut_off_anywhere_and_resumes_gets_every_event_once() {
    let setting = setting();
    let mut teller = Teller::new();
    let mut got: Vec<u64> = Vec::new();
    let mut last: Option<String> = None;
    let (mut told, mut random) = (0_u64, 7_usize);
    // The first connection takes its place before anything is told.
    let mut reader = Reader::open(&setting, "/api/v1/events", None).await;
    for _ in 0..60 {
        random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345) % 2_147_483_648;
        for _ in 0..=random % 5 {
            setting.board.tell(&teller.next("ding"));
            told += 1;
        }
        let seen = reader.cut_at(1 + random % 700);
        for frame in seen.iter().filter(|frame| frame.event == "self_report") {
            got.push(frame.data["seq"].as_u64().expect("a number"));
        }
        assert!(seen.iter().all(|frame| frame.event != "gap"), "{seen:?}");
        last = seen
            .iter()
            .rev()
            .find_map(|frame| frame.id.clone())
            .or(last);
        // One that was cut off in its first frame knows no place yet: it would begin anew.
        last = Some(last.unwrap_or_else(|| "run-0".to_owned()));
        reader = Reader::open(&setting, "/api/v1/events", last.as_deref()).await;
    }
    setting.board.tell(&teller.next("last"));
    loop {
        let place = last.clone();
        let mut reader = Reader::open(&setting, "/api/v1/events", place.as_deref()).await;
        let seen = reader.until("self_report").await;
        got.extend(
            seen.iter()
                .filter(|frame| frame.event == "self_report")
                .filter_map(|frame| frame.data["seq"].as_u64()),
        );
        last = seen.iter().rev().find_map(|frame| frame.id.clone());
        if got.last() == Some(&told) {
            break;
        }
    }
    assert_eq!(got, (0..=told).collect::<Vec<u64>>());
}

#[tokio::test]
async fn one_too_far_behind_and_one_of_another_run_are_told_so() {
    let setting = setting();
    let mut teller = Teller::new();
    (0..9000).for_each(|_| setting.board.tell(&teller.next("ding")));
    let mut behind = Reader::open(&setting, "/api/v1/events", Some("run-1")).await;
    let seen = behind.until("self_report").await;
    let at = seen
        .iter()
        .position(|frame| frame.event == "gap")
        .expect("a gap");
    let lost = seen[at].data["lost"].as_u64().expect("how many");
    assert!(lost > 800, "{lost}");
    let number = |frame: &Frame| {
        frame
            .id
            .as_deref()
            .and_then(|id| id.strip_prefix("run-")?.parse::<u64>().ok())
    };
    assert_eq!(
        number(&seen[at + 1]),
        Some(lost + 2),
        "it goes on behind what was lost"
    );
    assert_eq!(number(&seen[at]), Some(lost + 1));
    for other in ["elsewhere-3", "run-99999999", "run-", "nonsense"] {
        let mut reader = Reader::open(&setting, "/api/v1/events", Some(other)).await;
        let seen = reader.until("gap").await;
        assert_eq!(seen[0].data, json!({ "lost": null }), "{other}");
    }
}

#[tokio::test]
async fn a_reader_may_name_its_place_in_the_address() {
    let setting = setting();
    let mut teller = Teller::new();
    let mut reader = Reader::open(&setting, "/api/v1/events", None).await;
    let hello = reader.until("hello").await;
    let place = hello[0].data["place"].as_str().expect("a place").to_owned();
    setting.board.tell(&teller.next("one"));
    let path = format!("/api/v1/events?last_event_id={place}");
    let mut reader = Reader::open(&setting, &path, None).await;
    let seen = reader.until("self_report").await;
    assert_eq!(seen[1].data["said"], "one");
}

#[tokio::test]
async fn how_panes_look_comes_at_once_and_whenever_it_changes() {
    let setting = setting();
    let document: Value = serde_json::from_str(shadow_serve::openapi()).expect("JSON");
    let validator = |name: &str| {
        let schema = json!({ "$ref": format!("#/components/schemas/{name}"), "components": document["components"] });
        jsonschema::validator_for(&schema).expect("a schema")
    };
    let (summary, event) = (validator("PaneSummary"), validator("Event"));
    let mut reader = Reader::open(&setting, "/api/v1/events?states=true", Some("run-0")).await;
    let seen = reader.until("pane").await;
    let panes: Vec<&Frame> = seen.iter().filter(|frame| frame.event == "pane").collect();
    assert_eq!(panes.len(), CAPTURES.len());
    for pane in panes {
        assert!(summary.is_valid(&pane.data), "{}", pane.data);
        assert_eq!(pane.id, None, "looks have no place in the events");
    }
    let others = seen
        .iter()
        .filter(|frame| !["pane", "hello"].contains(&frame.event.as_str()));
    others.for_each(|frame| assert!(event.is_valid(&frame.data), "{}", frame.data));
    reader.bytes.clear();
    show(&setting.board, &key(4), CAPTURES[0], 1010.0);
    let seen = reader.until("pane").await;
    let panes: Vec<&Frame> = seen.iter().filter(|frame| frame.event == "pane").collect();
    assert_eq!(panes.len(), 1, "only what changed");
    assert_eq!(
        (&panes[0].data["need"], &panes[0].data["since"]),
        (&json!("blocked"), &json!(1010.0))
    );
    reader.bytes.clear();
    setting.board.lose(&key(4));
    setting.board.note("the server is gone".to_owned());
    let seen = reader.until("note").await;
    assert_eq!(seen[0].data, json!({ "key": key(4).name() }));
    assert_eq!(seen[1].data, json!({ "note": "the server is gone" }));
}

#[tokio::test]
async fn a_pane_has_a_line_of_time() {
    let setting = setting();
    show(&setting.board, &key(1), CAPTURES[3], 1060.0);
    let path = format!("/api/v1/panes/{}/timeline", key(1).name());
    let line = crate::called::answer(&setting.site, request("GET", &path, ""))
        .await
        .json();
    let states = line["states"].as_array().expect("states");
    assert_eq!(states.len(), 2);
    assert_eq!(
        (&states[0]["need"], &states[0]["to"]),
        (&json!("blocked"), &json!(1060.0))
    );
    assert_eq!(
        (&states[1]["need"], &states[1]["to"]),
        (&json!("idle"), &Value::Null)
    );
}

#[tokio::test]
async fn a_reader_may_choose_panes_and_events() {
    let setting = setting();
    let mut teller = Teller::new();
    let base = "/api/v1/events?last_event_id=run-0";
    setting.board.tell(&teller.next("first"));
    setting.board.tell(&teller.next("second"));
    let names = |frames: &[Frame]| -> Vec<String> {
        let numbered = frames.iter().filter(|frame| frame.id.is_some());
        numbered.map(|frame| frame.event.clone()).collect()
    };
    let path = format!("{base}&event=self_report&pane=%251");
    let mut reader = Reader::open(&setting, &path, None).await;
    let read = reader.until("self_report").await;
    assert_eq!(names(&read), ["hello", "self_report", "self_report"]);
    let report = &read[1].data;
    assert_eq!(
        report["key"],
        key(1).name(),
        "an event names its pane as paths do"
    );
    for (wrong, status) in [
        ("event=nothing", 400),
        ("pane=%2599", 404),
        ("pain=%251", 400),
    ] {
        let asked = request("GET", &format!("/api/v1/events?{wrong}"), "");
        assert_eq!(call(&setting.site, asked).await.status(), status, "{wrong}");
    }
}
