//! Sending a prompt: look, refuse or paste, find the draft, press Enter, find that the turn began.
//!
//! - `look`: several looks until the surface has settled; what is not safe is refused with every reason
//! - `verify`: the draft must stand in the composer, whole and as a prompt (`verifying`); what would run in a shell or
//!   as a command is taken out again (`clearing`)
//! - `press`: Enter, on a draft that was just seen
//! - `confirm`: the turn began (`begun`). Enter is pressed again only where a mark typed behind the draft shows that
//!   it was swallowed (`probing`)

use shadow_core::contract::{BusinessState, ComposerContent, InputMode, Offer, UiContext};
use shadow_core::reducer::Limits;

use crate::begun::Before;
use crate::clearing::{Clearing, Next};
use crate::draft::{Expected, Match};
use crate::manners::against;
use crate::probing::{Answer, Probing};
use crate::prompt::Prompt;
use crate::reasons::{busy, dialog, ended, flags, is_transient, mode, reasons};
use crate::report::{ActOutcome, DraftFate, Proof, Reason, ReasonCode, Report, Stage};
use crate::sight::Sight;
use crate::steady::Steady;
use crate::step::{Act, Machine, Seen};
use crate::stopping;
use crate::terms::Terms;
use crate::verifying::{Verdict, Verifying};

/// Seconds between two looks.
const POLL: f64 = 0.08;
/// How long a surface must stand before it is typed into, and in how many looks.
const SETTLE: (f64, u32) = (0.2, 3);
/// How long a reason must stand before it refuses, so that half a frame does not.
const FIRM: (f64, u32) = (0.4, 3);
/// How long an unknown screen may take to become known; a start-up takes seconds.
const UNKNOWN_PATIENCE: f64 = 30.0;
/// How long silence may take to settle a surface on which nothing tells whether a turn runs.
const QUIET_PATIENCE: f64 = 30.0;
/// How long after Enter an unchanged draft asks whether it was swallowed, and in how many looks.
const SWALLOWED: (f64, u32) = (2.0, 8);
/// How many bytes of the text give a CLI a second more to take the Enter: Claude Code 2.1.62 took one seconds later on
/// a paste of 20 KB.
const SUBMITTED_BYTES: f64 = 4000.0;
/// How often Enter is pressed at most.
const ENTERS: u32 = 3;
/// How long a turn may take to show after the draft has gone.
const CONFIRM_PATIENCE: f64 = 15.0;

/// A prompt on its way.
#[derive(Debug, Clone)]
pub struct Sending {
    prompt: Prompt,
    terms: Terms,
    expected: Expected,
    phase: Phase,
    /// What stood in the way at the last look before the paste.
    found: Vec<Reason>,
    /// What follows once the last paste or key is known to have been sent.
    next: Option<Phase>,
    since: f64,
    steady: Steady<Mark>,
    life: Option<u64>,
    before: Before,
    /// The draft that stood there before the paste, and what was pasted.
    pasted: (String, String),
    /// Whether a space was put before or behind the text.
    spaced: bool,
    enters: u32,
    /// Whether the turn was seen to begin with no dialog in front.
    begun: bool,
    /// Whether the CLI said before the paste that it would go on by itself: what is typed cancels that.
    continued: bool,
}

/// What must stand before the next step.
#[derive(Debug, Clone, PartialEq)]
enum Mark {
    /// The reasons against a paste, and the draft.
    Before(Vec<ReasonCode>, Option<String>),
    /// A turn that has begun.
    Begun,
    /// What Enter has left.
    After {
        compared: Match,
        state: BusinessState,
        mode: InputMode,
        is_blocked: bool,
        has_ended: bool,
    },
}

#[derive(Debug, Clone)]
enum Phase {
    Look,
    Verify(Verifying),
    Clear(Clearing),
    Confirm,
    Probe(Box<Probing>),
    Ended(Box<Report>),
}

