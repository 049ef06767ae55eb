//! Sums of what was found over recordings, by the rate of polling, as a table.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::asked::asked;
use super::film::Film;
use super::judged::{Finding, judge_turns};
use super::playing::play;
use super::recorded::Recorded;

/// Seconds between two polls: 20, 10, 4 and 2 a second.
pub const RATES: [f64; 4] = [0.05, 0.1, 0.25, 0.5];

/// Seconds for which the last screen of a recording stands on: longer than any silence that ends a turn.
const LINGERS: f64 = 40.0;

/// What was found, by rate.
#[derive(Debug, Default)]
pub struct Tally {
    recordings: usize,
    found: [BTreeMap<Finding, Vec<String>>; RATES.len()],
}

impl Tally {
    /// What some recordings tell.
    pub fn of(recordings: impl Iterator<Item = Recorded>) -> Self {
        let parts = play(recordings, |tally: &mut Self, recorded, film| {
            tally.play(recorded, film);
        });
        let mut all = Self::default();
        parts.into_iter().for_each(|part| all.add(part));
        all
    }

    /// Plays a recording at each rate; nothing where its scenario is not known.
    pub fn play(&mut self, recorded: &Recorded, film: &Film) {
        let Some(asking) = asked(&recorded.session.session) else {
            return;
        };
        self.recordings += 1;
        let film = film.lingering(LINGERS);
        for (rate, found) in RATES.iter().zip(&mut self.found) {
            let (events, _) = film.polled(&film.steady(*rate));
            for judged in judge_turns(&asking, &events) {
                let line = format!("{} every {rate} s: {}", recorded.name, judged.what);
                found.entry(judged.finding).or_default().push(line);
            }
        }
    }

    /// Adds those of other recordings.
    pub fn add(&mut self, other: Self) {
        self.recordings += other.recordings;
        for (mine, theirs) in self.found.iter_mut().zip(other.found) {
            for (finding, lines) in theirs {
                mine.entry(finding).or_default().extend(lines);
            }
        }
    }

    /// How often something was found at a rate, by its index in [`RATES`].
    #[must_use]
    pub fn count(&self, rate: usize, finding: Finding) -> usize {
        self.found[rate].get(&finding).map_or(0, Vec::len)
    }

    /// What was found so, a line each.
    pub fn lines(&self, finding: Finding) -> impl Iterator<Item = &str> {
        let each = self
            .found
            .iter()
            .filter_map(move |found| found.get(&finding));
        each.flatten().map(String::as_str)
    }

    /// The share of one finding among it and others, in hundredths; 100 where there is none.
    #[must_use]
    pub fn share(&self, rate: usize, of: Finding, others: &[Finding]) -> f64 {
        let part = self.count(rate, of);
        let rest: usize = others.iter().map(|it| self.count(rate, *it)).sum();
        match part + rest {
            0 => 100.0,
            all => 100.0 * part as f64 / all as f64,
        }
    }

    /// The table: a row a rate.
    #[must_use]
    pub fn table(&self) -> String {
        use Finding::{
            Extra, FalselyWhole, NotOnce, Once, OutcomeRight, OutcomeUnknown, OutcomeWrong,
            Partial, Whole,
        };
        let mut text = format!(
            "{} recordings\n{:>8} {:>8} {:>8} {:>8} {:>10} {:>10} {:>8} {:>8} {:>10}\n",
            self.recordings,
            "polls/s",
            "prompts",
            "once %",
            "extra",
            "outcomes",
            "unknown",
            "answers",
            "exact %",
            "complete %"
        );
        for (rate, seconds) in RATES.iter().enumerate() {
            let prompts = self.count(rate, Once) + self.count(rate, NotOnce);
            let whole = self.count(rate, Whole) + self.count(rate, FalselyWhole);
            let answers = whole + self.count(rate, Partial);
            let complete = match answers {
                0 => 100.0,
                _ => 100.0 * whole as f64 / answers as f64,
            };
            let _ = writeln!(
                text,
                "{:>8} {prompts:>8} {:>8.2} {:>8} {:>10.2} {:>10} {answers:>8} {:>8.2} {complete:>10.2}",
                1.0 / seconds,
                self.share(rate, Once, &[NotOnce]),
                self.count(rate, Extra),
                self.share(rate, OutcomeRight, &[OutcomeWrong]),
                self.count(rate, OutcomeUnknown),
                self.share(rate, Whole, &[FalselyWhole]),
            );
        }
        text
    }
}
