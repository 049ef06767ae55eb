//! Was Enter swallowed, or is it still on its way? A CLI that is busy takes keys seconds later, in order.
//!
//! A mark is typed behind the draft. Where the mark shows and the draft still stands, everything before it was taken:
//! Enter was swallowed, the mark is erased, and Enter may be pressed again. Where the mark shows alone, Enter was late:
//! the prompt has gone, and only the mark is erased.

use shadow_core::contract::Availability;

use crate::draft::{Expected, Match};
use crate::reasons::{dialog, ended, flags, mode};
use crate::report::{Reason, ReasonCode};
use crate::sight::{PaneFlags, Sight};
use crate::steady::Steady;

/// How long a sight must stand before it counts, and in how many looks.
const FIRM: (f64, u32) = (0.25, 3);
/// How long the mark may take to show, or to go.
const PATIENCE: f64 = 25.0;
/// How long an emptied composer is given to show the mark.
const LATE: f64 = 3.0;

/// What a look says.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Look again.
    Again,
    /// The mark must be erased: press Backspace.
    Erase,
    /// Enter was swallowed, and the mark is gone again.
    Swallowed,
    /// The prompt has gone: see what came of it.
    Gone,
    /// It cannot be told.
    Stop(Reason),
}

/// What must stand: the draft with the mark, and the surface.
type Mark = ((Match, Match, bool), (bool, Availability, PaneFlags));

/// A mark behind a draft.
#[derive(Debug, Clone)]
pub struct Probing {
    mark: char,
    marked: Expected,
    erasing: bool,
    /// The mark stood alone: the prompt has gone.
    late: bool,
    since: f64,
    steady: Steady<Mark>,
}

impl Probing {
    /// Begins, for a text as it was pasted behind a draft.
    pub fn new(before: &str, pasted: &str) -> Self {
        let mark = if pasted.trim_end().ends_with('.') {
            ','
        } else {
            '.'
        };
        Self {
            mark,
            marked: Expected::new(before, &format!("{pasted}{mark}")),
            erasing: false,
            late: false,
            since: 0.0,
            steady: Steady::default(),
        }
    }

    /// The mark, as a key.
    pub fn key(&self) -> String {
        self.mark.to_string()
    }

    /// The mark was typed, or Backspace was pressed.
    pub fn sent(&mut self, now: f64) {
        self.since = now;
        self.steady = Steady::default();
    }

    /// Takes a look.
    pub fn look(&mut self, sight: &Sight, expected: &Expected, now: f64) -> Answer {
        let (own, marked) = (expected.compare(sight), self.marked.compare(sight));
        let alone = sight.draft().as_deref() == Some(&self.key());
        let surface = (sight.is_blocked(), sight.availability, sight.flags);
        self.steady.note(((own, marked, alone), surface), now);
        if !self.steady.has_held(FIRM.0, FIRM.1, now) {
            return Answer::Again;
        }
        let obstacle = flags(sight)
            .into_iter()
            .chain(ended(sight))
            .chain(sight.composer.as_ref().and_then(mode));
        if let Some(reason) = obstacle.into_iter().next() {
            return Answer::Stop(reason);
        }
        if sight.is_blocked() {
            // Over a draft that has gone, the dialog may be the turn's own.
            return match own {
                Match::Empty | Match::Unseen => Answer::Gone,
                _ => Answer::Stop(dialog(sight)),
            };
        }
        if self.erasing {
            return self.erased(sight, own, now);
        }
        let waited = now >= self.since + LATE;
        match (marked, own) {
            _ if alone => {
                self.late = true;
                self.erase()
            }
            (Match::Whole, _) if sight.is_free() => self.erase(),
            (_, Match::Empty | Match::Unseen) if waited => Answer::Gone,
            _ => self.again(now),
        }
    }

    fn erase(&mut self) -> Answer {
        self.erasing = true;
        Answer::Erase
    }

    fn erased(&self, sight: &Sight, own: Match, now: f64) -> Answer {
        match own {
            Match::Whole if !self.late && sight.is_free() => Answer::Swallowed,
            // Claude Code takes an Enter before it acts on it: the draft may go after the mark was seen (2.1.330).
            Match::Empty | Match::Unseen => Answer::Gone,
            _ => self.again(now),
        }
    }

    fn again(&self, now: f64) -> Answer {
        if now < self.since + PATIENCE {
            return Answer::Again;
        }
        let words = "Enter was pressed and the draft stands there; the CLI takes no keys, look before you send again";
        Answer::Stop(Reason::new(ReasonCode::EnterIgnored, words))
    }
}
