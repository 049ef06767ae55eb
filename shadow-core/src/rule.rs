//! Rules of a projector by name, and the set of those that decided something about a screen. Which
//! rules there are, each projector says.

use std::fmt;

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

/// Words of a set.
pub(crate) const WORDS: usize = 4;

/// Rules of one projector, by their places in its table.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct RuleSet(pub(crate) [u64; WORDS]);

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
