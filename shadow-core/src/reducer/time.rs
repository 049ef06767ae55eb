//! What follows from the passing of time alone: readiness, stalls, blocks told, suspicion; and when
//! to look again.

use super::run::Run;
use super::settle::Held;
use super::sight::Sight;
use super::stall::Still;
use super::state::State;
use super::turn::Phase;
use crate::contract::Readiness;
use crate::contract::{AnomalyCode, ShadowAnomaly};
use crate::event::EventBody;

impl Run<'_> {
    /// Draws every conclusion that is due.
    pub(super) fn settle_time(&mut self) {
        let sight = self.state.effective_sight();
        self.state.weigh(sight);
        if sight == Sight::Working && !self.state.looks.seen.is_starting() {
            self.state.past.worked_at = Some(self.now);
        }
        self.tell_block(sight);
        self.watch_stall(sight);
        if self.state.looks.doubt.is_none() {
            self.move_turn(sight);
        }
        self.watch_activity(sight);
        self.move_readiness(sight);
    }

    /// Unknown past the limit is a stall, by the clock, once.
    fn watch_stall(&mut self, sight: Sight) {
        if !sight.is_unknown() {
            if let Some(since) = self.state.stall.recover() {
                self.say(EventBody::StalledRecovered { since });
            }
            return;
        }
        let (believed, limit) = (
            self.state.surface.believed,
            self.state.limits.unknown_to_stalled,
        );
        if let Some(since) = self.state.stall.last(believed.since, self.now, limit) {
            let at = (since + limit).max(self.state.before);
            self.say_at(at, EventBody::StalledEntered { since });
        }
    }

    fn move_readiness(&mut self, sight: Sight) {
        let quiet = self.now >= self.state.quiet_since() + self.state.limits.quiet;
        let silent = sight == Sight::Unwitnessed && quiet && !self.state.turn.is_open();
        let to = match sight {
            Sight::Ready => Readiness::Ready,
            Sight::Unwitnessed if silent => Readiness::Ready,
            Sight::Working | Sight::Idle => Readiness::Waiting,
            Sight::Unwitnessed if self.state.turn.is_open() => Readiness::Waiting,
            Sight::Blocked => Readiness::Blocked,
            Sight::Gone | Sight::Foreign => Readiness::Failed,
            _ if self.state.stall.is_told() => Readiness::Stalled,
            _ => Readiness::Unknown,
        };
        self.state.published.by_silence = silent;
        let from = self.state.published.readiness;
        if from == to {
            return;
        }
        self.state.published.readiness = to;
        self.state.published.readiness_since = self.now;
        self.say(EventBody::ReadinessChanged {
            from,
            to,
            inferred_by_silence: silent,
        });
    }

    /// A working turn whose counter and text have both stood still is suspected, once.
    fn watch_activity(&mut self, sight: Sight) {
        if sight != Sight::Working || !self.state.turn.is_open() {
            self.state.still = Still::default();
            return;
        }
        let (shown, changed) = (
            self.state.looks.seen.activity.as_ref(),
            self.state.dialog.changed_at,
        );
        let limit = self.state.limits.suspect;
        if let Some(since) = self.state.still.watch(shown, changed, self.now, limit) {
            let message = "the turn says that it runs; its counter and text have stood still";
            let anomaly = ShadowAnomaly::new(AnomalyCode::StallSuspected, message)
                .with("since", format!("{since:.3}"));
            self.say(EventBody::Anomaly { anomaly });
        }
    }
}

impl State {
    /// The believed sight, with a title weighed out that alone says working and moves no more, or that alone says that
    /// no turn runs and has said so while one did.
    pub(super) fn effective_sight(&self) -> Sight {
        let sight = self.surface.believed.sight;
        let stale = sight == Sight::Working
            && self.looks.seen.only_title_works
            && self.now >= self.quiet_since() + self.limits.title_stale;
        let blind = sight == Sight::Ready && self.looks.seen.only_title_rests && self.title.lies();
        if stale || blind {
            Sight::Unwitnessed
        } else {
            sight
        }
    }

    /// Whether a life behind another has shown its first screen just now, and a turn runs on it: a CLI that goes on after
    /// it was suspended prints its dialog anew, and the prompt that it works on comes last.
    pub(super) fn comes_up(&self, sight: Sight) -> bool {
        let again = self.life.generation() > 1 && !self.baseline.is_taken();
        again && sight.is_guarded() && self.now < self.came_up_at()
    }

    /// When the first screen of a life has stood long enough.
    fn came_up_at(&self) -> f64 {
        self.surface.believed.since + self.limits.first_settle
    }

