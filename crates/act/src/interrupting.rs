//! Interrupting a turn: the key only where a turn runs, and pressed again only where it still does.

use shadow_core::contract::{Availability, BusinessState, InputMode};

use crate::ending::Ending;
use crate::reasons::{busy, dialog, exited, flags};
use crate::report::{Proof, Reason, ReasonCode, Stage};
use crate::sight::{PaneFlags, Sight};
use crate::steady::Steady;
use crate::step::{Act, Machine, Seen};
use crate::stopping;

/// The key that interrupts, in both CLIs (Claude Code 1.0.0 to 2.1.330, Codex 0.20 to 0.169). While text streams and no
/// status row is shown, Codex takes no Escape (0.50.0 to 0.152.1, but for those that keep the row, as 0.98.0; 0.162.1
/// and later take it). Ctrl-C would stop it there, but one Ctrl-C quits Codex at once where the turn has ended in that
/// moment (seen in 0.50.0 to 0.169.0), so it is never pressed.
const KEY: &str = "Escape";
/// Seconds between two looks.
const POLL: f64 = 0.1;
/// How long a sight must stand before it counts, and in how many looks.
const FIRM: (f64, u32) = (0.3, 3);
/// How long a turn that runs on proves that the key did not reach it (vim's insert mode and popups take the first one).
const STILL: f64 = 2.5;
/// How often the key is pressed at most.
const PRESSES: u32 = 3;
/// How long an unknown screen may take to become known.
const PATIENCE: f64 = 5.0;
/// How long the first sight may take to stand, however little time there is: that is no waiting for a change.
const FIRST: f64 = 1.0;

/// An interrupt on its way.
#[derive(Debug, Clone, Default)]
pub struct Interrupting {
    force: bool,
    dialog: bool,
    /// The signature of the dialog that was read, if one was.
    read: Option<String>,
    since: f64,
    steady: Steady<(BusinessState, bool, Availability, PaneFlags)>,
    life: Option<u64>,
    /// The dialog that stood there at the first press.
    answered: Option<String>,
    ending: Ending,
}

impl Interrupting {
    /// Begins to interrupt. With `force` the key is pressed where no turn is seen to run, with `dialog` where a dialog
    /// would be answered by it.
    #[must_use]
    pub fn new(force: bool, dialog: bool) -> Self {
        Self {
            force,
            dialog,
            ..Self::default()
        }
    }

    /// With this dialog, the key answers no other.
    #[must_use]
    pub fn of_dialog(mut self, signature: Option<String>) -> Self {
        self.read = signature;
        self
    }

    fn look(&mut self, sight: &Sight, now: f64) -> Act {
        let (state, blocked) = (sight.business_state, sight.is_blocked());
        self.steady
            .note((state, blocked, sight.availability, sight.flags), now);
        let life = *self.life.get_or_insert(sight.life);
        if life != sight.life {
            let words = "another process runs in the pane than when it was first looked at";
            return self.stop(Reason::new(ReasonCode::Restarted, words), sight);
        }
        if !self.steady.has_held(FIRM.0, FIRM.1, now) {
            return again(now);
        }
        match self.ending.presses() {
            0 => self.begin(sight, now),
            _ => self.confirm(sight, now),
        }
    }

    fn begin(&mut self, sight: &Sight, now: f64) -> Act {
        let Some(reason) = self.obstacle(sight) else {
            self.answered = sight.block.as_ref().map(|block| block.signature.clone());
            return Act::Press(KEY.to_owned());
        };
        if reason.code == ReasonCode::UnknownScreen && now < self.since + PATIENCE {
            return again(now);
        }
        self.stop(reason, sight)
    }

    /// What forbids the key.
    fn obstacle(&self, sight: &Sight) -> Option<Reason> {
        if let Some(reason) = flags(sight).into_iter().next() {
            return Some(reason);
        }
        let (code, words) = match sight.availability {
            Availability::Unsupported => (
                ReasonCode::NotAnAgent,
                "the pane does not show Claude Code or Codex; name another pane",
            ),
            Availability::Disconnected => return Some(exited(sight)),
            _ if sight.is_blocked() && self.dialog => return self.other(sight),
            _ if sight.is_blocked() => {
                let asks = dialog(sight).message;
                let words = format!(
                    "{asks}; the interrupt key would answer it (`--dialog` presses it all the same)"
                );
                return Some(Reason::new(ReasonCode::DialogOpen, words));
            }
            _ if sight.business_state == BusinessState::Working || self.force => return None,
            _ if sight.business_state == BusinessState::Idle => (
                ReasonCode::NoTurn,
                "no turn runs (`--force` presses the key all the same)",
            ),
            _ if sight.unwitnessed => (
                ReasonCode::NoTurnWitness,
                "nothing tells whether a turn runs (`--force` presses the key all the same)",
            ),
            _ => (
                ReasonCode::UnknownScreen,
                "the screen does not tell what it is (`--force` presses the key all the same)",
            ),
        };
        Some(Reason::new(code, words))
    }

