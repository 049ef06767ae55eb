//! The flags that a CLI's `--help` lists.

use std::process::Command;

use serde_json::{Value, json};

use super::knob::{Knob, SettingPlace};
use crate::cache::Installed;
use crate::error::{Context, Result};
use crate::isolate;

/// The knobs among the flags: those without a value, and those that name their values.
pub fn knobs(installed: &Installed) -> Result<Vec<Knob>> {
    let output = program(installed).arg("--help").output();
    let text = output.context("--help")?.stdout;
    Ok(flags(&String::from_utf8_lossy(&text)))
}

/// The CLI, without the caller's environment and without a network.
pub fn program(installed: &Installed) -> Command {
    let place = |arg: &String| match arg.as_str() {
        "node" => arg.into(),
        path => installed.dir.join(path),
    };
    let words: Vec<_> = installed.argv.iter().map(place).collect();
    let mut command = isolate::offline();
    command.args(words).env_clear();
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}

fn flags(help: &str) -> Vec<Knob> {
    let mut knobs: Vec<Knob> = Vec::new();
    let rows: Vec<&str> = help.lines().collect();
    for (at, row) in rows.iter().enumerate() {
        let Some(start) = row.find("--").filter(|_| row.trim_start().starts_with('-')) else {
            continue;
        };
        let ends = |c: char| !(c.is_alphanumeric() || c == '-');
        let (name, mut rest) =
            row[start..].split_at(row[start..].find(ends).unwrap_or(row.len() - start));
        while let Some(other) = rest.strip_prefix(", --") {
            rest = &other[other.find(ends).unwrap_or(other.len())..];
        }
        let about = rest.trim_start_matches(' ').starts_with(['<', '[', '=']);
        if name.len() < 4 || ["--help", "--version"].contains(&name) {
            continue;
        }
        let below = rows[at + 1..].iter();
        let below = below.take_while(|row| !row.trim_start().starts_with('-'));
        let text: Vec<&str> = std::iter::once(rest).chain(below.copied()).collect();
        let values = match about {
            true => choices(&text.join(" ")),
            false => vec![json!(true)],
        };
        knobs.push(Knob::of(SettingPlace::Flag, name, values));
    }
    knobs
}

/// The values that a flag names: `(choices: "a", "b")`, `[possible values: a, b]`.
fn choices(text: &str) -> Vec<Value> {
    let squeezed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let lists = [("(choices: ", ')'), ("[possible values: ", ']')];
    let found = lists.iter().find_map(|(open, close)| {
        let (_, rest) = squeezed.split_once(open)?;
        rest.split_once(*close).map(|(list, _)| list.to_owned())
    });
    let list = found.unwrap_or_default();
    let each = list.split(',').map(|word| word.trim().trim_matches('"'));
    each.filter(|word| !word.is_empty() && !word.contains(' '))
        .map(Value::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_and_choices_are_knobs() {
        let help = "Options:\n  -d, --debug [filter]   Debug mode\n  --brief, --short    Be brief\n  \
                    --mode <mode>  Which (choices:\n                 \"a\", \"b-c\")\n  \
                    -s, --sandbox <MODE>\n          Which\n\n          [possible values: x, y]\n  -h, --help  Help\n";
        let knobs = flags(help);
        let brief: Vec<_> = knobs
            .iter()
            .map(|k| (k.name.as_str(), k.values.len()))
            .collect();
        assert_eq!(
            brief,
            [
                ("--debug", 0),
                ("--brief", 1),
                ("--mode", 2),
                ("--sandbox", 2)
            ]
        );
        assert_eq!(knobs[2].values[1], "b-c");
    }
}
