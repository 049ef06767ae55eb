//! The accuracy tables: the README's two rows, and the page's by CLI and by version; generated, and compared by a test.

use std::fmt::Write;
use std::path::PathBuf;

use shadow_fixtures::Error;

use crate::table::{Count, Sums, grouped, percent};
use crate::{
    Corpus, Measure, Mode, Scored, captures, development, excused, fixtures_dir, known_scored,
    score,
};

/// Where the README's table begins and ends.
const MARKERS: [&str; 2] = ["<!-- accuracy: begin -->\n", "<!-- accuracy: end -->\n"];

/// The README's path.
#[must_use]
pub fn path() -> PathBuf {
    fixtures_dir().join("../README.md")
}

/// The page with everything that is measured, `docs/accuracy.md`.
#[must_use]
pub fn page_path() -> PathBuf {
    fixtures_dir().join("../docs/accuracy.md")
}

/// Every capture of the fixtures, scored once in each mode; the tables are made of it.
pub struct Measured {
    parts: Vec<Part>,
}

/// The captures of one kind of version.
struct Part {
    title: &'static str,
    /// By [`Mode::EACH`].
    modes: [Vec<Scored>; 3],
}

impl Measured {
    /// Scores all of them.
    ///
    /// # Errors
    /// When a held-out capture cannot be read.
    ///
    /// # Panics
    /// When another capture cannot be read.
    pub fn take() -> Result<Self, Error> {
        let developed = |mode| {
            let scored = &known_scored(mode)[..development().len()];
            excused(mode, scored.to_vec())
        };
        let held_out = captures(&Corpus::HeldOut.dir())?;
        let stack = shadow_tui::stack();
        let parts = vec![
            Part {
                title: "Development versions",
                modes: Mode::EACH.map(developed),
            },
            Part {
                title: "Held-out versions",
                modes: Mode::EACH.map(|mode| score(&stack, mode, &held_out)),
            },
        ];
        Ok(Self { parts })
    }

    /// The README's text with the table as it should be: a row for what was developed on, one for what nobody looked at.
    #[must_use]
    pub fn with_tables(&self, readme: &str) -> String {
        let [begin, end] = MARKERS;
        let Some((before, rest)) = readme.split_once(begin) else {
            return readme.to_owned();
        };
        let after = rest.split_once(end).map_or("", |(_, after)| after);
        let rows: String = self.parts.iter().map(Part::row).collect();
        format!("{before}{begin}\n{BRIEF}{rows}\n{end}{after}")
    }

    /// The page's text: by CLI, then each mode by version, held-out versions apart.
    #[must_use]
    pub fn page(&self) -> String {
        let mut text = PAGE_HEAD.to_owned();
        for part in &self.parts {
            let _ = writeln!(text, "\n## {}\n\n{}", part.title, part.by_cli());
            for (mode, scored) in Mode::EACH.iter().zip(&part.modes) {
                let table = crate::table::markdown(scored);
                let _ = writeln!(text, "\n### {}\n\n{table}", sentence(mode.title()));
            }
        }
        text.trim_end().to_owned() + "\n"
    }
}

/// A title with its first letter large.
fn sentence(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

const PAGE_HEAD: &str = "\
# Accuracy by version

`scripts/refresh` writes this page from the fixtures. Percentages are shares of the screens that got an answer; the answer
`unknown` is counted separately. `false_ready`, `missed_ready`, `false_safe` and `leak` count errors. A dash means that nothing
was judged. In the tables by CLI, \"unknown\" counts the screens whose answer is `unknown` because the given channels cannot
decide. A leak is a screen whose `dialog_text` contains a row of the interface. The last two columns are the business state from
text with styles (SGR) and from plain text.
";

impl Part {
    /// Its row for the README.
    fn row(&self) -> String {
        let [all, _, plain] = self.modes.each_ref().map(|scored| {
            let mut sums = grouped(scored, |_| ());
            sums.remove(&()).unwrap_or_default()
        });
        let (business, ready) = (all.count(Measure::Business), Measure::FalseReady);
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            self.title,
            all.n,
            shown(all.count(Measure::Availability)),
            shown(business),
            shown(all.count(Measure::Options).and(all.count(Measure::Keys))),
            all.count(ready).wrong,
            all.count(Measure::FalseNotReady).wrong,
            business.unknown,
            alone(&plain),
        )
    }

    /// Its table for the page, a row a CLI.
    fn by_cli(&self) -> String {
        let mut text = HEAD.to_owned();
        let by_cli = self
            .modes
            .each_ref()
            .map(|scored| grouped(scored, |one| one.provider.clone()));
        for (provider, sums) in &by_cli[0] {
            let [sgr, plain] = [1, 2].map(|mode| &by_cli[mode][provider]);
            row(product(provider), [sums, sgr, plain], &mut text);
        }
        text.trim_end().to_owned()
    }
}

/// What a stranger needs.
const BRIEF: &str = "\
| versions | screens | availability right, % | business state right, % | options and keys right, % | falsely ready, screens | ready missed, screens | unknown, screens | business state right with plain text only, % |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
";

const HEAD: &str = "\
| CLI | screens | availability | business state | input mode | context | false ready | missed ready | unknown | drafts | options, keys | excerpts | answer lines | leaks | SGR alone | plain alone |
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
