//! How long a sight has stood: one look proves little, because half a frame may have been captured.

/// Since when, and for how many looks, the same has been seen.
#[derive(Debug, Clone)]
pub struct Steady<M> {
    mark: Option<M>,
    since: f64,
    looks: u32,
}

impl<M> Default for Steady<M> {
    fn default() -> Self {
        Self {
            mark: None,
            since: 0.0,
            looks: 0,
        }
    }
}

impl<M: PartialEq> Steady<M> {
    /// Notes what was seen at `now`.
    pub fn note(&mut self, mark: M, now: f64) {
        if self.mark.as_ref() == Some(&mark) {
            self.looks += 1;
            return;
        }
        *self = Self {
            mark: Some(mark),
            since: now,
            looks: 1,
        };
    }

    /// Whether it has stood for `seconds` and at least `looks` looks.
    pub fn has_held(&self, seconds: f64, looks: u32, now: f64) -> bool {
        self.looks >= looks && now >= self.since + seconds
    }
}

#[cfg(test)]
mod tests {
    use super::Steady;

    #[test]
    fn a_change_begins_anew() {
        let mut steady = Steady::default();
        steady.note("a", 0.0);
        steady.note("a", 1.0);
        assert!(steady.has_held(1.0, 2, 1.0) && !steady.has_held(1.0, 3, 1.0));
        steady.note("b", 1.5);
        assert!(!steady.has_held(0.5, 1, 1.9) && steady.has_held(0.5, 1, 2.0));
    }
}
