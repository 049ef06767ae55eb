//! Rules of a projector by name, and the set of those that decided something about a screen. Which
//! rules there are, each projector says; a screen carries the marks of the reading.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A structural rule of a projector: one decision about a screen, which could be switched off by
/// itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its name among its projector's: `boxed_composer`.
    pub id: &'static str,
    /// The version of the CLI in which it was first seen to decide.
    pub since: &'static str,
    /// What it reads, and as what.
    pub reads: &'static str,
}

const WORDS: usize = 4;

/// Rules of one projector, by their places in its table.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleSet([u64; WORDS]);

impl RuleSet {
    /// Rules that a table can hold.
    pub const MOST: usize = WORDS * 64;

    /// Whether the rule of a place is in it.
    #[must_use]
    pub const fn contains(self, place: usize) -> bool {
        place < Self::MOST && self.0[place / 64] >> (place % 64) & 1 == 1
    }

    /// The places in it, in order.
    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..Self::MOST).filter(move |place| self.contains(*place))
    }

    /// How many rules are in it.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; WORDS]
    }
}

impl fmt::Debug for RuleSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.places()).finish()
    }
}

/// The rules that decided something about a screen so far. Marked through a shared screen, which every
/// rule has at hand; a mark is a load, an OR and a store.
#[derive(Debug, Default)]
pub(crate) struct RuleMarks([AtomicU64; WORDS]);

impl RuleMarks {
    /// Marks the rule of a place below [`RuleSet::MOST`] where `decided` holds.
    #[inline]
    pub fn mark(&self, place: u8, decided: bool) {
        let word = &self.0[usize::from(place) / 64 % WORDS];
        word.store(
            word.load(Relaxed) | u64::from(decided) << (place % 64),
            Relaxed,
        );
    }

    /// What was marked.
    pub fn get(&self) -> RuleSet {
        RuleSet(std::array::from_fn(|word| self.0[word].load(Relaxed)))
    }

    /// Adds what was marked before.
    pub fn add(&self, set: RuleSet) {
        for (word, more) in self.0.iter().zip(set.0) {
            word.store(word.load(Relaxed) | more, Relaxed);
        }
    }

    /// Forgets all marks.
    pub fn clear(&self) {
        self.0.iter().for_each(|word| word.store(0, Relaxed));
    }
}

impl Clone for RuleMarks {
    fn clone(&self) -> Self {
        Self(self.get().0.map(AtomicU64::new))
    }
}

#[cfg(test)]
mod tests {
    use super::{RuleMarks, RuleSet};

    #[test]
    fn what_was_marked_is_in_the_set_and_nothing_else() {
        let marks = RuleMarks::default();
        for place in [0, 63, 64, 191] {
            marks.mark(place, true);
            marks.mark(place, true);
        }
        marks.mark(5, false);
        let set = marks.clone().get();
        assert!(set.places().eq([0, 63, 64, 191]));
        assert_eq!((set.len(), set.is_empty()), (4, false));
        assert!(!set.contains(5) && !set.contains(RuleSet::MOST) && !set.contains(usize::MAX));
        assert_eq!(format!("{set:?}"), "{0, 63, 64, 191}");
        marks.clear();
        assert!(marks.get().is_empty());
        marks.mark(1, true);
        marks.add(set);
        assert_eq!(marks.get().len(), 5);
    }
}
