//! Numbers as both CLIs write them: times that have gone (`1m 5s`, `350ms`, `2 hours`), and amounts (`1.2k`).

/// Digits that a text begins with.
pub(crate) fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether a text begins with a digit.
pub(crate) fn begins_with_digit(text: &str) -> bool {
    text.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

/// Whether a text is digits and nothing else.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && digits(text) == text.len()
}

/// Reads a number with its unit of time at the start of a text: seconds, and what follows.
fn timed(text: &str) -> Option<(f64, &str)> {
    let whole = digits(text);
    if whole == 0 || whole > 9 {
        return None;
    }
    let part = text[whole..].strip_prefix('.').map_or(0, digits);
    let end = if part > 0 { whole + 1 + part } else { whole };
    let (number, rest) = text.split_at(end);
    let number = match part {
        0 => f64::from(number.parse::<u32>().ok()?),
        _ => number.parse().ok()?,
    };
    let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
    let (unit, rest) = rest.split_at(letters);
    let scale = match unit {
        "d" => 86_400.0,
        "h" => 3_600.0,
        "m" => 60.0,
        "s" => 1.0,
        "ms" => 0.001,
        _ => return None,
    };
    Some((number * scale, rest))
}

/// Reads what a running clock shows at the start of a text (`1h 02m 03s`, `2m 10s`, `5s`, `<1s`): seconds, and what
/// follows. No clock shows thousandths.
pub(crate) fn elapsed(text: &str) -> Option<(f64, &str)> {
    let mut rest = text.strip_prefix('<').unwrap_or(text);
    if !begins_with_digit(rest) {
        return None;
    }
    let mut seconds = 0.0;
    loop {
        let (more, behind) = timed(rest)?;
        let shown = &rest[..rest.len() - behind.len()];
        if shown.ends_with("ms") {
            return None;
        }
        seconds += more;
        let next = behind.strip_prefix(' ').unwrap_or(behind);
        if shown.ends_with('s') || !begins_with_digit(next) {
            return Some((seconds, behind));
        }
        rest = next;
    }
}

/// The seconds of a text that is a time and nothing else: `8m 42s`, `1.5s`, `350ms`.
pub(crate) fn seconds(text: &str) -> Option<f64> {
    let (seconds, rest) = elapsed(text).or_else(|| timed(text))?;
    rest.is_empty().then_some(seconds)
}

/// Whether a text is a time and nothing else.
pub(crate) fn is_time(text: &str) -> bool {
    // Most words are none by their ends.
    matches!(text.as_bytes(), [b'0'..=b'9', .., b'a'..=b'z']) && seconds(text).is_some()
}

/// The seconds of a time in words: `2 hours 3 minutes`.
pub(crate) fn spelled_out(text: &str) -> Option<f64> {
    let mut words = text.split_whitespace();
    let mut seconds = 0.0;
    while let Some(number) = words.next() {
        let scale = match words.next()?.trim_end_matches('s') {
            "day" => 86_400.0,
            "hour" => 3_600.0,
            "minute" => 60.0,
            "second" => 1.0,
            _ => return None,
        };
        seconds += number.parse::<f64>().ok()? * scale;
    }
    Some(seconds)
}

/// An amount as a number: `1250`, `1,250`, `1.2k`, `3M`.
pub(crate) fn amount(text: &str) -> Option<u64> {
    let (number, scale) = match text.char_indices().next_back()? {
        (at, 'k' | 'K') => (&text[..at], 1e3),
        (at, 'M') => (&text[..at], 1e6),
        _ => (text, 1.0),
    };
    let number: f64 = number.replace(',', "").parse().ok()?;
    (number >= 0.0).then_some((number * scale).round() as u64)
}

/// A number of all: `4/10`.
pub(crate) fn share(text: &str) -> Option<(u32, u32)> {
    let (one, all) = text.split_once('/')?;
    let digits = is_number(one) && is_number(all);
    digits.then(|| Some((one.parse().ok()?, all.parse().ok()?)))?
}

#[cfg(test)]
mod tests {
    use super::{amount, elapsed, is_number, is_time, seconds, share, spelled_out};

    #[test]
    fn a_time_may_have_several_units() {
        assert_eq!(elapsed("1h 02m 03s • esc"), Some((3723.0, " • esc")));
        assert_eq!(elapsed("1m05s)"), Some((65.0, ")")));
        assert_eq!(elapsed("<1s"), Some((1.0, "")));
        assert_eq!(elapsed("3.5s)"), Some((3.5, ")")));
        assert_eq!(elapsed("2m 4 files"), None);
        for text in ["", "3", "s", "3 shells", "3min", "350ms)", "9999999999s"] {
            assert_eq!(elapsed(text), None, "{text}");
        }
    }

    #[test]
    fn a_text_is_a_time_as_a_whole() {
        assert_eq!(seconds("8m 42s"), Some(522.0));
        assert_eq!(seconds("500ms"), Some(0.5));
        assert!(is_time("1d") && is_time("1.5s"));
        assert!(!is_time("3s ago") && !is_time("3") && !is_time("") && !is_time("1s 2s"));
    }

    #[test]
    fn a_time_may_be_in_words() {
        assert_eq!(spelled_out("2 hours 3 minutes"), Some(7380.0));
        assert_eq!(spelled_out("2 weeks"), None);
    }

    #[test]
    fn amounts_may_be_rounded() {
        let read = ["1250", "1,250", "1.2k", "1.25K", "3M", "k", "-1", ""].map(amount);
        let told = [1250, 1250, 1200, 1250, 3_000_000].map(Some);
        assert_eq!(read[..5], told);
        assert_eq!(read[5..], [None; 3]);
        assert_eq!(
            ["4/10", "a/b", "4/"].map(share),
            [Some((4, 10)), None, None]
        );
        assert!(is_number("12") && !is_number("1.2") && !is_number(""));
    }
}
