//! The block in front over time: told of once it has held and is drawn, its end told, and the times in which
//! a turn waits for a person.

use std::sync::Arc;

use super::run::Run;
use super::sight::Sight;
use super::state::State;
use super::track::BlockTrack;
use crate::contract::BlockedInterval;
use crate::event::EventBody;

impl Run<'_> {
    /// Tells of a block once it has held, and of its end: when nothing is asked any more, or another block has held. One
    /// that comes back sooner was drawn anew, as in a pane that takes another size.
    pub(super) fn tell_block(&mut self, sight: Sight) {
        let seen = Arc::clone(&self.state.looks.seen);
        let block = seen.block.as_ref().filter(|_| sight == Sight::Blocked);
        let (now, limits) = (self.now, self.state.limits);
        let track = self.state.block.take();
        let stood = track.as_ref().is_some_and(|it| it.standing().is_some());
        self.state.block = match (track, block) {
            (Some(track), Some(block)) => Some(track.seeing(block, now)),
            (None, Some(block)) => Some(BlockTrack::new(block, None, now)),
            (track, None) => track
                .filter(|_| sight == Sight::Blocked)
                .and_then(BlockTrack::into_standing),
        };
        if stood && self.state.block.is_none() {
            self.say(EventBody::OperatorUnblocked);
        }
        let due = |track: &&mut BlockTrack| !track.told && now >= track.due(&limits);
        if let (Some(track), Some(block)) = (self.state.block.as_mut().filter(due), block) {
            if track.tell() {
                self.say(EventBody::OperatorUnblocked);
            }
            let operator_block = Box::new(block.clone());
            self.say(EventBody::OperatorBlocked { operator_block });
        }
    }

    /// Opens and closes the times in which the turn waits for a person, for what is in front.
    pub(super) fn note_block(&mut self, asks: bool) {
        let since = self.state.surface.believed.since;
        let track = self.state.block.as_ref().filter(|_| asks);
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
            let own = interval.signature.as_str();
            let same = |track: &BlockTrack| own == track.signature;
            let drawn = |track: &BlockTrack| Some(own) == track.drawn_from.as_deref();
            match &stands {
                Some(track) if same(track) => return,
                Some(track) if drawn(track) => {
                    interval.signature.clone_from(&track.signature);
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
            open.blocked.push(BlockedInterval {
                from,
                to: None,
                kind: track.kind,
                signature: track.signature,
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
