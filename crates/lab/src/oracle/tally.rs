//! What was counted: calls, readings, and what is wrong of them.

use std::collections::BTreeMap;

use super::compare::Fault;
use super::drawn::is_same;
use super::reading::Reading;
use super::shot::{Asked, Shot};

/// What was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Calls that stood.
    pub calls: usize,
    /// Calls that did not, by reason.
    pub lost: BTreeMap<String, usize>,
    /// Readings of painted screens.
    pub readings: usize,
    /// Those that show all of it, and no other call as well.
    pub drawn: usize,
    /// Those that show all of it, while the CLI draws another call in these very rows.
    pub alike: usize,
    /// Said to be whole, and right.
    pub right: usize,
    /// Said to be whole, and different: by fault.
    pub wrong: BTreeMap<Fault, usize>,
    /// Not said to be whole though all is shown: by reason.
    pub not_whole: BTreeMap<&'static str, usize>,
    /// Different though all is shown, whatever was said: by fault.
    pub different: BTreeMap<Fault, usize>,
    /// Readings right after a resize; those of them that are wrong.
    pub hasty: [usize; 2],
    /// Pairs of different calls with one signature: both whole, and others.
    pub one_signature: [usize; 2],
    /// Readings whose signature another reading of the call at this size does not have.
    pub two_signatures: usize,
}

impl Tally {
    /// The first lines of the table.
    pub const HEAD: &str = "| version | calls | lost | readings | drawn | alike | right | wrong | joined | unseen | not whole | hasty | one for two | two for one |\n\
        |---|---|---|---|---|---|---|---|---|---|---|---|---|---|";

    /// Counts a call.
    pub fn call(&mut self, asked: &Asked) {
        match &asked.lost {
            None => self.calls += 1,
            Some(why) => *self.lost.entry(why.clone()).or_default() += 1,
        }
    }

    /// Counts a reading; gives the names under which it is to be kept.
    pub fn reading(&mut self, reading: &Reading) -> Vec<String> {
        if reading.hasty {
            self.hasty[0] += 1;
            self.hasty[1] += usize::from(reading.is_wrong());
            let fault = reading.fault.filter(|_| reading.is_wrong());
            return fault
                .map(|fault| format!("hasty-{fault:?}"))
                .into_iter()
                .collect();
        }
        self.readings += 1;
        let drawn = reading.drawn && !reading.alike;
        self.drawn += usize::from(drawn);
        self.alike += usize::from(reading.drawn && reading.alike);
        let mut names = Vec::new();
        let fault = reading.fault.filter(|_| reading.block.is_some());
        if let Some(fault) = fault.filter(|_| reading.drawn) {
            *self.different.entry(fault).or_default() += 1;
            names.push(format!("different-{fault:?}"));
        }
        match (reading.is_whole(), reading.fault) {
            (true, None) => self.right += 1,
            (true, Some(fault)) => {
                *self.wrong.entry(fault).or_default() += 1;
                names.push(format!("wrong-{fault:?}"));
            }
            (false, _) if drawn => {
                let why = reading.not_whole();
                *self.not_whole.entry(why).or_default() += 1;
                names.extend((why != "not said").then(|| why.replace(' ', "-")));
            }
            (false, _) => {}
        }
        names
    }

    /// Two different calls with one signature.
    pub fn signed(
        &mut self,
        reading: &Reading,
        known: &mut BTreeMap<String, (String, bool)>,
    ) -> Option<String> {
        let block = reading.block.as_ref().filter(|_| !reading.hasty)?;
        let mine = (reading.asked.clone(), reading.is_whole());
        let other = known.entry(block.signature.clone()).or_insert(mine.clone());
        if other.0 == mine.0 {
            return None;
        }
        let whole = other.1 && mine.1;
        self.one_signature[usize::from(!whole)] += 1;
        Some(
            if whole {
                "one-signature"
            } else {
                "one-signature-not-whole"
            }
            .to_owned(),
        )
    }

    /// One call, read twice at one size with two signatures, though the dialog is drawn the same.
    pub fn again(&mut self, readings: &[Reading], shots: &[Shot], at: usize) -> Option<String> {
        let reading = &readings[at];
        let block = reading.block.as_ref().filter(|_| !reading.hasty)?;
        let first = block.subject.as_deref().and_then(|it| it.lines().next());
        let differs = |other: usize| {
            let before = &readings[other];
            let Some(old) = &before.block else {
                return false;
            };
            let titles = [&old.title, &block.title].into_iter().flatten();
            let words: Vec<&str> = titles.map(String::as_str).chain(first).collect();
            before.size == reading.size
                && !before.hasty
                && old.signature != block.signature
                && is_same(&shots[other].screen, &shots[at].screen, &words)
        };
        let differs = (0..at).any(differs);
        self.two_signatures += usize::from(differs);
        differs.then(|| "two-signatures".to_owned())
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &Self) {
        fn all<K: Ord + Clone>(to: &mut BTreeMap<K, usize>, from: &BTreeMap<K, usize>) {
            from.iter()
                .for_each(|(key, count)| *to.entry(key.clone()).or_default() += count);
        }
        self.calls += other.calls;
        self.readings += other.readings;
        self.drawn += other.drawn;
        self.alike += other.alike;
        self.right += other.right;
        self.two_signatures += other.two_signatures;
        for at in 0..2 {
            self.hasty[at] += other.hasty[at];
            self.one_signature[at] += other.one_signature[at];
        }
        all(&mut self.lost, &other.lost);
        all(&mut self.wrong, &other.wrong);
        all(&mut self.not_whole, &other.not_whole);
        all(&mut self.different, &other.different);
    }

