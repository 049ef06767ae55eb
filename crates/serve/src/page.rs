//! The page: files in the binary, served as they are. What they show they ask the API for, with the token.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::rejection::PathRejection;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};

use crate::problem::{Code, Problem};
use crate::site::Site;

/// A file of the page: name, type, content.
type File = (&'static str, &'static str, &'static str);

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// Every file but the first page.
const FILES: [File; 9] = [
    ("style.css", STYLE, include_str!("../page/style.css")),
    ("main.js", SCRIPT, include_str!("../page/main.js")),
    ("server.js", SCRIPT, include_str!("../page/server.js")),
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
    path == "/" || path == "/openapi.json" || path.starts_with("/page/")
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
    name: Result<axum::extract::Path<String>, PathRejection>,
    uri: Uri,
) -> Result<Response, Problem> {
    let wanted = name
        .map(|axum::extract::Path(name)| name)
        .unwrap_or_default();
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
