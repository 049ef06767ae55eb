//! The lives of the program in the pane, and what the dialog of this one is compared with.

/// Which life it is.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Life {
    alive: bool,
    /// Counts the lives that were seen, from 1.
    generation: u64,
    /// The count of the source, where it has one.
    given: Option<u64>,
}

impl Life {
    /// A live surface is there; the number of the life that it begins, if it does.
    pub(super) fn begin(&mut self) -> Option<u64> {
        let begins = !std::mem::replace(&mut self.alive, true);
        self.generation += u64::from(begins);
        begins.then_some(self.generation)
    }

    /// The program has ended.
    pub(super) fn end(&mut self) {
        self.alive = false;
    }

    /// Takes the source's count; whether it says that this is another life.
    pub(super) fn enter(&mut self, given: Option<u64>) -> bool {
        let known = self.given;
        self.given = given.or(known);
        given.is_some() && known.is_some() && given != known
    }

    pub(super) fn is_alive(&self) -> bool {
        self.alive
    }

    pub(super) fn generation(&self) -> u64 {
        self.generation
    }
}

/// The screen that new ones are compared with.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Baseline {
    /// There is one in this life.
    taken: bool,
    /// The dialog was replaced: the next free screen is taken as it is.
    replaced: bool,
    /// What the running turn was anchored to has left the screen.
    lost: bool,
}

impl Baseline {
    /// A screen is the baseline now.
    pub(super) fn take(&mut self) {
        self.taken = true;
        self.replaced = false;
    }

    /// Another dialog is put in this one's place.
    pub(super) fn replace(&mut self) {
        self.replaced = true;
    }

    /// Another life follows.
    pub(super) fn end(&mut self) {
        self.taken = false;
    }

    /// Whether the running turn's anchor is away.
    pub(super) fn lose(&mut self, lost: bool) {
        self.lost = lost;
    }

    pub(super) fn is_taken(&self) -> bool {
        self.taken
    }

    pub(super) fn is_replaced(&self) -> bool {
        self.replaced
    }

    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }
}
