//! The block in front over time: told of once it has held and is drawn, its end told, and the times in which
//! a turn waits for a person.

use std::sync::Arc;

use super::sight::Sight;
use super::state::State;
use super::step::Run;
use super::track::BlockTrack;
use crate::contract::BlockedInterval;
use crate::event::EventBody;

impl Run<'_> {
    /// Tells of a block once it has held, and of its end.
    pub(super) fn tell_block(&mut self, sight: Sight) {
        let seen = Arc::clone(&self.state.looks.seen);
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
        let seen = Arc::clone(&self.state.looks.seen);
        let block = seen.block.as_ref().filter(|_| asks);
        let track = self.state.block.as_ref();
        let drawn_from = track.and_then(|track| track.drawn_from.clone());
        let Some(open) = self.state.turn.open_mut() else {
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