    /// Whether what must not be is there: a wrong reading, one signature for two calls, or two for one.
    pub fn is_false(&self) -> bool {
        let seen = |fault: &Fault| *fault != Fault::Unseen;
        self.wrong.keys().any(seen)
            || self.hasty[1] + self.one_signature[0] + self.two_signatures > 0
    }

    /// How many of a hundred readings that show all are not said to be whole.
    pub fn not_whole_percent(&self) -> usize {
        let not_whole: usize = self.not_whole.values().sum();
        (not_whole * 100).div_ceil(self.drawn.max(1))
    }

    /// Whether something is false, or too much is not whole.
    pub fn is_wrong(&self) -> bool {
        self.is_false() || self.not_whole_percent() > 3
    }

    /// A line of the table.
    pub fn line(&self, name: &str) -> String {
        let sum = |map: &BTreeMap<Fault, usize>| {
            let seen = map.iter().filter(|(fault, _)| **fault != Fault::Unseen);
            seen.map(|(_, count)| count).sum::<usize>()
        };
        let of = |fault| self.wrong.get(&fault).copied().unwrap_or_default();
        format!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            self.calls,
            self.lost.values().sum::<usize>(),
            self.readings,
            self.drawn,
            self.alike,
            self.right,
            sum(&self.wrong),
            of(Fault::Joined),
            of(Fault::Unseen),
            self.not_whole.values().sum::<usize>(),
            self.hasty[1],
            self.one_signature[0],
            self.two_signatures,
        )
    }

    /// What a line of the table only sums.
    pub fn details(&self) -> Vec<String> {
        vec![
            format!("lost: {:?}", self.lost),
            format!("wrong: {:?}", self.wrong),
            format!("not whole though drawn: {:?}", self.not_whole),
            format!(
                "of a hundred drawn, not whole: {}",
                self.not_whole_percent()
            ),
            format!("different though drawn: {:?}", self.different),
            format!("hasty readings: {}", self.hasty[0]),
            format!("one signature, not whole: {}", self.one_signature[1]),
        ]
    }
}

#[cfg(test)]
mod tests {
    use shadow_tui::contract::{BlockKind, OperatorBlock};

    use super::super::ask::Kind;
    use super::super::compare::{Form, compare};
    use super::*;

    fn reading(asked: &str, subject: &str, whole: bool) -> Reading {
        let mut block = OperatorBlock {
            kind: BlockKind::ApprovalCommand,
            title: Some("Bash command".into()),
            subject: Some(subject.into()),
            subject_whole: Some(whole),
            ..OperatorBlock::default()
        };
        block.sign();
        Reading {
            call: 1,
            kind: Kind::Command,
            asked: asked.into(),
            size: [80, 24],
            hasty: false,
            drawn: true,
            alike: false,
            fault: compare(asked, subject, Form::All).err(),
            block: Some(block),
        }
    }

    fn shot(screen: &str) -> Shot {
        Shot {
            size: [80, 24],
            cursor: [0, 0],
            cursor_visible: false,
            alternate: false,
            title: None,
            hasty: false,
            screen: screen.into(),
        }
    }

    #[test]
    fn what_is_whole_and_another_is_wrong() {
        let mut tally = Tally::default();
        assert!(tally.reading(&reading("a\nb", "a\nb", true)).is_empty());
        assert_eq!(tally.right, 1);
        assert!(!tally.is_wrong());
        tally.reading(&reading("a\nb", "a b", true));
        assert_eq!(tally.wrong[&Fault::Joined], 1);
        assert!(tally.is_wrong());
        assert!(
            tally
                .line("x")
                .starts_with("| x | 0 | 0 | 2 | 2 | 0 | 1 | 1 | 1 | 0 |")
        );
        let hasty = Reading {
            hasty: true,
            ..reading("a\nb", "a", true)
        };
        assert_eq!(tally.reading(&hasty), ["hasty-Missing"]);
        assert_eq!((tally.readings, tally.hasty), (2, [1, 1]));
    }

    #[test]
    fn three_of_a_hundred_need_not_be_whole() {
        let mut tally = Tally::default();
        (0..97).for_each(|_| drop(tally.reading(&reading("a", "a", true))));
        (0..3).for_each(|_| drop(tally.reading(&reading("a", "a", false))));
        assert!(!tally.is_wrong());
        let mut more = Tally::default();
        more.reading(&reading("a", "a", false));
        tally.add(&more);
        assert!(tally.is_wrong());
    }

    #[test]
    fn what_looks_like_another_need_not_be_whole_and_may_not_be_wrong() {
        let mut tally = Tally::default();
        let alike = |subject, whole| Reading {
            alike: true,
            ..reading("a  b", subject, whole)
        };
        assert!(tally.reading(&alike("a  b", false)).is_empty());
        assert_eq!((tally.drawn, tally.alike), (0, 1));
        assert!(!tally.is_wrong());
        tally.reading(&alike("a c", true));
        assert!(tally.is_wrong());
    }

    #[test]
    fn a_signature_stands_for_one_call_and_stays() {
        let mut tally = Tally::default();
        let mut known = BTreeMap::new();
        let (one, other) = (reading("a", "x", true), reading("b", "x", true));
        assert_eq!(tally.signed(&one, &mut known), None);
        assert_eq!(tally.signed(&one, &mut known), None);
        assert!(tally.signed(&other, &mut known).is_some());
        assert_eq!(tally.one_signature, [1, 0]);
        let readings = [reading("a", "a", true), reading("a", "b", true)];
        let same = [
            shot("● x\n──\nBash command\n a"),
            shot("──\nBash command\n a"),
        ];
        assert!(tally.again(&readings, &same, 1).is_some());
        let repainted = [shot("Bash command\n a"), shot("Bash command\n b")];
        assert_eq!(tally.again(&readings, &repainted, 1), None);
    }
}
