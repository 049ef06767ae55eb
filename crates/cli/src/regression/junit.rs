//! Results as JUnit XML: a suite for each version, a test case for each case and mode.

use std::collections::BTreeMap;
use std::fmt::Write;

use shadow_testing::{Ran, Run, table};

use super::diff;

/// The report. `faults` are what could not be read.
pub fn report(run: &Run, faults: &[String]) -> String {
    let changed = run.changed().count();
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"shadow\" tests=\"{}\" failures=\"{changed}\" errors=\"{}\">\n",
        run.ran.len() + faults.len(),
        faults.len()
    );
    let mut suites: BTreeMap<_, Vec<&Ran>> = BTreeMap::new();
    for ran in &run.ran {
        suites
            .entry(table::version_key(&ran.scored))
            .or_default()
            .push(ran);
    }
    for ((provider, _, version), cases) in suites {
        suite(&format!("{provider} {version}"), &cases, &mut text);
    }
    if !faults.is_empty() {
        unread(faults, &mut text);
    }
    text + "</testsuites>\n"
}

fn suite(name: &str, cases: &[&Ran], text: &mut String) {
    let failures = cases.iter().filter(|ran| !ran.holds()).count();
    let (name, tests) = (escaped(name), cases.len());
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\">"
    );
    for ran in cases {
        let (id, mode) = (escaped(&ran.scored.id), ran.scored.mode.name());
        let _ = write!(
            text,
            "    <testcase classname=\"{name}\" name=\"{id} ({mode})\""
        );
        *text += &match ran.holds() {
            true => "/>\n".to_owned(),
            false => format!(">{}</testcase>\n", failure(ran)),
        };
    }
    *text += "  </testsuite>\n";
}

fn failure(ran: &Ran) -> String {
    let measures: Vec<&str> = ran
        .changes
        .iter()
        .map(|c| c.judgment.measure.as_str())
        .collect();
    let told: String = ran.changes.iter().map(diff::lines).collect();
    let (message, told) = (escaped(&measures.join(", ")), escaped(&told));
    format!("<failure message=\"{message}\">{told}</failure>")
}

fn unread(faults: &[String], text: &mut String) {
    let count = faults.len();
    let _ = writeln!(
        text,
        "  <testsuite name=\"unread\" tests=\"{count}\" errors=\"{count}\">"
    );
    for fault in faults {
        let fault = escaped(fault);
        let _ = writeln!(
            text,
            "    <testcase classname=\"unread\" name=\"{fault}\"><error message=\"{fault}\"/></testcase>"
        );
    }
    *text += "  </testsuite>\n";
}

/// Text for XML 1.0, its lines and tabs kept.
fn escaped(text: &str) -> String {
    let line = |line: &str| {
        line.split('\t')
            .map(shadow_pictures::escaped)
            .collect::<Vec<_>>()
            .join("\t")
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{escaped, report};
    use shadow_testing::Run;

    #[test]
    fn nothing_in_a_text_is_markup() {
        let hostile = "]]></failure><script a=\"b\">&\u{0}\u{1b}\n";
        let safe = "]]&gt;&lt;/failure&gt;&lt;script a=&quot;b&quot;&gt;&amp;&lt;U+0000&gt;&lt;U+001B&gt;\n";
        assert_eq!(escaped(hostile), safe);
    }

    #[test]
    fn what_could_not_be_read_is_an_error() {
        let text = report(&Run::default(), &["a/session.toml: <bad>".to_owned()]);
        assert!(
            text.contains("errors=\"1\"") && text.contains("&lt;bad&gt;"),
            "{text}"
        );
        assert!(text.ends_with("</testsuites>\n"));
    }
}
