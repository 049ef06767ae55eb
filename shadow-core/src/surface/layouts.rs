//! What was located on a screen before it was read, kept for the next step: recognition, the choice of a preset,
//! the reading, details and cells. Each provider has a layout of its own type, and finds it once.

use std::any::{Any, TypeId};
use std::fmt;

use crate::rule::RuleSet;
use crate::screen::Marked;

/// What a projector locates on a screen: where each part stands, and what it is.
pub trait Layout: Any + Clone + Send + Sync {}

impl<L: Any + Clone + Send + Sync> Layout for L {}

/// The layouts of one screen, by their types. Kept from screen to screen for its buffers.
#[derive(Clone, Default)]
pub struct Layouts {
    located: Vec<Located>,
}

/// A layout, and the rules that located it.
#[derive(Clone)]
struct Located {
    /// The layout's type: asked for more often than the layout itself.
    of: TypeId,
    layout: Box<dyn AnyLayout>,
    rules: RuleSet,
    /// Whether it is of the screen at hand.
    is_current: bool,
}

/// A layout of whatever type.
trait AnyLayout: Any + Send + Sync {
    fn boxed(&self) -> Box<dyn AnyLayout>;
}

impl<L: Layout> AnyLayout for L {
    fn boxed(&self) -> Box<dyn AnyLayout> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn AnyLayout> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

impl Layouts {
    /// The layout of this type, located now if it was not yet, together with those that it goes by. The rules that decide
    /// it count as deciding for each reading of it.
    pub fn locate<L: Layout + Copy>(
        &mut self,
        screen: &Marked<'_>,
        find: impl FnOnce(&Marked<'_>, &mut Self) -> L,
    ) -> L {
        if let Some((layout, rules)) = self.current() {
            screen.add(rules);
            return *layout;
        }
        let located = Marked::new(screen);
        let layout = find(&located, self);
        self.put(layout, located.rules());
        screen.add(located.rules());
        layout
    }

    /// The layout of this type, where it was located.
    #[must_use]
    pub fn get<L: Layout>(&self) -> Option<&L> {
        Some(self.current()?.0)
    }

    /// Puts what more is known now into the layout of this type, where it was located.
    pub fn update<L: Layout>(&mut self, change: impl FnOnce(&mut L)) {
        let mut all = self.located.iter_mut();
        let located = all.find(|located| located.is::<L>() && located.is_current);
        if let Some(layout) = located.and_then(Located::of_mut) {
            change(layout);
        }
    }

    /// Puts the layout of this type together anew, in the buffers of an earlier screen's: whoever fills it empties it
    /// first.
    pub fn refill<L: Layout + Default>(&mut self, fill: impl FnOnce(&mut L)) {
        if !self.located.iter().any(Located::is::<L>) {
            self.keep(L::default());
        }
        let mut all = self.located.iter_mut();
        if let Some(located) = all.find(|located| located.is::<L>()) {
            (located.rules, located.is_current) = (RuleSet::default(), true);
            if let Some(layout) = located.of_mut() {
                fill(layout);
            }
        }
    }

    /// Takes the layout of this type out, where it was located, for a reader that puts others together by it; then
    /// [`Layouts::keep`] gives it back.
    pub fn take<L: Layout + Default>(&mut self) -> Option<L> {
        let mut all = self.located.iter_mut();
        let located = all.find(|located| located.is::<L>() && located.is_current)?;
        located.is_current = false;
        located.of_mut().map(std::mem::take)
    }

    /// Takes the layout of this type out, an earlier screen's too, for a reader that fills its buffers anew; then
    /// [`Layouts::keep`] gives it back.
    #[must_use]
    pub fn reuse<L: Layout + Default>(&mut self) -> L {
        let mut all = self.located.iter_mut();
        let located = all.find(|located| located.is::<L>());
        located
            .and_then(Located::of_mut)
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Keeps what the reading has located, for details and cells. The rules that decide it are the reading's own.
    pub fn keep<L: Layout>(&mut self, layout: L) {
        self.put(layout, RuleSet::default());
    }

    /// Another screen is at hand.
    pub(crate) fn forget(&mut self) {
        for located in &mut self.located {
            located.is_current = false;
        }
    }

    fn current<L: Layout>(&self) -> Option<(&L, RuleSet)> {
        let mut all = self.located.iter();
        let located = all.find(|located| located.is::<L>())?;
        let layout = located.of().filter(|_| located.is_current)?;
        Some((layout, located.rules))
    }

    fn put<L: Layout>(&mut self, layout: L, rules: RuleSet) {
        let mut all = self.located.iter_mut();
        match all.find(|located| located.is::<L>()) {
            Some(located) => located.replace(layout, rules),
            None => self.located.push(Located {
                of: TypeId::of::<L>(),
                layout: Box::new(layout),
                rules,
                is_current: true,
            }),
        }
    }
}

impl Located {
    fn is<L: Layout>(&self) -> bool {
        self.of == TypeId::of::<L>()
    }

    fn of<L: Layout>(&self) -> Option<&L> {
        let any: &dyn Any = &*self.layout;
        any.downcast_ref()
    }

    fn of_mut<L: Layout>(&mut self) -> Option<&mut L> {
        let any: &mut dyn Any = &mut *self.layout;
        any.downcast_mut()
    }

    fn replace<L: Layout>(&mut self, layout: L, rules: RuleSet) {
        if let Some(place) = self.of_mut() {
            *place = layout;
        }
        (self.rules, self.is_current) = (rules, true);
    }
}

impl fmt::Debug for Layouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let current = self.located.iter().filter(|located| located.is_current);
        write!(f, "Layouts({})", current.count())
    }
}

#[cfg(test)]
mod tests {
    use super::Layouts;
    use crate::screen::{Marked, Screen};

