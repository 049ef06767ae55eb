//! The epoch: now, and its seconds as people write them (RFC 3339, by UTC).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Now, since the epoch, by this machine's clock; nothing where that stands before it.
pub fn since_epoch() -> Duration {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default()
}

/// The day by UTC, `YYYY-MM-DD`.
pub fn today() -> String {
    day(i64::try_from(since_epoch().as_secs() / 86_400).unwrap_or_default())
}

/// A time in seconds of the epoch, to the millisecond: `2026-11-22T06:29:10.123Z`.
pub fn moment(epoch: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a time of this age has room"
    )]
    let milliseconds = (epoch * 1000.0).floor() as i64;
    let (days, rest) = (
        milliseconds.div_euclid(86_400_000),
        milliseconds.rem_euclid(86_400_000),
    );
    let (seconds, fraction) = (rest / 1000, rest % 1000);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let second = seconds % 60;
    format!(
        "{}T{hours:02}:{minutes:02}:{second:02}.{fraction:03}Z",
        day(days)
    )
}

/// The date of a day counted from the epoch, in the Gregorian calendar: years begin in March, so
/// that the leap day ends one.
fn day(days: i64) -> String {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let date = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{date:02}")
}

#[cfg(test)]
mod tests {
    use super::{day, moment};

    #[test]
    fn days_are_dates() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(11_016), "2000-02-29");
        assert_eq!(day(20_779), "2026-11-22");
    }

    #[test]
    fn moments_are_told_to_the_millisecond() {
        assert_eq!(moment(0.0), "1970-01-01T00:00:00.000Z");
        assert_eq!(moment(1_795_328_950.125), "2026-11-22T06:29:10.125Z");
        assert_eq!(moment(-0.5), "1969-12-31T23:59:59.500Z");
    }
}
