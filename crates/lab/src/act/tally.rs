//! The verdicts of a run, counted by kind of text and by obstacle; or, of one way to start the CLI, what failed.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use super::plan::Obstacle;
use super::stage::Stage;
use super::trial::{Played, Verdict};
use crate::error::{Context, Result};
use crate::session::{EVENTS, inside_tmp};

/// A table: a row for each kind and each obstacle, a column for each verdict.
pub fn table(played: &[Played]) -> String {
    let mut text = format!("{:<16}", "");
    for verdict in VERDICTS {
        text += &format!("{:>15}", name(verdict));
    }
    text.push('\n');
    let mut groups: BTreeMap<String, Vec<&Played>> = BTreeMap::new();
    for one in played {
        let kind = format!("{:?}", one.trial.kind);
        groups.entry(kind).or_default().push(one);
        let obstacle = format!("~{:?}", one.trial.obstacle);
        groups.entry(obstacle).or_default().push(one);
    }
    for (group, members) in &groups {
        text += &row(group, &count(members));
    }
    let all: Vec<&Played> = played.iter().collect();
    text + &row("all", &count(&all))
}

/// The verdicts in which something is wrong.
pub fn wrong(played: &[Played]) -> usize {
    let bad = [
        Verdict::Wrong,
        Verdict::Unseen,
        Verdict::Needless,
        Verdict::Void,
    ];
    played
        .iter()
        .filter(|one| bad.contains(&one.verdict))
        .count()
}

const VERDICTS: [Verdict; 9] = [
    Verdict::Arrived,
    Verdict::ArrivedSpaced,
    Verdict::Refused,
    Verdict::Stopped,
    Verdict::Unsure,
    Verdict::Unseen,
    Verdict::Needless,
    Verdict::Wrong,
    Verdict::Void,
];

fn name(verdict: Verdict) -> String {
    let value = serde_json::to_value(verdict).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn count(played: &[&Played]) -> [usize; 9] {
    VERDICTS.map(|verdict| played.iter().filter(|one| one.verdict == verdict).count())
}

fn row(group: &str, counts: &[usize; 9]) -> String {
    let cells: String = counts.iter().map(|count| format!("{count:>15}")).collect();
    format!("{group:<16}{cells}\n")
}

/// What came of a way, in a line, and the exit code: what `panes` says, what each command did, what `watch` told.
pub fn of_start(stage: &Stage, played: &[Played]) -> Result<(String, i32)> {
    let name = stage.provider.name();
    let mut failed = Vec::new();
    if !is_listed(stage, name)? {
        failed.push(format!("`panes` lists no {name}"));
    }
    for one in played {
        let fine = match one.trial.obstacle {
            Obstacle::None => one.verdict == Verdict::Arrived && one.answered == Some(true),
            _ => one.verdict == Verdict::Refused,
        };
        if !fine {
            failed.push(format!(
                "send ({:?}): {:?} {} {}",
                one.trial.obstacle, one.verdict, one.why, one.complaint
            ));
        }
        if let Some(why) = &one.after {
            failed.push(format!("behind send ({:?}): {why}", one.trial.obstacle));
        }
    }
    let events = inside_tmp(EVENTS);
    let events = fs::read_to_string(&events).context(events.display())?;
    failed.extend(untold(&events, played));
    match failed.is_empty() {
        true => Ok((
            "seen by panes and watch; send, choose, interrupt done".into(),
            0,
        )),
        false => Ok((failed.join("; "), 1)),
    }
}

fn is_listed(stage: &Stage, name: &str) -> Result<bool> {
    let said = stage.said(stage.shadow(&["panes", "--format", "ndjson"])?)?;
    let is_it = |line: &Value| line["id"] == "%0" && line["parser_metadata"]["provider_id"] == name;
    Ok(said.lines.iter().any(is_it))
}

/// What `shadow watch` should have told of the trials and did not.
fn untold(events: &str, played: &[Played]) -> Vec<String> {
    let events: Vec<Value> = events
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let count = |holds: &dyn Fn(&Value) -> bool| events.iter().filter(|event| holds(event)).count();
    let mut failed = Vec::new();
    let tag = played
        .first()
        .map(|one| one.trial.tag())
        .unwrap_or_default();
    let ended = |outcome: &str, prompt: &str| {
        count(&|event| {
            let said = event["record"]["prompt"].as_str().unwrap_or_default();
            event["event"] == "turn_ended" && event["outcome"] == outcome && said.contains(prompt)
        })
    };
    for (what, seen, wanted) in [
        ("the prompt's turn", ended("success", &tag), 1),
        ("the interrupted turn", ended("interrupted", ""), 1),
        (
            "the dialog",
            count(&|event| event["event"] == "operator_blocked"),
            1,
        ),
    ] {
        if seen != wanted {
            failed.push(format!("`watch` tells {what} {seen} times"));
        }
    }
    failed
}
