//! The page: files in the binary, served as they are. What they show they ask the API for, in a session; how one begins.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::problem::{Code, Problem, json};
use crate::site::Site;

/// A file of the page: name, type, content.
type File = (&'static str, &'static str, &'static str);

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// Every file but the first page.
const FILES: [File; 11] = [
    ("style.css", STYLE, include_str!("../page/style.css")),
    ("main.js", SCRIPT, include_str!("../page/main.js")),
    ("server.js", SCRIPT, include_str!("../page/server.js")),
    ("session.js", SCRIPT, include_str!("../page/session.js")),
    ("hmac.js", SCRIPT, include_str!("../page/hmac.js")),
    ("dom.js", SCRIPT, include_str!("../page/dom.js")),
    ("words.js", SCRIPT, include_str!("../page/words.js")),
    ("list.js", SCRIPT, include_str!("../page/list.js")),
    ("screen.js", SCRIPT, include_str!("../page/screen.js")),
    ("act.js", SCRIPT, include_str!("../page/act.js")),
    ("timeline.js", SCRIPT, include_str!("../page/timeline.js")),
];

/// The mark of the page.
const ICON: &str = include_str!("../page/icon.svg");

/// Whether a path may be asked for without the token: what is the same on every machine, and says nothing of panes.
pub fn is_public(path: &str) -> bool {
    matches!(path, "/" | "/openapi.json" | "/healthz") || path.starts_with("/page/")
}

/// The page itself.
pub async fn index() -> Response {
    (
        [(header::CONTENT_TYPE, HTML)],
        include_str!("../page/index.html"),
    )
        .into_response()
}

/// A file of it.
pub async fn file(
    State(_): State<Arc<Site>>,
    name: Result<Path<String>, PathRejection>,
    uri: Uri,
) -> Result<Response, Problem> {
    let wanted = name.map(|Path(name)| name).unwrap_or_default();
    if wanted == "icon.svg" {
        return Ok(([(header::CONTENT_TYPE, "image/svg+xml")], ICON).into_response());
    }
    let found = FILES.iter().find(|(name, _, _)| *name == wanted);
    let (_, kind, text) = found.ok_or_else(|| {
        let path = uri.path();
        Problem::new(Code::NotFound, format!("there is nothing at {path}"))
    })?;
    Ok(([(header::CONTENT_TYPE, *kind)], *text).into_response())
}

/// The header by which a page says where it was loaded from, whatever a proxy makes of the others.
const PAGE: &str = "shadow-page";

/// Proves to a page that this server knows the token, for a session with it. The page need not show anything.
pub async fn session(
    State(site): State<Arc<Site>>,
    nonce: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let wrong = || Problem::new(Code::BadRequest, "a session takes a number and an origin");
    let Path(nonce) = nonce.map_err(|_| wrong())?;
    let origin = headers.get(PAGE).and_then(|it| it.to_str().ok());
    let origin = origin.ok_or_else(wrong)?;
    // A page of another address must not be given what would hold for it.
    if !site.hosts().allow_origin(origin) {
        let words = "this server is not reached at that origin";
        return Err(Problem::new(Code::ForeignOrigin, words));
    }
    let challenge = site.keys().challenge(origin, &nonce);
    let challenge = challenge.ok_or_else(wrong)?;
    Ok(json(StatusCode::OK, &challenge))
}
