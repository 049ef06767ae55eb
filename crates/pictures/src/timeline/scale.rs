//! Seconds to pixels, and the ticks of the axis. Pure arithmetic.

/// Where a time is between two sides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Scale {
    first: f64,
    span: f64,
    left: f64,
    width: f64,
}

/// Steps between two ticks, in seconds: at most a dozen of the first that fits are drawn.
const STEPS: [f64; 20] = [
    0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1200.0, 1800.0,
    3600.0, 7200.0, 14_400.0, 43_200.0, 86_400.0,
];

impl Scale {
    /// From `first` to `last` seconds, drawn between `left` and `left + width` pixels.
    pub(super) fn new(first: f64, last: f64, left: f64, width: f64) -> Self {
        let span = (last - first).max(0.1);
        Self {
            first,
            span,
            left,
            width,
        }
    }

    /// The pixel of a time; what lies outside is on the nearer side.
    pub(super) fn x(&self, at: f64) -> f64 {
        let share = ((at - self.first) / self.span).clamp(0.0, 1.0);
        share.mul_add(self.width, self.left)
    }

    /// Ticks from the first time on: seconds since then.
    pub(super) fn ticks(&self) -> impl Iterator<Item = f64> + use<> {
        let fits = |step: &f64| self.span / step <= 12.0;
        let step = STEPS.into_iter().find(fits).unwrap_or(self.span / 12.0);
        let span = self.span;
        (0..)
            .map(move |n| f64::from(n) * step)
            .take_while(move |at| *at <= span)
    }

    /// The pixel of a tick.
    pub(super) fn tick_x(&self, tick: f64) -> f64 {
        self.x(self.first + tick)
    }
}

/// Seconds for people: `0.5s`, `12s`, `3m20`, `2h05`.
pub(super) fn shown(seconds: f64) -> String {
    // A tick is never negative, and no recording lasts longer than a u32 of seconds.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let whole = seconds.max(0.0) as u32;
    match whole {
        0..60 if seconds.fract() > 0.01 => format!("{seconds:.1}s"),
        0..60 => format!("{whole}s"),
        60..3600 => format!("{}m{:02}", whole / 60, whole % 60),
        _ => format!("{}h{:02}", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::{Scale, shown};

    #[test]
    fn ticks_are_round_and_few_at_any_span() {
        for (span, step, last) in [
            (0.0, "0s", "0.1s"),
            (8.8, "1s", "8s"),
            (95.0, "10s", "1m30"),
            (9000.0, "20m00", "2h20"),
        ] {
            let ticks: Vec<f64> = Scale::new(5.0, 5.0 + span, 0.0, 100.0).ticks().collect();
            let words: Vec<String> = ticks.iter().map(|tick| shown(*tick)).collect();
            assert!(ticks.len() <= 13, "{words:?}");
            assert_eq!(words.last().map(String::as_str), Some(last), "{words:?}");
            assert!(words.iter().any(|word| word == step), "{words:?}");
        }
        let year = Scale::new(0.0, 3.2e7, 0.0, 100.0);
        assert!(year.ticks().count() <= 13);
    }

    #[test]
    fn a_time_outside_stands_on_the_side() {
        let scale = Scale::new(10.0, 20.0, 100.0, 50.0);
        assert_eq!(
            [5.0, 10.0, 15.0, 99.0].map(|at| scale.x(at)),
            [100.0, 100.0, 125.0, 150.0]
        );
    }
}
