//! The yardstick that the field uses: a list of regular expressions over the whole text.

use regex::bytes::Regex;

/// Words that detectors look for, one expression each.
const PATTERNS: [&str; 24] = [
    r"esc to interrupt",
    r"(?i)ctrl\+c to (exit|quit)",
    r"(?m)^\s*❯\s*\d+\.",
    r"(?m)^\s*›\s*\d+\.",
    r"Do you want to (proceed|make this edit|create)",
    r"Would you like to run the following command",
    r"(?m)^[✢✳✶✻✽·*]\s+\S+…",
    r"(?m)^•\s+Working",
    r"\(\d+s\s*•\s*esc to interrupt\)",
    r"(?m)^\s*>\s",
    r"(?m)^╭─+╮\s*$",
    r"(?m)^╰─+╯\s*$",
    r"(?m)^│\s*>\s",
    r"\? for shortcuts",
    r"(?i)yes, and don't ask again",
    r"(?i)no, and tell \w+ what to do differently",
    r"(?i)press enter to (continue|confirm)",
    r"(?i)retrying in \d+ ?s",
    r"(?i)api error",
    r"(?i)rate limit",
    r"Reconnecting \d+/\d+",
    r"(?i)do you trust the files in this folder",
    r"\[Pasted text #\d+( \+\d+ lines)?\]",
    r"(?m)^\s*⎿\s",
];

/// The expressions, compiled.
///
/// # Panics
/// Never: a test compiles them all.
#[must_use]
pub fn regexes() -> Vec<Regex> {
    let compile = |pattern: &&str| Regex::new(pattern).expect("a valid pattern");
    PATTERNS.iter().map(compile).collect()
}

/// How many of them match.
#[must_use]
pub fn matches(regexes: &[Regex], text: &[u8]) -> usize {
    regexes.iter().filter(|regex| regex.is_match(text)).count()
}

#[cfg(test)]
mod tests {
    use super::{matches, regexes};

    #[test]
    fn the_yardstick_finds_what_detectors_look_for() {
        let screen = "• Working (3s • esc to interrupt)\n› 1. Yes\n";
        assert_eq!(matches(&regexes(), screen.as_bytes()), 4);
    }
}
