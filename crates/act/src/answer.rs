//! An answer: which option of which dialog, and on whose word.

use serde::Deserialize;
use shadow_core::contract::{BlockKind, BlockOption, OperatorBlock};

use crate::reasons::quote;
use crate::report::{Reason, ReasonCode};
use crate::shown::{letters, solid};

/// The wanted option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// The option with this number; if none has it, the n-th from the top, which then has no number of its own.
    Number(u32),
    /// The option with this hotkey.
    Key(String),
    /// The option whose label is this text, else the only one whose label contains it; case is ignored.
    Label(String),
}

/// An option's number or hotkey.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(try_from = "Given")]
#[cfg_attr(feature = "schemars", schemars(!try_from, untagged))]
pub enum OptionName {
    /// Its number.
    Number(u32),
    /// Its hotkey, or its number as text.
    Key(String),
}

/// A number or a text, as JSON has them.
#[derive(Deserialize)]
#[serde(untagged, expecting = "an option is a number from 1 or a hotkey")]
enum Given {
    Number(f64),
    Text(String),
}

impl TryFrom<Given> for OptionName {
    type Error = &'static str;

    fn try_from(given: Given) -> Result<Self, Self::Error> {
        let fits = |number: &f64| (0.0..=f64::from(u32::MAX)).contains(number);
        match given {
            Given::Text(text) => Ok(text.parse().map_or(Self::Key(text), Self::Number)),
            Given::Number(number) if number.fract() == 0.0 && fits(&number) => {
                Ok(Self::Number(number as u32))
            }
            Given::Number(_) => Err("an option is a number from 1 or a hotkey"),
        }
    }
}

impl Choice {
    /// The choice of a request that names an option, or a text of its label, and not both.
    ///
    /// # Errors
    /// One sentence, if the request names neither or both.
    pub fn named(option: Option<OptionName>, label: Option<String>) -> Result<Self, &'static str> {
        match (option, label) {
            (Some(OptionName::Number(number)), None) => Ok(Self::Number(number)),
            (Some(OptionName::Key(key)), None) => Ok(Self::Key(key)),
            (None, Some(label)) => Ok(Self::Label(label)),
            _ => Err("name the option by either option or match"),
        }
    }

    /// The option in a block.
    pub(crate) fn find<'b>(
        &self,
        block: &'b OperatorBlock,
    ) -> Result<(usize, &'b BlockOption), Reason> {
        let numbered = |number| block.options.iter().any(|it| it.number == Some(number));
        let same = |label: &str, text: &str| label.to_lowercase() == text.to_lowercase();
        let labeled = |text: &str| block.options.iter().any(|it| same(&it.label, text));
        let fits = |(at, option): &(usize, &BlockOption)| match self {
            Self::Number(number) if numbered(*number) => option.number == Some(*number),
            Self::Number(number) => option.number.is_none() && u32::try_from(at + 1) == Ok(*number),
            Self::Key(key) => option.hotkey.as_deref() == Some(key),
            Self::Label(text) if labeled(text) => same(&option.label, text),
            Self::Label(text) => option.label.to_lowercase().contains(&text.to_lowercase()),
        };
        let found: Vec<_> = block.options.iter().enumerate().filter(fits).collect();
        match found.as_slice() {
            [one] => Ok(*one),
            [] => Err(Reason::new(
                ReasonCode::NoSuchOption,
                format!(
                    "the dialog has no such option; it has {}",
                    labels(&block.options)
                ),
            )),
            _ => Err(Reason::new(
                ReasonCode::AmbiguousOption,
                format!(
                    "several options fit; name one of {}",
                    labels(&block.options)
                ),
            )),
        }
    }
}

/// The labels of options, for a message.
fn labels(options: &[BlockOption]) -> String {
    let name = |(at, option): (usize, &BlockOption)| {
        let number = option.number.map_or(at + 1, |number| number as usize);
        format!("{number} “{}”", quote(&option.label))
    };
    let names: Vec<String> = options.iter().enumerate().map(name).collect();
    names.join(", ")
}

/// An answer to a dialog that was read.
///
/// ```
/// use shadow_act::{Answer, Choice};
///
/// let answer = Answer::new(Choice::Number(3), "2f0c7a9be1d45c33");
/// assert_eq!(answer.appearance, None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The option.
    pub choice: Choice,
    /// Signature of the dialog that was read: another one gets no keys.
    pub signature: String,
    /// The number that a living observer of the pane gave to that dialog; none without such an observer.
    pub appearance: Option<u64>,
    /// A person has said that they approve what was not shown to them whole.
    unseen: bool,
    /// The whole subject, as it was read in a channel of the CLI's own.
    whole: Option<String>,
}

impl Answer {
    /// An answer to the dialog of a signature.
    #[must_use]
    pub fn new(choice: Choice, signature: impl Into<String>) -> Self {
        Self {
            choice,
            signature: signature.into(),
            appearance: None,
            unseen: false,
            whole: None,
        }
    }

    /// Hands in the whole subject of a dialog that shows a part of it, as read in a channel of the CLI's own (the call in its
    /// transcript). It counts only while the rows on the screen are its beginning and its end.
    #[must_use]
    pub fn read_whole(mut self, text: impl Into<String>) -> Self {
        self.whole = Some(text.into());
        self
    }

    /// Limits the answer to the dialog with this number.
    #[must_use]
    pub fn of_appearance(mut self, appearance: Option<u64>) -> Self {
        self.appearance = appearance;
        self
    }