impl Sending {
    /// Begins to send a prompt.
    #[must_use]
    pub fn new(prompt: Prompt, terms: Terms) -> Self {
        Self {
            expected: Expected::new("", prompt.text()),
            prompt,
            terms,
            phase: Phase::Look,
            found: Vec::new(),
            next: None,
            since: 0.0,
            steady: Steady::default(),
            life: None,
            before: Before::default(),
            pasted: (String::new(), String::new()),
            spaced: false,
            enters: 0,
            begun: false,
            continued: false,
        }
    }

    fn look(&mut self, sight: &Sight, now: f64) -> Act {
        if *self.life.get_or_insert(sight.life) != sight.life {
            let words = "another process runs in the pane than when it was first looked at";
            return self.fail(Reason::new(ReasonCode::Restarted, words), sight);
        }
        match self.phase.clone() {
            Phase::Look => {
                self.continued = sight.continues;
                self.settle(sight, now)
            }
            Phase::Verify(verifying) => self.verify(verifying, sight, now),
            Phase::Clear(clearing) => self.clear(clearing, sight, now),
            Phase::Confirm => self.confirm(sight, now),
            Phase::Probe(probing) => self.probe(*probing, sight, now),
            Phase::Ended(report) => Act::End(report),
        }
    }

    fn settle(&mut self, sight: &Sight, now: f64) -> Act {
        let found = reasons(sight, self.terms);
        let codes: Vec<ReasonCode> = found.iter().map(|reason| reason.code).collect();
        self.steady
            .note(Mark::Before(codes.clone(), sight.draft()), now);
        if found.is_empty() {
            self.found.clear();
            if !self.steady.has_held(SETTLE.0, SETTLE.1, now) {
                return again(now);
            }
            if let Some(reason) = against(&sight.manners, self.prompt.text()) {
                return self.fail(reason, sight);
            }
            let answers = |offer: &Offer| offer.is_answered_by(self.prompt.text());
            if sight.offers.iter().any(answers) {
                let words = "the text is one key that answers what is offered beside the composer; dismiss that first";
                return self.fail(Reason::new(ReasonCode::AnswersOffer, words), sight);
            }
            return self.paste(sight, now);
        }
        let firm = self.steady.has_held(FIRM.0, FIRM.1, now);
        if found.iter().all(is_transient) && now < self.since + self.patience(&codes) || !firm {
            self.found = found;
            return again(now);
        }
        let mut report = Report::new(ActOutcome::Refused, Stage::Look);
        if found.iter().any(Reason::is_end) {
            report.outcome = ActOutcome::Gone;
        }
        report.reasons = found;
        self.end(report, DraftFate::NotTyped, Some(sight))
    }

    fn patience(&self, codes: &[ReasonCode]) -> f64 {
        match codes.contains(&ReasonCode::NoTurnWitness) {
            true if self.terms.no_quiet => 0.0,
            true => QUIET_PATIENCE,
            false => UNKNOWN_PATIENCE,
        }
    }

    fn paste(&mut self, sight: &Sight, now: f64) -> Act {
        let before = standing_draft(sight);
        let text = match before.is_empty() {
            true => self.prompt.guarded(),
            false => format!("\n{}", self.prompt.ended()),
        };
        self.spaced = text.trim_start_matches('\n') != self.prompt.text();
        self.expected = Expected::new(before, &text);
        self.pasted = (before.to_owned(), text.clone());
        self.next = Some(Phase::Verify(Verifying::new(text.len(), now)));
        Act::Paste(text)
    }

