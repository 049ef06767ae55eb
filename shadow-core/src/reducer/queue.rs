//! Messages that wait behind the running turn: those that the caller has submitted, and when the surface showed some.

use std::collections::VecDeque;

use super::cell::solid;

/// Submitted prompts that are remembered while they wait behind a turn.
const LIMIT: usize = 100;

/// What waits.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Queue {
    /// Submitted prompts, without white space.
    submits: VecDeque<String>,
    /// Whether messages wait.
    waits: bool,
    /// When they were last known to.
    waited_at: Option<f64>,
}

impl Queue {
    /// A prompt was submitted while a turn ran.
    pub(super) fn submit(&mut self, text: &str) {
        if self.submits.len() < LIMIT {
            self.submits.push_back(solid(text));
        }
    }

    /// Takes a prompt out, which has come; whether it was submitted.
    pub(super) fn take(&mut self, solid: &str) -> bool {
        let at = self.submits.iter().position(|text| text == solid);
        at.and_then(|at| self.submits.remove(at)).is_some()
    }

    /// Takes a prompt out each time that it was submitted.
    pub(super) fn drop_all(&mut self, solid: &str) {
        self.submits.retain(|waiting| *waiting != solid);
    }

    /// The program has ended: nothing that was submitted comes.
    pub(super) fn clear(&mut self) {
        self.submits.clear();
    }

    /// The surface shows whether messages wait.
    pub(super) fn show(&mut self, waits: bool, now: f64) {
        let before = std::mem::replace(&mut self.waits, waits);
        if before || waits {
            self.waited_at = Some(now);
        }
    }

    /// The surface is the same still.
    pub(super) fn rest(&mut self, now: f64) {
        if self.waits {
            self.waited_at = Some(now);
        }
    }

    /// When messages were last known to wait.
    pub(super) fn waited_at(&self) -> Option<f64> {
        self.waited_at
    }
}
