//! A turn of which no look has seen anything but its words: the answer came within a look, and has pushed its prompt off the
//! screen. The draft that went with the last screen, in one look, tells it from a dialog that was scrolled, resumed or printed
//! anew.

use super::cell::{Cell, is_command};
use super::observation::Observation;
use super::run::Run;
use super::sight::Sight;
use super::signs::Drafted;
use crate::contract::{CellRole, UiContext};

impl Run<'_> {
    /// Keeps the draft that has left the composer, where no turn ran above it: what is sent to one that runs waits, and on a
    /// low pane half a frame of its dialog reads like a draft.
    pub(super) fn note_draft(&mut self, observation: &Observation) {
        let seen = &self.state.looks.seen;
        let rests = Sight::of(seen) != Sight::Working;
        if observation.draft.is_some() {
            self.state.signs.drafted = None;
        } else if let Some(text) = seen.draft.clone().filter(|_| rests) {
            let at = self.now;
            self.state.signs.drafted = Some(Drafted { text, at });
        }
    }

    /// Begins the turn of a draft that went when what the agent said or did, or how it ended, alone came onto the screen, and
    /// nothing of the last one stayed.
    pub(super) fn begin_what_was_drafted(&mut self, sight: Sight, since: f64) {
        let cells = &self.state.dialog.cells;
        // An error, a call that was refused or an interruption may be all that there is room for.
        let grows = |cell: &Cell| cell.role == CellRole::Assistant && !cell.complete;
        let told = |cell: &Cell| cell.breaks_off || cell.is_agents() && !grows(cell);
        let said = cells.iter().any(told) && !cells.iter().any(Cell::is_user);
        let bare = self
            .state
            .looks
            .given
            .as_ref()
            .is_some_and(|given| given.axes.ui_context == UiContext::NormalPrompt);
        let free = matches!(sight, Sight::Ready | Sight::Unwitnessed) && bare;
        let runs = self.state.turn.is_open() && !self.state.turn.has_rested();
        if !said || !free || runs || self.state.signs.command.is_some() {
            return;
        }
        let drafted = self.state.signs.drafted.take();
        let worked = self.state.past.worked_at;
        // One that went before, and not to work, was taken back by the person, who may have opened something since.
        let sent = |it: &Drafted| since <= it.at || worked.is_some_and(|at| at >= it.at);
        let fresh = |it: &Drafted| sent(it) && !is_command(&it.text);
        let Some(Drafted { text, .. }) = drafted.filter(fresh) else {
            return;
        };
        self.begin_out_of_sight(text, since, "draft_sent");
        if let Some(open) = self.state.turn.open_mut() {
            open.answer.lose_beginning();
        }
    }
}
