//! A dialog as it is drawn at one size of the pane, and whether two drawings show one dialog.

use std::borrow::Cow;

use super::cell::solid;
use crate::contract::{BlockOption, DialogCell, OperatorBlock};

/// A block as a look showed it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Face<'b> {
    pub(super) block: Cow<'b, OperatorBlock>,
    /// Columns and rows of the pane, where both are known.
    pub(super) size: Option<[u16; 2]>,
    /// Which life of the program drew it.
    pub(super) life: u64,
    /// When it first showed.
    pub(super) since: f64,
    /// The calls of what it asks, above it.
    pub(super) calls: Calls,
}

/// What a screen shows of the calls that are equal to the one that a block asks for.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Calls {
    /// How many are over.
    over: usize,
    /// How many cells name the call.
    named: usize,
    /// The first cell of the screen: while it is there, nothing has left the top.
    top: String,
}

impl Calls {
    pub(super) fn of(block: &OperatorBlock, cells: &[DialogCell]) -> Self {
        Self {
            over: block.calls_over(cells),
            named: block.calls_named(cells),
            top: cells
                .first()
                .map_or(String::new(), |cell| cell.text.clone()),
        }
    }

    /// Whether one call more has got its answer by a later look at a pane of this size.
    fn has_ended_by(&self, later: &Self) -> bool {
        later.over > self.over || later.named < self.named && later.top == self.top
    }
}

impl Face<'_> {
    /// Owns the block, to be remembered.
    pub(super) fn kept(self) -> Face<'static> {
        Face {
            block: Cow::Owned(self.block.into_owned()),
            size: self.size,
            life: self.life,
            since: self.since,
            calls: self.calls,
        }
    }

    /// Whether a later face shows this dialog, equal in every word. It is another one where one more call of the kind is over:
    /// what this one asked was answered, and an equal call asks. A pane of another size may show more of the calls.
    pub(super) fn is_again(&self, other: &Face<'_>) -> bool {
        let answered = self.size == other.size && self.calls.has_ended_by(&other.calls);
        self.life == other.life && self.block.signature == other.block.signature && !answered
    }

    /// Whether a later one shows this dialog at another size: they differ only in where rows end, or in what is cut off.
    pub(super) fn is_resized_to(&self, other: &Face<'_>) -> bool {
        let sizes = self.size.zip(other.size);
        self.life == other.life
            && sizes.is_some_and(|(one, two)| one != two)
            && (is_part(&self.block, &other.block) || is_part(&other.block, &self.block))
    }

    /// Whether a part of another one is cut off here.
    pub(super) fn is_less_than(&self, other: &Face<'_>) -> bool {
        is_part(&self.block, &other.block) && !is_part(&other.block, &self.block)
    }

    /// Whether it has an ellipsis in place of a subject that is not drawn yet.
    pub(super) fn is_undrawn(&self) -> bool {
        above_ellipsis(&self.block).is_some()
    }

    /// Whether a later one is this one, drawn.
    pub(super) fn grows_into(&self, other: &Face<'_>) -> bool {
        let labels = |block: &OperatorBlock| -> Vec<String> {
            let options = block.options.iter();
            options.map(|option| option.label.clone()).collect()
        };
        let (undrawn, block) = (&self.block, &other.block);
        undrawn.kind == block.kind
            && undrawn.question == block.question
            && labels(undrawn) == labels(block)
            && above_ellipsis(undrawn)
                .zip(block.subject.as_deref())
                .and_then(|(named, subject)| subject.strip_prefix(named))
                .is_some_and(|drawn| drawn.starts_with('\n'))
    }
}

/// What a subject names above a last line that is only an ellipsis. A CLI may show such a line for a moment, until it has
/// drawn the change of an edit.
fn above_ellipsis(block: &OperatorBlock) -> Option<&str> {
    let above = block.subject.as_deref()?.strip_suffix('…')?;
    above.strip_suffix('\n')
}

/// Whether a block says nothing that another one does not say, wherever the rows of both end. A pane that is smaller
/// cuts rows at its right and at its bottom, and the subject's first rows leave at its top.
fn is_part(part: &OperatorBlock, whole: &OperatorBlock) -> bool {
    (part.kind, part.origin) == (whole.kind, whole.origin)
        && are_pieces_of(part.question.as_deref(), whole.question.as_deref())
        && are_pieces_of(part.subject.as_deref(), whole.subject.as_deref())
        && are_first_of(&part.options, &whole.options)
}

