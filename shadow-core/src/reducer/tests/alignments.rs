//! One check of all alignments: two screens as text, and what each cell of the second is of the first.
//!
//! ```text
//! == A prompt that was drawn over comes back
//! u1 "one"
//! c1 "declined"
//! last c1@1
//! next u1 c1
//! fates back 0
//! ```
//!
//! Cells are named as in a story; `c1@1` is of turn 1. `runs 2 "two"` says that turn 2 runs, `begins` that none is known and
//! the agent works, `adds` that what comes can only be more, `known` which prompts were there before. A fate is the index in
//! the last screen, `back` or `new`. `gone` names cells that were taken back, `then` says what else changed: `apart`, `lost`,
//! `life`.

use std::collections::VecDeque;

use super::align::{Before, Change, Course, Fate, align};
use super::cell::{Cell, solid};
use super::cells::{Cells, is_cell};
use super::words::{is_prose, text, words};

/// One alignment.
#[derive(Default)]
struct Case {
    name: String,
    cells: Cells,
    last: Vec<String>,
    next: Vec<String>,
    runs: Option<(u64, String)>,
    begins: bool,
    adds: bool,
    known: VecDeque<String>,
    fates: Vec<String>,
    gone: Vec<String>,
    then: Vec<String>,
}

impl Case {
    fn read(file: &str) -> Vec<Self> {
        let mut cases: Vec<Self> = Vec::new();
        for line in file.lines().filter(|line| !is_prose(line)) {
            match line.strip_prefix("== ") {
                Some(name) => cases.push(Self {
                    name: name.to_owned(),
                    ..Self::default()
                }),
                None => cases.last_mut().expect("a case").take(&words(line)),
            }
        }
        cases
    }

    fn take(&mut self, words: &[String]) {
        let rest = words[1..].to_vec();
        match words[0].as_str() {
            "last" => self.last = rest,
            "next" => self.next = rest,
            "runs" => self.runs = Some((rest[0].parse().expect("a turn"), solid(&text(&rest[1])))),
            "begins" => self.begins = true,
            "adds" => self.adds = true,
            "known" => self.known = rest.iter().map(|word| solid(&text(word))).collect(),
            "fates" => self.fates = rest,
            "gone" => self.gone = rest,
            "then" => self.then = rest,
            name if is_cell(name) => self.cells.take(words),
            other => panic!("{}: {other}?", self.name),
        }
    }

    fn screen(&self, names: &[String]) -> Vec<Cell> {
        let cell = |name: &String| {
            let (name, turn) = name.split_once('@').unwrap_or((name, "0"));
            let mut cell = Cell::new(&self.cells.cell(name, 0));
            cell.turn = turn.parse().expect("a turn");
            cell
        };
        names.iter().map(cell).collect()
    }

    /// What is told otherwise.
    fn wrong(&self) -> Option<String> {
        let (cells, next) = (self.screen(&self.last), self.screen(&self.next));
        let course = match &self.runs {
            Some((id, key)) => Course::Runs { id: *id, key },
            None if self.begins => Course::Begins,
            None => Course::Rests,
        };
        let before = Before {
            cells: &cells,
            course,
            adds: self.adds,
            known: &self.known,
        };
        let fates = align(&before, &next);
        let change = Change::of(&cells, &next, &fates);
        let shown: Vec<String> = fates.iter().map(shown).collect();
        let gone = self.screen(&self.gone);
        let flags = [
            ("apart", change.apart),
            ("lost", change.lost),
            ("life", change.new_banner),
        ];
        let then: Vec<&str> = flags.iter().filter(|it| it.1).map(|it| it.0).collect();
        let same = shown == self.fates && change.taken_back == gone && then == self.then;
        let told = || {
            format!(
                "fates {}\ngone {:?}\nthen {then:?}",
                shown.join(" "),
                change.taken_back
            )
        };
        (!same).then(|| format!("{}:\n{}", self.name, told()))
    }
}

fn shown(fate: &Fate) -> String {
    match fate {
        Fate::Kept(old) => old.to_string(),
        Fate::Back => "back".to_owned(),
        Fate::New => "new".to_owned(),
    }
}

#[test]
fn every_cell_meets_its_fate() {
    let cases = Case::read(include_str!("stories/alignments.txt"));
    assert!(cases.iter().all(|case| !case.fates.is_empty()));
    let wrong: Vec<String> = cases.iter().filter_map(Case::wrong).collect();
    assert!(
        wrong.is_empty() && !cases.is_empty(),
        "\n{}",
        wrong.join("\n")
    );
}
