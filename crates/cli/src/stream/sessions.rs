//! Sessions by name, bounded: the one unused for longest makes room.

use std::collections::HashMap;

use shadow_tui::Session;
use shadow_tui::reducer::Limits;

/// Sessions kept at once. One more, and the one unused for longest is forgotten.
pub const SESSION_LIMIT: usize = 1024;

/// Sessions by name.
#[derive(Debug)]
pub struct Sessions {
    limit: usize,
    clock: u64,
    kept: HashMap<String, (u64, Session)>,
}

impl Sessions {
    /// An empty store that keeps at most `limit` sessions.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            clock: 0,
            kept: HashMap::new(),
        }
    }

    /// The session of a name, begun if need be.
    pub fn enter(&mut self, name: &str) -> &mut Session {
        self.clock += 1;
        if !self.kept.contains_key(name) {
            self.make_room();
        }
        let entry = self.kept.entry(name.to_owned());
        let (used, session) = entry.or_insert_with(|| (0, begun()));
        *used = self.clock;
        session
    }

    fn make_room(&mut self) {
        if self.kept.len() < self.limit {
            return;
        }
        let oldest = self.kept.iter().min_by_key(|(_, (used, _))| *used);
        if let Some(name) = oldest.map(|(name, _)| name.clone()) {
            self.kept.remove(&name);
        }
    }
}

/// A session that has seen nothing. Who asks looks when it likes: what the first look shows is all that is known.
fn begun() -> Session {
    Session::new(Limits {
        first_settle: 0.0,
        ..Limits::default()
    })
}

#[cfg(test)]
mod tests {
    use super::Sessions;

    #[test]
    fn the_session_unused_for_longest_makes_room() {
        let mut sessions = Sessions::new(2);
        for name in ["a", "b", "a", "c"] {
            sessions.enter(name);
        }
        let mut names: Vec<&String> = sessions.kept.keys().collect();
        names.sort();
        assert_eq!(names, ["a", "c"]);
    }
}
