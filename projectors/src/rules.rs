//! Rules in an order: of a table or a list, the first that takes what is read decides, and leaves its mark.

use shadow_core::screen::Marked;

/// The name of a rule: an entry of the projector's list.
pub(crate) trait RuleName: Copy {
    /// Marks that the rule has decided something about a screen.
    fn leave(self, screen: &Marked<'_>);
}

/// A rule of a table: what it is called where it has a name, and how it reads.
pub(crate) struct Ordered<N, R> {
    pub(crate) name: Option<N>,
    pub(crate) read: R,
}

impl<N, R: Copy> Ordered<N, R> {
    /// A rule with a name.
    pub(crate) const fn named(name: N, read: R) -> Self {
        Self {
            name: Some(name),
            read,
        }
    }
}

/// What can be said of a row at once, a bit each, so that few rules of a table must look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Traits(pub(crate) u16);

impl Traits {
    /// These, where something holds.
    pub(crate) const fn when(self, holds: bool) -> Self {
        match holds {
            true => self,
            false => Self(0),
        }
    }

    /// These and others.
    pub(crate) const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether all of others are among these.
    pub(crate) const fn hold(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether some of others are among these.
    pub(crate) const fn share(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

/// A table of rules for cells. Each is made by one function, of what begins its row here and of what is behind the colon; the
/// rule's own mark may be between the two.
///
/// ```text
/// cell_rules! { make;
///     FIRST by Name: |row| …;
///     OTHER: |row| …;
/// }
/// ```
macro_rules! cell_rules {
    ($make:path; $($first:ident $(by $mark:ident)?: $($more:expr),+;)+) => {
        [$(crate::rules::Ordered {
            name: [$(Some(Mark::$mark),)? None][0],
            read: $make($first, $($more),+),
        }),+]
    };
}

pub(crate) use cell_rules;

/// Passes on what a rule says, and leaves the rule's mark.
#[inline]
pub(crate) fn said<N: RuleName, T>(screen: &Marked<'_>, (name, said): (N, T)) -> T {
    name.leave(screen);
    said
}

/// Whether any rule holds. The first that does decides.
#[inline]
pub(crate) fn any<'t, N: RuleName + 't, R: 't>(
    rules: impl IntoIterator<Item = &'t Ordered<N, R>>,
    screen: &Marked<'_>,
    holds: impl Fn(&'t R) -> bool,
) -> bool {
    first(rules, screen, |rule| holds(rule).then_some(())).is_some()
}

/// What the first rule says that says anything.
#[inline]
pub(crate) fn first<'t, N: RuleName + 't, R: 't, T>(
    rules: impl IntoIterator<Item = &'t Ordered<N, R>>,
    screen: &Marked<'_>,
    read: impl Fn(&'t R) -> Option<T>,
) -> Option<T> {
    rules.into_iter().find_map(|rule| {
        let found = read(&rule.read)?;
        if let Some(name) = rule.name {
            name.leave(screen);
        }
        Some(found)
    })
}

/// A list of rules in the place where they decide: the first that holds gives the value, and its mark is left. The name before
/// a condition is the rule's mark; a rule without a name has `_`. The last rule holds for everything else, and may have a name.
///
/// ```text
/// decide! { screen;
///     Name if condition => value;
///     Name let pattern = option => value;
///     _ => value
/// }
/// ```
macro_rules! decide {
    ($screen:expr; _ => $value:expr) => {
        $value
    };
    ($screen:expr; $mark:ident => $value:expr) => {{
        Mark::$mark.on($screen);
        $value
    }};
    ($screen:expr; _ if $holds:expr => $value:expr; $($others:tt)+) => {
        if $holds { $value } else { crate::rules::decide!($screen; $($others)+) }
    };
    ($screen:expr; _ let $found:pat = $read:expr => $value:expr; $($others:tt)+) => {
        match $read {
            Some($found) => $value,
            None => crate::rules::decide!($screen; $($others)+),
        }
    };
    ($screen:expr; $mark:ident if $holds:expr => $value:expr; $($others:tt)+) => {
        if Mark::$mark.holds($screen, $holds) {
            $value
        } else {
            crate::rules::decide!($screen; $($others)+)
        }
    };
    ($screen:expr; $mark:ident let $found:pat = $read:expr => $value:expr; $($others:tt)+) => {
        match Mark::$mark.found($screen, $read) {
            Some($found) => $value,
            None => crate::rules::decide!($screen; $($others)+),
        }
    };
}

pub(crate) use decide;

/// Rules that do not exclude each other: each that holds leaves its mark.
///
/// ```text
/// mark_all! { screen;
///     Name if condition;
///     Other if condition;
/// }
/// ```
macro_rules! mark_all {
    ($screen:expr; $($mark:ident if $holds:expr;)+) => {
        $(Mark::$mark.holds($screen, $holds);)+
    };
}

pub(crate) use mark_all;
