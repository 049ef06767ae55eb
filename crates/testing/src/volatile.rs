//! What differs between two runs of the same CLI on the same surface: counters, elapsed time, the
//! spinner's glyph and verb. It is replaced by a mark, never dropped, so that a page still says that
//! it is there.

use serde_json::Value;
use shadow_tui::surface::Zone;

/// How volatile parts of an answer are shown.
pub(crate) trait Volatile {
    /// A row, or a piece of one, that is in a zone.
    fn row(&self, zone: Zone, text: &str) -> String;

    /// A part of the assessment.
    fn part(&self, value: &mut Value);
}

/// As they are: for captures that are kept as files.
pub(crate) struct Kept;

impl Volatile for Kept {
    fn row(&self, _: Zone, text: &str) -> String {
        text.to_owned()
    }

    fn part(&self, _: &mut Value) {}
}

/// Replaced by marks.
pub(crate) struct Neutral;

/// Fields of the assessment whose values change while nothing happens.
const COUNTERS: [&str; 6] = [
    "elapsed_seconds",
    "tokens",
    "in_seconds",
    "retry_in_seconds",
    "tokens_used",
    "context_left_percent",
];

impl Volatile for Neutral {
    fn row(&self, zone: Zone, text: &str) -> String {
        match zone {
            Zone::Status | Zone::Finished => neutral_status(text),
            Zone::Background | Zone::Footer => digits(text),
            Zone::Channel => text.chars().map(still).collect(),
            _ => text.to_owned(),
        }
    }

    fn part(&self, value: &mut Value) {
        match value {
            Value::Object(map) => {
                let spins = map.contains_key("kind") && map.contains_key("elapsed_seconds");
                for (name, value) in map.iter_mut() {
                    if COUNTERS.contains(&name.as_str()) || spins && name == "label" {
                        *value = Value::from(format!("[{name}]"));
                    } else {
                        self.part(value);
                    }
                }
            }
            Value::Array(list) => list.iter_mut().for_each(|value| self.part(value)),
            _ => {}
        }
    }
}

/// A status row: its glyph made still, the word before an ellipsis made one mark, digits made one.
fn neutral_status(text: &str) -> String {
    let indent = text.len() - text.trim_start().len();
    let (margin, rest) = text.split_at(indent);
    let mut chars = rest.chars();
    let glyph = chars.next().map(spinner);
    let rest: String = glyph.into_iter().chain(chars).collect();
    let verb = match rest.split_once('…') {
        Some((words, after)) if words.split_whitespace().count() <= 3 => {
            let glyph = words.chars().next().filter(|c| !c.is_alphanumeric());
            let glyph = glyph.map_or(String::new(), |glyph| format!("{glyph} "));
            format!("{glyph}[verb]…{after}")
        }
        _ => rest,
    };
    format!("{margin}{}", digits(&verb))
}

/// Every run of digits as one `#`.
fn digits(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let digit = c.is_ascii_digit();
        if !(digit && out.ends_with('#')) {
            out.push(if digit { '#' } else { c });
        }
    }
    out
}

/// A row's first glyph, one of a spinner's made `*`.
fn spinner(glyph: char) -> char {
    let spins = matches!(
        glyph,
        '·' | '✢' | '✳' | '✶' | '✻' | '✽' | '∗' | '●' | '•' | '◦' | '*'
    );
    if spins { '*' } else { still(glyph) }
}

/// A glyph of a moving title made one.
fn still(glyph: char) -> char {
    match glyph {
        '\u{2800}'..='\u{28ff}' => '⠿',
        '◐' | '◑' | '◒' | '◓' => '◐',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_ticks_of_a_spinner_are_the_same_row() {
        let neutral = |text| Neutral.row(Zone::Status, text);
        let first = neutral("✻ Baking… (12s · ↓ 340 tokens · esc to interrupt)");
        let later = neutral("· Sautéing… (9s · ↓ 1 tokens · esc to interrupt)");
        assert_eq!(first, later);
        assert_eq!(first, "* [verb]… (#s · ↓ # tokens · esc to interrupt)");
        assert_ne!(first, neutral("✻ Baking… (esc to interrupt)"));
        assert_eq!(Neutral.row(Zone::Transcript, "took 12 s"), "took 12 s");
    }

    #[test]
    fn counters_are_marked_and_stay_there() {
        let mut value =
            serde_json::json!({"kind": "tool", "label": "Baking", "elapsed_seconds": 3});
        Neutral.part(&mut value);
        let wanted = serde_json::json!(
            {"kind": "tool", "label": "[label]", "elapsed_seconds": "[elapsed_seconds]"}
        );
        assert_eq!(value, wanted);
    }
}
