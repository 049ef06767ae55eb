//! A story as text: what is on a pane when, and what the reducer is to tell of it.
//!
//! ```text
//! == A question that is closed ends its turn unanswered
//! # Where it was seen, and why it matters.
//! u1 "draw it"
//! a1 "One thing first."
//! 0 ready
//! 2 working u1 a1
//! 4 asks "Which color?" u1 a1
//! 6 ready u1 a1
//! 12 end
//! turn inferred interrupted "draw it"
//!   says "One thing first."
//! ```
//!
//! A cell is named by its role and a number: `u` a person's, `a` the agent's words, `c` a call, `r` its result, `n` a
//! notice, `b` the banner, `e` an error; `cut` where its beginning is above the screen, `growing`, `broken` for the CLI's
//! word that a person broke off the turn. A scene stands from its second on. `for x 3 9` plays the story once for each
//! value, `x+0.15` is a time; `4 repeat 60 every 1 …` is as many scenes, `{n}` their number. `rates`, `phases` and `looks`
//! say when it is looked at, `deadlines none` that the reducer's own are not kept.

use super::cells::{Cells, is_cell, numbered};
use super::scene::scene;
use super::script::{Act, Script};
use super::words::{is_prose, number, text, words};
use crate::contract::DialogCell;

/// Seconds between two looks, where a story names none.
const RATES: [f64; 7] = [0.05, 0.083, 0.1, 0.2, 0.25, 0.33, 0.5];

/// One story.
#[derive(Default)]
pub(super) struct Tale {
    pub(super) name: String,
    pub(super) rates: Vec<f64>,
    /// When it is first looked at.
    pub(super) phases: Vec<f64>,
    /// The looks themselves, where they are given.
    pub(super) looks: Vec<f64>,
    /// Whether the reducer's deadlines are kept: by turns, where both are tried.
    pub(super) deadlines: Vec<bool>,
    variable: Option<(String, Vec<f64>)>,
    cells: Cells,
    scenes: Vec<Vec<String>>,
    /// The lines of what is to be told: each turn with what is below it, and what is counted.
    pub(super) turns: Vec<Vec<String>>,
    pub(super) counted: Vec<Vec<String>>,
}

impl Tale {
    /// The stories of a file.
    pub(super) fn read(text: &str) -> Vec<Self> {
        let mut tales: Vec<Self> = Vec::new();
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("== ") {
                tales.push(Self::new(name));
            } else if let Some(tale) = tales.last_mut() {
                tale.take(line);
            } else {
                assert!(is_prose(line), "no story holds {line:?}");
            }
        }
        tales.iter_mut().for_each(Self::fill);
        tales
    }

    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    fn take(&mut self, line: &str) {
        if is_prose(line) {
            return;
        }
        let words = words(line);
        let numbers = || words[1..].iter().map(|word| number(word)).collect();
        match words[0].as_str() {
            "rates" => self.rates = numbers(),
            "phases" => self.phases = numbers(),
            "looks" => self.looks = numbers(),
            "for" => self.variable = Some((words[1].clone(), numbers_from(&words[2..]))),
            "deadlines" => self.deadlines = deadlines(&words[1]),
            "turn" => self.turns.push(vec![line.to_owned()]),
            "told" | "left" => self.counted.push(words),
            _ if line.starts_with("  ") => self
                .turns
                .last_mut()
                .expect("a turn")
                .push(line.trim().to_owned()),
            name if is_cell(name) => self.cells.take(&words),
            _ => self.scenes.push(words),
        }
    }

    fn fill(&mut self) {
        assert!(!self.scenes.is_empty(), "{}: no scene", self.name);
        let told = self.turns.len() + self.counted.len();
        assert!(told > 0, "{}: nothing is to be told", self.name);
        if self.rates.is_empty() {
            self.rates = RATES.to_vec();
        }
        if self.phases.is_empty() {
            self.phases = vec![0.0];
        }
        if self.deadlines.is_empty() {
            self.deadlines = vec![true];
        }
    }

    /// The values that the story is played for, each with the script that it makes.
    pub(super) fn scripts(&self) -> Vec<(String, Script)> {
        let Some((name, values)) = &self.variable else {
            return vec![(String::new(), self.script(&|word| number(word)))];
        };
        let script = |value: &f64| {
            let time = |word: &str| {
                let parts = word.split('+');
                parts
                    .map(|part| if part == name { *value } else { number(part) })
                    .sum()
            };
            (format!(", {name} {value}"), self.script(&time))
        };
        values.iter().map(script).collect()
    }

    fn script(&self, time: &dyn Fn(&str) -> f64) -> Script {
        let mut script = Script::new(0.0, Vec::new());
        for words in &self.scenes {
            let (from, said) = (time(&words[0]), &words[1..]);
            match said[0].as_str() {
                "end" => script.end = from,
                "submit" => script.acts.push((from, Act::Submit(text(&said[1])))),
                "interrupt" => script.acts.push((from, Act::Interrupt)),
                "repeat" => {
                    for n in 0..number(&said[1]) as u32 {
                        let at = from + f64::from(n) * number(&said[3]);
                        script.scenes.push((at, self.scene(&said[4..], n)));
                    }
                }
                _ => script.scenes.push((from, self.scene(said, 0))),
            }
        }
        assert!(script.end > 0.0, "{}: no end", self.name);
        script
    }

    fn scene(&self, words: &[String], n: u32) -> super::Observation {
        let words: Vec<String> = words.iter().map(|word| numbered(word, n)).collect();
        let (cells, said): (Vec<_>, Vec<_>) = words.into_iter().partition(|word| is_cell(word));
        let cells: Vec<DialogCell> = cells.iter().map(|name| self.cells.cell(name, n)).collect();
        scene(&said, &cells)
    }
}

fn deadlines(word: &str) -> Vec<bool> {
    match word {
        "none" => vec![false],
        "both" => vec![true, false],
        other => panic!("deadlines {other}"),
    }
}

fn numbers_from(words: &[String]) -> Vec<f64> {
    words.iter().map(|word| number(word)).collect()
}
