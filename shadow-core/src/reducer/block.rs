//! The block in front over time: told of once it has held and is drawn, its end told, and the times in which
//! a turn waits for a person.

use std::borrow::Cow;
use std::sync::Arc;

use super::face::{Calls, Face};
use super::run::Run;
use super::sight::Sight;
use super::state::State;
use super::track::BlockTrack;
use crate::contract::OperatorBlock;
use crate::event::EventBody;

impl Run<'_> {
    /// Tells of a block once it has held, and of its end: when nothing is asked any more, or another block has held. One
    /// that comes back sooner was drawn anew, as in a pane that takes another size.
    pub(super) fn tell_block(&mut self, sight: Sight) {
        let seen = Arc::clone(&self.state.looks.seen);
        let block = seen.block.as_ref().filter(|_| sight == Sight::Blocked);
        let (now, limits) = (self.now, self.state.limits);
        let track = self.state.blocks.front.take();
        let stood = track.as_ref().is_some_and(|it| it.standing().is_some());
        let given = &mut self.state.blocks.count;
        let face = block.map(|block| Face {
            block: Cow::Borrowed(block),
            size: seen.size,
            life: self.state.life.generation(),
            since: now,
            calls: Calls::of(block, &seen.cells),
        });
        self.state.blocks.front = match (track, face) {
            (Some(track), Some(face)) => Some(track.seeing(face, given)),
            (None, Some(face)) => Some(BlockTrack::new(face, None, given)),
            (track, None) => track
                .filter(|_| sight == Sight::Blocked)
                .and_then(BlockTrack::into_standing),
        };
        if stood && self.state.blocks.front.is_none() {
            self.say(EventBody::OperatorUnblocked);
        }
        let due = |track: &&mut BlockTrack| !track.told && now >= track.due(&limits);
        if let (Some(track), Some(block)) = (self.state.blocks.front.as_mut().filter(due), block) {
            let mut operator_block = Box::new(block.clone());
            operator_block.appearance = Some(track.appearance);
            if track.tell() {
                self.say(EventBody::OperatorUnblocked);
            }
            self.say(EventBody::OperatorBlocked { operator_block });
        }
    }

    /// Opens and closes the times in which the turn waits for a person, for what is in front.
    pub(super) fn note_block(&mut self, asks: bool) {
        let mut since = self.state.surface.believed.since;
        if self.state.looks.seen.another_asks() {
            // The turn ends under a dialog that stays.
            since = since.max(self.state.dialog.changed_at);
        }
        let track = self.state.blocks.front.as_ref().filter(|_| asks);
        let stands = track.and_then(BlockTrack::standing).cloned();
        let Some(open) = self.state.turn.open_mut() else {
            return;
        };
        let begun = open
            .blocked
            .last_mut()
            .filter(|interval| interval.to.is_none());
        let first = begun.is_none();
        if let Some(interval) = begun {
            match &stands {
                Some(track) if open.waits_for == Some(track.appearance) => {
                    track.signature().clone_into(&mut interval.signature);
                    return;
                }
                Some(track) => interval.to = Some(track.since),
                None => interval.to = Some(since.max(interval.from)),
            }
        }
        if let Some(track) = stands {
            let from = if first {
                since.max(open.started)
            } else {
                track.since
            };
            open.waits(&track, from);
        }
    }
}

impl State {
    /// When the block in front is told of, if it is not yet.
    pub(super) fn block_deadline(&self) -> Option<f64> {
        let untold = self.blocks.front.as_ref().filter(|track| !track.told)?;
        Some(untold.due(&self.limits))
    }

    /// The number of a block's appearance, while the block is in front.
    pub(crate) fn appearance_of(&self, block: &OperatorBlock) -> Option<u64> {
        self.blocks.front.as_ref()?.appearance_of(block)
    }
}
