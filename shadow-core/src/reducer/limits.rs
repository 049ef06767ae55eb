//! The reducer's limits, in seconds.

/// Times after which the reducer draws a conclusion, in seconds.
///
/// An infinite limit never ends. [`State::new`](super::State::new) reads a negative limit as 0, and replaces a limit that is not a
/// number by the default, because every time would exceed it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// How long a surface that is less guarded than the last must hold before it is believed, so
    /// that a half-drawn frame is ignored.
    pub settle: f64,
    /// How long the first surface must hold before it is believed. 0 if the caller may never look again.
    pub first_settle: f64,
    /// How long the report of a block waits for its subject, while the screen shows `…` in its place.
    pub drawing: f64,
    /// `completion_stability_seconds`: how long a candidate must hold with the dialog unchanged.
    pub completion_stability: f64,
    /// `quiet_seconds`: how much silence settles a surface without a witness of the turn.
    pub quiet: f64,
    /// How much silence settles a surface whose last words end in the middle of a sentence, where an agent that pauses goes on.
    pub quiet_midway: f64,
    /// `unknown_to_stalled_timeout_seconds`.
    pub unknown_to_stalled: f64,
    /// How long work without a user cell must last before it counts as a turn of its own, where the
    /// agent says nothing.
    pub self_start_hold: f64,
    /// How long a dialog of the agent's without a user cell must stand for the same; and how long work
    /// must last before what ended before it counts as over no more.
    pub asking_hold: f64,
    /// How long after a queued message went the cell that comes may still be it.
    pub queue_hold: f64,
    /// How long the agent must be seen to work on a command before it counts as a turn, where it says
    /// nothing.
    pub command_hold: f64,
    /// How long a submitted prompt may show no trace before its turn is given up.
    pub submit_patience: f64,
    /// How old an unmoving title may be and still be believed when it alone says working.
    pub title_stale: f64,
    /// How long counter and text of a working turn may stand still before it is suspected.
    pub suspect: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            settle: 0.2,
            first_settle: 0.2,
            drawing: 0.6,
            completion_stability: 1.0,
            quiet: 10.0,
            quiet_midway: 30.0,
            unknown_to_stalled: 30.0,
            self_start_hold: 6.0,
            asking_hold: 1.0,
            queue_hold: 1.0,
            command_hold: 6.0,
            submit_patience: 30.0,
            title_stale: 10.0,
            suspect: 120.0,
        }
    }
}

impl Limits {
    /// These, with what is no length of time mended.
    pub(super) fn mended(self) -> Self {
        let usual = Self::default();
        let mended = |given: f64, usual: f64| {
            if given.is_nan() {
                usual
            } else {
                given.max(0.0)
            }
        };
        Self {
            settle: mended(self.settle, usual.settle),
            first_settle: mended(self.first_settle, usual.first_settle),
            drawing: mended(self.drawing, usual.drawing),
            completion_stability: mended(self.completion_stability, usual.completion_stability),
            quiet: mended(self.quiet, usual.quiet),
            quiet_midway: mended(self.quiet_midway, usual.quiet_midway),
            unknown_to_stalled: mended(self.unknown_to_stalled, usual.unknown_to_stalled),
            self_start_hold: mended(self.self_start_hold, usual.self_start_hold),
            asking_hold: mended(self.asking_hold, usual.asking_hold),
            queue_hold: mended(self.queue_hold, usual.queue_hold),
            command_hold: mended(self.command_hold, usual.command_hold),
            submit_patience: mended(self.submit_patience, usual.submit_patience),
            title_stale: mended(self.title_stale, usual.title_stale),
            suspect: mended(self.suspect, usual.suspect),
        }
    }
}
