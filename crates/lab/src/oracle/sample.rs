//! A few calls of each version, kept as fixtures: they are judged without a CLI.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::ask::Kind;
use super::judge::Judge;
use super::reading::Reading;
use super::shot::{self, Asked};
use super::tally::Tally;
use crate::error::Result;
use crate::provider::Provider;
use crate::version::Version;

/// Calls of one kind that are kept of a version, and bytes that each may have.
const EACH: usize = 1;
const LARGEST: usize = 40_000;

/// A call with the version that asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sampled {
    /// CLI.
    pub provider: Provider,
    /// Its version.
    pub version: Version,
    /// The call, and its screens.
    pub asked: Asked,
}

/// Adds some calls of each kind to a file.
pub fn add(provider: Provider, version: Version, calls: &[Asked], to: &Path) -> Result<()> {
    let mut kept: BTreeMap<Kind, usize> = BTreeMap::new();
    let mut sample = Vec::new();
    for asked in calls.iter().filter(|it| it.lost.is_none()) {
        let bytes: usize = asked.shots.iter().map(|shot| shot.screen.len()).sum();
        let count = kept.entry(asked.ask.kind).or_default();
        if bytes <= LARGEST && *count < EACH {
            *count += 1;
            let asked = asked.clone();
            sample.push(Sampled {
                provider,
                version,
                asked,
            });
        }
    }
    shot::add(to, &sample)
}

/// What the engine reads on the painted screens of a sample.
pub fn readings(path: &Path) -> Result<Vec<Reading>> {
    let mut all = Vec::new();
    for sampled in shot::read::<Sampled>(path)? {
        let mut judge = Judge::new(sampled.provider, sampled.version);
        let judged = judge.call(&sampled.asked).into_iter();
        all.extend(judged.map(|(reading, _)| reading).filter(|it| !it.hasty));
    }
    Ok(all)
}

/// Judges the calls of a sample; gives what was counted, and what is wrong, a line each.
pub fn judge(path: &Path) -> Result<(Tally, Vec<String>)> {
    let mut judges: BTreeMap<(Provider, Version), Judge> = BTreeMap::new();
    let mut lines = Vec::new();
    for Sampled {
        provider,
        version,
        asked,
    } in shot::read(path)?
    {
        let of = judges.entry((provider, version));
        let judge = of.or_insert_with(|| Judge::new(provider, version));
        for (reading, names) in judge.call(&asked) {
            let call = format!("{provider} {version}, call {}", reading.call);
            let size = format!("{}x{}", reading.size[0], reading.size[1]);
            lines.extend(names.iter().map(|name| format!("{call} at {size}: {name}")));
        }
    }
    let mut all = Tally::default();
    judges.values().for_each(|judge| all.add(&judge.tally));
    Ok((all, lines))
}
