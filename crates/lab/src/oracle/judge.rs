//! The readings of a version's screens, and what is wrong.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use shadow_tui::Stack;

use super::play::ASKED;
use super::reading::Reading;
use super::shot::{self, Asked, Shot};
use super::tally::Tally;
use crate::error::{Context, Result};
use crate::provider::Provider;
use crate::version::Version;

const READINGS: &str = "readings.ndjson";
const FINDINGS: &str = "findings";
/// Findings that are kept of one kind.
const KEPT: usize = 3;

/// Judges calls of one version after another.
pub struct Judge {
    stack: Stack,
    provider: Provider,
    version: Version,
    /// What was counted so far.
    pub tally: Tally,
    /// What each signature stands for, and whether that was whole.
    signed: BTreeMap<String, (String, bool)>,
}

impl Judge {
    /// Of a version.
    pub fn new(provider: Provider, version: Version) -> Self {
        Self {
            stack: shadow_tui::stack(),
            provider,
            version,
            tally: Tally::default(),
            signed: BTreeMap::new(),
        }
    }

    /// What was read of each screen of a call, and under which names it is to be kept: none where it is right.
    pub fn call(&mut self, asked: &Asked) -> Vec<(Reading, Vec<String>)> {
        self.tally.call(asked);
        let read = |shot| Reading::of(&self.stack, self.provider, self.version, &asked.ask, shot);
        let readings: Vec<Reading> = asked.shots.iter().map(read).collect();
        let mut judged = Vec::new();
        for (at, reading) in readings.iter().enumerate() {
            let mut names = self.tally.reading(reading);
            names.extend(self.tally.signed(reading, &mut self.signed));
            names.extend(self.tally.again(&readings, &asked.shots, at));
            judged.push((reading.clone(), names));
        }
        judged
    }
}

/// Judges the screens of a version; writes what was read, and what is wrong.
pub fn version(provider: Provider, version: Version, dir: &Path) -> Result<Tally> {
    let mut judge = Judge::new(provider, version);
    for old in [READINGS, FINDINGS] {
        let old = dir.join(old);
        // There is none at the first judging.
        let _ = fs::remove_file(&old).or_else(|_| fs::remove_dir_all(&old));
    }
    let mut kept: BTreeMap<String, usize> = BTreeMap::new();
    for asked in shot::read::<Asked>(&dir.join(ASKED))? {
        let judged = judge.call(&asked);
        for ((reading, names), shot) in judged.iter().zip(&asked.shots) {
            for name in names {
                let name = format!("{name}-{:?}", reading.kind).to_lowercase();
                let count = kept.entry(name.clone()).or_default();
                *count += 1;
                if *count <= KEPT {
                    let folder = dir.join(FINDINGS).join(format!("{name}-{count}"));
                    keep(&folder, &judge, &asked, shot, reading)?;
                }
            }
        }
        let readings: Vec<&Reading> = judged.iter().map(|(reading, _)| reading).collect();
        shot::add(&dir.join(READINGS), &readings)?;
    }
    Ok(judge.tally)
}

/// Keeps a screen that was read wrongly, with what is known of it.
fn keep(dir: &Path, judge: &Judge, asked: &Asked, shot: &Shot, reading: &Reading) -> Result<()> {
    fs::create_dir_all(dir).context(dir.display())?;
    let subject = reading.block.as_ref().and_then(|it| it.subject.as_deref());
    let (provider, version) = (judge.provider, judge.version);
    let why = format!(
        "shadow parse --provider {provider} --cli-version {version} --size {}x{} --cursor {},{}{}{} capture.ansi\n\
         fault {:?}, whole {}, drawn {}, hasty {}, {}\n\n--- asked\n{}{}{}\n--- subject\n{}\n",
        shot.size[0],
        shot.size[1],
        shot.cursor[0],
        shot.cursor[1],
        if shot.cursor_visible {
            ""
        } else {
            " --cursor-hidden"
        },
        if shot.alternate { " --alternate" } else { "" },
        reading.fault,
        reading.is_whole(),
        reading.drawn,
        reading.hasty,
        reading.not_whole(),
        asked.ask.old,
        if asked.ask.old.is_empty() { "" } else { "\n" },
        asked.ask.text,
        subject.unwrap_or("(none)"),
    );
    let truth = serde_json::to_string_pretty(&asked.ask).context("truth")?;
    for (file, text) in [
        ("capture.ansi", &shot.screen),
        ("truth.json", &truth),
        ("why.txt", &why),
    ] {
        fs::write(dir.join(file), text).context(dir.display())?;
    }
    Ok(())
}
