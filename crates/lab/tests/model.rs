//! The scripted model server seen by a plain TCP client.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use shadow_lab::model::{Event, Reply, Server, Snapshot, Tool};

const SOON: Duration = Duration::from_secs(5);

fn server() -> Server {
    Server::start("127.0.0.1:0").expect("loopback")
}

/// Sends a request and leaves the answer to be read.
fn post(server: &Server, path: &str, body: &Value) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).expect("connect");
    stream.set_read_timeout(Some(SOON)).expect("timeout");
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("head");
    stream.write_all(body.as_bytes()).expect("body");
    stream
}

fn read_all(mut stream: TcpStream) -> String {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("answer");
    answer
}

fn ask_codex(server: &Server, text: &str) -> TcpStream {
    let content = json!([{"type": "input_text", "text": text}]);
    let body = json!({
        "model": "m", "stream": true,
        "input": [{"type": "message", "role": "user", "content": content}],
        "tools": [{"type": "function", "name": "shell_command"}],
    });
    post(server, "/v1/responses", &body)
}

fn ask_claude(server: &Server, text: &str) -> TcpStream {
    let body = json!({
        "model": "m", "stream": true,
        "messages": [{"role": "user", "content": text}],
        "tools": [{"name": "Bash", "input_schema": {}}],
    });
    post(server, "/v1/messages?beta=true", &body)
}

fn until(server: &Server, holds: impl FnMut(&Snapshot) -> bool) -> Snapshot {
    server.wait_for(holds, SOON).expect("in time")
}

#[test]
fn a_gate_holds_the_stream_open() {
    let server = server();
    let events = vec![
        Event::Text("before ".to_owned()),
        Event::Gate("g1".to_owned()),
        Event::Text("after".to_owned()),
    ];
    server.enqueue(Reply::of(events));
    let stream = ask_codex(&server, "go");
    let held = until(&server, |s| s.open_gates == ["g1"]);
    assert_eq!((held.main_requests, held.in_flight), (1, 1));
    assert_eq!(held.said, ["before "]);
    assert_eq!(held.last_user_text, "go");
    server.release("g1");
    let answer = read_all(stream);
    assert!(answer.contains("response.completed"), "{answer}");
    let done = until(&server, |s| s.completed == 1);
    assert_eq!(done.said, ["before after"]);
    assert!(done.open_gates.is_empty());
}

#[test]
fn a_gate_before_the_head_holds_everything_back() {
    let server = server();
    let events = vec![
        Event::BeforeHead("g1".to_owned()),
        Event::Text("late".to_owned()),
    ];
    server.enqueue(Reply::of(events));
    let stream = ask_codex(&server, "go");
    until(&server, |s| s.open_gates == ["g1"]);
    stream.set_nonblocking(true).expect("nonblocking");
    assert!(stream.peek(&mut [0]).is_err(), "nothing may have come yet");
    stream.set_nonblocking(false).expect("blocking");
    server.release("g1");
    assert!(read_all(stream).contains("late"));
}

#[test]
fn a_client_that_leaves_shuts_its_gate() {
    let server = server();
    server.enqueue(Reply::of(vec![Event::Gate("g1".to_owned())]));
    let stream = ask_claude(&server, "go");
    until(&server, |s| s.open_gates == ["g1"]);
    drop(stream);
    let left = until(&server, |s| s.aborted == 1);
    assert!(left.open_gates.is_empty());
}

#[test]
fn messages_stream_thinking_text_and_a_tool() {
    let server = server();
    let shell = Tool::Raw {
        name: "Bash".to_owned(),
        input: json!({"command": "ls"}),
    };
    server.enqueue(Reply::of(vec![
        Event::Thinking("hm".to_owned()),
        Event::Text("ok".to_owned()),
        Event::Tool(shell),
    ]));
    let answer = read_all(ask_claude(&server, "go"));
    for piece in [
        "thinking_delta",
        "signature_delta",
        "text_delta",
        "\"tool_use\"",
        "message_stop",
    ] {
        assert!(answer.contains(piece), "{piece} in {answer}");
    }
    let seen = server.snapshot();
    assert_eq!(seen.tools_called[0].name, "Bash");
    assert_eq!(seen.tools_pending(), 1);
}

#[test]
fn an_http_error_carries_its_retry_time() {
    let server = server();
    let reply: Reply = toml::from_str(
        r#"events = [{ error = { status = 429, message = "slow down", retry_after = 7 } }]"#,
    )
    .expect("reply");
    server.enqueue(reply);
    let answer = read_all(ask_claude(&server, "go"));
    assert!(answer.starts_with("HTTP/1.1 429 "), "{answer}");
    assert!(answer.contains("retry-after: 7\r\n"));
    assert!(answer.contains("rate_limit_error"));
    until(&server, |s| s.failed == 1);
}

#[test]
fn a_disconnect_leaves_the_body_unfinished() {
    let server = server();
    server.enqueue(Reply::of(vec![
        Event::Text("half".to_owned()),
        Event::Disconnect,
    ]));
    let answer = read_all(ask_codex(&server, "go"));
    assert!(answer.contains("half"));
    assert!(!answer.contains("response.completed"));
    assert!(!answer.ends_with("0\r\n\r\n"));
}

#[test]
fn keyed_side_and_unexpected_requests_stay_apart() {
    let server = server();
    let mut keyed = Reply::text("from the helper");
    keyed.matches = Some("count files".to_owned());
    server.enqueue(keyed);
    server.enqueue(Reply::text("main"));
    assert!(read_all(ask_codex(&server, "please count files")).contains("from the helper"));
    let side =
        json!({"model": "m", "stream": false, "messages": [{"role": "user", "content": "title?"}]});
    assert!(read_all(post(&server, "/v1/messages", &side)).contains("end_turn"));
    let before = server.snapshot();
    assert_eq!(
        (
            before.keyed_requests,
            before.side_requests,
            before.main_requests
        ),
        (1, 1, 0)
    );
    assert!(read_all(ask_codex(&server, "hello")).contains("main"));
    assert!(read_all(ask_codex(&server, "more")).contains("Done."));
    let after = server.snapshot();
    assert_eq!((after.main_requests, after.defaulted), (2, 1));
}

#[test]
fn garbage_gets_an_error_and_the_server_lives_on() {
    let server = server();
    let mut stream = TcpStream::connect(server.address()).expect("connect");
    stream
        .write_all(b"POST /v1/responses HTTP/1.1\r\ncontent-length: 3\r\n\r\n{x}")
        .expect("send");
    assert!(read_all(stream).starts_with("HTTP/1.1 400 "));
    let mut stream = TcpStream::connect(server.address()).expect("connect");
    stream.write_all(b"\r\n\r\n").expect("send");
    drop(stream);
    server.enqueue(Reply::text("alive"));
    assert!(read_all(ask_codex(&server, "go")).contains("alive"));
}
