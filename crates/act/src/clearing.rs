//! Taking a pasted text out of the composer again, key by key, as long as it holds nothing else.

use shadow_core::contract::ComposerMode;

use crate::draft::{Expected, Match};
use crate::report::Reason;
use crate::sight::Sight;
use crate::steady::Steady;

/// How long an empty composer must stand before it counts as cleared, and in how many looks.
const EMPTY: (f64, u32) = (0.25, 3);
/// How long something that is not ours must stand before clearing is given up.
const FOREIGN: (f64, u32) = (0.8, 4);
/// Keys beyond two for each line.
const SPARE: u32 = 12;

/// What a look says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Look again.
    Again,
    /// Press this key.
    Press(&'static str),
    /// The text is out, or cannot be taken out.
    End,
}

/// A draft that is being taken out, and why.
#[derive(Debug, Clone)]
pub struct Clearing {
    reason: Reason,
    presses: u32,
    limit: u32,
    steady: Steady<(Match, Option<ComposerMode>, bool)>,
}

impl Clearing {
    /// Begins to take a text out.
    pub fn new(reason: Reason, text: &str) -> Self {
        let lines = u32::try_from(text.lines().count())
            .unwrap_or(1000)
            .min(1000);
        Self {
            reason,
            presses: 0,
            limit: 2 * lines + SPARE,
            steady: Steady::default(),
        }
    }

    /// Takes a look.
    pub fn look(&mut self, sight: &Sight, expected: &Expected, now: f64) -> Next {
        let compared = expected.compare(sight);
        let mode = sight.composer.as_ref().map(|composer| composer.mode);
        let blocked = sight.is_blocked();
        self.steady.note((compared, mode, blocked), now);
        let own = matches!(compared, Match::Whole | Match::Piece | Match::Empty);
        if blocked || !own {
            return self.end_if_held(FOREIGN, now);
        }
        let plain = !matches!(mode, Some(ComposerMode::Bash | ComposerMode::Memory));
        if compared == Match::Empty && plain {
            return self.end_if_held(EMPTY, now);
        }
        if self.presses >= self.limit {
            return Next::End;
        }
        self.presses += 1;
        // Backspace takes the line end in front of an emptied line, and leaves an emptied shell mode.
        let is_line = self.presses % 2 == 1 && compared != Match::Empty;
        Next::Press(if is_line { "C-u" } else { "BSpace" })
    }

    fn end_if_held(&self, (seconds, looks): (f64, u32), now: f64) -> Next {
        match self.steady.has_held(seconds, looks, now) {
            true => Next::End,
            false => Next::Again,
        }
    }

    /// Why it was taken out.
    pub fn into_reason(self) -> Reason {
        self.reason
    }
}
