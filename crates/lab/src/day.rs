//! The day of a run, without a calendar crate.

/// Today, `YYYY-MM-DD`, by UTC.
pub fn today() -> String {
    let now = std::time::SystemTime::now();
    let since = now.duration_since(std::time::UNIX_EPOCH);
    let days = since.map_or(0, |d| d.as_secs() / 86_400);
    civil(i64::try_from(days).unwrap_or_default())
}

/// The date of a day counted from 1970-01-01, in the proleptic Gregorian calendar.
fn civil(days: i64) -> String {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let slot = (5 * of_year + 2) / 153;
    let day = of_year - (153 * slot + 2) / 5 + 1;
    let month = if slot < 10 { slot + 3 } else { slot - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_become_dates() {
        assert_eq!(civil(0), "1970-01-01");
        assert_eq!(civil(19_782), "2024-02-29");
        assert_eq!(civil(20_778), "2026-11-21");
    }
}
