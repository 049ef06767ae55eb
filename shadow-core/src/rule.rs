//! Named rules of a projector, and the set of the rules that decided on a screen. Each projector
//! lists its rules.

use std::fmt;

/// A structural rule of a projector: one decision about a screen, which could be switched off
/// alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its name among its projector's: `boxed_composer`.
    pub id: &'static str,
    /// The version of the CLI that first showed it.
    pub since: &'static str,
    /// What the rule reads, and its meaning.
    pub reads: &'static str,
}

/// Words of a set.
pub(crate) const WORDS: usize = 4;

/// A set of rules of one projector, by their places in its table.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleSet(pub(crate) [u64; WORDS]);

impl RuleSet {
    /// The most rules of a table.
    pub const MOST: usize = WORDS * 64;

    /// Whether the set contains the rule at a place.
    #[must_use]
    pub const fn contains(self, place: usize) -> bool {
        place < Self::MOST && self.0[place / 64] >> (place % 64) & 1 == 1
    }

    /// The places of its rules, in order.
    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..Self::MOST).filter(move |place| self.contains(*place))
    }

    /// The number of rules in the set.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
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