    /// Keeps since when the weighed sight has stood.
    fn weigh(&mut self, sight: Sight) {
        let believed = self.surface.believed.since;
        if sight != self.weighed.sight || believed > self.weighed.since {
            let since = if believed > self.weighed.since {
                believed
            } else {
                self.now
            };
            self.weighed = Held { sight, since };
        }
    }

    /// When something may follow without further input.
    pub(super) fn next_deadline(&self) -> Option<f64> {
        let times = [
            self.surface.deadline(self.limits.settle),
            self.block_deadline(),
            self.stall.due(self.limits.unknown_to_stalled),
            self.turn_deadline(),
            self.doubt_deadline(),
            self.begin_deadline(),
            self.empty_deadline(),
            self.comes_up(self.surface.believed.sight)
                .then(|| self.came_up_at()),
            self.work_deadline(),
            self.sight_deadline().filter(|_| self.looks.doubt.is_none()),
        ];
        let ahead = times.into_iter().flatten().map(|at| at.max(self.now));
        ahead.min_by(f64::total_cmp)
    }

    /// When a change of the dialog has held, unless the surface itself is in doubt.
    fn doubt_deadline(&self) -> Option<f64> {
        let settle = self.limits.settle;
        let doubt = self.looks.doubt.as_ref();
        let due = doubt.map(|doubt| doubt.since + settle);
        due.filter(|_| self.surface.deadline(settle).is_none())
    }

    /// When work without a user cell, or on a command, has lasted.
    fn begin_deadline(&self) -> Option<f64> {
        let (limits, itself) = (&self.limits, self.signs.self_start.as_ref());
        let command = self.signs.command.as_ref();
        let worked = command.and_then(|it| Some(it.worked_since? + it.hold(limits)));
        let said = [
            itself.and_then(|start| start.said_since),
            command.and_then(|command| command.said_since),
        ];
        let times = [
            itself.map(|start| start.since + limits.asking_hold),
            itself.map(|start| start.since + limits.self_start_hold),
            worked,
            said[0].map(|since| since + limits.settle),
            said[1].map(|since| since + limits.settle),
            self.past
                .settled
                .as_ref()
                .and_then(|it| it.due(limits.settle)),
        ];
        let ahead = times.into_iter().flatten().filter(|at| *at > self.now);
        let due = ahead.min_by(f64::total_cmp);
        due.filter(|_| self.looks.doubt.is_none())
    }

    /// When work has lasted: then what had come to rest before it has not.
    fn work_deadline(&self) -> Option<f64> {
        let open = self.turn.open();
        let rested = open.is_some_and(|open| open.rest.since().is_some() || open.unwitnessed);
        let works = self.effective_sight() == Sight::Working && self.looks.doubt.is_none();
        let lasted = self.surface.believed.since + self.limits.self_start_hold;
        (rested && works && lasted > self.now).then_some(lasted)
    }

    /// When a screen that stays empty counts as cleared.
    fn empty_deadline(&self) -> Option<f64> {
        let cleared = self.dialog.cleared_at(self.limits.settle);
        cleared.filter(|at| *at > self.now)
    }

    fn turn_deadline(&self) -> Option<f64> {
        let open = self.turn.open().filter(|_| self.looks.doubt.is_none())?;
        match (self.turn.phase()?, open.rest.candidate()) {
            (Phase::Candidate, Some(at)) if open.rest.is_by_silence() => Some(at + self.patience()),
            (Phase::Candidate, Some(at)) => Some(at + self.limits.completion_stability),
            (Phase::Waiting, _) if self.surface.believed.sight == Sight::Ready => {
                let since = self.surface.believed.since.max(open.started);
                Some(since + self.limits.submit_patience)
            }
            _ => None,
        }
    }

    /// When the sight itself comes to mean something else.
    fn sight_deadline(&self) -> Option<f64> {
        match self.effective_sight() {
            Sight::Unwitnessed if self.turn.phase() == Some(Phase::Running) => {
                Some(self.quiet_since() + self.limits.completion_stability)
            }
            Sight::Unwitnessed
                if !self.turn.is_open() && self.published.readiness != Readiness::Ready =>
            {
                Some(self.quiet_since() + self.limits.quiet)
            }
            Sight::Working if self.looks.seen.only_title_works => {
                Some(self.quiet_since() + self.limits.title_stale)
            }
            Sight::Working if self.turn.is_open() && !self.still.is_told() => {
                Some(self.still.due(self.limits.suspect))
            }
            _ => None,
        }
    }
}
