//! What was found: printed as it comes, counted by kind for the end.

use std::collections::BTreeMap;

use serde_json::Value;
use shadow_testing::{Side, line_diff};

use super::difference::differences;

/// Parts that hold times.
const TIMES: &str = "mode_diagnostics.timings";

/// The differences of one comparison.
pub struct Report {
    ignore: Vec<String>,
    prints: bool,
    compared: usize,
    differ: usize,
    kinds: BTreeMap<String, (usize, String)>,
}

impl Report {
    /// Nothing found yet. Paths that begin with one of `ignore` are passed over.
    #[must_use]
    pub fn new(ignore: Vec<String>, prints: bool) -> Self {
        Self {
            ignore,
            prints,
            compared: 0,
            differ: 0,
            kinds: BTreeMap::new(),
        }
    }

    /// Whether nothing differs.
    #[must_use]
    pub const fn is_same(&self) -> bool {
        self.differ == 0
    }

    /// Takes two answers to one request.
    pub(super) fn payloads(&mut self, name: &str, old: &str, new: &str) {
        let [old, new] = [old, new].map(value);
        let found: Vec<(String, String)> = differences(&old, &new)
            .iter()
            .map(|found| (found.kind(), found.told()))
            .filter(|(kind, _)| !self.passes_over(kind))
            .collect();
        self.take(name, found);
    }

    /// Takes two replays of one recording: the events that stand in one alone.
    pub(super) fn events(&mut self, name: &str, old: &str, new: &str) {
        let [old, new] = [old, new].map(numberless);
        let lines = line_diff(&old, &new);
        let found = lines.into_iter().filter_map(|(side, line)| {
            let sign = match side {
                Side::Both => return None,
                Side::Expected => "-",
                Side::Got => "+",
            };
            let kind = value(&line)["event"]
                .as_str()
                .unwrap_or("no event")
                .to_owned();
            Some((format!("event {sign} {kind}"), format!("{sign} {line}")))
        });
        let found = found.collect();
        self.take(name, found);
    }

    fn take(&mut self, name: &str, found: Vec<(String, String)>) {
        self.compared += 1;
        self.differ += usize::from(!found.is_empty());
        for (kind, told) in found {
            let told = format!("{name} {told}");
            if self.prints {
                println!("{told}");
            }
            self.kinds.entry(kind).or_insert((0, told)).0 += 1;
        }
    }

    fn passes_over(&self, kind: &str) -> bool {
        let below = |start: &str| {
            let rest = kind.strip_prefix(start);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        below(TIMES) || self.ignore.iter().any(|start| below(start))
    }

    /// How much was compared and, by kind, how often it differs, each with its first example.
    #[must_use]
    pub fn summary(&self) -> String {
        let (compared, differ) = (self.compared, self.differ);
        let mut text = format!("{compared} compared, {differ} differ");
        for (kind, (count, example)) in &self.kinds {
            text += &format!("\n{count:7}  {kind}\n         {example}");
        }
        text
    }
}

fn value(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|_| Value::from(line.trim_end()))
}

/// Events without their numbers, which change for all that follow where one is told more.
fn numberless(events: &str) -> String {
    let without = |line: &str| {
        let mut event = value(line);
        if let Value::Object(fields) = &mut event {
            fields.remove("seq");
        }
        event.to_string() + "\n"
    };
    events.lines().map(without).collect()
}

#[cfg(test)]
mod tests {
    use super::Report;

    #[test]
    fn timings_and_what_is_passed_over_do_not_count_and_all_else_does() {
        let mut report = Report::new(vec!["a".to_owned()], false);
        let old = r#"{"a":{"b":1},"mode_diagnostics":{"timings":{"x":1},"seen":1}}"#;
        let new = r#"{"a":{"b":2},"mode_diagnostics":{"timings":{"x":2},"seen":1}}"#;
        report.payloads("one", old, new);
        assert!(report.is_same());
        report.payloads("two", old, &new.replace("\"seen\":1", "\"seen\":2"));
        assert!(!report.is_same());
        assert!(
            report.summary().contains("2 compared, 1 differ"),
            "{}",
            report.summary()
        );
        assert!(
            report
                .summary()
                .contains("two mode_diagnostics.seen: 1 -> 2")
        );
    }

    #[test]
    fn an_event_told_by_one_alone_is_told_once() {
        let mut report = Report::new(Vec::new(), false);
        let (first, last) = (r#"{"event":"a","seq":0}"#, r#"{"event":"b","seq":1}"#);
        let more = format!(
            "{first}\n{}\n{}",
            r#"{"event":"c","seq":1}"#,
            last.replace("1}", "2}")
        );
        report.events("one", &format!("{first}\n{last}"), &more);
        assert!(
            report.summary().contains("1  event + c"),
            "{}",
            report.summary()
        );
        assert!(!report.summary().contains("event - "));
    }
}