    #[test]
    fn a_layout_is_located_once_for_a_screen() {
        let (screen, mut layouts) = (Screen::default(), Layouts::default());
        let mut times = 0_u8;
        let mut find = |layouts: &mut Layouts| {
            let marked = Marked::new(&screen);
            let found = layouts.locate(&marked, |screen, _| {
                times += 1;
                screen.mark(times, true);
                times
            });
            assert!(
                marked.rules().contains(usize::from(found)),
                "what located it decides again"
            );
            found
        };
        assert_eq!([find(&mut layouts), find(&mut layouts)], [1, 1]);
        layouts.update(|found: &mut u8| *found += 10);
        let copy = layouts.clone();
        layouts.forget();
        assert_eq!(layouts.get::<u8>(), None);
        assert_eq!(find(&mut layouts), 2);
        assert_eq!((copy.get(), copy.get::<u16>()), (Some(&11_u8), None));
    }

    #[test]
    fn a_layout_is_filled_anew_in_its_buffers() {
        let mut layouts = Layouts::default();
        let fill = |layouts: &mut Layouts, rows: &[usize]| {
            layouts.refill(|kept: &mut Vec<usize>| {
                kept.clear();
                kept.extend(rows);
            });
        };
        let buffer = |layouts: &Layouts| layouts.get().map(Vec::<usize>::as_ptr);
        fill(&mut layouts, &[1, 2, 3]);
        let first = buffer(&layouts);
        layouts.forget();
        assert_eq!(layouts.get::<Vec<usize>>(), None, "of another screen");
        fill(&mut layouts, &[4]);
        assert_eq!(layouts.get(), Some(&vec![4_usize]));
        assert_eq!(buffer(&layouts), first, "the buffer was made anew");
        let taken = layouts.take::<Vec<usize>>();
        assert_eq!(
            (taken.as_deref(), layouts.get::<Vec<usize>>()),
            (Some(&[4][..]), None)
        );
        layouts.keep(taken.unwrap_or_default());
        assert_eq!(buffer(&layouts), first);
    }
}
