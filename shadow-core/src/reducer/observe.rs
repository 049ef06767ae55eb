//! Taking an observation: process, self-reports, anomalies, surface.

use std::sync::Arc;

use super::cell::is_command;
use super::dialog::says_same;
use super::observation::{Observation, SelfReports};
use super::run::Run;
use super::settle::{Settling, Surely};
use super::sight::Sight;
use crate::contract::{AnomalyCode, BlockOrigin, InputMode, OperatorBlock, PendingInput};
use crate::event::EventBody;
use crate::snapshot::ProcessState;

impl Run<'_> {
    /// Takes an observation that says something else than the last one.
    pub(super) fn observe_new(&mut self, observation: &Arc<Observation>) {
        let before = self.state.looks.given.replace(Arc::clone(observation));
        self.hear_generation(observation);
        self.hear_reports(observation, before.as_deref());
        self.weigh_title(observation);
        self.observe(observation, before.is_none());
    }

    /// Nothing has changed: what stood there is there still.
    pub(super) fn observe_again(&mut self) {
        if let Some(given) = self.state.looks.given.clone() {
            self.observe(&given, false);
        }
    }

    fn observe(&mut self, observation: &Arc<Observation>, first: bool) {
        let sight = Sight::of(observation);
        let unnamed = |block: &OperatorBlock| block.origin == BlockOrigin::Unknown;
        let surely = match &observation.block {
            _ if observation.process == ProcessState::Exited => Surely::Certain,
            block if sight == Sight::Blocked && block.as_ref().is_none_or(unnamed) => {
                Surely::HalfDrawn
            }
            _ => Surely::Seen,
        };
        let settle = match first {
            true => self.state.limits.first_settle,
            false => self.state.limits.settle,
        };
        self.state.looks.shown_since = self.shown_since(observation);
        self.keep_last_words(sight);
        if self.state.surface.see(sight, surely, self.now, settle) {
            self.accept(observation, sight);
        } else {
            self.state.looks.doubted = Some(Arc::clone(observation));
        }
    }

    /// Since when the dialog has stood as an observation shows it: for what was doubted, since it first showed.
    fn shown_since(&self, observation: &Observation) -> f64 {
        let doubted = self.state.looks.doubted.as_ref();
        match doubted.is_some_and(|doubted| says_same(&doubted.cells, &observation.cells)) {
            true => self.state.looks.shown_since,
            false => self.now,
        }
    }

    /// A source that counts the CLI's lives says that this is another one.
    fn hear_generation(&mut self, observation: &Observation) {
        if self.state.life.enter(observation.generation) {
            self.process_ended(self.now);
            self.state.surface = Settling::starting(self.now);
        }
    }

    fn hear_reports(&mut self, observation: &Observation, before: Option<&Observation>) {
        let silent = SelfReports::default();
        let new = &observation.reports;
        let old = before.map_or(&silent, |before| &before.reports);
        if new.title != old.title {
            // What another life said is no other title of this one.
            let own = before.is_some() && self.state.life.is_alive();
            self.state.title.change(self.now, own);
        }
        let pairs = [
            ("program_status", &new.program_status, &old.program_status),
            ("progress", &new.progress, &old.progress),
        ];
        for (channel, new, old) in pairs {
            if new != old {
                self.say_report(channel, new.as_deref().unwrap_or_default());
            }
        }
        if new.title_says != old.title_says {
            // Told when it says something else, not at each frame of a glyph that moves.
            let words = [new.title_says, new.title_says.and(new.title.as_deref())];
            let words: Vec<&str> = words.into_iter().flatten().collect();
            self.say_report("title", &words.join(" "));
        }
        for said in &new.notifications {
            self.say_report("notification", said);
        }
    }

    fn say_report(&mut self, channel: &str, said: &str) {
        self.say(EventBody::SelfReport {
            channel: channel.to_owned(),
            said: said.to_owned(),
        });
    }

    /// Whether the title says that no turn runs while the screen shows one: it may have moved for something else, as while a
    /// session is named.
    fn weigh_title(&mut self, observation: &Observation) {
        if observation.reports.title_says == Some("working") {
            self.state.title.say_working();
        }
        let (seen, believed) = (&self.state.looks.seen, self.state.surface.believed);
        let runs = believed.sight == Sight::Working && !seen.screen_rests && !seen.is_starting();
        let since = believed.since.max(self.state.title.changed());
        let lags = self.now < since + self.state.limits.completion_stability;
        let idle = seen.reports.title_says == Some("idle");
        if runs && idle && !lags && self.state.turn.runs() {
            self.state.title.contradict();
        }
    }

    /// Anomalies of a surface that is believed, once each time they come up.
    fn hear_anomalies(&mut self, observation: &Observation) {
        for anomaly in &observation.anomalies {
            if !self.state.published.anomalies.contains(&anomaly.code) {
                self.state.published.anomalies.push(anomaly.code);
                let anomaly = anomaly.clone();
                self.say(EventBody::Anomaly { anomaly });
            }
        }
        let is_there = |code: &AnomalyCode| observation.anomalies.iter().any(|a| a.code == *code);
        self.state.published.anomalies.retain(is_there);
    }

    /// Believes an observation.
    fn accept(&mut self, observation: &Arc<Observation>, sight: Sight) {
        self.hear_anomalies(observation);
        self.note_side_chat(observation);
        self.note_queue(observation);
        self.note_draft(observation);
        if sight == Sight::Gone {
            self.believe_last_words();
            self.follow_last(observation);
            self.process_ended(self.state.surface.believed.since);
        } else if sight.shows_dialog() {
            self.process_lives();
            self.follow(observation, sight);
        } else {
            self.state.looks.doubt = None;
        }
        if sight == Sight::Ready && self.state.looks.doubt.is_none() {
            self.state.signs.brief_prompt = None;
        }
        if observation.axes != self.state.looks.seen.axes {
            self.say(EventBody::SurfaceChanged(observation.axes));
        }
        if let Some(draft) = &observation.draft {
            self.state.signs.drafts_command = is_command(draft);
        }
        self.state.looks.seen = Arc::clone(observation);
    }

    /// Where a side chat had the keys, a dialog, popup or pager is its own until a free surface is seen.
    fn note_side_chat(&mut self, observation: &Observation) {
        let covers = matches!(
            observation.axes.input_mode,
            InputMode::Modal | InputMode::Closed
        );
        self.state.looks.aside = observation.is_aside() || self.state.looks.aside && covers;
    }

    /// What waits behind a turn that this step has begun or ended.
    pub(super) fn settle_queue(&mut self) {
        if self.state.is_believed() {
            let seen = Arc::clone(&self.state.looks.seen);
            self.note_queue(&seen);
        }
    }

    /// A message waits behind the running turn. One that waits while nothing runs, or while what ran
    /// rests already, is a prompt on its way: its row may be there for a frame or not.
    fn note_queue(&mut self, observation: &Observation) {
        let queued = observation.pending == PendingInput::Yes && self.state.turn.runs();
        self.state.queue.show(queued, self.now);
    }
}
