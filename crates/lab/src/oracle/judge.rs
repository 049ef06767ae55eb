//! What the engine reads on each screen of a version, held to what was asked for.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use shadow_tui::contract::OperatorBlock;
use shadow_tui::{ProviderChoice, Stack};

use super::ask::{Ask, Kind};
use super::compare::{Fault, Form, compare};
use super::drawn::is_drawn;
use super::play::ASKED;
use super::shot::{self, Asked, Shot};
use super::tally::Tally;
use crate::error::{Context, Result};
use crate::provider::Provider;
use crate::version::Version;

const READINGS: &str = "readings.ndjson";
const FINDINGS: &str = "findings";
/// Findings that are kept of one kind.
const KEPT: usize = 3;

/// Words of the CLIs' own cut marks, which a text may hold as well.
const LOOKS_CUT: [&str; 6] = [
    " more line",
    " lines]",
    "Show details",
    "ctrl+o",
    "withheld",
    "…",
];

/// What was read of one screen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Number of the call.
    pub call: usize,
    /// What it is.
    pub kind: Kind,
    /// What was truly asked for.
    pub asked: String,
    /// Columns and rows.
    pub size: [u16; 2],
    /// Read before the CLI can have painted anew.
    pub hasty: bool,
    /// Whether the screen shows all of it.
    pub drawn: bool,
    /// In what the subject differs; none where it is right.
    pub fault: Option<Fault>,
    /// The dialog, as it was read; none where none was seen.
    pub block: Option<OperatorBlock>,
}

impl Reading {
    /// Reads a screen of a call.
    pub fn of(stack: &Stack, provider: Provider, version: Version, ask: &Ask, shot: &Shot) -> Self {
        let choice = ProviderChoice::Named(provider.name());
        let payload = stack.parse(choice, &shot.snapshot(version));
        let block = payload.surface_assessment.operator_block;
        let block = block.filter(|block| block.kind.has_subject());
        let subject = block.as_ref().and_then(|block| block.subject.as_deref());
        Self {
            call: ask.number,
            kind: ask.kind,
            asked: ask.text.clone(),
            size: shot.size,
            hasty: shot.hasty,
            drawn: ask.is_drawn(&shot.screen, block.as_ref()),
            fault: ask.fault(subject.unwrap_or_default()),
            block,
        }
    }

    /// Whether the engine says that nothing is missing.
    pub fn is_whole(&self) -> bool {
        let whole = |block: &OperatorBlock| block.subject_whole == Some(true);
        self.block.as_ref().is_some_and(whole)
    }

    /// Said to be whole, and not what was asked for.
    pub fn is_wrong(&self) -> bool {
        self.is_whole() && self.fault.is_some_and(|fault| fault != Fault::Unseen)
    }

    /// Why it is not whole, in words.
    pub fn not_whole(&self) -> &'static str {
        match &self.block {
            None => "no dialog",
            Some(block) if block.subject.is_none() => "no subject",
            Some(block) if block.subject_whole.is_none() => "not said",
            Some(_) if LOOKS_CUT.iter().any(|mark| self.asked.contains(mark)) => "looks cut",
            Some(_) => "not whole",
        }
    }
}

impl Ask {
    /// The ways in which a CLI may show it.
    fn forms(&self) -> Vec<(String, Form)> {
        match self.kind {
            Kind::Command => vec![(self.text.clone(), Form::All)],
            Kind::Write => vec![(self.text.clone(), Form::Rows)],
            Kind::Edit => vec![(format!("{}\n{}", self.old, self.text), Form::Rows)],
            Kind::Tool => {
                let quoted = serde_json::to_string(&self.text).unwrap_or_default();
                let inner = quoted.trim_matches('"').to_owned();
                vec![(inner, Form::Within), (self.text.clone(), Form::Within)]
            }
        }
    }

    /// Whether a screen shows all of it: a tool's argument in the dialog itself, not in the transcript above.
    fn is_drawn(&self, screen: &str, block: Option<&OperatorBlock>) -> bool {
        let heading = block.and_then(|it| it.title.as_deref().or(it.question.as_deref()));
        let word = heading.and_then(|text| text.split_whitespace().next());
        let word = word.filter(|_| self.kind == Kind::Tool);
        let from = word.and_then(|word| screen.rfind(word));
        // The rows above stay as many.
        let above = from.map_or("", |_| "\n\n");
        let screen = format!("{above}{}", &screen[from.unwrap_or(0)..]);
        let forms = self.forms();
        let mut forms = forms.iter();
        forms.any(|(text, form)| is_drawn(&screen, text, *form == Form::Rows))
    }

    /// In what a subject differs, in the way in which it differs least.
    fn fault(&self, subject: &str) -> Option<Fault> {
        let forms = self.forms();
        let compared = forms
            .iter()
            .map(|(text, form)| compare(text, subject, *form));
        let mut faults = Vec::new();
        for result in compared {
            faults.push(result.err()?);
        }
        faults.into_iter().next()
    }
}

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
