//! One pane over time: its turns, and its states on a line.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use shadow_tui::contract::SCHEMA_VERSION;
use shadow_tui::reducer::{Lifecycle, TurnRecord};

use super::listed::{Named, named_in};
use crate::board::{Mark, StateSpan, TurnSpan};
use crate::problem::{Problem, json};
use crate::site::Site;

/// The turns of a pane that have ended since the start of the server, the oldest first; at most the last hundred.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TurnList {
    /// The pane.
    pub key: String,
    /// Their records.
    pub turns: Vec<TurnRecord>,
    /// The state of the running turn.
    pub lifecycle: Option<Lifecycle>,
    /// Version of this interface.
    pub schema_version: &'static str,
}

/// The history of a pane since the start of the server, at most the last 512 of each kind. Times are seconds of the epoch.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Timeline {
    /// The pane.
    pub key: String,
    /// The time of the last look.
    pub at: f64,
    /// What it needed from a person, without gaps.
    pub states: Vec<StateSpan>,
    /// Its turns.
    pub turns: Vec<TurnSpan>,
    /// Notable events, such as anomalies, stalls and starts of the program.
    pub marks: Vec<MarkAt>,
    /// Version of this interface.
    pub schema_version: &'static str,
}

/// A notable event, with its time.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MarkAt {
    /// The time.
    pub at: f64,
    /// The event.
    pub mark: Mark,
}

/// `GET /api/v1/panes/{pane}/turns`.
pub async fn turns(State(site): State<Arc<Site>>, named: Named) -> Result<Response, Problem> {
    let now = named_in(&site, named).await?;
    let inner = site.board().lock();
    let history = inner.panes.get(&now.name).map(|(_, history)| history);
    let list = TurnList {
        key: now.name.clone(),
        turns: history.map(|history| history.records()).unwrap_or_default(),
        lifecycle: now.look.payload.lifecycle,
        schema_version: SCHEMA_VERSION,
    };
    drop(inner);
    Ok(json(StatusCode::OK, &list))
}

/// `GET /api/v1/panes/{pane}/timeline`.
pub async fn timeline(State(site): State<Arc<Site>>, named: Named) -> Result<Response, Problem> {
    let now = named_in(&site, named).await?;
    let inner = site.board().lock();
    let history = inner.panes.get(&now.name).map(|(_, history)| history);
    let marks = history.map(|history| history.marks()).unwrap_or_default();
    let timeline = Timeline {
        key: now.name.clone(),
        at: now.at,
        states: history.map(|history| history.states()).unwrap_or_default(),
        turns: history.map(|history| history.turns()).unwrap_or_default(),
        marks: marks
            .into_iter()
            .map(|(at, mark)| MarkAt { at, mark })
            .collect(),
        schema_version: SCHEMA_VERSION,
    };
    drop(inner);
    Ok(json(StatusCode::OK, &timeline))
}
