//! `/mcp`: the tools for agents over HTTP, in both revisions, behind the guards of every other path.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};
use shadow_serve::Leave;

use crate::called::{Answer, answer, request};
use crate::panes::{CAPTURES, HOST, Setting, key, setting, setting_with, show};

/// A message of a client, as a request in the revision with a handshake.
fn message(method: &str, params: &Value) -> Request<Body> {
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    with_headers(body, &[("mcp-protocol-version", "2025-11-25")])
}

/// The same in the revision without one: each request says all that a handshake would.
fn alone(method: &str, params: &Value) -> Request<Body> {
    let mut params = params.clone();
    let of = |name: &str| format!("io.modelcontextprotocol/{name}");
    params["_meta"] = json!({
        of("protocolVersion"): "2026-07-28",
        of("clientInfo"): { "name": "test", "version": "1" },
        of("clientCapabilities"): {},
    });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let mut headers = vec![
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", method),
    ];
    if let Some(name) = params["name"].as_str() {
        headers.push(("mcp-name", name));
    }
    with_headers(body, &headers)
}

fn with_headers(body: Value, headers: &[(&str, &str)]) -> Request<Body> {
    let mut request = request("POST", "/mcp", body.to_string());
    let accept = ("accept", "application/json, text/event-stream");
    for (name, value) in [accept].iter().chain(headers) {
        let name: axum::http::HeaderName = name.parse().expect("a name");
        request
            .headers_mut()
            .insert(name, value.parse().expect("a value"));
    }
    request
}

fn result(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let answered = answer.json();
    assert!(answered.get("error").is_none(), "{answered:#}");
    answered["result"].clone()
}

async fn call(setting: &Setting, tool: &str, arguments: Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    result(&answer(&setting.site, message("tools/call", &params)).await)
}

#[tokio::test]
async fn a_client_with_a_handshake_gets_no_session_and_all_tools() {
    let setting = setting();
    let about = json!({ "name": "test", "version": "1" });
    let hello = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about });
    let response = crate::called::call(&setting.site, message("initialize", &hello)).await;
    assert!(!response.headers().contains_key("mcp-session-id"));
    let told = result(&Answer::of(response).await);
    assert_eq!(
        (&told["serverInfo"]["name"], &told["protocolVersion"]),
        (&json!("shadow"), &json!("2025-11-25")),
        "{told}"
    );
    let listed = result(&answer(&setting.site, message("tools/list", &json!({}))).await);
    assert_eq!(listed["tools"].as_array().map(Vec::len), Some(7));
}

#[tokio::test]
async fn a_request_of_the_newest_revision_stands_alone() {
    let setting = setting();
    let told = result(&answer(&setting.site, alone("server/discover", &json!({}))).await);
    let versions = told["supportedVersions"].to_string();
    assert!(versions.contains("2026-07-28"), "{told:#}");
    let params = json!({ "name": "panes", "arguments": {} });
    let listed = result(&answer(&setting.site, alone("tools/call", &params)).await);
    let panes = &listed["structuredContent"]["panes"];
    assert_eq!(panes.as_array().map(Vec::len), Some(6), "{listed:#}");
}

#[tokio::test]
async fn no_client_comes_in_without_the_token_by_another_name_or_from_another_site() {
    let setting = setting();
    for (name, value, status) in [
        (
            "authorization",
            "Bearer 11111111111111111111111111111111",
            401,
        ),
        ("authorization", "", 401),
        ("host", "evil.example:7420", 403),
        ("origin", "http://evil.example", 403),
        ("origin", "null", 403),
        ("sec-fetch-site", "cross-site", 403),
    ] {
        let params = json!({ "name": "panes", "arguments": {} });
        for mut asked in [message("tools/call", &params), alone("tools/call", &params)] {
            asked
                .headers_mut()
                .insert(name, value.parse().expect("a value"));
            let refused = answer(&setting.site, asked).await;
            assert_eq!(refused.status, status, "{name}: {value}");
            assert!(!refused.text.contains("approval"), "{}", refused.text);
        }
    }
    let mut ours = message("tools/list", &json!({}));
    let origin = format!("http://{HOST}").parse().expect("a value");
    ours.headers_mut().insert("origin", origin);
    result(&answer(&setting.site, ours).await);
    assert!(setting.actor.asked.lock().expect("no panic").is_empty());
}

/// A request in the test's own process has no other end: which process asks is not known.
#[tokio::test]
async fn nothing_is_done_for_a_caller_that_is_not_seen() {
    let leave = Leave {
        send: true,
        answer: true,
        interrupt: true,
        ..Leave::default()
    };
    let setting = setting_with(leave);
    let pane = key(4).name();
    let sent = call(
        &setting,
        "pane_send",
        json!({ "pane": pane, "text": "hello" }),
    )
    .await;
    assert_eq!(sent["isError"], json!(true), "{sent}");
    let text = sent["content"][0]["text"].as_str().expect("a text");
    assert!(text.contains("unknown_caller"), "{text}");
    let read = call(&setting, "pane_read", json!({ "pane": pane })).await;
    assert_eq!(read["structuredContent"]["self"], json!(false), "{read}");
    assert!(setting.actor.asked.lock().expect("no panic").is_empty());
}

#[tokio::test]
async fn five_hundred_panes_fit_into_eight_kilobytes() {
    let setting = setting();
    for number in 7..=500 {
        let capture = CAPTURES[number % CAPTURES.len()];
        show(
            &setting.board,
            &key(number),
            capture,
            1000.0 + number as f64,
        );
    }
    let params = json!({ "name": "panes", "arguments": {} });
    let listed = answer(&setting.site, message("tools/call", &params)).await;
    assert!(listed.text.len() < 8000, "{} bytes", listed.text.len());
    let told = &result(&listed)["structuredContent"];
    let (shown, omitted) = (
        told["panes"].as_array().map_or(0, Vec::len) as u64,
        told["omitted"].as_u64().unwrap_or_default(),
    );
    assert_eq!(shown + omitted, 500);
    assert!(shown >= 10, "{shown} are shown");
    // Those that wait come first.
    assert_eq!(told["panes"][0]["need"], "blocked", "{told:#}");
}
