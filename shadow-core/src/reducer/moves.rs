//! What a believed surface does to the turn: one table of moves, and the moves.

use super::run::Run;
use super::sight::Sight;
use super::state::Looks;
use super::turn::{Asked, OpenTurn, Phase};
use crate::contract::BlockKind;
use crate::contract::Outcome;

/// What the surface says to a turn that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signal {
    /// It runs.
    Works,
    /// The agent asks.
    Asks,
    /// The next prompt would be taken as such.
    Free,
    /// No turn runs, or this cannot be known: the person has gone on to a command or a panel.
    Covered,
    /// No turn runs, and a side chat or another agent's dialog has the keys.
    Aside,
    /// A free composer, and nothing tells a running turn from a finished one.
    Silent,
    /// Nothing tells.
    Unknown,
    /// The CLI has ended.
    Gone,
}

/// The state of an open turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bearing {
    /// Nothing of it has shown.
    Unseen,
    /// It runs, for all that a witness says.
    Runs,
    /// It rests by a witness, and no prompt could have been given since.
    Rests,
    /// It rests by a witness, and the next prompt could have been given.
    RestsReady,
}

/// What a turn does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Move {
    /// It works.
    Work,
    /// It waits for a person.
    Ask,
    /// It waits to be seen, but not for ever.
    Wait,
    /// It looks done; its window runs.
    Hold,
    /// It rested before, and its window runs on, until the agent says more.
    HoldOn,
    /// Change is work, silence its end.
    Listen,
    /// What covers the composer may show that it is over.
    Rest,
    /// Its state is unknown.
    Lose,
    /// Nothing follows.
    Stay,
}

/// The moves, by what the surface says and by the state of the turn.
#[rustfmt::skip]
const MOVES: [(Signal, [Move; 4]); 8] = {
    use Move::{Ask, Hold, HoldOn, Listen, Lose, Rest, Stay, Wait, Work};
    [
        //                 unseen   runs     rests    rests, ready
        (Signal::Works,   [Work,    Work,    Work,    Work]),
        (Signal::Asks,    [Ask,     Ask,     Ask,     Ask]),
        (Signal::Free,    [Wait,    Hold,    Hold,    Hold]),
        (Signal::Covered, [Rest,    Rest,    Stay,    HoldOn]),
        (Signal::Aside,   [Stay,    Hold,    Hold,    Hold]),
        (Signal::Silent,  [Stay,    Listen,  Stay,    HoldOn]),
        (Signal::Unknown, [Lose,    Lose,    Lose,    Lose]),
        (Signal::Gone,    [Stay,    Stay,    Stay,    Stay]),
    ]
};

/// What a side chat or another agent has to do with the surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// Nothing.
    Away,
    /// It has the keys.
    Chat,
    /// A dialog, popup or pager of its own is in front.
    Dialog,
    /// Another agent asks, and the turn's end is seen.
    Other,
}

impl Side {
    fn of(looks: &Looks) -> Self {
        match (looks.aside, looks.seen.is_aside()) {
            _ if looks.seen.another_asks() => Self::Other,
            (_, true) => Self::Chat,
            (true, false) => Self::Dialog,
            (false, false) => Self::Away,
        }
    }
}

impl Signal {
    fn of(sight: Sight, asks: bool, side: Side) -> Self {
        match sight {
            Sight::Idle if side == Side::Chat => Self::Aside,
            Sight::Idle if side == Side::Dialog => Self::Unknown,
            Sight::Working => Self::Works,
            Sight::Blocked if asks => Self::Asks,
            Sight::Blocked if side == Side::Other => Self::Aside,
            Sight::Ready => Self::Free,
            Sight::Blocked | Sight::Idle => Self::Covered,
            Sight::Unwitnessed => Self::Silent,
            Sight::Startup | Sight::Unknown | Sight::Foreign => Self::Unknown,
            Sight::Gone => Self::Gone,
        }
    }

    /// Whether a turn may be over on such a surface.
    fn may_rest(self) -> bool {
        matches!(
            self,
            Self::Free | Self::Covered | Self::Aside | Self::Silent
        )
    }

