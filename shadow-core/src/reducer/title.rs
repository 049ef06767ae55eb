//! The title over one life of the program: when it changed, and whether it is a witness.

/// What is known of the title.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Title {
    /// When it last changed, in seconds.
    changed: f64,
    /// It was seen to change in this life: one that stood there from its first look on, and says working alone, may be what a
    /// program left that has died.
    moved: bool,
    /// It was last seen to say that no turn runs while the screen showed one.
    lies: bool,
}

impl Title {
    /// The title at the first look of all.
    pub(super) fn at(now: f64) -> Self {
        Self {
            changed: now,
            ..Self::default()
        }
    }

    /// It is another one; `own` where another stood there in this life.
    pub(super) fn change(&mut self, now: f64, own: bool) {
        self.changed = now;
        self.moved |= own;
    }

    /// It says that a turn runs.
    pub(super) fn say_working(&mut self) {
        self.lies = false;
    }

    /// It says that none runs while the screen shows one.
    pub(super) fn contradict(&mut self) {
        self.lies = true;
    }

    /// Another life follows, and what this one said is no word of it.
    pub(super) fn outlive(&mut self) {
        self.moved = false;
        self.lies = false;
    }

    pub(super) fn changed(&self) -> f64 {
        self.changed
    }

    pub(super) fn has_moved(&self) -> bool {
        self.moved
    }

    pub(super) fn lies(&self) -> bool {
        self.lies
    }
}
