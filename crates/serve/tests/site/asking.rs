//! Asking: a prompt, the dialog that comes of it, the answer to that, and the end; and panes by every name.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use futures_util::FutureExt;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::called::{Answer, answer, call, request};
use crate::panes::{Followed, Setting, key, setting};

const FOLDER: &str = "claude/2.1.330/basic-120x40";

fn capture(name: &str) -> String {
    format!("{FOLDER}/{name}.ansi")
}

/// A request on its way.
fn asking(setting: &Setting, asked: Request<Body>) -> JoinHandle<Answer> {
    let site = Arc::clone(&setting.site);
    tokio::spawn(async move { Answer::of(call(&site, asked).await).await })
}

fn post(what: &str, body: Value) -> Request<Body> {
    let path = format!("/api/v1/panes/{}/{what}", key(9).name());
    request("POST", &path, body.to_string())
}

#[tokio::test]
async fn a_dialog_comes_back_and_after_its_answer_the_turn_is_waited_for() {
    let setting = setting();
    let board = &setting.board;
    let mut pane = Followed::new(&key(9));
    pane.shows(board, &capture("answered"), 0.0);
    let asked = asking(&setting, post("ask", json!({ "text": "look" })));
    while setting.actor.asked.lock().expect("no panic").is_empty() {
        tokio::task::yield_now().await;
    }
    pane.shows(board, &capture("approval-command"), 5.0);
    let blocked = asked.await.expect("it ends");
    let told = blocked.json();
    assert_eq!(
        (blocked.status.as_u16(), &told["result"]),
        (200, &json!("blocked"))
    );
    assert_eq!(
        (&told["turn"], &told["key"]),
        (&json!(1), &json!(key(9).name()))
    );
    let block = &told["operator_block"];
    let answered =
        json!({ "option": 1, "signature": block["signature"], "appearance": block["appearance"] });
    let done = answer(&setting.site, post("choose", answered)).await;
    assert_eq!(done.status, 200, "{}", done.text);
    // The board has not heard yet that the dialog went.
    let mut waits = asking(&setting, post("wait", json!({ "turn": 1 })));
    for _ in 0..50 {
        tokio::task::yield_now().await;
        assert!((&mut waits).now_or_never().is_none(), "the turn goes on");
    }
    pane.shows(board, &capture("approved"), 9.0);
    pane.shows(board, &capture("approved"), 12.0);
    let ended = waits.await.expect("it ends").json();
    assert_eq!(
        (&ended["result"], &ended["turn"]),
        (&json!("ended"), &json!(1))
    );
    assert_eq!(ended["outcome"], ended["record"]["outcome"]);
    assert_eq!(ended["record"]["id"], 1);
    // What has ended is answered at once.
    let again = answer(
        &setting.site,
        post("wait", json!({ "turn": 1, "timeout": 0 })),
    )
    .await;
    assert_eq!(again.json()["record"], ended["record"]);
    // Another run of a relay counts its turns from 1, too.
    pane.life = Some("another".to_owned());
    pane.shows(board, &capture("approved"), 20.0);
    let other = answer(
        &setting.site,
        post("wait", json!({ "turn": 1, "timeout": 0 })),
    )
    .await;
    assert_eq!(other.json()["result"], "running", "{}", other.text);
}

#[tokio::test]
async fn a_prompt_that_is_not_sent_is_a_problem_and_nothing_is_waited_for() {
    let setting = setting();
    *setting.actor.outcome.lock().expect("no panic") = Some(shadow_act::ActOutcome::Refused);
    let path = format!("/api/v1/panes/{}/ask", key(4).name());
    let refused = request("POST", &path, json!({ "text": "look" }).to_string());
    let refused = answer(&setting.site, refused).await;
    assert_eq!(
        (refused.status.as_u16(), &refused.json()["code"]),
        (409, &json!("refused"))
    );
}

#[tokio::test]
async fn a_pane_goes_by_every_name_that_commands_take() {
    let setting = setting();
    let of = |name: &str| request("GET", &format!("/api/v1/panes/{name}"), "");
    for name in [&key(2).name(), "%252", "work:0.2", "work%3A0.2"] {
        let found = answer(&setting.site, of(name)).await;
        assert_eq!(found.status, 200, "{name}: {}", found.text);
        assert_eq!(found.json()["summary"]["placed"]["pane"], "%2");
    }
    let several = answer(&setting.site, of("work:")).await;
    assert_eq!(
        (several.status.as_u16(), &several.json()["code"]),
        (409, &json!("ambiguous_pane"))
    );
    for name in ["work:0.77", "nobody", "default%2F%2577"] {
        assert_eq!(answer(&setting.site, of(name)).await.status, 404, "{name}");
    }
}
