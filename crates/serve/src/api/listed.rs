//! The list of panes, and one of them; and how a path names it.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;
use shadow_tmux::Pane;
use shadow_tui::contract::{Payload, SCHEMA_VERSION};

use crate::acts::{ActFault, Found};
use crate::board::{Board, Machine, PaneNow, PaneSummary};
use crate::problem::{Code, Problem, json};
use crate::site::Site;

/// What is in the path where a pane is to be named.
pub type Named = Result<Path<String>, PathRejection>;

/// Every pane that holds an agent, on this machine and on others.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PaneList {
    /// The panes. Those that need a person come first, those that wait longest at the top.
    pub panes: Vec<PaneSummary>,
    /// The other machines: those of `--host` and those of the NATS server (`--fleet`). The panes of one that does not answer are `unknown`.
    pub machines: Vec<Machine>,
    /// The last message about the watch itself, for the operator.
    pub note: Option<String>,
    /// Version of this interface.
    pub schema_version: &'static str,
}

/// One pane.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PaneDetail {
    /// Its entry in the list.
    pub summary: PaneSummary,
    /// As tmux lists it.
    pub pane: Pane,
    /// Its payload. For a pane of a NATS server, its machine is asked for it now.
    pub payload: Payload,
}

/// `GET /api/v1/panes`.
pub async fn panes(State(site): State<Arc<Site>>) -> Response {
    let (mut panes, machines, note) = {
        let inner = site.board().lock();
        let panes: Vec<Arc<PaneNow>> = inner
            .panes
            .values()
            .map(|(now, _)| Arc::clone(now))
            .collect();
        (panes, inner.machines.all(), inner.note.clone())
    };
    panes.sort_by(|a, b| {
        let urgency = a.need.cmp(&b.need).then(a.since.total_cmp(&b.since));
        urgency.then_with(|| a.key.cmp(&b.key))
    });
    let list = PaneList {
        panes: panes.iter().map(|now| PaneSummary::of(now)).collect(),
        machines,
        note,
        schema_version: SCHEMA_VERSION,
    };
    json(StatusCode::OK, &list)
}

/// `GET /api/v1/panes/{pane}`.
pub async fn pane(State(site): State<Arc<Site>>, named: Named) -> Result<Response, Problem> {
    let now = named_in(&site, named).await?;
    let payload = match now.look.brief {
        false => now.look.payload.clone(),
        true => looked(&site, &now).await?,
    };
    let detail = PaneDetail {
        summary: PaneSummary::of(&now),
        pane: now.look.pane.clone(),
        payload,
    };
    Ok(json(StatusCode::OK, &detail))
}

/// A pane with the words of its screen, which its machine alone has.
async fn looked(site: &Arc<Site>, now: &PaneNow) -> Result<Payload, Problem> {
    let (acts, key) = (Arc::clone(site.acts()), now.key.clone());
    let looked = tokio::task::spawn_blocking(move || acts.look(&key)).await;
    let looked = looked.unwrap_or_else(|_| {
        let message = "the question broke off; ask again".to_owned();
        Err(ActFault {
            gone: false,
            message,
        })
    });
    looked.map_err(|fault| {
        let code = match fault.gone {
            true => Code::Gone,
            false => Code::Unreachable,
        };
        Problem::new(code, fault.message)
    })
}

/// The pane that a path names.
pub async fn named_in(site: &Arc<Site>, named: Named) -> Result<Arc<PaneNow>, Problem> {
    let name = named.map(|Path(name)| name).unwrap_or_default();
    find(site, &name).await
}

/// The pane of a key (`3-9c1f03ab`), of tmux's id (`%3`, in an address `%253`) where only one server has it, of another machine
/// (`devbox/default/%3`), or of any other name that commands take.
pub async fn find(site: &Arc<Site>, name: &str) -> Result<Arc<PaneNow>, Problem> {
    if let Some(now) = known(site.board(), name)? {
        return Ok(now);
    }
    let acts = Arc::clone(site.acts());
    let asked = name.to_owned();
    // The actor asks tmux, and that blocks.
    let found = tokio::task::spawn_blocking(move || acts.find(&asked)).await;
    let found = match found.unwrap_or(Found::Nothing) {
        Found::Pane(key) => known(site.board(), &key.name())?,
        Found::Several(words) => return Err(Problem::new(Code::AmbiguousPane, words)),
        Found::Nothing => None,
    };
    found.ok_or_else(|| {
        Problem::new(
            Code::NotFound,
            "no pane of this name holds an agent; /api/v1/panes lists those that do",
        )
    })
}

/// The pane of a name, as the board knows it.
fn known(board: &Board, name: &str) -> Result<Option<Arc<PaneNow>>, Problem> {
    match board.lock().called(name).as_slice() {
        [] => Ok(None),
        [now] => Ok(Some(Arc::clone(now))),
        _ => Err(Problem::new(
            Code::AmbiguousPane,
            format!("several servers have a pane {name}; use the key that /api/v1/panes lists"),
        )),
    }
}
