//! Asking: a prompt, and what comes of its turn; and waiting for that once more.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use shadow_act::{ActOutcome, Asked, TurnResult};
use shadow_tui::contract::{BlockOrigin, OperatorBlock};
use shadow_tui::reducer::{Lifecycle, Readiness, TurnState};
use tokio::time::{Instant, timeout_at};

use super::doing::{carried_out, ended};
use super::listed::{Named, named_in};
use super::requests::{AskRequest, WaitRequest, asked, body_of};
use crate::board::{Board, History, PaneKey, PaneNow};
use crate::problem::{Code, Problem, json};
use crate::site::Site;

/// `POST /api/v1/panes/{pane}/ask`.
pub async fn ask(
    State(site): State<Arc<Site>>,
    named: Named,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let now = named_in(&site, named).await?;
    let (act, seconds) = asked::<AskRequest>(&headers, body).await?;
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let before = lifecycle(&now).and_then(|it| it.turn_id);
    let done = carried_out(&site, &now, act, seconds).await?;
    if !matches!(&done, Ok(told) if told.report.outcome == ActOutcome::Done) {
        return ended(done);
    }
    let turn = Sought::After(before.unwrap_or_default());
    answer(&site, &now.key, turn, until).await
}

/// `POST /api/v1/panes/{pane}/wait`.
pub async fn wait(
    State(site): State<Arc<Site>>,
    named: Named,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let now = named_in(&site, named).await?;
    let (request, seconds) = body_of::<WaitRequest>(&headers, body).await?;
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let running = || lifecycle(&now).filter(runs).and_then(|it| it.turn_id);
    let turn = match request.turn.or_else(running) {
        Some(turn) => Sought::This(turn),
        None => {
            let words =
                "no turn runs in this pane; name one that has ended (turn), or send a prompt";
            return Err(Problem::new(Code::NoTurn, words));
        }
    };
    answer(&site, &now.key, turn, until).await
}

/// Which turn is waited for.
#[derive(Debug, Clone, Copy)]
enum Sought {
    /// The first one after another.
    After(u64),
    /// This one.
    This(u64),
}

impl Sought {
    fn is(self, turn: u64) -> bool {
        match self {
            Self::After(before) => turn > before,
            Self::This(this) => turn == this,
        }
    }
}

/// Waits for what comes of a turn, and answers with it.
async fn answer(
    site: &Site,
    key: &PaneKey,
    turn: Sought,
    until: Instant,
) -> Result<Response, Problem> {
    let board = site.board();
    let name = key.name();
    let mut changed = board.follow();
    let lost = lost(board, &name);
    let (turn, result) = loop {
        changed.mark_unchanged();
        let (seen, result) = look(board, &name, (turn, lost))?;
        if let Some(result) = result {
            break (seen, result);
        }
        // The board lives as long as the site.
        if timeout_at(until, changed.changed()).await.is_err() {
            break (seen, TurnResult::Running);
        }
    };
    let mut asked = Asked::new(key.pane.to_string(), turn, result);
    asked.key = Some(name);
    Ok(json(StatusCode::OK, &asked))
}

/// How often the connection to the pane's machine was lost.
fn lost(board: &Board, name: &str) -> u64 {
    let inner = board.lock();
    inner.panes.get(name).map_or(0, |(_, history)| history.lost)
}

/// The turn, once it was seen, and what has come of it.
fn look(
    board: &Board,
    name: &str,
    (turn, lost): (Sought, u64),
) -> Result<(Option<u64>, Option<TurnResult>), Problem> {
    let inner = board.lock();
    let Some((now, history)) = inner.panes.get(name) else {
        let words = "the pane is gone, and what came of the turn was not seen";
        return Err(Problem::new(Code::Gone, words));
    };
    if history.lost != lost {
        let words = "the connection to the pane's machine was lost, and what came of the turn was not seen; look at the pane";
        return Err(Problem::new(Code::Gone, words));
    }
    let current = lifecycle(now);
    // A turn whose end only silence has told may go on.
    let open = current.filter(runs).and_then(|it| it.turn_id);
    let record = history.record(&now.look.life, |id| turn.is(id) && open != Some(id));
    if let Some(record) = record {
        let ended = TurnResult::Ended {
            outcome: record.outcome,
            record: Box::new(record.clone()),
        };
        return Ok((Some(record.id), Some(ended)));
    }
    let current_id = current.and_then(|it| it.turn_id);
    let seen = current_id.filter(|id| turn.is(*id));
    let block = seen.and_then(|_| waiting(now, history));
    let result = block.map(|operator_block| TurnResult::Blocked { operator_block });
    Ok((seen, result))
}

fn lifecycle(now: &PaneNow) -> Option<Lifecycle> {
    now.look.payload.lifecycle
}

fn runs(lifecycle: &Lifecycle) -> bool {
    matches!(
        lifecycle.turn,
        TurnState::Waiting
            | TurnState::InProgress
            | TurnState::CandidateComplete
            | TurnState::Blocked
            | TurnState::Stalled
    )
}

/// The dialog that calls a person: one that has held, and that was not answered here a moment ago.
fn waiting(now: &PaneNow, history: &History) -> Option<Box<OperatorBlock>> {
    let held = lifecycle(now).is_some_and(|it| it.readiness == Readiness::Blocked);
    let block = now.look.payload.surface_assessment.operator_block.as_ref();
    let block = block.filter(|it| held && it.origin != BlockOrigin::Operator)?;
    let is_new = block
        .appearance
        .is_none_or(|number| number > history.answered);
    is_new.then(|| Box::new(block.clone()))
}
