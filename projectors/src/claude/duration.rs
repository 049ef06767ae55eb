//! Durations as the CLI writes them.

/// `8s`, `2m`, `1h`, `350ms`, `1.5s`.
pub(super) fn is_duration(word: &str) -> bool {
    let digits = word.trim_end_matches(|character: char| character.is_ascii_lowercase());
    let unit = &word[digits.len()..];
    ["s", "m", "h", "d", "ms"].contains(&unit)
        && !digits.is_empty()
        && digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// `8m 42s` in seconds.
pub(super) fn seconds(part: &str) -> Option<f64> {
    let mut total = 0.0;
    for word in part.split_whitespace() {
        if !is_duration(word) {
            return None;
        }
        let digits = word.trim_end_matches(|character: char| character.is_ascii_lowercase());
        let unit = match &word[digits.len()..] {
            "ms" => 0.001,
            "m" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            _ => 1.0,
        };
        total += digits.parse::<f64>().ok()? * unit;
    }
    (!part.is_empty()).then_some(total)
}
