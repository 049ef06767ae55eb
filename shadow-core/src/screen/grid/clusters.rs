//! The cluster table: characters with marks (accents, joiners, variation selectors).

use std::collections::HashMap;

/// Clusters that one grid holds at a time.
const CAPACITY: usize = 1 << 14;

/// Bytes of one cluster; further marks are dropped, as tmux does.
const MAX_BYTES: usize = 32;

/// Clusters in use, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct Clusters {
    list: Vec<Box<str>>,
    ids: HashMap<Box<str>, usize>,
}

impl Clusters {
    /// The text of an index that [`Clusters::intern`] gave.
    pub(super) fn get(&self, index: usize) -> &str {
        self.list.get(index).map_or(" ", |text| text)
    }

    /// The index of a cluster; none when it is too long or the table is full.
    pub(super) fn intern(&mut self, text: &str) -> Option<usize> {
        if let Some(&index) = self.ids.get(text) {
            return Some(index);
        }
        if text.len() > MAX_BYTES || self.list.len() == CAPACITY {
            return None;
        }
        let index = self.list.len();
        self.list.push(text.into());
        self.ids.insert(text.into(), index);
        Some(index)
    }
}