    fn verify(&mut self, mut verifying: Verifying, sight: &Sight, now: f64) -> Act {
        let verdict = verifying.look(sight, &self.expected, now);
        self.phase = Phase::Verify(verifying);
        match verdict {
            Verdict::Again => again(now),
            Verdict::Whole => self.enter(sight),
            Verdict::ClosePopup => {
                self.next = Some(self.phase.clone());
                self.spaced = true;
                Act::Paste(" ".to_owned())
            }
            Verdict::TakeOut(reason) => {
                let clearing = Clearing::new(reason, self.prompt.text());
                self.phase = Phase::Clear(clearing.clone());
                self.clear(clearing, sight, now)
            }
            Verdict::Stop(reason) => self.fail(reason, sight),
        }
    }

    fn enter(&mut self, sight: &Sight) -> Act {
        if self.enters == 0 {
            self.before = Before::of(sight);
        }
        self.next = Some(Phase::Confirm);
        Act::Enter
    }

    fn clear(&mut self, mut clearing: Clearing, sight: &Sight, now: f64) -> Act {
        let key = clearing.look(sight, &self.expected, now);
        self.phase = Phase::Clear(clearing.clone());
        match key {
            Next::Press(key) => {
                self.next = Some(self.phase.clone());
                Act::Press(key.to_owned())
            }
            Next::Again => again(now),
            Next::End => self.fail(clearing.into_reason(), sight),
        }
    }

    fn confirm(&mut self, sight: &Sight, now: f64) -> Act {
        let compared = self.expected.compare(sight);
        let stands = compared == Match::Whole;
        let proofs = self.proofs(sight, compared);
        // A dialog that has come with Enter may be of another turn, and have taken it: it counts below the prompt's own
        // cell, or after a look at the turn without it.
        let foreign = sight.is_blocked() && !self.begun && !proofs.contains(&Proof::UserCell);
        self.begun |= !proofs.is_empty() && !sight.is_blocked();
        let begun = !proofs.is_empty() && !foreign;
        let end = ended(sight);
        let mark = match begun {
            true => Mark::Begun,
            false => Mark::After {
                compared,
                state: sight.business_state,
                mode: sight.input_mode,
                is_blocked: sight.is_blocked(),
                has_ended: end.is_some(),
            },
        };
        self.steady.note(mark, now);
        if let Some(reason) = end.filter(|_| self.steady.has_held(FIRM.0, FIRM.1, now)) {
            return self.fail(reason, sight);
        }
        if begun {
            return match self.steady.has_held(SETTLE.0, SETTLE.1, now) {
                true => self.done(proofs, sight),
                false => again(now),
            };
        }
        if sight.is_blocked() && self.steady.has_held(FIRM.0, FIRM.1, now) {
            return self.fail(dialog(sight), sight);
        }
        let bytes = u32::try_from(self.pasted.1.len()).unwrap_or(u32::MAX);
        let patience = SWALLOWED.0 + f64::from(bytes) / SUBMITTED_BYTES;
        let held = self.steady.has_held(patience, SWALLOWED.1, now);
        if stands && sight.is_free() && held && self.enters < ENTERS {
            return self.ask_whether_swallowed(sight);
        }
        if now < self.since + CONFIRM_PATIENCE {
            return again(now);
        }
        let (code, words) = match compared {
            Match::Whole | Match::Piece => (
                ReasonCode::EnterIgnored,
                "Enter was pressed and the draft stands there unchanged; look before you send again",
            ),
            Match::Other => (
                ReasonCode::DraftDiffers,
                "after Enter the composer holds something else than the text; look before you send again",
            ),
            Match::Empty | Match::Unseen => (
                ReasonCode::TurnNotSeen,
                "the text left the composer, but no turn was seen to begin; look before you send again",
            ),
        };
        self.fail(Reason::new(code, words), sight)
    }

    /// What proves that the turn has begun. The screen of a CLI that has ended proves nothing: its draft looks like a
    /// prompt that was taken.
    fn proofs(&self, sight: &Sight, compared: Match) -> Vec<Proof> {
        let gone = matches!(compared, Match::Empty | Match::Other | Match::Unseen);
        match gone && ended(sight).is_none() {
            true => self.before.proofs(sight, &self.prompt.solid()),
            false => Vec::new(),
        }
    }

