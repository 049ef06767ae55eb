//! The settings of a Codex CLI, by asking it: every word of its binary is given a value that no setting takes, and the
//! CLI names the one that it refuses, with what it expected. Seen in 0.142.5 to 0.169.0.
//!
//! Nothing is started by it but the list of features.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use regex::bytes::Regex;
use serde_json::{Value, json};

use super::help::program;
use super::knob::{Knob, SettingPlace};
use crate::cache::Installed;
use crate::error::{Context, LabError, Result};

/// Words that are asked for at a time.
const AT_ONCE: usize = 6_000;

/// How deep tables are looked into.
const DEPTH: usize = 3;

/// A word that is no setting: what takes it takes any, such as a table of projects.
const NOBODY: &str = "lab_nobody";

/// The knobs of an installed version.
pub fn knobs(installed: &Installed) -> Result<Vec<Knob>> {
    let binary = installed.argv.last().map(|file| installed.dir.join(file));
    let binary = binary.ok_or_else(|| LabError::new("nothing is installed"))?;
    let words = words(&fs::read(&binary).context(binary.display())?)?;
    let words: Vec<String> = words.into_iter().collect();
    let home = std::env::temp_dir().join(format!("shadow-lab-asks-{}", std::process::id()));
    fs::create_dir_all(&home).context(home.display())?;
    let asker = Asker {
        installed,
        home: &home,
    };
    let knobs = asker.features().and_then(|features| {
        let mut knobs = asker.table("", &words, DEPTH)?;
        knobs.retain(|knob| !knob.name.starts_with("features."));
        knobs.extend(features);
        Ok(knobs)
    });
    // What is left of it harms nobody.
    let _ = fs::remove_dir_all(&home);
    knobs
}

struct Asker<'a> {
    installed: &'a Installed,
    home: &'a Path,
}

/// Why the CLI refused a configuration.
#[derive(Debug, Clone, PartialEq)]
struct Refusal {
    /// Path of the setting; that of its table, where the CLI says no more.
    path: String,
    /// What it said.
    why: String,
}

impl Asker<'_> {
    /// The switches that `features list` names, each turned the other way. What was taken out is left out.
    fn features(&self) -> Result<Vec<Knob>> {
        let listed = self.run("")?.0;
        let knob = |row: &str| {
            let words: Vec<&str> = row.split_whitespace().collect();
            let (name, on) = (words.first()?, *words.last()? == "true");
            let gone = words.contains(&"removed");
            let name = format!("features.{name}");
            (!gone && words.len() > 2)
                .then(|| Knob::of(SettingPlace::Config, &name, vec![json!(!on)]))
        };
        Ok(listed.lines().filter_map(knob).collect())
    }

    /// The settings among `words` in the table of a path.
    fn table(&self, path: &str, words: &[String], depth: usize) -> Result<Vec<Knob>> {
        let mut knobs = Vec::new();
        if depth == 0 || self.refuses(path, &[NOBODY.to_owned()], WRONG)?.is_some() {
            return Ok(knobs);
        }
        for chunk in words.chunks(AT_ONCE) {
            for (name, why) in self.found(path, chunk)? {
                let whole = join(path, &name);
                if expected(&why).is_some_and(|it| it.starts_with("struct") || it.contains("table"))
                {
                    knobs.extend(self.table(&whole, words, depth - 1)?);
                } else {
                    let values = self.values(path, &name)?;
                    knobs.push(Knob::of(SettingPlace::Config, &whole, values));
                }
            }
        }
        Ok(knobs)
    }

    /// The words that are settings, each with why the wrong value was refused.
    fn found(&self, path: &str, words: &[String]) -> Result<Vec<(String, String)>> {
        let mut left = words.to_vec();
        let mut found = Vec::new();
        while let Some(refusal) = self.refuses(path, &left, WRONG)? {
            let name = match self.named(path, &left, &refusal) {
                Some(name) => name,
                None => self.halved(path, &left)?,
            };
            left.retain(|word| *word != name);
            found.push((name, refusal.why));
        }
        Ok(found)
    }

    /// The word that a refusal names.
    fn named(&self, path: &str, words: &[String], refusal: &Refusal) -> Option<String> {
        let below = match path {
            "" => refusal.path.as_str(),
            path => refusal.path.strip_prefix(path)?.strip_prefix('.')?,
        };
        let name = below.split(['.', '[']).next()?;
        words.iter().find(|word| *word == name).cloned()
    }

    /// The first word that is refused, where the refusal does not name it.
    fn halved(&self, path: &str, words: &[String]) -> Result<String> {
        let mut words = words;
        while words.len() > 1 {
            let (first, second) = words.split_at(words.len() / 2);
            words = match self.refuses(path, first, WRONG)? {
                Some(_) => first,
                None => second,
            };
        }
        words
            .first()
            .cloned()
            .ok_or_else(|| LabError::new("no word was refused"))
    }

    /// The values that a setting takes: those that it names, or a switch, or an empty list.
    fn values(&self, path: &str, name: &str) -> Result<Vec<Value>> {
        let name = [name.to_owned()];
        let takes = |value: &str| Ok::<_, LabError>(self.refuses(path, &name, value)?.is_none());
        if takes(&format!("\"{NOBODY}\""))? {
            return Ok(Vec::new());
        }
        let refusal = self.refuses(path, &name, &format!("\"{NOBODY}\""))?;
        let mut values = refusal.map_or_else(Vec::new, |refusal| variants(&refusal.why));
        for value in ["true", "false", "[]"] {
            if takes(value)? {
                values.push(serde_json::from_str(value).context("a value")?);
            }
        }
        Ok(values)
    }

    /// Why the CLI refuses a table in which every word has a value; none if it takes it.
    fn refuses(&self, path: &str, words: &[String], value: &str) -> Result<Option<Refusal>> {
        let mut text = match path {
            "" => String::new(),
            path => format!("[{path}]\n"),
        };
        for word in words {
            text += &format!("{word} = {value}\n");
        }
        let (_, said) = self.run(&text)?;
        Ok(refusal(&said))
    }

    /// Lists the features under a configuration: what it prints, and what it complains of.
    fn run(&self, config: &str) -> Result<(String, String)> {
        fs::write(self.home.join("config.toml"), config).context("config.toml")?;
        let mut command = program(self.installed);
        command.args(["features", "list"]);
        command.env("CODEX_HOME", self.home).env("HOME", self.home);
        let output = command.output().context("features list")?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok((text(&output.stdout), text(&output.stderr)))
    }
}

