//! Whatever is asked, the service answers: no panic, no status from 500 on, problems in their one shape.

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Method, Request, Uri, header};
use proptest::prelude::*;
use serde_json::Value;
use std::sync::OnceLock;
use tokio::runtime::Builder;

use crate::called::{Answer, call};
use crate::panes::{HOST, Setting, TOKEN, key, setting};

/// One site for all cases: they must not disturb each other either.
fn site() -> &'static Setting {
    static SITE: OnceLock<Setting> = OnceLock::new();
    SITE.get_or_init(setting)
}

fn method() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec!["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"]).prop_map(str::to_owned),
        1 => "[A-Z]{1,12}",
    ]
}

fn path() -> impl Strategy<Value = String> {
    let pane = prop_oneof![
        3 => Just(key(1).name()),
        1 => Just("%251".to_owned()),
        2 => "[a-z0-9%.~-]{0,12}",
        1 => "(%[0-9a-f]{2}){1,6}",
    ];
    let what = prop_oneof![
        4 => prop::sample::select(vec!["", "/", "/screen", "/picture.svg", "/explain", "/turns", "/timeline", "/send", "/choose", "/interrupt"]).prop_map(str::to_owned),
        1 => "/[!-~&&[^ \"<>\\\\^`{|}#]]{0,20}",
    ];
    let query = prop_oneof![
        3 => Just(String::new()),
        1 => "\\?(states|last_event_id|x)?=?[a-z0-9%&=-]{0,20}",
    ];
    let pane = (pane, what).prop_map(|(pane, what)| format!("/api/v1/panes/{pane}{what}"));
    let fixed = prop::sample::select(vec![
        "/",
        "/metrics",
        "/openapi.json",
        "/api/v1/panes",
        "/api/v1/events",
        "/page/main.js",
        "/page/../x",
        "//",
        "*",
    ]);
    (
        prop_oneof![3 => pane, 2 => fixed.prop_map(str::to_owned)],
        query,
    )
        .prop_map(|(path, query)| path + &query)
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let near = prop::sample::select(vec![
        r#"{"text":"x"}"#,
        r#"{"text":"x","timeout":1e308}"#,
        r#"{"text":1}"#,
        r#"{"option":1,"signature":"x"}"#,
        r#"{"option":-1,"signature":"x"}"#,
        r#"{"option":99999999999999999999,"signature":"x"}"#,
        r#"{"option":null,"match":null,"signature":""}"#,
        r#"{"option":{"a":[]},"signature":"\u0000"}"#,
        r#"{"force":true,"dialog":true,"timeout":0}"#,
        r#"{"timeout":"x"}"#,
        "{}",
        "[[[[[[",
    ]);
    prop_oneof![
        3 => near.prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..300),
        1 => (1_usize..400).prop_map(|deep| "[".repeat(deep * 50).into_bytes()),
    ]
}

fn headers() -> impl Strategy<Value = Vec<(&'static str, Vec<u8>)>> {
    let value = || prop::collection::vec(prop_oneof![0x20_u8..0x7f, 0x80_u8..=0xff], 0..40);
    let known = |name: &'static str, right: String| {
        prop_oneof![6 => Just(Some(right.into_bytes())), 1 => value().prop_map(Some), 1 => Just(None)].prop_map(move |value| (name, value))
    };
    let other = prop::sample::select(vec![
        "origin",
        "sec-fetch-site",
        "last-event-id",
        "content-length",
        "expect",
        "upgrade",
        "range",
        "accept",
    ]);
    let others = prop::collection::vec((other, value()), 0..3);
    (
        known("host", HOST.to_owned()),
        known("authorization", format!("Bearer {TOKEN}")),
        known("content-type", "application/json".to_owned()),
        others,
    )
        .prop_map(|(host, token, kind, others)| {
            let mut headers: Vec<_> = [host, token, kind]
                .into_iter()
                .filter_map(|(name, value)| Some((name, value?)))
                .collect();
            headers.extend(others);
            headers
        })
}

fn asked(
    method: &str,
    path: &str,
    headers: Vec<(&'static str, Vec<u8>)>,
    body: Vec<u8>,
) -> Option<Request<Body>> {
    let mut request = Request::new(Body::from(body));
    *request.method_mut() = method.parse::<Method>().ok()?;
    *request.uri_mut() = path.parse::<Uri>().ok()?;
    for (name, value) in headers {
        let value = HeaderValue::from_bytes(&value).ok()?;
        request
            .headers_mut()
            .append(HeaderName::from_static(name), value);
    }
    Some(request)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_that_is_asked_breaks_it(method in method(), path in path(), headers in headers(), body in body()) {
        let Some(request) = asked(&method, &path, headers, body) else { return Ok(()) };
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        let allowed = request.headers().get(header::AUTHORIZATION).is_some_and(|value| value.as_bytes() == format!("Bearer {TOKEN}").as_bytes());
        let (status, answer) = runtime.block_on(async {
            let response = call(&site().site, request).await;
            let status = response.status();
            let stream = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "text/event-stream");
            (status, if stream { None } else { Some(Answer::of(response).await) })
        });
        prop_assert!(status.as_u16() < 500, "{method} {path}: {status}");
        let Some(answer) = answer else { return Ok(()) };
        prop_assert!(allowed || !answer.text.contains("better line"), "{method} {path} tells what a pane shows");
        if !status.is_success() && method != "HEAD" {
            let problem: Value = answer.json();
            prop_assert!(problem["error"].is_string() && problem["code"].is_string(), "{}", answer.text);
            prop_assert_eq!(&answer.kind, "application/json");
        }
    }
}