    /// The draft stands unchanged and nothing runs: Enter was swallowed, or is still on its way.
    fn ask_whether_swallowed(&mut self, sight: &Sight) -> Act {
        let other_mode = sight.composer.as_ref().and_then(mode);
        if let Some(reason) = flags(sight).into_iter().chain(other_mode).next() {
            return self.fail(reason, sight);
        }
        let probing = Probing::new(&self.pasted.0, &self.pasted.1);
        let key = probing.key();
        self.next = Some(Phase::Probe(Box::new(probing)));
        Act::Press(key)
    }

    fn probe(&mut self, mut probing: Probing, sight: &Sight, now: f64) -> Act {
        let answer = probing.look(sight, &self.expected, now);
        self.phase = Phase::Probe(Box::new(probing));
        match answer {
            Answer::Again => again(now),
            Answer::Erase => {
                self.next = Some(self.phase.clone());
                Act::Press("BSpace".to_owned())
            }
            Answer::Swallowed => self.enter(sight),
            Answer::Gone => {
                self.phase = Phase::Confirm;
                self.since = now;
                self.steady = Steady::default();
                again(now)
            }
            Answer::Stop(reason) => self.fail(reason, sight),
        }
    }

    fn done(&mut self, evidence: Vec<Proof>, sight: &Sight) -> Act {
        let mut report = Report::new(ActOutcome::Done, Stage::Confirm);
        report.evidence = evidence;
        if self.continued && !sight.continues {
            report.evidence.push(Proof::ContinuationCanceled);
        }
        self.end(report, DraftFate::Submitted, Some(sight))
    }

    fn fail(&mut self, reason: Reason, sight: &Sight) -> Act {
        let outcome = match &self.phase {
            _ if reason.is_end() => ActOutcome::Gone,
            Phase::Look => ActOutcome::Refused,
            _ => ActOutcome::Failed,
        };
        let mut report = Report::new(outcome, self.stage());
        report.reasons = vec![reason];
        let fate = self.fate(sight);
        self.end(report, fate, Some(sight))
    }

    fn stage(&self) -> Stage {
        match &self.phase {
            Phase::Look => Stage::Look,
            Phase::Verify(_) | Phase::Clear(_) => Stage::Verify,
            Phase::Confirm | Phase::Probe(_) => Stage::Confirm,
            Phase::Ended(report) => report.step,
        }
    }

    /// What became of the text, as far as a sight shows.
    fn fate(&self, sight: &Sight) -> DraftFate {
        if matches!(self.phase, Phase::Look) {
            return DraftFate::NotTyped;
        }
        match self.expected.compare(sight) {
            Match::Whole => DraftFate::Standing,
            Match::Empty if matches!(self.phase, Phase::Clear(_)) => DraftFate::Cleared,
            Match::Other if self.expected.is_within(sight) => DraftFate::Standing,
            _ => DraftFate::Unseen,
        }
    }

    fn end(&mut self, mut report: Report, fate: DraftFate, sight: Option<&Sight>) -> Act {
        report.draft = Some(fate);
        report.spaced = Some(self.spaced);
        report.presses = self.enters;
        let block = sight.and_then(|sight| sight.block.as_ref());
        report.signature = block.map(|block| block.signature.clone());
        self.phase = Phase::Ended(Box::new(report.clone()));
        Act::End(Box::new(report))
    }

    /// The paste or key was sent: what follows it begins.
    fn sent(&mut self, now: f64) -> Act {
        if let Some(mut next) = self.next.take() {
            match &mut next {
                Phase::Confirm => self.enters += 1,
                Phase::Probe(probing) => probing.sent(now),
                _ => {}
            }
            self.phase = next;
            self.since = now;
            self.steady = Steady::default();
        }
        again(now)
    }

