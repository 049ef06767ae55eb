//! How a turn comes to rest: since when it says no more, what speaks for that, and what takes it back.

use crate::contract::Failure;

/// The last of the agent's cells, and its length.
pub(super) type Said = (u64, usize);

/// What a resting surface shows of a turn's end.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct End {
    pub(super) failure: Option<Failure>,
    pub(super) interrupted: bool,
}

/// How far a turn has come to rest.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Rest {
    /// Since when it rests, as long as its cells have said no more since: what follows may be something else that begins.
    since: Option<f64>,
    /// Since when it looks done, on the surface as it is.
    candidate: Option<f64>,
    /// Silence alone speaks for it.
    by_silence: bool,
    /// The next prompt could have been given since.
    was_ready: bool,
    /// What it shows of the turn's end.
    pub(super) end: End,
    /// What the turn was last seen to have said.
    said: Option<Said>,
    /// How it rested before the agent said more, until what was said more is more than half a frame.
    resumed: Option<Box<Resumed>>,
}

/// A rest that more words have ended.
#[derive(Debug, Clone, PartialEq)]
struct Resumed {
    said: Option<Said>,
    since: Option<f64>,
    was_ready: bool,
    end: End,
}

impl Rest {
    /// Since when it rests, whatever says so.
    pub(super) fn since(&self) -> Option<f64> {
        self.since
    }

    /// Since when it rests by a witness.
    pub(super) fn witnessed(&self) -> Option<f64> {
        self.since.filter(|_| !self.by_silence)
    }

    /// Since when it looks done.
    pub(super) fn candidate(&self) -> Option<f64> {
        self.candidate
    }

    /// When the turn was over, if it is.
    pub(super) fn over(&self) -> Option<f64> {
        self.candidate.or(self.since)
    }

    /// Whether it is at rest: by a witness, or silent for a while.
    pub(super) fn is_over(&self) -> bool {
        self.candidate.is_some() || self.witnessed().is_some()
    }

    /// Whether silence alone speaks for it.
    pub(super) fn is_by_silence(&self) -> bool {
        self.by_silence
    }

    /// Whether the next prompt could have been given since.
    pub(super) fn was_ready(&self) -> bool {
        self.was_ready
    }

    /// It looks done since a time; `silence` where nothing else says so.
    pub(super) fn hold(&mut self, since: f64, silence: bool) {
        self.candidate = Some(since);
        self.by_silence = silence;
        self.since = Some(since);
        self.was_ready |= !silence;
    }

    /// It has been silent since a time, not for long enough to look done.
    pub(super) fn fall_silent(&mut self, since: f64) {
        self.since = Some(since);
        self.by_silence = true;
    }

    /// The composer is covered: a rest begins where `since` says that the surface is idle.
    pub(super) fn cover(&mut self, since: Option<f64>) {
        self.candidate = None;
        self.since = since.or(self.since);
    }

    /// It rested at a free prompt by a time at the latest.
    pub(super) fn rested_by(&mut self, at: f64) {
        self.since = self.since.or(Some(at));
        self.by_silence = false;
    }

    /// The surface does not speak for it now.
    pub(super) fn doubt(&mut self) {
        self.candidate = None;
    }

    /// The turn goes on after a rest: what the rest showed of its end is not it.
    pub(super) fn resume(&mut self) {
        if self.since.take().is_some() {
            self.end = End::default();
            self.was_ready = false;
            self.by_silence = false;
        }
    }

    /// The agent's last words are these now. Where they are other words the turn goes on, unless they are what they were
    /// when it rested, and what came between was half a frame.
    pub(super) fn take_words(&mut self, said: Said, truncated: bool) {
        let more = self.said.is_none_or(|(uid, length)| {
            said.0 > uid || said.0 == uid && !truncated && said.1 != length
        });
        if more {
            self.speak(said);
        }
    }

    fn speak(&mut self, said: Said) {
        let before = self.said.replace(said);
        let resumed = self.resumed.take();
        match resumed.filter(|resumed| resumed.said == Some(said)) {
            Some(resumed) => self.rest_as(*resumed),
            None if self.witnessed().is_some() => {
                self.resumed = Some(Box::new(Resumed {
                    said: before,
                    since: self.since,
                    was_ready: self.was_ready,
                    end: self.end.clone(),
                }));
                self.resume();
            }
            None => self.resume(),
        }
    }

    fn rest_as(&mut self, rest: Resumed) {
        self.since = rest.since;
        self.was_ready = rest.was_ready;
        self.end = rest.end;
    }
}
