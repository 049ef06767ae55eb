//! A block in front, from its first look to its end.

use super::face::Face;
use super::limits::Limits;
use crate::contract::{BlockedInterval, OperatorBlock};

/// Seconds within which a CLI redraws a dialog after a resize. Until then, the pane may show the old drawing.
const REDRAWN: f64 = 2.0;

/// A block in front, and whether it has been told of.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BlockTrack {
    /// The number of the dialog, for all its drawings.
    pub(super) appearance: u64,
    pub(super) since: f64,
    pub(super) told: bool,
    /// As it was last drawn.
    face: Face<'static>,
    /// As it was drawn before the pane took another size, for as long as what is drawn since may be half a frame of it.
    resized: Option<Face<'static>>,
    /// The one that was told of before it: while this one may be half a frame, that one stands.
    before: Option<Box<BlockTrack>>,
}

impl BlockTrack {
    /// A block that no look has shown before. `given` counts the appearances.
    pub(super) fn new(face: Face<'_>, before: Option<Self>, given: &mut u64) -> Self {
        let drawn = before.as_ref().filter(|it| it.face.grows_into(&face));
        let appearance = drawn.map(|before| before.appearance);
        Self {
            appearance: appearance.unwrap_or_else(|| {
                *given += 1;
                *given
            }),
            since: face.since,
            told: false,
            face: face.kept(),
            resized: None,
            before: before.and_then(Self::into_standing).map(Box::new),
        }
    }

    /// The track once a block shows: itself, the one that stands still and is back, or another one's.
    pub(super) fn seeing(mut self, face: Face<'_>, given: &mut u64) -> Self {
        if self.face.is_again(&face) {
            return self.drawn_as(face);
        }
        match self.before.take() {
            Some(before) if before.face.is_again(&face) => before.drawn_as(face),
            before if self.is_redrawn_as(&face) => Self {
                before,
                ..self.drawn_as(face)
            },
            Some(before) if before.is_redrawn_as(&face) => before.drawn_as(face),
            before => Self::new(face, Some(Self { before, ..self }), given),
        }
    }

    /// Whether a face is this dialog's, redrawn because the pane was resized.
    fn is_redrawn_as(&self, face: &Face<'_>) -> bool {
        let half = |before: &&Face<'static>| {
            face.since < self.face.since + REDRAWN || self.face.is_less_than(before)
        };
        let before = self.resized.as_ref().filter(half);
        let mut known = before.into_iter().chain([&self.face]);
        known.any(|known| known.is_resized_to(face))
    }

    /// Takes the current drawing of this dialog.
    fn drawn_as(mut self, face: Face<'_>) -> Self {
        if self.face.is_again(&face) && self.face.size == face.size {
            self.face.calls = face.calls;
            return self;
        }
        let last = std::mem::replace(&mut self.face, face.kept());
        let fuller = |it: &Face<'static>| last.is_less_than(it);
        if last.size != self.face.size && !self.resized.as_ref().is_some_and(fuller) {
            self.resized = Some(last);
        }
        self
    }

    /// The number of a block's appearance, if it is this one or the one before it.
    pub(super) fn appearance_of(&self, block: &OperatorBlock) -> Option<u64> {
        let known = [Some(self), self.before.as_deref()];
        let is = |track: &&Self| track.face.block.signature == block.signature;
        let found = known.into_iter().flatten().find(is);
        found.map(|track| track.appearance)
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

    /// The time from which on a turn waits for it.
    pub(super) fn interval(&self, from: f64) -> BlockedInterval {
        BlockedInterval {
            from,
            to: None,
            kind: self.face.block.kind,
            signature: self.signature().to_owned(),
        }
    }

    pub(super) fn signature(&self) -> &str {
        &self.face.block.signature
    }

    /// When it is told of.
    pub(super) fn due(&self, limits: &Limits) -> f64 {
        let patience = match self.face.is_undrawn() {
            true => limits.drawing,
            false => limits.settle,
        };
        self.since + patience
    }
}
