//! A screen during reading, with the marks of the rules.

use std::cell::Cell;
use std::ops::Deref;

use super::Screen;
use crate::rule::{RuleSet, WORDS};

/// A screen during reading, with the rules that have decided something about it.
///
/// It derefs to [`Screen`]. Every rule gets it, down to predicates of a single row. Each reading, and each writing of text, makes a
/// new one; the screen itself has no marks.
#[derive(Debug)]
pub struct Marked<'s> {
    screen: &'s Screen,
    marks: [Cell<u64>; WORDS],
}

impl<'s> Marked<'s> {
    /// A screen about which no rule has decided anything yet.
    #[must_use]
    pub fn new(screen: &'s Screen) -> Self {
        Self {
            screen,
            marks: Default::default(),
        }
    }

    /// Marks the rule of a place in its projector's table, below [`RuleSet::MOST`], where it decided something.
    #[inline]
    pub fn mark(&self, place: u8, decided: bool) {
        // Most rules decide nothing about a screen.
        if decided {
            let word = &self.marks[usize::from(place) / 64 % WORDS];
            word.set(word.get() | 1 << (place % 64));
        }
    }

    /// The rules that have decided something, by their places in their projector's table.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        RuleSet(std::array::from_fn(|word| self.marks[word].get()))
    }

    /// Reads a part of this screen: the rules that decide there decide here, too.
    pub fn within<T>(&self, part: &Screen, read: impl FnOnce(&Marked<'_>) -> T) -> T {
        let part = Marked::new(part);
        let found = read(&part);
        self.add(part.rules());
        found
    }

    /// Marks rules that have decided before.
    pub(crate) fn add(&self, rules: RuleSet) {
        for (word, more) in self.marks.iter().zip(rules.0) {
            word.set(word.get() | more);
        }
    }
}

impl Deref for Marked<'_> {
    type Target = Screen;

    #[inline]
    fn deref(&self) -> &Screen {
        self.screen
    }
}

#[cfg(test)]
mod tests {
    use super::Marked;
    use crate::rule::RuleSet;
    use crate::screen::Screen;

    #[test]
    fn what_was_marked_is_in_the_set_and_nothing_else() {
        let screen = Screen::default();
        let marked = Marked::new(&screen);
        assert!(marked.rules().is_empty());
        for place in [0, 63, 64, 191] {
            marked.mark(place, true);
            marked.mark(place, true);
        }
        marked.mark(5, false);
        let set = marked.rules();
        assert!(set.places().eq([0, 63, 64, 191]));
        assert_eq!((set.len(), set.is_empty()), (4, false));
        assert!(!set.contains(5) && !set.contains(RuleSet::MOST) && !set.contains(usize::MAX));
        assert_eq!(format!("{set:?}"), "{0, 63, 64, 191}");
        let again = Marked::new(&marked);
        again.mark(1, true);
        again.add(set);
        assert_eq!(again.rules().len(), 5);
    }
}
