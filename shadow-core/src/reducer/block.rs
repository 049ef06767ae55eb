//! The block in front over time: told of once it has held and is drawn, its end told, and the times in which
//! a turn waits for a person.

use std::sync::Arc;

use super::limits::Limits;
use super::record::BlockedInterval;
use super::sight::Sight;
use super::state::State;
use super::step::Run;
use crate::contract::OperatorBlock;
use crate::event::EventBody;

/// A block in front, and whether it has been told of.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BlockTrack {
    pub(super) signature: String,
    pub(super) since: f64,
    pub(super) told: bool,
    /// The block itself, while an ellipsis stands where its subject will be drawn.
    undrawn: Option<Box<OperatorBlock>>,
    /// The signature that it had before it was drawn.
    drawn_from: Option<String>,
}

impl BlockTrack {
    fn new(block: &OperatorBlock, before: Option<&Self>, now: f64) -> Self {
        let before = before.filter(|before| before.grows_into(block));
        Self {
            signature: block.signature.clone(),
            since: now,
            told: false,
            undrawn: is_undrawn(block).then(|| Box::new(block.clone())),
            drawn_from: before.map(|before| before.signature.clone()),
        }
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
    fn due(&self, limits: &Limits) -> f64 {
        let patience = match self.undrawn {
            Some(_) => limits.drawing,
            None => limits.settle,
        };
        self.since + patience
    }
}

/// What a subject names above a last line of nothing but an ellipsis: that line stands for what is
/// not drawn yet (the change of an edit for 0.3 s in Claude Code 2.1.200).
fn above_ellipsis(block: &OperatorBlock) -> Option<&str> {
    let above = block.subject.as_deref()?.strip_suffix('…')?;
    above.strip_suffix('\n')
}

fn is_undrawn(block: &OperatorBlock) -> bool {
    above_ellipsis(block).is_some()
}

impl Run<'_> {
    /// Tells of a block once it has held, and of its end.
    pub(super) fn tell_block(&mut self, sight: Sight) {
        let seen = Arc::clone(&self.state.seen);
        let block = seen.block.as_ref().filter(|_| sight == Sight::Blocked);
        let signature = block.map(|block| &block.signature);
        let tracked = self.state.block.as_ref().map(|track| &track.signature);
        if signature != tracked {
            let before = self.state.block.take();
            if before.as_ref().is_some_and(|track| track.told) {
                self.say(EventBody::OperatorUnblocked);
            }
            let track = |block| BlockTrack::new(block, before.as_ref(), self.now);
            self.state.block = block.map(track);
        }
        let (now, limits) = (self.now, self.state.limits);
        let due = |track: &&mut BlockTrack| !track.told && now >= track.due(&limits);
        if let (Some(track), Some(block)) = (self.state.block.as_mut().filter(due), block) {
            track.told = true;
            let operator_block = Box::new(block.clone());
            self.say(EventBody::OperatorBlocked { operator_block });
        }
    }

    /// Opens and closes the times in which the turn waits for a person.
    pub(super) fn note_block(&mut self, asks: bool) {
        let since = self.state.surface.believed.since;
        let now = self.now;
        let seen = Arc::clone(&self.state.seen);
        let block = seen.block.as_ref().filter(|_| asks);
        let track = self.state.block.as_ref();
        let drawn_from = track.and_then(|track| track.drawn_from.clone());
        let Some(open) = &mut self.state.open else {
            return;
        };
        let begun = open
            .blocked
            .last_mut()
            .filter(|interval| interval.to.is_none());
        let signature = block.map(|block| block.signature.as_str());
        let first = begun.is_none();
        if let Some(interval) = begun {
            let own = Some(interval.signature.as_str());
            if own == signature {
                return;
            }
            if let Some(drawn) = signature.filter(|_| own == drawn_from.as_deref()) {
                drawn.clone_into(&mut interval.signature);
                return;
            }
            interval.to = Some(if asks { now } else { since.max(interval.from) });
        }
        if let Some(block) = block {
            let from = if first { since.max(open.started) } else { now };
            open.blocked.push(BlockedInterval {
                from,
                to: None,
                kind: block.kind,
                signature: block.signature.clone(),
            });
        }
    }
}

impl State {
    /// When the block in front is told of, if it is not yet.
    pub(super) fn block_deadline(&self) -> Option<f64> {
        let untold = self.block.as_ref().filter(|track| !track.told)?;
        Some(untold.due(&self.limits))
    }
}