    fn makes(self, bearing: Bearing) -> Move {
        let row = MOVES.iter().find(|(signal, _)| *signal == self);
        row.map_or(Move::Stay, |(_, moves)| moves[bearing as usize])
    }
}

impl Bearing {
    fn of(open: &OpenTurn) -> Self {
        match open.rest.witnessed() {
            _ if !open.is_seen() => Self::Unseen,
            None => Self::Runs,
            Some(_) if open.rest.was_ready() => Self::RestsReady,
            Some(_) => Self::Rests,
        }
    }
}

impl Run<'_> {
    /// Moves the turn pipeline by the believed sight.
    pub(super) fn move_turn(&mut self, sight: Sight) {
        let asks = sight == Sight::Blocked && self.turn_may_ask();
        self.begin_what_is_due(sight, asks);
        if !self.state.turn.is_open() {
            return;
        }
        self.note_block(asks);
        let signal = Signal::of(sight, asks, Side::of(&self.state.looks));
        let listens = signal == Signal::Silent && !self.state.turn.has_rested();
        if matches!(signal, Signal::Free | Signal::Aside) || listens {
            self.note_marks();
        }
        let bearing = self.state.turn.open().map(Bearing::of);
        self.make(bearing.map_or(Move::Stay, |bearing| signal.makes(bearing)));
        if let Some(open) = self.state.turn.open_mut().filter(|_| !signal.may_rest()) {
            open.rest.doubt();
        }
    }

    /// Whether what is in front may be asked by the turn that runs. Another agent's dialog below a turn's end is not, where the
    /// turn has said something: the end of an earlier one may be all that is seen.
    fn turn_may_ask(&self) -> bool {
        let seen = &self.state.looks.seen;
        let silent = || {
            let open = self.state.turn.open();
            open.is_some_and(|open| !open.answered)
        };
        seen.agent_asks() || seen.another_asks() && silent()
    }

    fn make(&mut self, step: Move) {
        let window = self.state.limits.completion_stability;
        match step {
            Move::Work => self.turn_works(),
            Move::Ask => self.turn_asks(),
            Move::Wait => self.wait_for_evidence(),
            Move::Hold => self.hold_candidate(self.rests_since(), window, false),
            Move::HoldOn => {
                if let Some(since) = self.state.turn.rested() {
                    self.hold_candidate(since, window, false);
                }
            }
            Move::Listen => self.listen(),
            Move::Rest => self.begin_rest(),
            Move::Lose if self.state.stall.is_told() => self.enter(Phase::Stalled),
            Move::Lose => self.enter(Phase::Unknown),
            Move::Stay => {}
        }
    }

    /// A turn may begin: of what was glimpsed, compacted, commanded, silent before or at work by itself.
    fn begin_what_is_due(&mut self, sight: Sight, asks: bool) {
        if asks && self.state.signs.brief_prompt.is_some() && self.state.turn.has_rested() {
            self.supersede("next_user_cell");
        }
        if sight == Sight::Working {
            self.watch_compaction();
        }
        if !self.state.turn.is_open() {
            self.review_command(sight);
        }
        if !self.state.turn.is_open() && self.state.signs.command.is_none() {
            self.watch_resumption();
        }
        if self.state.signs.command.is_some() {
            // Work is the command's, and what seemed to begin before it has not.
            self.state.signs.self_start = None;
        } else if !self.state.turn.is_open() {
            let works = sight == Sight::Working
                && !self.state.looks.seen.is_starting()
                && (self.state.title.has_moved() || !self.state.looks.seen.only_title_works);
            let asks = asks
                && !self.state.looks.seen.background
                && self.state.looks.seen.agent_alone_asks();
            self.watch_self_start(works, asks);
        }
    }

    /// A popup over an idle surface: the turn is over, though nothing can be submitted yet.
    fn begin_rest(&mut self) {
        let believed = self.state.surface.believed;
        let since = believed.since.max(self.state.dialog.changed_at);
        let idle = self.state.weighed.sight == Sight::Idle;
        if let Some(open) = self.state.turn.open_mut() {
            let over = idle && (open.worked || open.answered) && !open.unwitnessed;
            open.rest.cover(over.then_some(since.max(open.started)));
        }
    }

    /// Since when a submit-ready surface shows the turn at rest.
    fn rests_since(&self) -> f64 {
        let since = self.state.surface.believed.since;
        let begun = self.state.turn.open().map_or(since, |open| {
            let candidate = open.rest.candidate();
            candidate.unwrap_or(since.max(open.started))
        });
        begun.max(self.state.dialog.changed_at)
    }

    fn turn_works(&mut self) {
        let since = self.state.surface.believed.since;
        let lasted = self.now >= since + self.state.limits.self_start_hold;
        let shown = !self.state.looks.seen.screen_rests;
        if let Some(open) = self.state.turn.open_mut() {
            if lasted {
                open.rest.resume();
                open.unwitnessed = false;
            }
            if let Some(asked) = &mut open.asked {
                asked.worked |= shown;
            }
            open.work(since, "working_seen");
        }
        self.enter(Phase::Running);
    }

    /// The agent asks: only a turn that runs does. What it waits for is noted, to go on by it; what is in front may be hidden
    /// for a frame.
    fn turn_asks(&mut self) {
        let since = self.state.surface.believed.since;
        let uid = self.state.dialog.next_uid();
        let kind = self.state.looks.seen.block.as_ref().map(|block| block.kind);
        if let Some(open) = self.state.turn.open_mut() {
            if let Some(kind) = kind {
                let asks = matches!(kind, BlockKind::Question | BlockKind::Plan);
                open.asked = asks.then_some(Asked {
                    uid,
                    plan: kind == BlockKind::Plan,
                    worked: false,
                });
            }
            open.work(since, "agent_asks");
        }
        self.enter(Phase::Blocked);
    }

    /// A free composer, and nothing tells whether the turn runs: change is work, silence its end.
    fn listen(&mut self) {
        let (limits, patience) = (self.state.limits, self.state.patience());
        let changed = self.state.quiet_since();
        if let Some(open) = self.state.turn.open_mut() {
            open.unwitnessed = true;
            open.rest.fall_silent(changed);
        }
        if self.now < changed + limits.completion_stability {
            self.enter(Phase::Running);
        } else {
            self.hold_candidate(changed, patience, true);
        }
    }

    /// Holds a candidate until its window is over.
    fn hold_candidate(&mut self, candidate: f64, window: f64, silence: bool) {
        if let Some(open) = self.state.turn.open_mut() {
            open.rest.hold(candidate, silence);
        }
        self.enter(Phase::Candidate);
        if self.now >= candidate + window {
            self.state.published.by_silence = silence;
            self.note_break();
            let outcome = self.outcome_by_cells();
            if silence {
                self.settle_by_silence(outcome, candidate);
            } else {
                self.end_turn(outcome, candidate, "submit_ready_held");
            }
        }
    }

    /// Nothing of the turn has shown: it waits, but not for ever.
    fn wait_for_evidence(&mut self) {
        self.enter(Phase::Waiting);
        let believed = self.state.surface.believed.since;
        let started = self.state.turn.open().map_or(believed, |open| open.started);
        let due = believed.max(started) + self.state.limits.submit_patience;
        if self.now >= due {
            self.end_turn(Outcome::Unknown, self.now, "no_trace_of_a_turn");
        }
    }

    /// A dialog that is compacted is a turn, begun by a person wherever what ran before had come to
    /// rest; a turn that runs compacts for its own sake.
    fn watch_compaction(&mut self) {
        if !self.state.looks.seen.is_compacting() || self.state.signs.command.is_some() {
            return;
        }
        if self.state.turn.has_rested() {
            self.supersede("compaction");
        }
        match self.state.turn.open_mut() {
            Some(open) => open.compacts = true,
            None => self.begin_compaction(),
        }
    }

    /// The caller has sent an interrupt.
    pub(super) fn interrupt(&mut self) {
        let now = self.now;
        if let Some(open) = self.state.turn.open_mut() {
            open.note(now, "interrupt_sent");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_signal_has_its_row() {
        use Signal::{Aside, Asks, Covered, Free, Gone, Silent, Unknown, Works};
        let rows = MOVES.map(|(signal, _)| signal);
        let all = [Works, Asks, Free, Covered, Aside, Silent, Unknown, Gone];
        assert_eq!(rows, all);
    }
}