/// Whether another text contains the pieces of a text, in their order. White space does not count, because a row may end at a
/// blank or within a word. Without a text, nothing is missing.
fn are_pieces_of(part: Option<&str>, whole: Option<&str>) -> bool {
    let whole = solid(whole.unwrap_or_default());
    let mut rest = whole.as_str();
    let mut pieces = part.unwrap_or_default().split_whitespace();
    pieces.all(|piece| {
        let piece = piece.trim_end_matches('…');
        let behind = rest.find(piece).map(|at| &rest[at + piece.len()..]);
        rest = behind.unwrap_or(rest);
        behind.is_some()
    })
}

/// Whether options are the first ones of others, each with the beginning of its label.
fn are_first_of(part: &[BlockOption], whole: &[BlockOption]) -> bool {
    let begins = |(one, other): (&BlockOption, &BlockOption)| {
        let label = solid(one.label.trim_end_matches('…'));
        one.number == other.number && solid(&other.label).starts_with(&label)
    };
    part.len() <= whole.len() && part.iter().zip(whole).all(begins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::BlockKind;

    fn face(subject: &str, labels: &[&str], size: [u16; 2]) -> Face<'static> {
        let option = |label: &&str| BlockOption {
            label: (*label).to_owned(),
            ..BlockOption::default()
        };
        let mut block = OperatorBlock {
            kind: BlockKind::ApprovalCommand,
            subject: Some(subject.to_owned()),
            options: labels.iter().map(option).collect(),
            ..OperatorBlock::default()
        };
        block.sign();
        Face {
            block: Cow::Owned(block),
            size: Some(size),
            life: 1,
            since: 0.0,
            calls: Calls::default(),
        }
    }

    #[test]
    fn an_equal_dialog_is_another_one_once_a_call_like_it_is_over() {
        let after = |over, named, top: &str, size| Face {
            calls: Calls {
                over,
                named,
                top: top.to_owned(),
            },
            ..face("touch made.txt", &["Yes", "No"], size)
        };
        let (size, taller) = ([120, 40], [120, 60]);
        let first = after(0, 2, "go", size);
        assert!(first.is_again(&after(0, 2, "go", size)));
        assert!(
            !first.is_again(&after(1, 2, "go", size)),
            "one has a result"
        );
        assert!(
            !first.is_again(&after(0, 1, "go", size)),
            "one is drawn as over"
        );
        assert!(
            first.is_again(&after(0, 1, "further", size)),
            "one has left the top"
        );
        assert!(
            first.is_again(&after(1, 2, "go", taller)),
            "a taller pane shows more"
        );
    }

    #[test]
    fn another_size_ends_rows_elsewhere_and_cuts_and_changes_no_letter() {
        const WIDE: [u16; 2] = [120, 40];
        const SMALL: [u16; 2] = [60, 20];
        let labels = ["Yes", "Yes, and never ask", "No"];
        let whole = "find . -name '*.rs' && touch a-name.txt";
        let wide = face(whole, &labels, WIDE);
        for (subject, options, is) in [
            (whole, &labels[..], true),
            ("find . -name\n'*.rs' && touch a-na\nme.txt", &labels, true),
            ("'*.rs' && touch a-na\nme.txt", &labels, true),
            ("find . -name '*.rs'\ntouch", &["Yes"], true),
            ("find . -na…\ntouch a-n…", &["Yes", "Yes, and…"], true),
            ("", &labels, true),
            ("touch a-name.txt\nfind .", &labels, false),
            ("find . -name '*.rc'", &labels, false),
            (whole, &["No"], false),
            (whole, &["Yes", "No", "No"], false),
        ] {
            let other = face(subject, options, SMALL);
            assert_eq!(wide.is_resized_to(&other), is, "{subject} {options:?}");
            assert_eq!(other.is_resized_to(&wide), is, "{subject} {options:?}");
        }
        let folded = whole.replace(" &&", "\n&&");
        assert!(
            !wide.is_resized_to(&face(&folded, &labels, WIDE)),
            "the pane is as it was"
        );
        let mut reborn = face(whole, &labels, SMALL);
        reborn.life = 2;
        assert!(!wide.is_resized_to(&reborn) && !wide.is_again(&reborn));
    }
}
