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

#[cfg(test)]
mod tests {
    use super::super::testing::{Script, blocked, ready, user, working};
    use crate::event::EventBody;

    /// An edit is asked about at two seconds, its change drawn at a later time, and answered at eight.
    fn drawn_at(at: f64) -> Script {
        let cells = [user("change it")];
        Script::new(
            12.0,
            vec![
                (0.0, ready(&[])),
                (1.0, working(&cells)),
                (2.0, blocked("notes.txt\n…", &cells)),
                (at, blocked("notes.txt\n1 -old\n1 +new", &cells)),
                (8.0, working(&cells)),
            ],
        )
    }

    fn told(script: &Script, interval: f64) -> Vec<Option<String>> {
        let events = script.every(interval).events.into_iter();
        let told = events.filter_map(|event| match event.body {
            EventBody::OperatorBlocked { operator_block } => Some(operator_block.subject),
            EventBody::OperatorUnblocked => Some(None),
            _ => None,
        });
        told.collect()
    }

    const DRAWN: &str = "notes.txt\n1 -old\n1 +new";

    #[test]
    fn a_block_is_told_of_once_its_subject_is_drawn() {
        for interval in [0.05, 0.1, 0.25, 0.5] {
            let script = drawn_at(2.3);
            let drawn = Some(DRAWN.to_owned());
            assert_eq!(told(&script, interval), [drawn, None], "{interval}");
        }
    }

    #[test]
    fn what_stays_undrawn_is_told_of_as_it_is_and_again_when_it_is_drawn() {
        let script = drawn_at(4.0);
        let undrawn = Some("notes.txt\n…".to_owned());
        let drawn = Some(DRAWN.to_owned());
        assert_eq!(told(&script, 0.1), [undrawn, None, drawn, None]);
    }

    #[test]
    fn a_wait_in_which_the_subject_is_drawn_is_one_wait() {
        for at in [2.3, 4.0] {
            let mut script = drawn_at(at);
            script.scenes.push((9.0, ready(&[user("change it")])));
            let story = script.every(0.1);
            let record = &story.log.records()[0];
            let [wait] = record.blocked.as_slice() else {
                panic!("{:?}", record.blocked);
            };
            let block = blocked(DRAWN, &[]).block.expect("a block");
            assert_eq!(wait.signature, block.signature);
        }
    }

    #[test]
    fn another_edit_that_follows_at_once_is_another_wait() {
        let cells = [user("change it")];
        let mut script = drawn_at(4.0);
        script.scenes[3].1 = blocked("other.txt\n1 +new", &cells);
        script.scenes.push((9.0, ready(&cells)));
        let story = script.every(0.1);
        assert_eq!(story.log.records()[0].blocked.len(), 2);
    }
}
