//! The verdicts of a run, counted by kind of text and by obstacle.

use std::collections::BTreeMap;

use super::trial::{Played, Verdict};

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
