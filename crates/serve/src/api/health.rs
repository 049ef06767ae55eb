//! Whether the server answers: for those that start it and watch over it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::site::Site;

/// `GET /healthz`. It waits for the board as every answer does, and says nothing of panes: anybody may ask.
pub async fn health(State(site): State<Arc<Site>>) -> Response {
    drop(site.board().lock());
    ([(header::CONTENT_TYPE, "text/plain")], "ok\n").into_response()
}
