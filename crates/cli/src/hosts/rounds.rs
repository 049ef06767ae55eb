//! The panes of another machine as they are now: listed again whenever something has changed there.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::link::{Link, fault};
use super::listing::{reports, request};
use crate::exit::Failure;
use crate::host_name::HostName;
use crate::listing::Report;

/// The least time between two lists, and the most.
const REST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(10);

/// The first pause before another try to connect, and the longest.
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// What is known of a machine.
pub enum Round {
    /// All its panes.
    Panes(Vec<Report>),
    /// It cannot be asked, for this reason: nothing is known of its panes.
    Away(String),
}

/// Gives the panes of a machine to `tell`, until that returns false. `all` also lists those without an agent.
pub fn follow_host(host: &HostName, all: bool, mut tell: impl FnMut(Round) -> bool) {
    let mut pause = PAUSE;
    loop {
        let answered = |round: Round| {
            pause = PAUSE;
            tell(round)
        };
        let linked = Link::open(host, || {});
        let lost = linked.and_then(|mut link| lists(&mut link, host, all, answered));
        let Err(lost) = lost else { return };
        if !tell(Round::Away(lost.message().to_owned())) {
            return;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Lists the panes again and again; an error where the connection is lost.
fn lists(
    link: &mut Link,
    host: &HostName,
    all: bool,
    mut tell: impl FnMut(Round) -> bool,
) -> Result<(), Failure> {
    let mut watch = Map::new();
    watch.insert("do".to_owned(), json!("watch"));
    link.ask(watch)?;
    loop {
        let asked = link.ask(request(all))?;
        let (response, mut changed) = answer(link, host, asked)?;
        let listed = Instant::now();
        // Without a tmux server there is nothing to list yet, though the machine is there.
        let away = |failure: Failure| Round::Away(failure.message().to_owned());
        if !tell(reports(host, response).map_or_else(away, Round::Panes)) {
            return Ok(());
        }
        while !changed && let Some(line) = link.next(Some(listed + LONGEST))? {
            changed = is_event(host, &line)?;
        }
        thread::sleep(REST.saturating_sub(listed.elapsed()));
    }
}

/// The response to a request, and whether an event came before it: the list may be older than that.
fn answer(
    link: &mut Link,
    host: &HostName,
    asked: u64,
) -> Result<(Map<String, Value>, bool), Failure> {
    let (mut changed, late) = (false, Link::late());
    loop {
        match link.next(Some(late))? {
            Some(Value::Object(line)) if line.get("id") == Some(&asked.into()) => {
                return Ok((line, changed));
            }
            Some(line) => changed |= is_event(host, &line)?,
            None => return Err(link.silent()),
        }
    }
}

/// Whether a line is an event; an error if it says that there will be none.
fn is_event(host: &HostName, line: &Value) -> Result<bool, Failure> {
    match line.as_object().and_then(|it| fault(host, it)) {
        Some(failure) => Err(failure),
        None => Ok(line.get("event").is_some()),
    }
}