    /// Whoever drives it ends: what became of the text is told by the last look.
    fn stop(&mut self, sight: Option<&Sight>, now: f64) -> Act {
        if let Phase::Ended(report) = &self.phase {
            return Act::End(report.clone());
        }
        if let Some(next) = self.next.take() {
            // Whether it was sent is not known.
            (self.phase, self.since) = (next, now);
        }
        let unseen = match self.phase {
            Phase::Look => DraftFate::NotTyped,
            _ => DraftFate::Unseen,
        };
        let fate = sight.map_or(unseen, |sight| self.fate(sight));
        let fresh = matches!(self.phase, Phase::Verify(_)) && now < self.since + stopping::SHOWN;
        if fate == DraftFate::Unseen && fresh && sight.is_some() {
            return again(now);
        }
        let outcome = match self.phase {
            Phase::Look => ActOutcome::Refused,
            _ => ActOutcome::Failed,
        };
        let mut report = Report::new(outcome, self.stage());
        report.reasons = vec![stopping::reason(report.step, fate)];
        self.end(report, fate, sight)
    }

    /// The time has run out before the paste: what was waited for is told, and what stood in the way.
    fn late(&mut self) -> Act {
        let unwitnessed = |reason: &Reason| reason.code == ReasonCode::NoTurnWitness;
        let words = match self.found.iter().any(unwitnessed) {
            true => format!(
                "the time ran out while it waited for {} s of quiet; give a longer timeout, or `--no-quiet`, \
                 which refuses at once instead of waiting",
                Limits::default().quiet
            ),
            false if self.found.is_empty() => {
                "the time ran out before the screen had stood for a moment; give a longer timeout"
                    .to_owned()
            }
            false => {
                "the time ran out before the screen took a prompt; give a longer timeout".to_owned()
            }
        };
        let mut report = Report::new(ActOutcome::Refused, Stage::Look);
        report.reasons = vec![Reason::new(ReasonCode::TimedOut, words)];
        report.reasons.append(&mut self.found);
        self.end(report, DraftFate::NotTyped, None)
    }

    /// It ends without a further look.
    fn cut(&mut self, outcome: ActOutcome, code: ReasonCode, words: &str) -> Act {
        if let Phase::Ended(report) = &self.phase {
            return Act::End(report.clone());
        }
        let mut report = Report::new(outcome, self.stage());
        report.reasons = vec![Reason::new(code, words)];
        let fate = match self.phase {
            Phase::Look => DraftFate::NotTyped,
            _ => DraftFate::Unseen,
        };
        self.end(report, fate, None)
    }
}

impl Machine for Sending {
    fn step(&mut self, seen: Seen<'_>, now: f64) -> Act {
        match seen {
            Seen::Start => {
                self.since = now;
                Act::Look { at: now }
            }
            Seen::Look(sight) => self.look(sight, now),
            Seen::Sent => self.sent(now),
            Seen::Held => {
                self.next = None;
                self.steady = Steady::default();
                again(now)
            }
            Seen::Gone => self.cut(ActOutcome::Gone, ReasonCode::Gone, "the pane is gone"),
            Seen::Late if matches!(self.phase, Phase::Look) => self.late(),
            Seen::Late => self.cut(ActOutcome::Failed, ReasonCode::TimedOut, "the time ran out"),
            Seen::Busy => self.fail(busy(), &Sight::default()),
            Seen::Stopped(sight) => self.stop(sight, now),
        }
    }
}

/// The draft that stands in the composer.
fn standing_draft(sight: &Sight) -> &str {
    let composer = sight.composer.as_ref().filter(|composer| {
        matches!(
            composer.content,
            ComposerContent::Draft | ComposerContent::CollapsedPaste
        ) && sight.ui_context != UiContext::SlashCommand
    });
    composer.map_or("", |composer| &composer.text)
}

fn again(now: f64) -> Act {
    Act::Look { at: now + POLL }
}
