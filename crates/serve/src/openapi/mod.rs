//! The OpenAPI document: a table of routes, and the schemas of what they take and give.
//!
//! - `document`: the document, from the table of routes and the types themselves
//! - `routes`: every route of the API: what it takes, what it gives, how it can fail

mod document;
mod routes;

pub use document::{document, served};
