//! Waiting for a pane of another machine. If the connection is lost, the wait goes on when it is back.

use std::fmt::Display;
use std::thread;
use std::time::Instant;

use serde_json::{Map, Value, json};
use shadow_tui::contract::{OperatorBlock, wire_name};

use super::args::There;
use super::link::{Link, fault};
use super::wire::PAUSE;
use crate::exit::{Exit, Failure};
use crate::wire::deed::Awaited;

/// Waits until a pane is in a state, or until a turn has ended; the response of the relay. `note` gets a line when the
/// connection is lost.
///
/// A connection that cannot be made at first is an error. One that is lost is made again until the time runs out. The end of a
/// turn without a number may pass unseen meanwhile, so a wait for it is then an error, too.
pub fn wait_there(
    there: &There,
    (until, turn): (Option<Awaited>, Option<u64>),
    timeout: Option<f64>,
    note: impl Fn(&str),
) -> Result<Map<String, Value>, Failure> {
    let begun = Instant::now();
    let mut link = Link::open(&there.host, || {})?;
    loop {
        let left = timeout.map(|all| (all - begun.elapsed().as_secs_f64()).max(0.0));
        let lost = match asked(&mut link, there, (until, turn), left) {
            Ok(response) => return fault(&there.host, &response).map_or(Ok(response), Err),
            Err(lost) => lost,
        };
        if turn.is_none() && until.is_none_or(|until| until == Awaited::Completed) {
            let words = format!(
                "{}; the end of a turn may have passed unseen: look with `shadow panes`, or wait for the number that \
                 `shadow send` prints (--turn)",
                lost.message()
            );
            return Err(Failure::gone(words));
        }
        note(&format!("{}; trying again", lost.message()));
        link = loop {
            if timeout.is_some_and(|all| begun.elapsed().as_secs_f64() > all) {
                return Err(Failure::new(Exit::NotHeld, lost.message()));
            }
            thread::sleep(PAUSE);
            if let Ok(link) = Link::open(&there.host, || {}) {
                break link;
            }
        };
    }
}

/// The dialog that is open in a pane of another machine; none if none is.
pub fn open_dialog(there: &There) -> Result<Option<OperatorBlock>, Failure> {
    let mut link = Link::open(&there.host, || {})?;
    let blocked = (Some(Awaited::Blocked), None);
    let mut response = asked(&mut link, there, blocked, Some(0.0))?;
    match fault(&there.host, &response) {
        Some(failure) if failure.exit() == Exit::NotHeld => Ok(None),
        Some(failure) => Err(failure),
        None => {
            let block = response.remove("operator_block").unwrap_or_default();
            dialog(there, block).map(Some)
        }
    }
}

/// A dialog that another machine has sent. Its signature goes into a command that a person may copy, so it must be one.
pub(super) fn dialog(there: &There, block: Value) -> Result<OperatorBlock, Failure> {
    let unread = |why: &dyn Display| {
        let There { host, pane } = there;
        Failure::gone(format!("{host}/{pane}: its dialog cannot be read: {why}"))
    };
    let block: OperatorBlock = serde_json::from_value(block).map_err(|error| unread(&error))?;
    let is_hex = block.signature.bytes().all(|byte| byte.is_ascii_hexdigit());
    match is_hex && !block.signature.is_empty() {
        true => Ok(block),
        false => Err(unread(&"it has no signature")),
    }
}

fn asked(
    link: &mut Link,
    there: &There,
    (until, turn): (Option<Awaited>, Option<u64>),
    timeout: Option<f64>,
) -> Result<Map<String, Value>, Failure> {
    let mut request = Map::new();
    let mut add = |name: &str, value: Value| drop(request.insert(name.to_owned(), value));
    add("do", json!("wait"));
    add("pane", json!(there.pane.to_string()));
    if let Some(until) = until {
        add("until", json!(wire_name(&until)));
    }
    if let Some(turn) = turn {
        add("turn", json!(turn));
    }
    if let Some(timeout) = timeout {
        add("timeout", json!(timeout));
    }
    let id = link.ask(request)?;
    link.answer(id)
}
