//! Acts: one at a time in a pane, through the actor, with their results.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use shadow_act::{ActOutcome, Proof, Told};

use super::listed::{Named, named_in};
use super::requests::{Asks, ChooseRequest, InterruptRequest, SendRequest, asked};
use crate::acts::{Act, ActFault, Asked};
use crate::board::PaneNow;
use crate::problem::{Code, Problem, json};
use crate::site::Site;

/// `POST /api/v1/panes/{pane}/send`.
pub async fn send(
    site: State<Arc<Site>>,
    named: Named,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    act::<SendRequest>(site.0, named, &headers, body).await
}

/// `POST /api/v1/panes/{pane}/choose`.
pub async fn choose(
    site: State<Arc<Site>>,
    named: Named,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    act::<ChooseRequest>(site.0, named, &headers, body).await
}

/// `POST /api/v1/panes/{pane}/interrupt`.
pub async fn interrupt(
    site: State<Arc<Site>>,
    named: Named,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    act::<InterruptRequest>(site.0, named, &headers, body).await
}

async fn act<A: Asks>(
    site: Arc<Site>,
    named: Named,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let now = named_in(&site, named).await?;
    let (act, timeout) = asked::<A>(headers, body).await?;
    ended(carried_out(&site, &now, act, timeout).await?)
}

/// Does it in a pane that nothing else is done in.
pub(super) async fn carried_out(
    site: &Arc<Site>,
    now: &PaneNow,
    mut act: Act,
    timeout: f64,
) -> Result<Result<Told, ActFault>, Problem> {
    let (name, key) = (act.name(), now.key.clone());
    let turn = read(now, &mut act);
    let answers = match &act {
        Act::Choose(answer) => answer.appearance.or_else(|| site.board().appearance(&key)),
        _ => None,
    };
    let pane = key.name();
    if let Some(why) = key.host.as_deref().and_then(|it| site.board().down(it)) {
        return Err(Problem::new(Code::Unreachable, why));
    }
    let taken = site.take(&key).ok_or_else(|| {
        let busy = format!(
            "something is being done in {} already; wait until it has ended",
            key.pane
        );
        Problem::new(Code::Busy, busy)
    })?;
    let asked = Asked {
        key,
        act,
        timeout,
        turn,
    };
    let acts = Arc::clone(site.acts());
    // The act goes on to its end, and keeps its pane, when the asker goes away.
    let done = tokio::task::spawn_blocking(move || {
        let done = acts.act(&asked);
        drop(taken);
        done
    });
    let done = done.await.unwrap_or_else(|_| {
        let message = "the act broke off; look at the pane before you try again".to_owned();
        Err(ActFault {
            gone: false,
            message,
        })
    });
    let outcome = done
        .as_ref()
        .map_or("fault", |told| word(told.report.outcome));
    site.board().lock().counts.act(name, outcome);
    if let (Ok(told), Some(number)) = (&done, answers)
        && told.report.evidence.iter().any(|it| GONE.contains(it))
    {
        site.board().answered(&pane, number);
    }
    Ok(done)
}

/// The turn that an interrupt is meant for: the one that was shown. It answers only the dialog that was shown, too.
fn read(now: &PaneNow, act: &mut Act) -> Option<(String, u64)> {
    let Act::Interrupt {
        force, signature, ..
    } = act
    else {
        return None;
    };
    *signature = signature.take().or_else(|| now.signature());
    now.turn().filter(|_| !*force)
}

/// The evidence of an answer after which the dialog is there no more.
const GONE: [Proof; 2] = [Proof::DialogGone, Proof::DialogChanged];

/// How it ended, as an answer.
pub(super) fn ended(done: Result<Told, ActFault>) -> Result<Response, Problem> {
    let told = match done {
        Ok(told) => told,
        Err(fault) if fault.gone => return Err(Problem::new(Code::Gone, fault.message)),
        Err(fault) => return Err(Problem::new(Code::Failed, fault.message)),
    };
    let code = match told.report.outcome {
        ActOutcome::Done => return Ok(json(StatusCode::OK, &told)),
        ActOutcome::Refused => Code::Refused,
        ActOutcome::Failed => Code::Failed,
        ActOutcome::Gone => Code::Gone,
    };
    Err(Problem::new(code, told.words()).with(told))
}

const fn word(outcome: ActOutcome) -> &'static str {
    match outcome {
        ActOutcome::Done => "done",
        ActOutcome::Refused => "refused",
        ActOutcome::Failed => "failed",
        ActOutcome::Gone => "gone",
    }
}
