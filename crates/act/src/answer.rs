//! An answer: which option of which dialog, and on whose word.

use shadow_core::contract::{BlockOption, OperatorBlock};

use crate::reasons::quote;
use crate::report::{Reason, ReasonCode};

/// The wanted option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// The option with this number, or the n-th from the top if no numbers are printed.
    Number(u32),
    /// The option with this hotkey.
    Key(String),
    /// The only option whose label contains this text; case is ignored.
    Label(String),
}

impl Choice {
    /// The option in a block.
    pub(crate) fn find<'b>(
        &self,
        block: &'b OperatorBlock,
    ) -> Result<(usize, &'b BlockOption), Reason> {
        let numbered = block.options.iter().any(|option| option.number.is_some());
        let fits = |(at, option): &(usize, &BlockOption)| match self {
            Self::Number(number) if numbered => option.number == Some(*number),
            Self::Number(number) => u32::try_from(at + 1) == Ok(*number),
            Self::Key(key) => option.hotkey.as_deref() == Some(key),
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
        }
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
        (!self.unseen && block.approves_unseen(at)).then(|| {
            let words = format!(
                "{missing}: look at the terminal and answer there; a person who has looked may say so with `shadow \
                 choose --unseen`"
            );
            Reason::new(ReasonCode::SubjectNotWhole, words)
        })
    }
}