    /// Why the open dialog is not the one that was read.
    fn other(&self, sight: &Sight) -> Option<Reason> {
        let read = self.read.as_ref()?;
        let open = sight.block.as_ref().map(|block| &block.signature);
        let words = || format!("it is another dialog now: {}", dialog(sight).message);
        (open != Some(read)).then(|| Reason::new(ReasonCode::OtherDialog, words()))
    }

    fn confirm(&mut self, sight: &Sight, now: f64) -> Act {
        let signature = sight.block.as_ref().map(|block| &block.signature);
        let stands = signature.is_some() && signature == self.answered.as_ref();
        let runs = sight.business_state == BusinessState::Working || stands;
        let known = sight.business_state == BusinessState::Idle
            || sight.availability == Availability::Disconnected
            || sight.is_blocked()
            || sight.input_mode == InputMode::Freeform && !sight.unwitnessed;
        if !runs && known {
            return self.ending.done(Proof::Stopped, sight);
        }
        if now < self.since + STILL {
            return again(now);
        }
        if runs && !sight.is_blocked() && self.ending.presses() < PRESSES && flags(sight).is_empty()
        {
            return Act::Press(KEY.to_owned());
        }
        self.stop(goes_on(sight, stands), sight)
    }

    fn stage(&self) -> Stage {
        match self.ending.presses() {
            0 => Stage::Look,
            _ => Stage::Confirm,
        }
    }

    fn stop(&mut self, reason: Reason, sight: &Sight) -> Act {
        self.ending.stop(reason, self.stage(), Some(sight))
    }

    /// Ends without a look.
    fn cut(&mut self, reason: Reason) -> Act {
        self.ending.stop(reason, self.stage(), None)
    }
}

impl Machine for Interrupting {
    fn step(&mut self, seen: Seen<'_>, now: f64) -> Act {
        if let Some(end) = self.ending.told() {
            return end;
        }
        match seen {
            Seen::Start => {
                self.since = now;
                Act::Look { at: now }
            }
            Seen::Look(sight) => self.look(sight, now),
            Seen::Sent => {
                self.ending.press();
                self.since = now;
                self.steady = Steady::default();
                again(now)
            }
            Seen::Held => again(now),
            Seen::Gone => self.cut(Reason::new(ReasonCode::Gone, "the pane is gone")),
            Seen::Late if self.ending.presses() == 0 && now < self.since + FIRST => again(now),
            Seen::Late => {
                let words = match self.ending.presses() {
                    0 => {
                        "the time ran out before the screen had stood for a moment; give a longer timeout"
                    }
                    _ => {
                        "the key was pressed, and the time ran out before the turn was seen to stop; \
                          look before you press again"
                    }
                };
                self.cut(Reason::new(ReasonCode::TimedOut, words))
            }
            Seen::Busy => self.cut(busy()),
            Seen::Stopped(_) => {
                let words = stopping::keys(self.ending.presses());
                self.cut(Reason::new(ReasonCode::Stopped, words))
            }
        }
    }
}

/// Why the turn is not known to have stopped.
fn goes_on(sight: &Sight, stands: bool) -> Reason {
    let what_helps = sight.manners.beside_escape.unwrap_or("look");
    match (stands, sight.business_state) {
        (true, _) => Reason::new(
            ReasonCode::StillRunning,
            "the key was pressed and the dialog stands there still",
        ),
        (_, BusinessState::Working) => Reason::new(
            ReasonCode::StillRunning,
            format!("the key was pressed and the turn goes on; {what_helps}"),
        ),
        _ if sight.unwitnessed => Reason::new(
            ReasonCode::NoTurnWitness,
            format!("the key was pressed and nothing tells whether the turn stopped; {what_helps}"),
        ),
        _ => Reason::new(
            ReasonCode::UnknownScreen,
            "the key was pressed and the screen does not tell whether the turn stopped; look",
        ),
    }
}

fn again(now: f64) -> Act {
    Act::Look { at: now + POLL }
}
