//! Panes of other machines: their names, and what a lost connection means.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;

use crate::called::{Answer, answer, call, request};
use crate::panes::{CAPTURES, Setting, key, key_there, look_there, setting, show_there};

/// What a path answers.
async fn get(setting: &Setting, path: &str) -> serde_json::Value {
    answer(&setting.site, request("GET", path, "")).await.json()
}

#[tokio::test]
async fn a_pane_of_another_machine_has_its_names_and_takes_none_of_this_one() {
    let setting = setting();
    let there = key_there(1);
    show_there(&setting.board, &there, CAPTURES[3]);
    for name in [
        there.name(),
        "devbox%2Fdefault%2F%251".to_owned(),
        "devbox%2F%251".to_owned(),
        "devbox%2Fwork:0.0".to_owned(),
    ] {
        let pane = get(&setting, &format!("/api/v1/panes/{name}")).await;
        assert_eq!(pane["summary"]["key"], there.name(), "{name}: {pane}");
    }
    let here = get(&setting, "/api/v1/panes/%251").await;
    assert_eq!(here["summary"]["key"], key(1).name());
    for name in ["other%2Fdefault%2F%251", "devbox%2Fother%2F%251", "devbox"] {
        let none = get(&setting, &format!("/api/v1/panes/{name}")).await;
        assert_eq!(none["code"], "not_found", "{name}: {none}");
    }
    show_there(&setting.board, &key_there(2), CAPTURES[3]);
    let two = get(&setting, "/api/v1/panes/devbox%2Fwork:0.0").await;
    assert_eq!(two["code"], "ambiguous_pane");
}

#[tokio::test]
async fn a_lost_machine_leaves_its_panes_unknown_and_no_turn_of_it_is_waited_for() {
    let setting = setting();
    let board = &setting.board;
    board.add_machine("devbox", 999.0);
    let list = get(&setting, "/api/v1/panes").await;
    assert_eq!(list["machines"][0]["link"], "connecting");
    let there = key_there(1);
    show_there(board, &there, CAPTURES[3]);
    let ahead = "its clock is 60 min ahead of the one here".to_owned();
    board.reach_machine("devbox", None, Some(ahead.clone()), 1000.0);
    let list = get(&setting, "/api/v1/panes").await;
    assert_eq!(list["machines"][0]["clock"], ahead);
    let path = format!("/api/v1/panes/{}", there.name());
    let waits = request("POST", &format!("{path}/wait"), r#"{"turn": 1}"#);
    let site = Arc::clone(&setting.site);
    let waits = tokio::spawn(async move { Answer::of(call(&site, waits).await).await });
    tokio::task::yield_now().await;
    board.lose_machine("devbox", "no route".to_owned(), 1001.0);
    let ended = waits.await.expect("it ends");
    assert_eq!(
        (ended.status.as_u16(), &ended.json()["code"]),
        (410, &json!("gone"))
    );
    let list = get(&setting, "/api/v1/panes").await;
    let pane = list["panes"].as_array().expect("panes").iter();
    let pane = pane.clone().find(|it| it["key"] == there.name());
    assert_eq!(pane.expect("the pane")["need"], "unknown");
    assert_eq!(
        list["machines"],
        json!([{ "host": "devbox", "link": "down", "error": "no route", "clock": null, "since": 1001.0 }])
    );
    let other = key_there(2);
    show_there(board, &other, CAPTURES[3]);
    board.reach_machine("devbox", Some(&BTreeSet::from([other])), None, 1002.0);
    let gone = get(&setting, &path).await;
    assert_eq!(gone["code"], "not_found", "the machine has it no more");
    let list = get(&setting, "/api/v1/panes").await;
    assert_eq!(
        list["panes"].as_array().map(Vec::len),
        Some(CAPTURES.len() + 1),
        "those of this machine are as they were"
    );
}

#[tokio::test]
async fn a_screen_that_is_not_known_here_is_asked_for() {
    let setting = setting();
    let there = key_there(1);
    let whole = look_there(&there, CAPTURES[3]);
    let mut brief = whole.clone();
    brief.brief = true;
    brief.payload.dialog_projection = Default::default();
    setting.board.see(there.clone(), brief, 1000.0);
    let path = format!("/api/v1/panes/{}", there.name());
    let away = answer(&setting.site, request("GET", &path, "")).await;
    assert_eq!(
        (away.status.as_u16(), &away.json()["code"]),
        (503, &json!("unreachable"))
    );
    let text = whole.payload.dialog_projection.normalized_text.clone();
    *setting.actor.words.lock().expect("no panic") = Some(whole.payload);
    let pane = get(&setting, &path).await;
    assert_eq!(pane["summary"]["brief"], true);
    assert_eq!(
        pane["payload"]["dialog_projection"]["normalized_text"],
        text
    );
    setting.board.add_machine("devbox", 1000.0);
    setting
        .board
        .lose_machine("devbox", "no route".to_owned(), 1001.0);
    let pane = get(&setting, &path).await;
    assert_eq!(
        pane["summary"]["need"], "unknown",
        "it is not asked: {pane}"
    );
    setting.board.forget_machine("devbox");
    let list = get(&setting, "/api/v1/panes").await;
    assert_eq!(list["machines"], json!([]));
}
