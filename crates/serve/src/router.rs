//! The routes of the site.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};

use crate::gate::gate;
use crate::mcp::over_http;
use crate::site::Site;
use crate::{api, openapi, page};

/// The service: every route, behind the guard.
pub fn router(site: Arc<Site>) -> Router {
    let pane = "/api/v1/panes/{pane}";
    let of = |what: &str| format!("{pane}/{what}");
    Router::new()
        .route("/api/v1/panes", get(api::panes))
        .route(pane, get(api::pane))
        .route(&of("screen"), get(api::screen))
        .route(&of("picture.svg"), get(api::picture))
        .route(&of("explain"), get(api::explain))
        .route(&of("turns"), get(api::turns))
        .route(&of("timeline"), get(api::timeline))
        .route(&of("send"), post(api::send))
        .route(&of("ask"), post(api::ask))
        .route(&of("wait"), post(api::wait))
        .route(&of("choose"), post(api::choose))
        .route(&of("interrupt"), post(api::interrupt))
        .route("/api/v1/events", get(api::events))
        .route("/metrics", get(api::metrics))
        .route("/healthz", get(api::health))
        .route("/openapi.json", get(openapi::served))
        .route_service("/mcp", over_http(site.desk()))
        .route("/", get(page::index))
        .route("/page/{file}", get(page::file))
        .route("/page/session/{nonce}", get(page::session))
        .fallback(api::not_found)
        .method_not_allowed_fallback(api::wrong_method)
        .layer(from_fn_with_state(Arc::clone(&site), gate))
        .with_state(site)
}
