//! The OpenAPI document: a table of routes, and the schemas of what they take and give.

mod document;
mod routes;

pub use document::{document, served};
