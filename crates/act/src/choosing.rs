//! Answering a dialog: only the one that was read, key by key, with a look before each.

use shadow_core::contract::{BlockOption, OperatorBlock};

use crate::answer::Answer;
use crate::ending::Ending;
use crate::reasons::{busy, dialog, ended, flags, quote};
use crate::report::{Proof, Reason, ReasonCode, Stage};
use crate::shown::{letters, solid};
use crate::sight::{PaneFlags, Sight, Words};
use crate::steady::Steady;
use crate::step::{Act, Machine, Seen};
use crate::stopping;

/// Seconds between two looks.
const POLL: f64 = 0.08;
/// How long the dialog must stand before the first key, and in how many looks.
const SETTLE: (f64, u32) = (0.15, 2);
/// How long anything else must stand before it refuses.
const FIRM: (f64, u32) = (0.4, 3);
/// How long the dialog may take to go or change.
const PATIENCE: f64 = 5.0;
/// Seconds between two looks after the last key: the same may be asked again at once.
const CLOSE: f64 = 0.03;
/// Seconds between two keys: some versions take a burst of keys for one.
const PAUSE: f64 = 0.1;

/// What identifies a dialog beside its words: its number, the process in front with its start, the count of cells that
/// mention its subject, and the count of such calls that are over.
type First = (Option<u64>, Option<(u32, u64)>, usize, usize);

/// What must stand: the dialog in front, and the surface.
type Shown = (Option<(String, Option<u64>)>, PaneFlags, bool);

/// An answer on its way.
#[derive(Debug, Clone)]
pub struct Choosing {
    answer: Answer,
    /// The identity of the dialog at the first look that showed it.
    first: Option<First>,
    /// The option and the keys that are left; none before the dialog was seen.
    chosen: Option<Chosen>,
    since: f64,
    steady: Steady<Shown>,
    life: Option<u64>,
    ending: Ending,
}

#[derive(Debug, Clone)]
struct Chosen {
    at: usize,
    before: BlockOption,
    keys: Vec<String>,
    /// The dialog's cells when the last key was pressed.
    cells: Vec<Words>,
    /// How many of them told of what the dialog is about.
    told: usize,
    /// How many such calls were over then.
    over: usize,
    /// The option was selected when the last key was pressed.
    selected: bool,
    /// After that key a look has shown no such dialog.
    went: bool,
}

impl Chosen {
    /// Whether the option was ticked, or its text opened.
    fn has_changed(&self, option: Option<&BlockOption>) -> bool {
        option.is_some_and(|option| {
            let opened = self.before.free_text && option.selected == Some(true);
            option.checked != self.before.checked || opened
        })
    }

    /// Whether a dialog that says the same is another one: the first one went and something came since, or more cells
    /// tell of what it is about (its command was run or refused, and is asked for again), or the selection is back.
    fn is_asked_anew(&self, sight: &Sight, block: &OperatorBlock) -> bool {
        let option = block.options.get(self.at);
        let back = self.selected && option.is_some_and(|it| it.selected == Some(false));
        let went = self.went && sight.cells != self.cells;
        let run = telling(sight, block) > self.told || sight.over > self.over;
        went || back || run
    }
}

/// How many cells tell of what a dialog is about.
fn telling(sight: &Sight, block: &OperatorBlock) -> usize {
    let about = letters(&solid(block.subject.as_deref().unwrap_or_default()));
    let tells = |(_, words): &&Words| !about.is_empty() && letters(words).contains(&about);
    sight.cells.iter().filter(tells).count()
}

/// Why an answer is not known to be taken: the dialog stands there as it was, or it may be the same asked again.
fn stands(label: &str, is_sure: bool) -> Reason {
    let label = quote(label);
    match is_sure {
        true => Reason::new(
            ReasonCode::DialogStands,
            format!("the keys for “{label}” were pressed and the dialog stands there still"),
        ),
        false => Reason::new(
            ReasonCode::AnswerUnsure,
            format!(
                "the keys for “{label}” were pressed and a dialog stands there that says the same: this one still, or \
                 the same asked again after the answer was taken; look before you press again"
            ),
        ),
    }
}

