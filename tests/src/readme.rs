//! The accuracy tables of the README: compact, by version, generated and compared by a test.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use shadow_fixtures::Error;
use shadow_tui::Version;

use crate::table::{Count, Sums, grouped, percent, version_key};
use crate::{Corpus, Measure, Mode, Scored, captures, fixtures_dir, score};

/// Where the tables begin and end.
const MARKERS: [&str; 2] = ["<!-- accuracy: begin -->\n", "<!-- accuracy: end -->\n"];

type ByVersion = BTreeMap<(String, Version, String), Sums>;

/// The README's path.
#[must_use]
pub fn path() -> PathBuf {
    fixtures_dir().join("../README.md")
}

/// The README's text with the tables as they should be.
///
/// # Errors
/// When fixtures cannot be read.
pub fn with_tables(readme: &str) -> Result<String, Error> {
    let [begin, end] = MARKERS;
    let Some((before, rest)) = readme.split_once(begin) else {
        return Ok(readme.to_owned());
    };
    let after = rest.split_once(end).map_or("", |(_, after)| after);
    Ok(format!("{before}{begin}{}{end}{after}", tables()?))
}

/// The page with everything that is measured, `docs/accuracy.md`.
#[must_use]
pub fn page_path() -> PathBuf {
    fixtures_dir().join("../docs/accuracy.md")
}

/// That page's text: each mode by version, held-out versions apart.
///
/// # Errors
/// When fixtures cannot be read.
pub fn page() -> Result<String, Error> {
    let mut text = PAGE_HEAD.to_owned();
    let parts = [
        (Corpus::Development, "Development versions"),
        (Corpus::HeldOut, "Held-out versions, never looked at"),
    ];
    for (corpus, title) in parts {
        let captures = captures(&corpus.dir())?;
        let _ = writeln!(text, "\n## {title}");
        for mode in Mode::EACH {
            let scored = score(&shadow_tui::stack(), mode, &captures);
            let table = crate::table::markdown(&scored);
            let _ = writeln!(text, "\n### {}\n\n{table}", sentence(mode.title()));
        }
    }
    Ok(text.trim_end().to_owned() + "\n")
}

/// A title with its first letter large.
fn sentence(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

const PAGE_HEAD: &str = "\
# Accuracy by version

Written by `scripts/refresh` from the fixtures. Shares are in percent of what was answered, an honest unknown apart;
`false_ready`, `missed_ready`, `false_safe` and `leak` count errors. A dash: nothing was judged.
";

fn tables() -> Result<String, Error> {
    let mut text = String::new();
    table(Corpus::Development, "Development versions", &mut text)?;
    table(
        Corpus::HeldOut,
        "Held-out versions, never looked at",
        &mut text,
    )?;
    Ok(text)
}

fn table(corpus: Corpus, title: &str, text: &mut String) -> Result<(), Error> {
    let captures = captures(&corpus.dir())?;
    if captures.is_empty() {
        return Ok(());
    }
    let stack = shadow_tui::stack();
    let modes = Mode::EACH.map(|mode| score(&stack, mode, &captures));
    let _ = writeln!(text, "\n**{title}** ({} screens)\n", captures.len());
    *text += HEAD;
    let by_version: Vec<ByVersion> = modes.iter().map(|m| grouped(m, version_key)).collect();
    for (key, sums) in &by_version[0] {
        let others = [1, 2].map(|mode| &by_version[mode][key]);
        row(
            &format!("{} {}", product(&key.0), key.2),
            [sums, others[0], others[1]],
            text,
        );
    }
    let all = modes
        .each_ref()
        .map(|scored: &Vec<Scored>| Sums::of(scored));
    row("**all**", [&all[0], &all[1], &all[2]], text);
    text.push('\n');
    Ok(())
}

const HEAD: &str = "\
| version | screens | availability | business state | input mode | context | false ready | missed ready | nothing tells | drafts | options, keys | excerpts | answer lines | leaks | SGR alone | plain alone |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
";

fn row(name: &str, [all, sgr, plain]: [&Sums; 3], text: &mut String) {
    let share = |measure| shown(all.count(measure));
    let wrong = |measure| all.count(measure).wrong;
    let _ = writeln!(
        text,
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
        all.n,
        share(Measure::Availability),
        share(Measure::Business),
        share(Measure::Input),
        share(Measure::Context),
        wrong(Measure::FalseReady),
        wrong(Measure::FalseNotReady),
        all.count(Measure::Business).unknown,
        share(Measure::Draft),
        shown(all.count(Measure::Options).and(all.count(Measure::Keys))),
        share(Measure::Excerpt),
        share(Measure::Answer),
        wrong(Measure::Leak),
        alone(sgr),
        alone(plain),
    );
}

/// Business state on text alone: the share that is right of what is answered, the answers that are
/// an honest unknown, and false readiness if there is any.
fn alone(sums: &Sums) -> String {
    let count = sums.count(Measure::Business);
    let ready = sums.count(Measure::FalseReady).wrong;
    let mut text = format!("{}, {} unknown", shown(count), count.unknown);
    if ready > 0 {
        let _ = write!(text, ", {ready} false ready");
    }
    text
}

fn shown(count: Count) -> String {
    if count.right + count.wrong == 0 {
        "–".into()
    } else {
        percent(count)
    }
}

fn product(provider: &str) -> &str {
    match provider {
        "claude" => "Claude Code",
        "codex" => "Codex",
        other => other,
    }
}
