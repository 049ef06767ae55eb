//! What came of judging sessions, added up, as a table.

/// Counts over sessions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// Sessions that were judged.
    pub sessions: usize,
    /// Turns that there were.
    pub turns: usize,
    /// Turns reported wrongly: with another outcome or prompt, not at all, or where there was none; dialogs not reported.
    pub wrong: usize,
    /// Turns whose outcome was reported as unknown.
    pub unknown: usize,
    /// Captured steps.
    pub steps: usize,
    /// Reported ready where keys would have gone astray.
    pub false_ready: usize,
    /// Reported completed while the turn ran.
    pub false_completed: usize,
    /// Turns whose end was inferred only from silence or from the next prompt.
    pub by_silence: usize,
    /// Seconds from the model's last word to the end of the turn being reported.
    pub completed: Vec<f64>,
    /// Seconds from a free prompt's standing on the screen to the same: the CLI paints it late.
    pub painted: Vec<f64>,
    /// Seconds from a dialog's standing on the screen to its being reported.
    pub blocked: Vec<f64>,
    /// Sessions whose replay reports equal turns: prompts, outcomes, answers.
    pub replayed: usize,
    /// What is wrong, a line each.
    pub charges: Vec<String>,
}

impl Verdict {
    /// Adds another one.
    pub fn add(&mut self, other: Self) {
        self.sessions += other.sessions;
        self.turns += other.turns;
        self.wrong += other.wrong;
        self.unknown += other.unknown;
        self.steps += other.steps;
        self.false_ready += other.false_ready;
        self.false_completed += other.false_completed;
        self.by_silence += other.by_silence;
        self.completed.extend(other.completed);
        self.painted.extend(other.painted);
        self.blocked.extend(other.blocked);
        self.replayed += other.replayed;
        self.charges.extend(other.charges);
    }

    /// Whether the lifecycle holds: nothing wrong, and the medians within their limits.
    pub fn holds(&self, poll: f64) -> bool {
        let wrong = self.wrong + self.false_ready + self.false_completed;
        let within =
            |times: &[f64], limit: f64| percentile(times, 0.5).is_none_or(|it| it <= limit);
        wrong == 0
            && self.replayed == self.sessions
            && within(&self.completed, 1.0 + poll + 0.3)
            && within(&self.blocked, poll + 0.3)
    }

    /// A row of the table.
    pub fn row(&self) -> String {
        let replayed = format!("{}/{}", self.replayed, self.sessions);
        format!(
            "{:>6} {:>6} {:>8} {:>10} {:>12} {:>8} {:>20} {:>20} {:>20} {replayed:>7}",
            self.turns,
            self.wrong,
            self.unknown,
            self.false_ready,
            self.false_completed,
            self.by_silence,
            times(&self.completed),
            times(&self.painted),
            times(&self.blocked),
        )
    }
}

/// The head of the table's columns.
pub const HEAD: &str = " turns  wrong  unknown  not ready  not complete  silence     to completed (s)      from screen (s)       to blocked (s)  replay";

/// Median, 90th percentile, longest, and how many.
fn times(all: &[f64]) -> String {
    let at = |share: f64| percentile(all, share).unwrap_or(f64::NAN);
    match all.len() {
        0 => "-".to_owned(),
        count => format!("{:.2} {:.2} {:.2} ({count})", at(0.5), at(0.9), at(1.0)),
    }
}

fn percentile(all: &[f64], share: f64) -> Option<f64> {
    let mut sorted = all.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    sorted.get((last as f64 * share).round() as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::Verdict;

    #[test]
    fn one_wrong_turn_or_late_median_does_not_hold() {
        let good = Verdict {
            sessions: 1,
            replayed: 1,
            completed: vec![1.2, 9.0, 1.3],
            blocked: vec![0.2],
            ..Verdict::default()
        };
        assert!(good.holds(0.25));
        for bad in [
            Verdict {
                wrong: 1,
                ..good.clone()
            },
            Verdict {
                replayed: 0,
                ..good.clone()
            },
            Verdict {
                completed: vec![1.6],
                ..good.clone()
            },
            Verdict {
                blocked: vec![0.6],
                ..good.clone()
            },
        ] {
            assert!(!bad.holds(0.25), "{bad:?}");
        }
        let mut sum = good.clone();
        sum.add(good);
        assert_eq!((sum.sessions, sum.completed.len()), (2, 6));
    }
}
