//! Requests to a site in the test's own process.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{Request, Response, StatusCode, header};
use serde_json::Value;
use shadow_serve::{Site, router};
use tower::ServiceExt;

use crate::panes::{HOST, TOKEN};

/// A request with everything that is needed to pass.
pub fn request(method: &str, path: &str, body: impl Into<Body>) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, HOST)
        .header(header::AUTHORIZATION, format!("Bearer {TOKEN}"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(body.into())
        .expect("a request")
}

/// The answer to a request.
pub async fn call(site: &Arc<Site>, request: Request<Body>) -> Response<Body> {
    let answered = router(Arc::clone(site)).oneshot(request).await;
    answered.unwrap_or_else(|never| match never {})
}

/// An answer: status, type, text.
pub struct Answer {
    pub status: StatusCode,
    pub kind: String,
    pub text: String,
}

impl Answer {
    /// The whole of an answer that ends.
    pub async fn of(response: Response<Body>) -> Self {
        let kind = response.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.to_owned();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX)
            .await
            .expect("a body");
        let text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
        Self { status, kind, text }
    }

    /// It as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

/// The answer to a request, whole.
pub async fn answer(site: &Arc<Site>, request: Request<Body>) -> Answer {
    Answer::of(call(site, request).await).await
}
