//! What lasts too long: a surface that is not known, and a turn whose counter and text stand still.

use crate::contract::{Activity, Retry};

/// A surface that is not known, and since when.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Stall {
    since: Option<f64>,
    told: bool,
}

impl Stall {
    /// The surface is not known, at the latest since `since`; since when it is, where that has just become a stall.
    pub(super) fn last(&mut self, since: f64, now: f64, limit: f64) -> Option<f64> {
        let since = *self.since.get_or_insert(since);
        let stalls = now >= since + limit && !self.told;
        self.told |= stalls;
        stalls.then_some(since)
    }

    /// The surface is known; since when it was not, where that was a stall.
    pub(super) fn recover(&mut self) -> Option<f64> {
        let told = std::mem::take(&mut self.told);
        self.since.take().filter(|_| told)
    }

    pub(super) fn is_told(&self) -> bool {
        self.told
    }

    /// When it becomes a stall.
    pub(super) fn due(&self, limit: f64) -> Option<f64> {
        self.since.filter(|_| !self.told).map(|since| since + limit)
    }
}

/// Since when the turn's counter and text have stood still.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Still {
    begun: bool,
    /// The activity as shown.
    shown: Option<Activity>,
    /// When the dialog last changed.
    changed: f64,
    since: f64,
    told: bool,
}

impl Still {
    /// The turn shows this, and its dialog changed then; since when both have stood still, where that has just become too long.
    pub(super) fn watch(
        &mut self,
        shown: Option<&Activity>,
        changed: f64,
        now: f64,
        limit: f64,
    ) -> Option<f64> {
        let moves = self.changed < changed || counter(self.shown.as_ref()) != counter(shown);
        if !self.begun || moves {
            *self = Self {
                begun: true,
                shown: shown.cloned(),
                changed,
                since: now,
                told: false,
            };
        }
        let suspects = now >= self.due(limit) && !self.told;
        self.told |= suspects;
        suspects.then_some(self.since)
    }

    /// The turn is over.
    pub(super) fn end(&mut self) {
        self.told = false;
    }

    pub(super) fn is_told(&self) -> bool {
        self.told
    }

    /// When it has lasted too long.
    pub(super) fn due(&self, limit: f64) -> f64 {
        self.since + limit
    }
}

/// What of an activity moves while it goes on.
type Counter<'a> = (Option<&'a str>, Option<f64>, Option<u64>, Option<&'a Retry>);

fn counter(shown: Option<&Activity>) -> Option<Counter<'_>> {
    let shown = shown?;
    let (label, retry) = (shown.label.as_deref(), shown.retry.as_ref());
    Some((label, shown.elapsed_seconds, shown.tokens, retry))
}
