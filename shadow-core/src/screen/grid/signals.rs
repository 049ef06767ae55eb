//! What a program says beside its cells: title, progress, notifications, bell. All of it
//! untrusted, so it is cleaned of control characters and bounded.

use super::status::StatusRecords;

/// Titles on the stack, titles that have gone, and notifications not yet taken.
const MAX_KEPT: usize = 16;

/// Everything said so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Signals {
    pub(super) title: Option<String>,
    /// The titles that were replaced since a snapshot was taken.
    pub(super) past_titles: Vec<String>,
    titles: Vec<Option<String>>,
    pub(super) progress: Option<String>,
    pub(super) notifications: Vec<String>,
    pub(super) tab_status: Option<String>,
    pub(super) bells: u64,
    /// The bells that a snapshot has told of.
    told_bells: u64,
    pub(super) status: StatusRecords,
}

impl Signals {
    pub(super) fn set_title(&mut self, title: &str) {
        self.keep_title();
        replace(&mut self.title, title);
    }

    /// XTWINOPS 22.
    pub(super) fn push_title(&mut self) {
        if self.titles.len() == MAX_KEPT {
            self.titles.remove(0);
        }
        self.titles.push(self.title.clone());
    }

    /// XTWINOPS 23.
    pub(super) fn pop_title(&mut self) {
        if let Some(title) = self.titles.pop() {
            self.keep_title();
            self.title = title;
        }
    }

    /// The title is about to be replaced.
    fn keep_title(&mut self) {
        let Some(title) = self.title.take() else {
            return;
        };
        if self.past_titles.len() == MAX_KEPT {
            self.past_titles.remove(0);
        }
        self.past_titles.push(title);
    }

    pub(super) fn set_progress(&mut self, payload: &str) {
        replace(&mut self.progress, payload);
    }

    pub(super) fn set_tab_status(&mut self, payload: &str) {
        replace(&mut self.tab_status, payload);
    }

    pub(super) fn notify(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.notifications.len() == MAX_KEPT {
            self.notifications.remove(0);
        }
        self.notifications.push(text.to_owned());
    }

    /// Whether the bell has rung since the last snapshot.
    pub(super) fn has_rung(&self) -> bool {
        self.bells > self.told_bells
    }

    /// A snapshot has been taken of what tells of a moment: notifications, titles that have gone and the bell.
    pub(super) fn told(&mut self) {
        self.notifications.clear();
        self.past_titles.clear();
        self.told_bells = self.bells;
    }

    pub(super) fn ring(&mut self) {
        self.bells += 1;
    }
}

fn replace(slot: &mut Option<String>, text: &str) {
    let slot = slot.get_or_insert_default();
    slot.clear();
    slot.push_str(text);
}
