//! Rules in tables. A row has the mark of its rule and how it reads; what is here asks the rows, and marks the rules that
//! decide. Where a mark counts is said by its row alone.

use shadow_core::screen::Marked;

/// The name of a rule: an entry of the projector's list.
pub(crate) trait RuleName: Copy {
    /// Marks that the rule has decided something about a screen.
    fn leave(self, screen: &Marked<'_>);
}

/// What the first row of a table finds that finds anything.
#[inline]
pub(crate) fn found<N: RuleName, R: Copy, T>(
    rows: &[(N, R)],
    screen: &Marked<'_>,
    mut find: impl FnMut(R) -> Option<T>,
) -> Option<T> {
    rows.iter().find_map(|&(name, read)| {
        let found = find(read)?;
        name.leave(screen);
        Some(found)
    })
}

/// What the first row of a table says whose sign is there.
#[inline]
pub(crate) fn told<N: RuleName, R: Copy, T: Copy>(
    rows: &[(N, R, T)],
    screen: &Marked<'_>,
    mut holds: impl FnMut(R) -> bool,
) -> Option<T> {
    let (name, _, says) = rows.iter().find(|(_, sign, _)| holds(*sign))?;
    name.leave(screen);
    Some(*says)
}

/// Whether the sign of any row of a table is there.
#[inline]
pub(crate) fn any<N: RuleName, R: Copy>(
    rows: &[(N, R)],
    screen: &Marked<'_>,
    mut holds: impl FnMut(R) -> bool,
) -> bool {
    found(rows, screen, |sign| holds(sign).then_some(())).is_some()
}

/// What the first row of a table finds that finds anything. All rows are asked, and marked where they find something.
#[inline]
pub(crate) fn each<N: RuleName, R: Copy, T>(
    rows: &[(N, R)],
    screen: &Marked<'_>,
    mut find: impl FnMut(R) -> Option<T>,
) -> Option<T> {
    rows.iter().fold(None, |first, &(name, read)| {
        let found = find(read);
        if found.is_some() {
            name.leave(screen);
        }
        first.or(found)
    })
}

/// What a rule says, which a match has chosen.
#[inline]
pub(crate) fn by<N: RuleName, T>(screen: &Marked<'_>, (name, says): (N, T)) -> T {
    name.leave(screen);
    says
}

/// A row whose reader marks the rules that it goes by itself.
impl<N: RuleName> RuleName for Option<N> {
    fn leave(self, screen: &Marked<'_>) {
        if let Some(name) = self {
            name.leave(screen);
        }
    }
}

/// A rule of a table: what it is called where it has a name, and how it reads.
pub(crate) struct Ordered<N, R> {
    pub(crate) name: Option<N>,
    pub(crate) read: R,
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
