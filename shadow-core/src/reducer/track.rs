//! A block in front, from its first look to its end.

use super::limits::Limits;
use crate::contract::{BlockKind, OperatorBlock};

/// A block in front, and whether it has been told of.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BlockTrack {
    pub(super) signature: String,
    pub(super) kind: BlockKind,
    pub(super) since: f64,
    pub(super) told: bool,
    /// The block itself, while an ellipsis is where its subject will be drawn.
    undrawn: Option<Box<OperatorBlock>>,
    /// The signature that it had before it was drawn.
    pub(super) drawn_from: Option<String>,
    /// The one that was told of before it: while this one may be half a frame, that one stands.
    before: Option<Box<BlockTrack>>,
}

impl BlockTrack {
    pub(super) fn new(block: &OperatorBlock, before: Option<Self>, now: f64) -> Self {
        let drawn_from = before.as_ref().filter(|before| before.grows_into(block));
        Self {
            signature: block.signature.clone(),
            kind: block.kind,
            since: now,
            told: false,
            undrawn: is_undrawn(block).then(|| Box::new(block.clone())),
            drawn_from: drawn_from.map(|before| before.signature.clone()),
            before: before.and_then(Self::into_standing).map(Box::new),
        }
    }

    /// The track once a block shows: itself, the one that stands still and is back, or another one's.
    pub(super) fn seeing(self, block: &OperatorBlock, now: f64) -> Self {
        let is = |track: &Self| track.signature == block.signature;
        match self.before {
            _ if is(&self) => self,
            Some(before) if is(&before) => *before,
            before => Self::new(block, Some(Self { before, ..self }), now),
        }
    }

    /// The block that stands: itself once it was told of, until then the one before it.
    pub(super) fn standing(&self) -> Option<&Self> {
        match self.told {
            true => Some(self),
            false => self.before.as_deref(),
        }
    }

    /// The same, of which no other one is known any more.
    pub(super) fn into_standing(self) -> Option<Self> {
        match self.told {
            true => Some(self),
            false => self.before.map(|before| *before),
        }
    }

    /// Tells of it; says whether another one has stood until now.
    pub(super) fn tell(&mut self) -> bool {
        self.told = true;
        self.before.take().is_some()
    }

    /// Whether a block is this one, drawn.
    fn grows_into(&self, block: &OperatorBlock) -> bool {
        let labels = |block: &OperatorBlock| -> Vec<String> {
            let options = block.options.iter();
            options.map(|option| option.label.clone()).collect()
        };
        self.undrawn.as_deref().is_some_and(|undrawn| {
            undrawn.kind == block.kind
                && undrawn.question == block.question
                && labels(undrawn) == labels(block)
                && above_ellipsis(undrawn)
                    .zip(block.subject.as_deref())
                    .and_then(|(named, subject)| subject.strip_prefix(named))
                    .is_some_and(|drawn| drawn.starts_with('\n'))
        })
    }

    /// When it is told of.
    pub(super) fn due(&self, limits: &Limits) -> f64 {
        let patience = match self.undrawn {
            Some(_) => limits.drawing,
            None => limits.settle,
        };
        self.since + patience
    }
}

/// What a subject names above a last line of nothing but an ellipsis: that line stands for what is
/// not drawn yet, as the change of an edit for a moment.
fn above_ellipsis(block: &OperatorBlock) -> Option<&str> {
    let above = block.subject.as_deref()?.strip_suffix('…')?;
    above.strip_suffix('\n')
}

fn is_undrawn(block: &OperatorBlock) -> bool {
    above_ellipsis(block).is_some()
}
