//! Tables of what came out: by version, by scenario, for a terminal and for the README.

use std::collections::BTreeMap;
use std::fmt::Write;

use shadow_tui::Version;

use crate::{Measure, Outcome, Scored};

/// Right, wrong and honestly unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// As the truth says.
    pub right: usize,
    /// Not as the truth says.
    pub wrong: usize,
    /// An honest `unknown`.
    pub unknown: usize,
}

impl Count {
    /// Both counts together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            wrong: self.wrong + other.wrong,
            unknown: self.unknown + other.unknown,
        }
    }

    /// The share that is right of what was answered, from 0 to 1; 1 where nothing was.
    #[must_use]
    pub fn share(self) -> f64 {
        let answered = self.right + self.wrong;
        if answered == 0 {
            1.0
        } else {
            self.right as f64 / answered as f64
        }
    }
}

/// The sums of a group of captures.
#[derive(Debug, Clone, Default)]
pub struct Sums {
    /// Captures.
    pub n: usize,
    counts: BTreeMap<Measure, Count>,
    calibration: Vec<(f64, bool)>,
}

impl Sums {
    /// The sums of some captures.
    #[must_use]
    pub fn of<'s>(cases: impl IntoIterator<Item = &'s Scored>) -> Self {
        let mut sums = Self::default();
        for case in cases {
            sums.add(case);
        }
        sums
    }

    /// What came out of a measure.
    #[must_use]
    pub fn count(&self, measure: Measure) -> Count {
        self.counts.get(&measure).copied().unwrap_or_default()
    }

    fn add(&mut self, case: &Scored) {
        self.n += 1;
        for mark in &case.marks {
            let count = self.counts.entry(mark.measure).or_default();
            match mark.outcome {
                Outcome::Right => count.right += 1,
                Outcome::Wrong => count.wrong += 1,
                Outcome::Unknown => count.unknown += 1,
            }
        }
        let axes = [Measure::Availability, Measure::Business, Measure::Input];
        let outcomes = axes.map(|axis| case.outcome(axis));
        if !outcomes.contains(&Some(Outcome::Unknown)) {
            let right = outcomes.iter().all(|out| *out == Some(Outcome::Right));
            self.calibration.push((case.confidence, right));
        }
    }

    /// Expected calibration error of `confidence` over ten bins, honest unknowns apart.
    #[must_use]
    pub fn calibration_error(&self) -> f64 {
        let mut bins = [(0.0, 0.0); 10];
        for (confidence, right) in &self.calibration {
            let bin = &mut bins[((confidence * 10.0) as usize).min(9)];
            bin.0 += confidence;
            bin.1 += f64::from(u8::from(*right));
        }
        let total = self.calibration.len().max(1) as f64;
        bins.iter()
            .map(|(said, right)| (said - right).abs() / total)
            .sum()
    }
}

/// Groups captures by a key.
pub fn grouped<K: Ord>(cases: &[Scored], key: impl Fn(&Scored) -> K) -> BTreeMap<K, Sums> {
    let mut groups: BTreeMap<K, Sums> = BTreeMap::new();
    for case in cases {
        groups.entry(key(case)).or_default().add(case);
    }
    groups
}

/// The key of a table by version: provider, then versions in order.
#[must_use]
pub fn version_key(case: &Scored) -> (String, Version, String) {
    let version = Version::parse_prefix(&case.version).unwrap_or_default();
    (case.provider.clone(), version, case.version.clone())
}

/// The table of a mode by version, with a sum of each provider and of all, for a terminal.
#[must_use]
pub fn by_version(cases: &[Scored]) -> String {
    let mut rows: Vec<(String, Sums)> = Vec::new();
    for provider in ["claude", "codex"] {
        let own: Vec<Scored> = cases
            .iter()
            .filter(|c| c.provider == provider)
            .cloned()
            .collect();
        let versions = grouped(&own, version_key);
        let several = versions.len() > 1;
        rows.extend(
            versions
                .into_iter()
                .map(|((p, _, v), sums)| (format!("{p} {v}"), sums)),
        );
        if several {
            rows.push((format!("{provider}, all"), Sums::of(&own)));
        }
    }
    rows.push(("all".into(), Sums::of(cases)));
    print(&rows)
}

/// A table by scenario.
#[must_use]
pub fn by_scenario(cases: &[Scored]) -> String {
    let groups = grouped(cases, |case| format!("{} {}", case.provider, case.scenario));
    print(&groups.into_iter().collect::<Vec<_>>())
}

/// The table by version in Markdown, every measure a column under its name.
#[must_use]
pub fn markdown(cases: &[Scored]) -> String {
    let groups = grouped(cases, version_key);
    let mut rows: Vec<(String, Sums)> = groups
        .into_iter()
        .map(|((provider, _, version), sums)| (format!("{provider} {version}"), sums))
        .collect();
    rows.push(("**all**".into(), Sums::of(cases)));
    let shown = judged(&rows);
    let names: Vec<&str> = shown.iter().map(|measure| measure.name()).collect();
    let mut text = format!("| version | screens | {} |\n", names.join(" | "));
    let _ = writeln!(text, "|---|--:|{}", "--:|".repeat(shown.len()));
    for (name, sums) in &rows {
        let cells = shown
            .iter()
            .map(|&measure| cell(measure, sums.count(measure)));
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(text, "| {name} | {} | {} |", sums.n, cells.join(" | "));
    }
    text
}

/// The measures that anything was judged by.
fn judged(rows: &[(String, Sums)]) -> Vec<Measure> {
    let any = |m: &Measure| rows.iter().any(|(_, sums)| sums.counts.contains_key(m));
    Measure::EACH.into_iter().filter(any).collect()
}

fn print(rows: &[(String, Sums)]) -> String {
    let shown = judged(rows);
    let mut text = format!("{:<28} {:>5}", "", "n");
    for measure in &shown {
        let _ = write!(text, " {:>5}", measure.title());
        if *measure == Measure::Business {
            text += "   unk";
        }
    }
    text += "   ece\n";
    for (name, sums) in rows {
        let _ = write!(text, "{name:<28} {:>5}", sums.n);
        for measure in &shown {
            let _ = write!(text, " {:>5}", cell(*measure, sums.count(*measure)));
            if *measure == Measure::Business {
                let _ = write!(text, " {:>5}", sums.count(*measure).unknown);
            }
        }
        let _ = writeln!(text, " {:>5.3}", sums.calibration_error());
    }
    text
}

/// A count of errors, or a share in percent; a dash where nothing was judged.
fn cell(measure: Measure, count: Count) -> String {
    if count.right + count.wrong == 0 {
        "-".into()
    } else if measure.counts_errors() {
        count.wrong.to_string()
    } else {
        percent(count)
    }
}

/// A share in percent, never rounded up to 100.
#[must_use]
pub fn percent(count: Count) -> String {
    let tenths = (count.share() * 1000.0).floor() / 10.0;
    if count.wrong == 0 {
        "100".into()
    } else {
        format!("{tenths:.1}")
    }
}
