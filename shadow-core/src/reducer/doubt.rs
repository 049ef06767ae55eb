//! Doubting a change of the dialog: what would begin or end a turn must hold, so that half a frame, or a
//! transcript that is being printed anew, counts at no polling rate.

use super::align::Change;
use super::cell::Cell;

/// A change that asks to be believed, and since when.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Doubt {
    grave: Grave,
    pub(super) since: f64,
    /// The last of the person's cells that would be new.
    pub(super) prompt: Option<String>,
}

/// What of a change is grave.
#[derive(Debug, Clone, PartialEq, Default)]
struct Grave {
    /// The person's cells that would be new.
    users: Vec<String>,
    /// Those that would be gone.
    gone: Vec<u64>,
    lost: bool,
    banner: bool,
}

impl Grave {
    fn of(change: &Change, next: &[Cell]) -> Self {
        let users = change.new_users.iter().map(|&index| &next[index].solid);
        let gone = change.taken_back.iter().filter(|cell| cell.is_user());
        Self {
            users: users.cloned().collect(),
            gone: gone.map(|cell| cell.uid).collect(),
            lost: change.lost,
            banner: change.new_banner,
        }
    }
}

impl Doubt {
    /// The doubt that a change leaves: none where nothing of it is grave, or where it has held.
    pub(super) fn of(
        change: &Change,
        next: &[Cell],
        before: Option<&Self>,
        now: f64,
        settle: f64,
    ) -> Option<Self> {
        let grave = Grave::of(change, next);
        if grave == Grave::default() {
            return None;
        }
        let since = match before {
            Some(before) if before.grave.is_like(&grave) => before.since,
            _ => now,
        };
        let prompt = change
            .new_users
            .last()
            .map(|&index| next[index].text.clone());
        (now < since + settle).then_some(Self {
            grave,
            since,
            prompt,
        })
    }
}

impl Grave {
    /// Whether a later change is this one, told further: a cell may have grown, or its beginning have left the screen.
    fn is_like(&self, later: &Self) -> bool {
        let grown = |(old, new): (&String, &String)| {
            new.starts_with(old.as_str()) || old.ends_with(new.as_str())
        };
        self.users.len() == later.users.len()
            && self.users.iter().zip(&later.users).all(grown)
            && (&self.gone, self.lost, self.banner) == (&later.gone, later.lost, later.banner)
    }
}
