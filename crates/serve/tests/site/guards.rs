//! Who is refused: without the token, under another name, from another site.

use axum::http::{HeaderName, HeaderValue, Request, header};

use crate::called::{answer, call, request};
use crate::panes::{HOST, TOKEN, key, setting};

/// Every path that says or does something, with its method.
fn guarded() -> Vec<(&'static str, String)> {
    let pane = format!("/api/v1/panes/{}", key(1).name());
    let of = |what: &str| format!("{pane}/{what}");
    vec![
        ("GET", "/api/v1/panes".to_owned()),
        ("GET", pane.clone()),
        ("GET", of("screen")),
        ("GET", of("picture.svg")),
        ("GET", of("explain")),
        ("GET", of("turns")),
        ("GET", of("timeline")),
        ("POST", of("send")),
        ("POST", of("choose")),
        ("POST", of("interrupt")),
        ("GET", "/api/v1/events".to_owned()),
        ("GET", "/metrics".to_owned()),
        ("POST", "/mcp".to_owned()),
        ("GET", "/nowhere".to_owned()),
        ("DELETE", "/api/v1/panes".to_owned()),
    ]
}

/// A request with one header set, or taken away.
fn with(
    method: &str,
    path: &str,
    name: &'static str,
    value: Option<&str>,
) -> Request<axum::body::Body> {
    let mut request = request(
        method,
        path,
        "{\"text\":\"x\",\"signature\":\"x\",\"option\":1}",
    );
    let name = HeaderName::from_static(name);
    match value {
        None => drop(request.headers_mut().remove(name)),
        Some(value) => drop(
            request
                .headers_mut()
                .insert(name, HeaderValue::from_str(value).expect("a value")),
        ),
    }
    request
}

#[tokio::test]
async fn nothing_is_said_and_nothing_done_without_the_token() {
    let setting = setting();
    let wrong = [
        None,
        Some(format!("Bearer {}", TOKEN.replace('0', "1"))),
        Some("Bearer ".to_owned()),
        Some(format!("Basic {TOKEN}")),
        Some(TOKEN.to_owned()),
    ];
    for (method, path) in guarded() {
        for wrong in &wrong {
            let asked = with(method, &path, "authorization", wrong.as_deref());
            let answer = answer(&setting.site, asked).await;
            assert_eq!(answer.status, 401, "{method} {path} {wrong:?}");
            assert_eq!(answer.json()["code"], "token_needed");
            assert!(!answer.text.contains("notes.txt"), "{}", answer.text);
        }
        let mut twice = request(method, &path, "{}");
        let token = HeaderValue::from_static("Bearer 0123456789abcdef0123456789abcdef");
        twice.headers_mut().append(header::AUTHORIZATION, token);
        assert_eq!(
            answer(&setting.site, twice).await.status,
            401,
            "two tokens are none"
        );
    }
    assert!(setting.actor.asked.lock().expect("no panic").is_empty());
}

#[tokio::test]
async fn other_names_are_refused_for_everything() {
    let setting = setting();
    let mut paths = guarded();
    paths.extend(["/", "/page/main.js", "/openapi.json"].map(|path| ("GET", path.to_owned())));
    for (method, path) in paths {
        for host in [
            Some("evil.example:7420"),
            Some("127.0.0.1"),
            Some("127.0.0.1:7421"),
            Some(""),
            None,
        ] {
            let answer = answer(&setting.site, with(method, &path, "host", host)).await;
            assert_eq!(answer.status, 403, "{method} {path} {host:?}");
            assert_eq!(answer.json()["code"], "foreign_host");
        }
    }
    assert!(setting.actor.asked.lock().expect("no panic").is_empty());
}

#[tokio::test]
async fn other_sites_are_refused_even_with_the_token() {
    let setting = setting();
    for (method, path) in guarded() {
        for (name, value) in [
            ("origin", "http://evil.example"),
            ("origin", "null"),
            ("origin", "http://127.0.0.1:9999"),
            ("origin", "https://127.0.0.1:7420"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            let answer = answer(&setting.site, with(method, &path, name, Some(value))).await;
            assert_eq!(answer.status, 403, "{method} {path} {name}: {value}");
            assert_eq!(answer.json()["code"], "foreign_origin");
        }
    }
    assert!(setting.actor.asked.lock().expect("no panic").is_empty());
    for (name, value) in [
        ("origin", format!("http://{HOST}")),
        ("sec-fetch-site", "same-origin".to_owned()),
    ] {
        let asked = with("GET", "/api/v1/panes", name, Some(&value));
        assert_eq!(
            answer(&setting.site, asked).await.status,
            200,
            "{name}: {value}"
        );
    }
}

#[tokio::test]
async fn a_proof_is_for_our_own_addresses() {
    let setting = setting();
    let nonce = "0".repeat(64);
    for (nonce, origin, status) in [
        (nonce.as_str(), format!("http://{HOST}"), 200),
        (&nonce, "http://127.0.0.1:9999".to_owned(), 403),
        (&nonce, "http://evil.example".to_owned(), 403),
        (&nonce, String::new(), 403),
        ("short", format!("http://{HOST}"), 400),
    ] {
        let path = format!("/page/session/{nonce}");
        let mut asked = with("GET", &path, "shadow-page", Some(&origin));
        // A page shows nothing yet.
        asked.headers_mut().remove(header::AUTHORIZATION);
        let answer = answer(&setting.site, asked).await;
        assert_eq!(answer.status, status, "{origin}: {}", answer.text);
        assert!(!answer.text.contains(TOKEN), "{}", answer.text);
    }
}

#[tokio::test]
async fn the_page_may_run_nothing_but_its_own_files() {
    let setting = setting();
    for path in [
        "/",
        "/page/main.js",
        "/page/style.css",
        "/api/v1/panes",
        "/nowhere",
    ] {
        let response = call(&setting.site, request("GET", path, "")).await;
        let headers = response.headers();
        let policy = headers["content-security-policy"]
            .to_str()
            .expect("text")
            .to_owned();
        assert!(
            policy.contains("default-src 'none'; script-src 'self'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["x-frame-options"], "DENY", "{path}");
        assert!(
            !headers.contains_key("access-control-allow-origin"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn every_file_that_the_page_names_is_there_and_public() {
    let setting = setting();
    let mut queue = vec!["/".to_owned()];
    let mut seen = Vec::new();
    while let Some(path) = queue.pop() {
        let mut asked = request("GET", &path, "");
        asked.headers_mut().remove(header::AUTHORIZATION);
        let file = answer(&setting.site, asked).await;
        assert_eq!(file.status, 200, "{path}");
        assert!(
            !file.text.contains("innerHTML") && !file.text.contains("http://e"),
            "{path}"
        );
        let quoted = file
            .text
            .split('"')
            .filter(|part| part.starts_with("/page/"));
        for named in quoted.map(str::to_owned) {
            if !seen.contains(&named) {
                seen.push(named.clone());
                queue.push(named);
            }
        }
    }
    assert_eq!(seen.len(), 12, "{seen:?}");
}