/// A value that no setting takes.
const WRONG: &str = "[[]]";

fn join(path: &str, name: &str) -> String {
    match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    }
}

/// What a complaint names: `invalid type: sequence, expected a boolean` and below it ``in `tui.animations` ``.
fn refusal(said: &str) -> Option<Refusal> {
    let rows: Vec<&str> = said.lines().map(str::trim).collect();
    let at = rows.iter().rposition(|row| row.starts_with("in `"))?;
    let path = rows[at]
        .trim_start_matches("in `")
        .trim_end_matches('`')
        .to_owned();
    let why = rows.get(at.checked_sub(1)?)?;
    let why = (*why).to_owned();
    Some(Refusal { path, why })
}

/// What was expected instead.
fn expected(why: &str) -> Option<&str> {
    why.rsplit_once("expected ").map(|(_, what)| what)
}

/// The values that ``unknown variant `x`, expected one of `a`, `b` `` names.
fn variants(why: &str) -> Vec<Value> {
    let listed = why.strip_prefix("unknown variant").and_then(expected);
    let parts = listed.unwrap_or_default().split('`').skip(1).step_by(2);
    parts.map(Value::from).collect()
}

/// Every word of the binary's text that a setting could be called: its plain words, and those of its words with low
/// lines that can be cut out of the texts that stand without a gap between them.
fn words(binary: &[u8]) -> Result<BTreeSet<String>> {
    let plain = Regex::new(r"(?-u:\b)[a-z]{2,16}(?-u:\b)").context("pattern")?;
    let joined = Regex::new(r"(?-u)[a-z0-9]+(?:_[a-z0-9]+)+").context("pattern")?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let known: BTreeSet<String> = plain
        .find_iter(binary)
        .map(|m| text(m.as_bytes()))
        .collect();
    let mut words = BTreeSet::new();
    for found in joined.find_iter(binary) {
        let whole = text(found.as_bytes());
        let parts: Vec<&str> = whole.split('_').collect();
        for first in 0..parts.len() - 1 {
            for last in first + 1..parts.len().min(first + LONGEST) {
                cut(&parts[first..=last], &known, &mut words);
            }
        }
    }
    words.extend(known);
    Ok(words)
}

/// Parts of a setting's name, at most.
const LONGEST: usize = 5;

/// The words that begin with an end of the first part and end with a beginning of the last.
fn cut(parts: &[&str], known: &BTreeSet<String>, words: &mut BTreeSet<String>) {
    let [first, between @ .., last] = parts else {
        return;
    };
    let starts = (0..first.len()).map(|at| &first[at..]);
    let ends = (1..=last.len()).map(|at| &last[..at]);
    let fits = |part: &&str, whole: &str| *part == whole || known.contains(*part);
    let ends: Vec<&str> = ends.filter(|part| fits(part, last)).collect();
    for start in starts.filter(|part| fits(part, first)) {
        for end in &ends {
            let mut word = start.to_owned();
            for part in between.iter().chain([end]) {
                word = word + "_" + part;
            }
            if word.len() <= 48 {
                words.insert(word);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_names_setting_and_type() {
        let said = "Error: failed\n\nCaused by:\n    invalid type: sequence, expected a boolean\n    in `tui.animations`\n    \n\nStack";
        let refusal = refusal(said).unwrap();
        assert_eq!(refusal.path, "tui.animations");
        assert_eq!(expected(&refusal.why), Some("a boolean"));
        assert_eq!(super::refusal("WARNING: no alias"), None);
        let why = "unknown variant `zz`, expected one of `auto`, `osc9`";
        assert_eq!(variants(why), ["auto", "osc9"]);
    }

    #[test]
    fn names_are_cut_out_of_joined_text() {
        let text = b"show the tooltips of vim in a mode by default\0animationsshow_tooltipsvim_mode_default";
        let words = words(text).unwrap();
        for name in ["show_tooltips", "vim_mode_default", "tooltips"] {
            assert!(words.contains(name), "{name}: {words:?}");
        }
    }
}