    /// Approves although not all was shown. This is for a person's own, explicit word: no rule, no program and no
    /// button says so for them.
    #[must_use]
    pub fn unseen(mut self) -> Self {
        self.unseen = true;
        self
    }

    /// Whether a block is the dialog that was read.
    pub(crate) fn is_for(&self, block: &OperatorBlock) -> bool {
        let asked = self.appearance;
        block.signature == self.signature && (asked.is_none() || block.appearance == asked)
    }

    /// Why the option at a place may not be chosen, though the dialog is the one that was read.
    pub(crate) fn refusal(&self, block: &OperatorBlock, at: usize) -> Option<Reason> {
        let missing = block.missing()?;
        let subject = block.subject.as_deref().unwrap_or_default();
        let whole = self.whole.as_deref();
        // A plan is drawn without its marks of Markdown.
        let drawn = |text: &str| match block.kind {
            BlockKind::Plan => letters(&solid(text)),
            _ => solid(text),
        };
        let is_read = whole.is_some_and(|whole| shows_ends(subject, whole, drawn));
        (!self.unseen && !is_read && block.approves_unseen(at)).then(|| {
            let words = format!(
                "{missing}: look at the terminal and answer there; a person who has looked may say so with `shadow \
                 choose --unseen`"
            );
            Reason::new(ReasonCode::SubjectNotWhole, words)
        })
    }
}

/// Whether rows are the beginning and the end of a text. Between the two one row may count what the CLI has cut.
fn shows_ends(rows: &str, whole: &str, drawn: impl Fn(&str) -> String) -> bool {
    let whole = drawn(whole);
    let rows: Vec<(String, bool)> = rows
        .lines()
        .map(|row| (drawn(row), counts_cut(row)))
        .collect();
    let words =
        |rows: &[(String, bool)]| rows.iter().map(|(row, _)| row.as_str()).collect::<String>();
    let ends = |head: &str, tail: &str| {
        let fits = !head.is_empty() || !tail.is_empty();
        let room = head.len() + tail.len() <= whole.len();
        fits && room && whole.starts_with(head) && whole.ends_with(tail)
    };
    (0..=rows.len()).any(|at| {
        let head = words(&rows[..at]);
        let cut = rows.get(at).is_some_and(|(_, counts)| *counts);
        ends(&head, &words(&rows[at..])) || cut && ends(&head, &words(&rows[at + 1..]))
    })
}

/// Whether a row reads like one that counts what is cut: it holds an ellipsis or an arrow, and a digit.
fn counts_cut(row: &str) -> bool {
    row.contains(['…', '↑', '↓']) && row.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use shadow_core::contract::{BlockOption, OperatorBlock};

    use super::{Choice, OptionName, letters, shows_ends, solid};

    #[test]
    fn an_option_is_a_whole_number_or_text() {
        let read = |value: &str| serde_json::from_str::<OptionName>(value);
        for (value, number) in [("3", 3), ("3.0", 3), ("\"3\"", 3), ("4294967295", u32::MAX)] {
            assert!(matches!(read(value), Ok(OptionName::Number(it)) if it == number));
        }
        assert!(matches!(read("\"y\""), Ok(OptionName::Key(key)) if key == "y"));
        for wrong in ["3.5", "-1", "4294967296", "true", "null", "[3]"] {
            let error = read(wrong).expect_err(wrong);
            assert!(
                error.to_string().contains("a number from 1"),
                "{wrong}: {error}"
            );
        }
    }

    #[test]
    fn a_whole_label_goes_before_one_that_only_contains_it() {
        let labels = ["Yes", "Yes, and do not ask again", "No"];
        let option = |label: &str| BlockOption {
            label: label.to_owned(),
            ..BlockOption::default()
        };
        let block = OperatorBlock {
            options: labels.map(option).into(),
            ..OperatorBlock::default()
        };
        let found = |text: &str| Choice::Label(text.into()).find(&block).map(|(at, _)| at);
        assert_eq!(
            [found("yes"), found("ask again"), found("no")],
            [Ok(0), Ok(1), Ok(2)]
        );
        assert!(found("Yes,").is_ok_and(|at| at == 1));
        assert!(found("e").is_err() && found("maybe").is_err());
    }

    #[test]
    fn only_the_beginning_and_the_end_of_a_text_are_shown_of_it() {
        let whole = "make one\nmake two\nmake three\ngit status";
        for rows in [
            "make one\nmake two\n[… 2 lines]",
            "git status",
            "make one\nmake\ntwo\n… +1 lines\ngit status",
            whole,
        ] {
            assert!(shows_ends(rows, whole, solid), "{rows}");
        }
        for rows in [
            "",
            "make two",
            "make one\nrm -rf 1\ngit status",
            "make one\nrm …\ngit status",
            "make one\nmake two\nmake three\ngit status\ngit status",
        ] {
            assert!(!shows_ends(rows, whole, solid), "{rows}");
        }
    }
    #[test]
    fn a_plan_is_shown_without_its_marks() {
        let plan = "# A plan\n\n1. `make` **all**\n2. Then test";
        let words = |text: &str| letters(&solid(text));
        assert!(shows_ends("A plan\n1. make all", plan, words));
        assert!(!shows_ends("A plan\n1. make none", plan, words));
        assert!(!shows_ends("A plan\n1. make all", plan, solid));
    }
}
