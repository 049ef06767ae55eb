//! Measuring time on a machine that others use too: time on the processor, fastest of many rounds.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Rounds of one measurement: what disturbs one does not disturb all.
pub const ROUNDS: usize = 100;

/// How long one round lasts at least.
pub const ROUND: Duration = Duration::from_millis(10);

/// Nanoseconds on the processor that `work` takes once.
pub fn nanoseconds(mut work: impl FnMut()) -> f64 {
    work();
    let mut times = 1u32;
    while time(times, &mut work) < ROUND {
        times *= 2;
    }
    let rounds = (0..ROUNDS).map(|_| time(times, &mut work));
    let fastest = rounds.min().unwrap_or_default();
    fastest.as_secs_f64() * 1e9 / f64::from(times)
}

fn time(times: u32, work: &mut impl FnMut()) -> Duration {
    let began = on_processor();
    for _ in 0..times {
        work();
    }
    on_processor().saturating_sub(began)
}

/// Time that this thread has had a processor.
fn on_processor() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// How many processes run or want to, over the last minute, where the kernel tells.
#[must_use]
pub fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// Today as `YYYY-MM-DD` in UTC.
///
/// # Panics
/// When the clock stands before 1970.
#[must_use]
pub fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let days = since.expect("a clock after 1970").as_secs() / 86_400;
    date(days)
}

/// The date of a day since 1970-01-01.
fn date(days: u64) -> String {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let february = 28 + u64::from(leap(year));
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= months[month] {
        left -= months[month];
        month += 1;
    }
    format!("{year}-{:02}-{:02}", month + 1, left + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_are_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(19_782), "2024-02-29");
        assert_eq!(date(20_778), "2026-11-21");
    }
}
