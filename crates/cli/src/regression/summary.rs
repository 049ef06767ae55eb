//! The table by version, and the last line.

use std::collections::BTreeMap;

use shadow_testing::{Outcome, Ran, Run, table};

use crate::render::table::aligned;
use shadow_legible::one_line;

/// How many cases of a group did what.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    cases: usize,
    held: usize,
    changed: usize,
    accepted: usize,
    unknown: usize,
}

impl Counts {
    fn add(&mut self, ran: &Ran) {
        self.cases += 1;
        self.held += usize::from(ran.holds());
        self.changed += usize::from(!ran.holds());
        self.accepted += usize::from(ran.accepted > 0);
        let unknown = ran.scored.with(Outcome::Unknown).next().is_some();
        self.unknown += usize::from(unknown);
    }

    fn row(self, name: &str) -> Vec<String> {
        let counts = [
            self.cases,
            self.held,
            self.changed,
            self.accepted,
            self.unknown,
        ];
        let cells = counts.map(|count| count.to_string());
        [vec![one_line(name)], cells.to_vec()].concat()
    }
}

/// The table, a row for each version of each CLI, and the sum.
pub fn table(run: &Run) -> String {
    let mut versions: BTreeMap<_, Counts> = BTreeMap::new();
    let mut all = Counts::default();
    for ran in &run.ran {
        versions
            .entry(table::version_key(&ran.scored))
            .or_default()
            .add(ran);
        all.add(ran);
    }
    let head = ["version", "cases", "held", "changed", "accepted", "unknown"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for ((provider, _, version), counts) in versions {
        rows.push(counts.row(&format!("{provider} {version}")));
    }
    rows.push(all.row("all"));
    aligned(&rows)
}

/// `18 cases: 17 held, 1 changed`.
pub fn last_line(run: &Run, faults: usize) -> String {
    let changed = run.changed().count();
    let (cases, held) = (run.ran.len(), run.ran.len() - changed);
    let mut line = format!("{cases} cases: {held} held, {changed} changed");
    if faults > 0 {
        line += &format!(", {faults} could not be read");
    }
    if changed > 0 {
        line += "; shadow review steps through the changes";
    }
    line
}
