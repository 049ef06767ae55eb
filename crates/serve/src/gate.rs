//! What every request passes, and what every answer says to a browser.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::hall::Guest;
use crate::page;
use crate::problem::{Code, Problem};
use crate::site::Site;

/// What the page may load, run and talk to: what this server serves, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";

/// Headers of every answer.
const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

/// That a connection came through a socket which this user alone can reach: its requests need to show nothing.
#[derive(Debug, Clone, Copy)]
pub struct Private;

/// Lets a request pass that names us, does not come from elsewhere, and carries a token or session where that is needed.
pub async fn gate(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let mut response = match check(&site, &request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        response
            .headers_mut()
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    site.board()
        .lock()
        .counts
        .answer(response.status().as_u16());
    response
}

fn check(site: &Site, request: &Request) -> Result<(), Problem> {
    if request.extensions().get::<Private>().is_some() {
        return Ok(());
    }
    let headers = request.headers();
    let host = only(headers, header::HOST).or(request.uri().authority().map(|it| it.as_str()));
    if !host.is_some_and(|host| site.hosts().allow(host)) {
        return Err(Problem::new(
            Code::ForeignHost,
            "the request names a host that is not this server's; use the address that it printed, or allow the name \
             with --allow-host",
        ));
    }
    let public = page::is_public(request.uri().path());
    if headers.contains_key(header::ORIGIN) || !public {
        check_origin(site, headers)?;
    }
    let given = only_bytes(headers, header::AUTHORIZATION);
    let known = given.is_some_and(|given| site.keys().are_in(given));
    if known && let Some(guest) = request.extensions().get::<Arc<Guest>>() {
        guest.is_known();
    }
    match public || known {
        true => Ok(()),
        false => Err(Problem::new(
            Code::TokenNeeded,
            "this needs the token that the server printed or keeps in its file (Authorization: Bearer TOKEN), or its socket \
             (--listen-unix)",
        )),
    }
}

/// What a browser says of where a request comes from. Other programs say nothing.
fn check_origin(site: &Site, headers: &HeaderMap) -> Result<(), Problem> {
    let origin = headers.contains_key(header::ORIGIN);
    let ours =
        only(headers, header::ORIGIN).is_some_and(|origin| site.hosts().allow_origin(origin));
    let fetched = headers.get_all("sec-fetch-site");
    let foreign = |value: &HeaderValue| !matches!(value.as_bytes(), b"same-origin" | b"none");
    if origin && !ours || fetched.iter().any(foreign) {
        return Err(Problem::new(
            Code::ForeignOrigin,
            "the request comes from another site; open the page that this server serves",
        ));
    }
    Ok(())
}

/// The value of a header that may stand once.
fn only_bytes(headers: &HeaderMap, name: HeaderName) -> Option<&[u8]> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => Some(value.as_bytes()),
        _ => None,
    }
}

fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    only_bytes(headers, name).and_then(|bytes| std::str::from_utf8(bytes).ok())
}
