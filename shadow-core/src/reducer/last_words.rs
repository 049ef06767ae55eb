//! The last that a CLI has shown before it went: it is believed, though it has not held.

use super::cell::Cell;
use super::dialog::News;
use super::observation::Observation;
use super::run::Run;
use super::sight::Sight;

impl Run<'_> {
    /// What was doubted when the CLI went was its last.
    pub(super) fn keep_last_words(&mut self, sight: Sight) {
        let doubted = self.state.looks.doubted.take();
        if sight != Sight::Gone {
            self.state.looks.last_words = None;
        } else if let Some(doubted) = doubted.filter(|it| Sight::of(it) != Sight::Gone) {
            self.state.looks.last_words = Some((doubted, self.state.before));
        }
    }

    /// Believes what was seen last before the CLI went.
    pub(super) fn believe_last_words(&mut self) {
        let Some((said, at)) = self.state.looks.last_words.take() else {
            return;
        };
        self.follow_last(&said);
        if Sight::of(&said) == Sight::Ready {
            self.state.looks.seen = said;
            self.note_marks();
            let open = self.state.turn.open_mut();
            if let Some(open) = open.filter(|open| open.answered || open.worked) {
                open.rest.rested_by(at);
            }
        }
    }

    /// What a CLI that has ended leaves on the screen: a prompt that came just before, with what was
    /// said to it.
    pub(super) fn follow_last(&mut self, observation: &Observation) {
        if !self.state.life.is_alive() || !self.state.baseline.is_taken() {
            return;
        }
        let news = self.compare(&observation.cells, false);
        let tells = |news: &News| !news.change.lost && !news.change.new_banner;
        let Some(news) = news.filter(tells) else {
            return;
        };
        if !news.change.taken_back.iter().any(Cell::is_user) {
            let change = self.take_news(news);
            self.take_change(change, Sight::Gone, self.state.surface.believed.since);
        }
    }
}