impl Choosing {
    /// Begins to answer the dialog that was read.
    #[must_use]
    pub fn new(answer: Answer) -> Self {
        Self {
            answer,
            first: None,
            chosen: None,
            since: 0.0,
            steady: Steady::default(),
            life: None,
            ending: Ending::default(),
        }
    }

    fn look(&mut self, sight: &Sight, now: f64) -> Act {
        let block = sight.block.as_ref();
        let shown = block.map(|block| (block.signature.clone(), block.appearance));
        self.steady
            .note((shown, sight.flags, sight.is_blocked()), now);
        let life = *self.life.get_or_insert(sight.life);
        if life != sight.life {
            let words = "another process runs in the pane than when it was first looked at";
            return self.stop(Reason::new(ReasonCode::Restarted, words), sight);
        }
        let same = block.is_some_and(|block| self.is_for(block, sight));
        match &self.chosen {
            Some(chosen) if chosen.keys.is_empty() => self.confirm(sight, now),
            _ if !same => self.meet_other(sight, now),
            _ if !flags(sight).is_empty() => self.meet_flags(sight, now),
            None => self.begin(sight, now),
            Some(_) => self.press(sight, now),
        }
    }

    /// Whether a block is the dialog that was read, and was not asked again since the first look at it.
    fn is_for(&mut self, block: &OperatorBlock, sight: &Sight) -> bool {
        let calls = (telling(sight, block), sight.over);
        let shown = (block.appearance, sight.front, calls.0, calls.1);
        self.answer.is_for(block) && *self.first.get_or_insert(shown) == shown
    }

    fn meet_flags(&mut self, sight: &Sight, now: f64) -> Act {
        match flags(sight).into_iter().next() {
            Some(reason) if self.steady.has_held(FIRM.0, FIRM.1, now) => self.stop(reason, sight),
            _ => again(now),
        }
    }

    /// The dialog is not there, or is another one.
    fn meet_other(&mut self, sight: &Sight, now: f64) -> Act {
        if !self.steady.has_held(FIRM.0, FIRM.1, now) {
            return again(now);
        }
        if self.ending.presses() > 0 {
            // It went before the last key was pressed: an earlier one was enough.
            return self.ending.done(Proof::DialogGone, sight);
        }
        let reason = match &sight.block {
            Some(block) => self.other(block, sight),
            None if sight.is_blocked() => dialog(sight),
            None => ended(sight)
                .unwrap_or_else(|| Reason::new(ReasonCode::NoDialog, "no dialog is open any more")),
        };
        self.stop(reason, sight)
    }

    /// Why the open dialog is not the one that was read.
    fn other(&self, block: &OperatorBlock, sight: &Sight) -> Reason {
        let asked = self.answer.appearance;
        let how = if block.signature == self.answer.signature {
            "the same is asked again since it was read"
        } else if asked.is_some() && block.appearance == asked {
            "it is drawn otherwise than when it was read, as in a pane of another size; read it anew"
        } else {
            "it is another dialog now"
        };
        let words = format!("{how}: {}", dialog(sight).message);
        Reason::new(ReasonCode::OtherDialog, words)
    }

    fn begin(&mut self, sight: &Sight, now: f64) -> Act {
        let Some(block) = &sight.block else {
            return again(now);
        };
        if !self.steady.has_held(SETTLE.0, SETTLE.1, now) {
            return again(now);
        }
        match self.answer.choice.find(block) {
            Err(reason) => self.stop(reason, sight),
            Ok((_, option)) if option.keys.is_empty() => {
                let words = format!(
                    "the screen does not tell which keys choose “{}”; choose it by hand",
                    quote(&option.label)
                );
                self.stop(Reason::new(ReasonCode::NoKeys, words), sight)
            }
            Ok((at, option)) => {
                if let Some(reason) = self.answer.refusal(block, at) {
                    return self.stop(reason, sight);
                }
                self.chosen = Some(Chosen {
                    at,
                    before: option.clone(),
                    keys: option.keys.clone(),
                    cells: Vec::new(),
                    told: 0,
                    over: 0,
                    selected: false,
                    went: false,
                });
                self.press(sight, now)
            }
        }
    }

