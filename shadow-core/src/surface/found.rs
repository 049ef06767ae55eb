//! What was found on a screen before it was read, kept for the next step: recognition, the choice of a preset, the reading,
//! details and cells. Each CLI has one type for all of it.

use std::any::{Any, TypeId};
use std::fmt;

use crate::rule::RuleSet;
use crate::screen::Marked;

/// What the reader of one CLI finds on a screen: where each part is, and what it is.
pub trait Found: Any + Clone + Default + Send + Sync {
    /// Empties it for another screen. Its buffers may stay.
    fn clear(&mut self) {
        *self = Self::default();
    }
}

/// For a reader that keeps nothing.
impl Found for () {}

/// A part that is found once on a screen, with the rules that decided it.
#[derive(Debug, Clone, Copy)]
pub struct Once<T>(Option<(T, RuleSet)>);

impl<T> Default for Once<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Copy> Once<T> {
    /// The part, if it was found.
    #[must_use]
    pub fn get(&self) -> Option<T> {
        self.0.map(|(part, _)| part)
    }

    /// A part of what was found, found now if it was not yet, together with the parts that it goes by. The rules that decide
    /// it count as deciding for each reading of it.
    pub fn of<F>(
        found: &mut F,
        part: fn(&mut F) -> &mut Self,
        screen: &Marked<'_>,
        find: impl FnOnce(&Marked<'_>, &mut F) -> T,
    ) -> T {
        if let Some((known, rules)) = part(found).0 {
            screen.add(rules);
            return known;
        }
        let looked = Marked::new(screen);
        let new = find(&looked, found);
        part(found).0 = Some((new, looked.rules()));
        screen.add(looked.rules());
        new
    }
}

/// What the readers of all CLIs have found on one screen. Kept from screen to screen for its buffers.
#[derive(Clone, Default)]
pub struct Findings {
    all: Vec<Finding>,
}

/// What one of them has found.
#[derive(Clone)]
struct Finding {
    /// Its type: asked for more often than the rest.
    of: TypeId,
    found: Box<dyn AnyFound>,
    /// Whether it is of the screen at hand.
    is_current: bool,
}

/// What any reader has found.
trait AnyFound: Any + Send + Sync {
    fn boxed(&self) -> Box<dyn AnyFound>;
}

impl<F: Found> AnyFound for F {
    fn boxed(&self) -> Box<dyn AnyFound> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn AnyFound> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

impl Findings {
    /// Calls a reader with what was found in its type, empty where nothing was found on this screen.
    pub fn with<F: Found, T>(&mut self, read: impl FnOnce(&mut F) -> T) -> T {
        let of = TypeId::of::<F>();
        let known = self.all.iter().position(|it| it.of == of);
        let at = known.unwrap_or_else(|| {
            self.all.push(Finding {
                of,
                found: Box::new(F::default()),
                is_current: true,
            });
            self.all.len() - 1
        });
        let finding = &mut self.all[at];
        let any: &mut dyn Any = &mut *finding.found;
        match any.downcast_mut::<F>() {
            Some(found) => {
                if !std::mem::replace(&mut finding.is_current, true) {
                    found.clear();
                }
                read(found)
            }
            None => read(&mut F::default()),
        }
    }

    /// Calls a writer with what was found in its type on this screen, empty where nothing was.
    pub fn in_type<F: Found, T>(&self, write: impl FnOnce(&F) -> T) -> T {
        let of = TypeId::of::<F>();
        let current = self.all.iter().find(|it| it.of == of && it.is_current);
        let any = current.map(|finding| -> &dyn Any { &*finding.found });
        match any.and_then(|any| any.downcast_ref()) {
            Some(found) => write(found),
            None => write(&F::default()),
        }
    }

    /// Another screen is at hand.
    pub(crate) fn forget(&mut self) {
        for finding in &mut self.all {
            finding.is_current = false;
        }
    }
}

impl fmt::Debug for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let current = self.all.iter().filter(|it| it.is_current);
        write!(f, "Findings({})", current.count())
    }
}

#[cfg(test)]
mod tests {
    use super::{Findings, Found, Once};
    use crate::screen::{Marked, Screen};

    #[derive(Debug, Clone, Default)]
    struct Parts {
        first: Once<u8>,
        second: Once<u8>,
        rows: Vec<usize>,
    }

    impl Found for Parts {
        fn clear(&mut self) {
            self.rows.clear();
            *self = Self {
                rows: std::mem::take(&mut self.rows),
                ..Self::default()
            };
        }
    }

    #[test]
    fn a_part_is_found_once_for_a_screen() {
        let screen = Screen::default();
        let mut found = Parts::default();
        let mut times = 0_u8;
        let mut second = |found: &mut Parts| {
            let marked = Marked::new(&screen);
            let part = Once::of(
                found,
                |it| &mut it.second,
                &marked,
                |screen, found| {
                    let first = Once::of(
                        found,
                        |it| &mut it.first,
                        screen,
                        |screen, _| {
                            times += 1;
                            screen.mark(times, true);
                            times
                        },
                    );
                    first + 10
                },
            );
            let decides = marked.rules().contains(usize::from(part - 10));
            assert!(decides, "what found it decides again");
            part
        };
        assert_eq!([second(&mut found), second(&mut found)], [11, 11]);
        assert_eq!(found.first.get(), Some(1));
        found.clear();
        assert_eq!((found.first.get(), second(&mut found)), (None, 12));
    }

    #[test]
    fn what_was_found_goes_with_its_screen_and_leaves_its_buffers() {
        let mut findings = Findings::default();
        let fill = |findings: &mut Findings, row: usize| {
            findings.with(|found: &mut Parts| {
                found.rows.push(row);
                (found.rows.clone(), found.rows.as_ptr())
            })
        };
        let (_, buffer) = fill(&mut findings, 1);
        let copy = findings.clone();
        findings.forget();
        let rows = |findings: &Findings| findings.in_type(|found: &Parts| found.rows.clone());
        assert_eq!((rows(&findings), rows(&copy)), (vec![], vec![1]));
        assert_eq!(fill(&mut findings, 2), (vec![2], buffer));
        assert_eq!(rows(&findings), [2]);
    }
}
