//! What was located on a screen before it was read, kept for whoever needs it next: recognition, the choice of a preset,
//! the reading, details and cells. Each provider has a layout of its own type, and finds it once.

use std::any::Any;
use std::fmt;

use crate::rule::RuleSet;
use crate::screen::Marked;

/// What a projector locates on a screen: where each part stands. Anything small that can be copied.
pub trait Layout: Any + Copy + Send + Sync {}

impl<L: Any + Copy + Send + Sync> Layout for L {}

/// The layouts of one screen, by their types. Kept from screen to screen for its buffers.
#[derive(Clone, Default)]
pub struct Layouts {
    located: Vec<Located>,
}

/// A layout, and the rules that located it.
#[derive(Clone)]
struct Located {
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
        Box::new(*self)
    }
}

impl Clone for Box<dyn AnyLayout> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

impl Layouts {
    /// The layout of this type, located now if it was not yet. The rules that decide it count as deciding for each
    /// reading of it.
    pub fn locate<L: Layout>(
        &mut self,
        screen: &Marked<'_>,
        find: impl FnOnce(&Marked<'_>) -> L,
    ) -> L {
        if let Some((layout, rules)) = self.current() {
            screen.add(rules);
            return layout;
        }
        let located = Marked::new(screen);
        let layout = find(&located);
        self.put(layout, located.rules());
        screen.add(located.rules());
        layout
    }

    /// The layout of this type, where it was located.
    #[must_use]
    pub fn get<L: Layout>(&self) -> Option<L> {
        Some(self.current()?.0)
    }

    /// Puts what more is known now into the layout of this type, where it was located.
    pub fn update<L: Layout>(&mut self, change: impl FnOnce(&mut L)) {
        if let Some((mut layout, rules)) = self.current() {
            change(&mut layout);
            self.put(layout, rules);
        }
    }

    /// Another screen is at hand.
    pub(crate) fn forget(&mut self) {
        for located in &mut self.located {
            located.is_current = false;
        }
    }

    fn current<L: Layout>(&self) -> Option<(L, RuleSet)> {
        let mut current = self.located.iter().filter(|located| located.is_current);
        current.find_map(|located| Some((*located.of::<L>()?, located.rules)))
    }

    fn put<L: Layout>(&mut self, layout: L, rules: RuleSet) {
        let mut all = self.located.iter_mut();
        match all.find(|located| located.of::<L>().is_some()) {
            Some(located) => located.replace(layout, rules),
            None => self.located.push(Located {
                layout: Box::new(layout),
                rules,
                is_current: true,
            }),
        }
    }
}

impl Located {
    fn of<L: Layout>(&self) -> Option<&L> {
        let any: &dyn Any = &*self.layout;
        any.downcast_ref()
    }

    fn replace<L: Layout>(&mut self, layout: L, rules: RuleSet) {
        let any: &mut dyn Any = &mut *self.layout;
        if let Some(place) = any.downcast_mut() {
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
            let found = layouts.locate(&marked, |screen| {
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
        assert_eq!((copy.get(), copy.get::<u16>()), (Some(11_u8), None));
    }
}
