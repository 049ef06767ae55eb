//! Waiting for a step's conditions, and seeing whether its witness holds.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::host::Pane;
use super::lines::squeeze;
use crate::error::{LabError, Result};
use crate::model::{Server, Snapshot};
use crate::scenario::{Wait, Witness};

const POLL: Duration = Duration::from_millis(100);
/// How long a step waits for a screen to stand still before it goes on all the same.
const SETTLE: Duration = Duration::from_millis(4000);
/// How far a step's limit is stretched: a machine that is busy with other work paints late.
const PATIENCE: f64 = 2.0;

/// Waits until everything that `wait` names holds; says what did not.
pub fn wait(wait: &Wait, pane: &Pane, server: &Server) -> Result<()> {
    if let Some(seconds) = wait.seconds {
        thread::sleep(Duration::from_secs_f64(seconds));
    }
    let limit = Duration::from_secs_f64(PATIENCE * wait.timeout.unwrap_or(10.0));
    let deadline = Instant::now() + limit;
    while let Some(missing) = missing(wait, pane, server)? {
        if Instant::now() > deadline {
            return Err(LabError::new(format!("{missing} within {limit:?}")));
        }
        thread::sleep(POLL);
    }
    stable(Duration::from_millis(wait.stable.unwrap_or(0)), pane).map(drop)
}

/// The first condition that does not hold yet.
fn missing(wait: &Wait, pane: &Pane, server: &Server) -> Result<Option<String>> {
    let state = server.snapshot();
    if let Some(gate) = &wait.gate
        && !state.open_gates.contains(gate)
    {
        return Ok(Some(format!("gate {gate} was not reached")));
    }
    if wait.answered && (state.in_flight > 0 || state.queued > 0) {
        return Ok(Some("the answer was not finished".into()));
    }
    if let Some(count) = wait.requests
        && (state.main_requests as u64) < count
    {
        let seen = state.main_requests;
        return Ok(Some(format!("{seen} of {count} requests came")));
    }
    if let Some(file) = &wait.file
        && !Path::new(file).exists()
    {
        return Ok(Some(format!("file {file} did not appear")));
    }
    if wait.screen.is_empty() && wait.gone.is_empty() {
        return Ok(None);
    }
    let screen = pane.plain()?;
    Ok(words(&wait.screen, &wait.gone, &screen))
}

/// What of `have` and `lack` does not hold of the screen.
pub fn words(have: &[String], lack: &[String], screen: &str) -> Option<String> {
    let bare = squeeze(screen);
    let shows = |text: &String| text.split("||").any(|text| bare.contains(&squeeze(text)));
    if let Some(text) = have.iter().find(|text| !shows(text)) {
        return Some(format!("the screen did not show {text:?}"));
    }
    let text = lack.iter().find(|text| shows(text))?;
    Some(format!("the screen went on showing {text:?}"))
}

/// Waits until the screen has not changed for `span`, or a limit has passed: spinners never stand still. Says whether it
/// stood still.
pub fn stable(span: Duration, pane: &Pane) -> Result<bool> {
    let deadline = Instant::now() + SETTLE;
    let (mut last, mut since) = (pane.plain()?, Instant::now());
    while since.elapsed() < span {
        if Instant::now() > deadline {
            return Ok(false);
        }
        thread::sleep(POLL);
        let now = pane.plain()?;
        if now != last {
            (last, since) = (now, Instant::now());
        }
    }
    Ok(true)
}

/// Checks a witness; the error says what does not hold. `unoffered` is the number of tools that could not be said before
/// the step began.
pub fn check(witness: &Witness, pane: &Pane, server: &Server, unoffered: usize) -> Result<()> {
    let mut state = server.snapshot();
    state
        .unoffered
        .drain(..unoffered.min(state.unoffered.len()));
    let screen = pane.plain()?;
    let dead = pane.facts()?.dead;
    match fails(witness, &state, &screen, dead) {
        Some(what) => Err(LabError::new(what)),
        None => Ok(()),
    }
}

fn fails(witness: &Witness, state: &Snapshot, screen: &str, dead: bool) -> Option<String> {
    let open = |gate: &&String| !state.open_gates.contains(gate);
    if let Some(gate) = witness.gates.iter().find(open) {
        return Some(format!("gate {gate} is not open"));
    }
    if witness.idle && (state.in_flight > 0 || state.tools_pending() > 0) {
        return Some("a turn is running".into());
    }
    if witness.tool_open && state.tools_pending() == 0 {
        return Some("no tool call is open".into());
    }
    if let Some(count) = witness.requests
        && state.main_requests as u64 != count
    {
        let seen = state.main_requests;
        return Some(format!("{seen} requests instead of {count}"));
    }
    if let Some(tool) = state.unoffered.first() {
        return Some(format!("this version offers no tool for {tool}"));
    }
    let exists = |file: &&String| Path::new(file).exists();
    if let Some(file) = witness.files.iter().find(|file| !exists(file)) {
        return Some(format!("file {file} is not there"));
    }
    if let Some(file) = witness.no_files.iter().find(exists) {
        return Some(format!("file {file} is there already"));
    }
    if witness.exited != dead {
        let said = if dead { "has ended" } else { "has not ended" };
        return Some(format!("the process {said}"));
    }
    words(&witness.screen, &witness.lacks, screen)
}

/// The witness in words, for provenance.
pub fn words_of(witness: &Witness) -> String {
    let mut parts = Vec::new();
    for gate in &witness.gates {
        parts.push(format!("gate `{gate}` holds a response open"));
    }
    if witness.idle {
        parts.push("no response is open and no tool call is unanswered".into());
    }
    if witness.tool_open {
        parts.push("a tool call was delivered and its result has not come".into());
    }
    if let Some(count) = witness.requests {
        parts.push(format!("{count} requests in all"));
    }
    parts.extend(witness.files.iter().map(|f| format!("{f} exists")));
    parts.extend(
        witness
            .no_files
            .iter()
            .map(|f| format!("{f} does not exist")),
    );
    if witness.exited {
        parts.push("the process has ended".into());
    }
    parts.extend(witness.why.clone());
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_have_alternatives_and_wraps() {
        let have = ["Select a model||Select model".to_owned()];
        assert_eq!(words(&have, &[], "│ Select\n model │"), None);
        assert!(words(&have, &[], "nothing").is_some());
        assert!(words(&[], &have, "Select model").is_some());
    }

    #[test]
    fn a_witness_fails_on_what_is_not_so() {
        let state = Snapshot {
            open_gates: vec!["g1".into()],
            in_flight: 1,
            ..Snapshot::default()
        };
        let witness = |text: &str| toml::from_str::<Witness>(text).unwrap();
        let fails = |text: &str| fails(&witness(text), &state, "screen", false);
        assert_eq!(fails("gates = ['g1']"), None);
        assert!(fails("gates = ['g2']").is_some());
        assert!(fails("idle = true").is_some());
        assert!(fails("tool_open = true").is_some());
        assert!(fails("exited = true").is_some());
        assert!(fails("screen = ['other']").is_some());
    }
}
