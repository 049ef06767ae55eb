//! Schedules of polling between 20 and 2 Hz: steady at a phase, jittered, with drops and bursts.

use shadow_tests::turns::FRAME;

/// Seconds between two polls, the fastest first.
const INTERVALS: [f64; 8] = [0.05, 0.083, 0.1, 0.17, 0.2, 0.25, 0.33, 0.5];

/// The longest time between two polls at any schedule: 2 Hz.
pub const LONGEST: f64 = 0.5;

/// How a schedule departs from the steady beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Not at all, but for its phase.
    Steady,
    /// Each poll is early or late by up to half an interval.
    Jittered,
    /// Polls are left out, and others come in bursts.
    Bursty,
}

/// A schedule.
#[derive(Debug, Clone, Copy)]
pub struct Schedule {
    interval: f64,
    kind: Kind,
}

impl Schedule {
    /// All 24.
    pub fn all() -> Vec<Self> {
        let kinds = [Kind::Steady, Kind::Jittered, Kind::Bursty];
        let pairs = INTERVALS.iter().flat_map(|i| kinds.map(|kind| (*i, kind)));
        pairs
            .map(|(interval, kind)| Self { interval, kind })
            .collect()
    }

    /// A look at every frame: what no schedule can do better.
    pub fn every_frame() -> Vec<f64> {
        let steady = |n: u32| f64::from(n) * FRAME;
        (0..60_000).map(steady).collect()
    }

    /// Its name.
    pub fn name(self) -> String {
        format!("{:?} every {} s", self.kind, self.interval)
    }

    /// When it polls, until a time.
    pub fn polls(self, end: f64) -> Vec<f64> {
        let mut dice = Dice(self.interval.to_bits() ^ self.kind as u64);
        let mut now = self.interval * 0.31;
        let mut polls = vec![now];
        while now <= end {
            now += self.gap(&mut dice).min(LONGEST);
            polls.push(now);
        }
        polls
    }

    fn gap(self, dice: &mut Dice) -> f64 {
        match self.kind {
            Kind::Steady => self.interval,
            Kind::Jittered => self.interval * (0.5 + dice.throw()),
            Kind::Bursty => match dice.throw() {
                burst if burst < 0.3 => 0.011,
                dropped if dropped > 0.6 => self.interval * 3.0,
                _ => self.interval,
            },
        }
    }
}

/// Throws between 0 and 1, the same each time.
struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        #[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
        let share = (self.0 >> 11) as f64;
        share / (1u64 << 53) as f64
    }
}