    /// Presses the next key. The last one of several must find the selection on the option, where the screen tells.
    fn press(&mut self, sight: &Sight, now: f64) -> Act {
        let (Some(chosen), Some(block)) = (&mut self.chosen, &sight.block) else {
            return again(now);
        };
        let moved = chosen.before.keys.len() > 1 && chosen.keys.len() == 1;
        let option = block.options.get(chosen.at);
        if moved && option.is_some_and(|option| option.selected == Some(false)) {
            if now < self.since + PATIENCE {
                return again(now);
            }
            let words = format!(
                "the selection did not come to “{}”; nothing was confirmed",
                quote(&chosen.before.label)
            );
            return self.stop(Reason::new(ReasonCode::DialogStands, words), sight);
        }
        if let Some(reason) = self.answer.refusal(block, chosen.at) {
            return self.stop(reason, sight);
        }
        chosen.cells.clone_from(&sight.cells);
        chosen.told = telling(sight, block);
        chosen.over = sight.over;
        chosen.selected = option.is_some_and(|option| option.selected == Some(true));
        Act::Press(chosen.keys[0].clone())
    }

    fn confirm(&mut self, sight: &Sight, now: f64) -> Act {
        let same = |block: &&OperatorBlock| block.signature == self.answer.signature;
        let Some(block) = sight.block.as_ref().filter(same) else {
            return self.meet_none(sight, now);
        };
        let Some(chosen) = &self.chosen else {
            return again(now);
        };
        let option = block.options.get(chosen.at);
        let held = self.steady.has_held(SETTLE.0, SETTLE.1, now);
        if held && chosen.has_changed(option) {
            return self.ending.done(Proof::OptionChanged, sight);
        }
        if held && chosen.is_asked_anew(sight, block) {
            return self.ending.done(Proof::DialogReturned, sight);
        }
        if now < self.since + PATIENCE {
            return Act::Look { at: now + CLOSE };
        }
        let is_sure = !chosen.went && sight.cells == chosen.cells && !chosen.cells.is_empty();
        let reason = stands(&chosen.before.label, is_sure);
        self.stop(reason, sight)
    }

    /// By this look, the dialog is no longer open.
    fn meet_none(&mut self, sight: &Sight, now: f64) -> Act {
        if let Some(chosen) = &mut self.chosen {
            chosen.went = true;
        }
        if !self.steady.has_held(SETTLE.0, SETTLE.1, now) {
            return Act::Look { at: now + CLOSE };
        }
        let proof = if sight.is_blocked() {
            Proof::DialogChanged
        } else {
            Proof::DialogGone
        };
        self.ending.done(proof, sight)
    }

    fn stage(&self) -> Stage {
        match &self.chosen {
            None => Stage::Look,
            Some(chosen) if chosen.keys.is_empty() => Stage::Confirm,
            Some(_) => Stage::Press,
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

impl Machine for Choosing {
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
                let mut pause = 0.0;
                if let Some(chosen) = &mut self.chosen {
                    chosen.keys.remove(0);
                    self.ending.press();
                    pause = if chosen.keys.is_empty() { CLOSE } else { PAUSE };
                }
                self.since = now;
                self.steady = Steady::default();
                Act::Look { at: now + pause }
            }
            Seen::Held => again(now),
            Seen::Gone => self.cut(Reason::new(ReasonCode::Gone, "the pane is gone")),
            Seen::Late => self.cut(Reason::new(ReasonCode::TimedOut, "the time ran out")),
            Seen::Busy => self.cut(busy()),
            Seen::Stopped(_) => {
                let words = stopping::keys(self.ending.presses());
                self.cut(Reason::new(ReasonCode::Stopped, words))
            }
        }
    }
}

fn again(now: f64) -> Act {
    Act::Look { at: now + POLL }
}
