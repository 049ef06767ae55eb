//! What is answered where there is nothing.

use axum::http::Uri;

use crate::problem::{Code, Problem};

/// Nothing is here.
pub async fn not_found(uri: Uri) -> Problem {
    let path = uri.path();
    Problem::new(
        Code::NotFound,
        format!("there is nothing at {path}; /openapi.json tells what there is"),
    )
}

/// Something is here, but not for this method.
pub async fn wrong_method() -> Problem {
    Problem::new(
        Code::WrongMethod,
        "this path takes another method; /openapi.json tells which",
    )
}
