//! Finding the pasted text in the composer, whole and as a prompt, before Enter is pressed.

use shadow_core::contract::{Availability, BusinessState, ComposerMode, InputMode, UiContext};

use crate::draft::{Expected, Match};
use crate::reasons::{dialog, ended, flags, mode, quote};
use crate::report::{Reason, ReasonCode};
use crate::sight::{PaneFlags, Sight};
use crate::steady::Steady;

/// How long the draft must stand unchanged before Enter, and in how many looks. Codex takes an Enter that follows a
/// burst of characters for a line end (its burst is over after 0.12 s in 0.47 and later).
const STANDS: (f64, u32) = (0.2, 3);
/// How long anything else must stand before it counts.
const FIRM: (f64, u32) = (0.5, 3);
/// How long a text that is not the pasted one must stand before the paste counts as spoilt: a long one comes in pieces.
const SPOILT: (f64, u32) = (2.0, 6);
/// How long a paste may take to show, and how many bytes of it a second more.
const PATIENCE: (f64, f64) = (6.0, 20_000.0);

/// What a look says of the draft.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Look again.
    Again,
    /// It stands there, whole, at a prompt.
    Whole,
    /// It stands there with a completion list open: a space behind it closes that.
    ClosePopup,
    /// It would not become a prompt: take it out.
    TakeOut(Reason),
    /// It cannot go on; the composer is left as it is.
    Stop(Reason),
}

/// What must stand: the draft, the surface and the composer's mode.
type Mark = (
    (Match, Option<String>, bool),
    (Availability, InputMode, PaneFlags),
    Option<ComposerMode>,
);

/// A paste that is being looked for.
#[derive(Debug, Clone, Default)]
pub struct Verifying {
    deadline: f64,
    steady: Steady<Mark>,
    spaced: bool,
}

impl Verifying {
    /// A paste of so many bytes, sent at `now`.
    pub fn new(bytes: usize, now: f64) -> Self {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        Self {
            deadline: now + PATIENCE.0 + f64::from(bytes) / PATIENCE.1,
            ..Self::default()
        }
    }

    /// Takes a look.
    pub fn look(&mut self, sight: &Sight, expected: &Expected, now: f64) -> Verdict {
        let compared = expected.compare(sight);
        let composer = sight.composer.as_ref();
        let mark = (
            (compared, sight.draft(), sight.is_blocked()),
            (sight.availability, sight.input_mode, sight.flags),
            composer.map(|composer| composer.mode),
        );
        self.steady.note(mark, now);
        if let Some(reason) = self.obstacle(sight, now) {
            return Verdict::Stop(reason);
        }
        let held = |(seconds, looks)| self.steady.has_held(seconds, looks, now);
        if let Some(reason) = composer.and_then(mode) {
            return if held(FIRM) {
                Verdict::TakeOut(reason)
            } else {
                Verdict::Again
            };
        }
        match (compared, sight.input_mode) {
            (Match::Whole, InputMode::Freeform) if held(STANDS) => Verdict::Whole,
            (Match::Whole, InputMode::Modal) if held(FIRM) => self.meet_popup(sight),
            (Match::Whole, _) if now < self.deadline => Verdict::Again,
            (Match::Other, _) if held(SPOILT) => Verdict::Stop(spoilt(sight)),
            _ if now < self.deadline => Verdict::Again,
            (Match::Piece | Match::Whole, _) => Verdict::TakeOut(Reason::new(
                ReasonCode::DraftDiffers,
                "only a piece of the text shows in the composer; enlarge the pane, or send less",
            )),
            (Match::Other, _) => Verdict::Stop(spoilt(sight)),
            (Match::Empty, _) => Verdict::Stop(Reason::new(
                ReasonCode::PasteNotSeen,
                "the pasted text did not appear in the composer",
            )),
            (Match::Unseen, _) => Verdict::Stop(Reason::new(
                ReasonCode::PasteNotSeen,
                "the composer cannot be seen any more",
            )),
        }
    }

    /// What forbids to go on, once it has stood.
    fn obstacle(&self, sight: &Sight, now: f64) -> Option<Reason> {
        if let Some(reason) = flags(sight).into_iter().next() {
            return Some(reason);
        }
        if !self.steady.has_held(FIRM.0, FIRM.1, now) {
            return None;
        }
        if let Some(reason) = ended(sight) {
            return Some(reason);
        }
        if sight.is_blocked() {
            return Some(dialog(sight));
        }
        if sight.business_state == BusinessState::Working {
            let words = "a turn began while the text was typed; it was not sent";
            return Some(Reason::new(ReasonCode::TurnRunning, words));
        }
        (sight.input_mode == InputMode::Closed).then(|| {
            let words = "a transcript or pager came in front, or the CLI ended; it was not sent";
            Reason::new(ReasonCode::ViewOpen, words)
        })
    }

    /// A completion list is open over the whole draft: a space behind it closes it, unless the draft is a command.
    fn meet_popup(&mut self, sight: &Sight) -> Verdict {
        if !self.spaced {
            self.spaced = true;
            self.steady = Steady::default();
            return Verdict::ClosePopup;
        }
        let reason = match sight.ui_context {
            UiContext::SlashCommand => Reason::new(
                ReasonCode::IsCommand,
                "the text would be taken as a command of the CLI; begin it with another word",
            ),
            _ => Reason::new(
                ReasonCode::PopupOpen,
                "the text opens a completion list that takes the keys; end it with another word",
            ),
        };
        Verdict::TakeOut(reason)
    }
}

fn spoilt(sight: &Sight) -> Reason {
    let shown = sight
        .composer
        .as_ref()
        .map_or("", |composer| &composer.text);
    let words = format!(
        "the composer holds something else than the text (“{}”): someone types, or the CLI changed it; it was not sent",
        quote(shown)
    );
    Reason::new(ReasonCode::DraftDiffers, words)
}
