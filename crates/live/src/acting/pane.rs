//! A live pane that is acted on: looks when a sequence says so, and pastes or presses what it says at once.

use std::ops::RangeInclusive;
use std::path::Path;
use std::thread;
use std::time::Duration;

use shadow_act::{
    Act, ActOutcome, Answer, Choosing, Interrupting, Machine, PaneFlags, Prompt, Report, Seen,
    Sending, Sight, Terms,
};
use shadow_core::contract::{BlockOrigin, BusinessState, OperatorBlock, Payload};
use shadow_core::event::{Event, EventBody, Stamp};
use shadow_core::surface::{BlockFact, Zone};
use shadow_core::{Channels, Followed, ForegroundKind, Stack};
use shadow_tmux::{Bell, Pane as Listed, PaneId, Sent, Server, Standing, TmuxError, View};

use super::turn::{Queue, Tried, Turn};
use crate::agent::Hint;
use crate::clock::Clock;
use crate::error::LiveError;
use crate::watching::Departure;

/// How often in a row a key may be held back because the screen changes under it.
const HOLDS: u32 = 40;

/// Seconds between two tries to get the turn to act, and after which it is said that it is waited for.
const TRY: f64 = 0.05;
const SAID: f64 = 1.0;

/// Seconds between two looks while a turn runs.
const INTERVAL: f64 = 0.25;

/// Seconds after a signal, and between two looks then: a paste may not be painted yet.
const AFTER_SIGNAL: f64 = 0.04;

/// A pane that is acted on, and its session.
pub struct Pane {
    server: Server,
    id: PaneId,
    hint: Hint,
    followed: Followed,
    clock: Clock,
    deadline: Option<f64>,
    /// The pane as it was last looked at.
    pane: Option<Listed>,
    /// What must still stand there for a key to be pressed.
    standing: Standing,
    /// How often in a row keys were held back.
    held: u32,
    /// Whether a program of which nothing is known may get keys.
    force: bool,
    events: Vec<Event>,
    /// The signature of the dialog that was answered last, until an event says that it has gone.
    answered: Option<String>,
    waits_for_background: bool,
    /// Ends a sleep.
    bell: Bell,
    /// How signals end it, where they wait for it.
    departure: Option<Departure>,
    /// An observer that lives with the pane: gives the number of the open dialog.
    observer: Option<Box<dyn Fn() -> Option<u64> + Send>>,
    /// Who is told that another one acts on the pane, once.
    waits: Option<Box<dyn FnMut(Option<u32>) + Send>>,
}

/// What [`Pane::until`] waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnGoal {
    /// The end of the turn.
    Ended,
    /// The end of the turn, and after it a surface without background agents.
    Rested,
    /// The end of the turn, or a dialog that no person has opened.
    EndedOrAsked,
}

impl TurnGoal {
    /// `answered` is the signature of a dialog that still stands although it was answered.
    fn is_met_by(self, event: &Event, answered: Option<&str>) -> bool {
        match &event.body {
            EventBody::OperatorBlocked { operator_block } => {
                let is_new = answered != Some(&*operator_block.signature);
                let is_asked = is_new && operator_block.origin != BlockOrigin::Operator;
                is_asked && self == Self::EndedOrAsked
            }
            body => body.outcome().is_some(),
        }
    }
}

/// The end of [`Pane::until`].
#[derive(Debug)]
pub enum Watched {
    /// The event came, with everything that had to follow it.
    Ended(Event),
    /// The time ran out. If the event came, an agent works in the background, or another turn runs.
    Late(Option<Event>),
    /// A signal came. The event may have come before it.
    Stopped(Option<Event>),
    /// The pane is gone.
    Gone {
        /// The event, if it came.
        last: Option<Event>,
        /// Whether it came while the pane was there.
        before: bool,
    },
}

impl Pane {
    /// A pane of a server, before the first look.
    #[must_use]
    pub fn new(stack: Stack, server: Server, id: PaneId) -> Self {
        let clock = Clock::start();
        let socket = server.socket().display().to_string();
        let stamp = Stamp::pane(id.to_string(), clock.epoch()).on(socket);
        Self {
            server,
            id,
            hint: Hint::default(),
            followed: Followed::new(stack, stamp),
            deadline: None,
            clock,
            pane: None,
            standing: Standing::default(),
            held: 0,
            force: false,
            events: Vec::new(),
            answered: None,
            waits_for_background: false,
            bell: Bell::default(),
            departure: None,
            observer: None,
            waits: None,
        }
    }

    /// Adds what is known about its program.
    #[must_use]
    pub fn hinted(mut self, hint: Hint) -> Self {
        self.followed = self.followed.wanting(hint.provider);
        self.hint = hint;
        self
    }

    /// Gives up this many seconds after the pane was made.
    #[must_use]
    pub fn within(mut self, seconds: f64) -> Self {
        self.deadline = Some(seconds);
        self
    }

    /// Acts even if it is not known that an agent's CLI runs in the pane.
    #[must_use]
    pub fn forced(mut self) -> Self {
        self.force = true;
        self
    }

    /// Takes the numbers of dialogs from an observer that has watched the pane for longer. `appearance` gives the number of the
    /// dialog that is open now.
    #[must_use]
    pub fn observed_by(mut self, appearance: impl Fn() -> Option<u64> + Send + 'static) -> Self {
        self.observer = Some(Box::new(appearance));
        self
    }

    /// Calls the function once if another process acts on the pane, with the id of the process, if known.
    pub fn tell_waiting(&mut self, tell: impl FnMut(Option<u32>) + Send + 'static) {
        self.waits = Some(Box::new(tell));
    }

    /// Sends a prompt, once and whole, or not at all.
    ///
    /// It waits until the screen is stable and refuses, with every reason, unless typing is safe. Then it pastes the text, finds it
    /// in the composer, presses Enter and sees the turn begin.
    ///
    /// # Errors
    /// When tmux does not answer, or the pane cannot be locked. A pane that is not ready or gone is a report, and not an error.
    pub fn send(&mut self, prompt: &Prompt, terms: Terms) -> Result<Report, LiveError> {
        let mut sending = Sending::new(prompt.clone(), terms);
        self.run(&mut sending, Some(prompt.text()))
    }

    /// Answers the dialog that was read, only if it is still open.
    ///
    /// # Errors
    /// As [`Pane::send`].
    pub fn choose(&mut self, answer: Answer) -> Result<Report, LiveError> {
        let signature = answer.signature.clone();
        let report = self.run(&mut Choosing::new(answer), None)?;
        if report.outcome == ActOutcome::Done {
            self.answered = Some(signature);
        }
        Ok(report)
    }

    /// Stops the running turn. `force`: also if no turn is seen to run. `dialog`: also if a dialog is open.
    ///
    /// # Errors
    /// As [`Pane::send`].
    pub fn interrupt(&mut self, force: bool, dialog: bool) -> Result<Report, LiveError> {
        self.interrupt_as(Interrupting::new(force, dialog))
    }

    /// Stops the running turn in this way.
    ///
    /// # Errors
    /// As [`Pane::send`].
    pub fn interrupt_as(&mut self, mut how: Interrupting) -> Result<Report, LiveError> {
        self.run(&mut how, None)
    }

    /// The socket of its server.
    #[must_use]
    pub fn socket(&self) -> &Path {
        self.server.socket()
    }

    /// The pane's id.
    #[must_use]
    pub fn id(&self) -> PaneId {
        self.id
    }

    /// Delays signals that end the process, for a moment, until the place of the typed text is reported. Then call
    /// [`Pane::leave`].
    pub fn heed_signals(&mut self) {
        let departure = Departure::new(&self.bell);
        departure.on_signals();
        self.departure = Some(departure);
    }

    /// Takes back the limit of [`Pane::within`].
    pub fn without_limit(&mut self) {
        self.deadline = None;
    }

    /// Ends a later [`Pane::until`] when the departure is asked for, without signals.
    pub fn departure(&mut self) -> Departure {
        let departure = Departure::new(&self.bell);
        self.departure = Some(departure.clone());
        departure
    }

    /// Whether a signal has arrived, or the departure was asked for.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        let departure = self.departure.as_ref();
        departure.is_some_and(|it| it.is_asked() || it.is_released())
    }

    /// Ends the process by the signal that has arrived, if any. Call it after the last report.
    pub fn leave(&self) {
        if let Some(departure) = self.departure.as_ref().filter(|it| it.is_asked()) {
            departure.done();
            // The signal's own thread ends the process.
            thread::sleep(Duration::from_secs(1));
        }
    }

    /// Takes a sequence to its end, alone on the pane meanwhile. `submits` is the prompt that Enter submits.
    fn run(
        &mut self,
        machine: &mut impl Machine,
        submits: Option<&str>,
    ) -> Result<Report, LiveError> {
        let queue = Queue::before(self.server.socket(), self.id)?;
        let turn = self.take_turn(&queue)?;
        let first = match &turn {
            Some(_) => Seen::Start,
            None if self.is_stopped() => Seen::Stopped(None),
            None => Seen::Busy,
        };
        let mut act = machine.step(first, self.clock.now());
        loop {
            act = match act {
                Act::End(report) => return Ok(*report),
                Act::Look { at } => self.show(machine, at)?,
                Act::Paste(_) | Act::Press(_) | Act::Enter if self.is_stopped() => {
                    machine.step(Seen::Held, self.clock.now())
                }
                Act::Paste(text) => {
                    let sent = self
                        .guarded(|server, pane| server.paste_while(pane, &text, &self.standing));
                    self.tell(machine, sent)?
                }
                Act::Press(key) => {
                    let sent = self.press(&key);
                    self.tell(machine, sent)?
                }
                Act::Enter => {
                    let sent = self.press("Enter");
                    if let (Ok(Sent::Yes), Some(text)) = (&sent, submits) {
                        let events = self.followed.submit(text, self.clock.now());
                        self.events.extend(events);
                    }
                    self.tell(machine, sent)?
                }
            };
        }
    }

    /// Waits until nobody else acts on the pane; none where the time runs out or a signal comes before.
    fn take_turn<'q>(&mut self, queue: &'q Queue) -> Result<Option<Turn<'q>>, LiveError> {
        let said = self.clock.now() + SAID;
        loop {
            let holder = match queue.take()? {
                Tried::Ours(turn) => return Ok(Some(turn)),
                Tried::Taken(holder) => holder,
            };
            if self.is_stopped() || self.is_late() {
                return Ok(None);
            }
            if self.clock.now() >= said
                && let Some(mut tell) = self.waits.take()
            {
                tell(holder);
            }
            self.sleep_until(self.clock.now() + TRY);
        }
    }

    /// Looks at a time and shows it to the machine; at once, and as the last of all, where a signal has come.
    fn show(&mut self, machine: &mut impl Machine, at: f64) -> Result<Act, LiveError> {
        let mut at = at;
        if self.is_late() && !self.is_stopped() {
            match machine.step(Seen::Late, self.clock.now()) {
                Act::Look { at: later } => at = later,
                act => return Ok(act),
            }
        }
        self.sleep_until(match self.is_stopped() {
            true => self.clock.now() + AFTER_SIGNAL,
            false => at,
        });
        let looked = self.look();
        let (stopped, now) = (self.is_stopped(), self.clock.now());
        Ok(match looked {
            Ok(sight) if stopped => machine.step(Seen::Stopped(Some(&sight)), now),
            Ok(sight) => machine.step(Seen::Look(&sight), now),
            Err(error) if is_gone(&error) => machine.step(Seen::Gone, now),
            Err(_) if stopped => machine.step(Seen::Stopped(None), now),
            Err(error) => return Err(error.into()),
        })
    }

    /// Watches until the goal is reached, the time runs out, a signal arrives or the pane is gone.
    ///
    /// `on_event` gets each event, and whether it is the one that is waited for. The first event that says how the turn ended
    /// is the last one of these; an end with an unknown outcome may be followed by another. A dialog that [`Pane::choose`] has
    /// answered is not waited for.
    ///
    /// # Errors
    /// When tmux does not answer, and whatever `on_event` fails with.
    pub fn until<E: From<LiveError>>(
        &mut self,
        goal: TurnGoal,
        mut on_event: impl FnMut(&Event, bool) -> Result<(), E>,
    ) -> Result<Watched, E> {
        let mut last: Option<Event> = None;
        loop {
            self.take_events(goal, &mut last, &mut on_event)?;
            let rests = goal != TurnGoal::Rested || self.session_rests();
            let open = last.as_ref().is_none_or(is_unsure) && self.is_in_turn();
            if let Some(event) = last.take_if(|_| rests && !open) {
                return Ok(Watched::Ended(event));
            }
            if self.is_stopped() {
                return Ok(Watched::Stopped(last));
            }
            if self.is_late() {
                return Ok(Watched::Late(last));
            }
            let latest = self.clock.now() + INTERVAL;
            self.sleep_until(self.followed.deadline().map_or(latest, |at| at.min(latest)));
            match self.look() {
                Ok(_) => {}
                Err(error) if is_gone(&error) => {
                    let before = last.is_some();
                    self.events.extend(self.followed.lose(self.clock.now()));
                    self.take_events(goal, &mut last, &mut on_event)?;
                    return Ok(Watched::Gone { last, before });
                }
                Err(error) => return Err(LiveError::from(error).into()),
            }
        }
    }

    fn take_events<E>(
        &mut self,
        goal: TurnGoal,
        last: &mut Option<Event>,
        on_event: &mut impl FnMut(&Event, bool) -> Result<(), E>,
    ) -> Result<(), E> {
        for event in self.events.drain(..) {
            if matches!(event.body, EventBody::OperatorUnblocked) {
                self.answered = None;
            }
            let answered = self.answered.as_deref();
            let is_last = goal.is_met_by(&event, answered) && last.as_ref().is_none_or(is_unsure);
            on_event(&event, is_last)?;
            if is_last {
                *last = Some(event);
            }
        }
        Ok(())
    }

    /// Looks at the pane and gives the dialog that is open in it. Nothing is pressed.
    ///
    /// # Errors
    /// When tmux does not answer, or the pane is gone.
    pub fn open_dialog(&mut self) -> Result<Option<OperatorBlock>, LiveError> {
        let view = self.server.view(self.id)?;
        let payload = self
            .followed
            .stack()
            .parse(self.hint.provider, &view.into_snapshot());
        Ok(payload.surface_assessment.operator_block)
    }

    /// Whether a turn runs or is blocked, by all looks so far: one that seemed to end may go on.
    #[must_use]
    pub fn is_in_turn(&self) -> bool {
        use shadow_core::reducer::TurnState;
        matches!(
            self.followed.session().lifecycle().turn,
            TurnState::Waiting
                | TurnState::InProgress
                | TurnState::CandidateComplete
                | TurnState::Blocked
        )
    }

    /// Whether no turn runs and no agent works in the background: with a CLI that has ended nothing goes on.
    fn session_rests(&self) -> bool {
        use shadow_core::reducer::Readiness;
        match self.followed.session().lifecycle().readiness {
            Readiness::Failed => true,
            readiness => !self.waits_for_background && readiness == Readiness::Ready,
        }
    }

    fn press(&self, key: &str) -> Result<Sent, TmuxError> {
        let keys = [key.to_owned()];
        self.guarded(|server, pane| server.press_while(pane, &keys, &self.standing))
    }

    fn guarded(
        &self,
        send: impl Fn(&Server, &Listed) -> Result<Sent, TmuxError>,
    ) -> Result<Sent, TmuxError> {
        self.pane
            .as_ref()
            .map_or(Ok(Sent::Held), |pane| send(&self.server, pane))
    }

    fn tell(
        &mut self,
        machine: &mut impl Machine,
        sent: Result<Sent, TmuxError>,
    ) -> Result<Act, LiveError> {
        let now = self.clock.now();
        self.held = match &sent {
            Ok(Sent::Held) => self.held + 1,
            _ => 0,
        };
        match sent {
            Ok(Sent::Held) if self.held > HOLDS => Ok(machine.step(Seen::Late, now)),
            Ok(Sent::Yes) => Ok(machine.step(Seen::Sent, now)),
            Ok(Sent::Held) => Ok(machine.step(Seen::Held, now)),
            Err(error) if is_gone(&error) => Ok(machine.step(Seen::Gone, now)),
            // The same signal may have ended tmux' own client.
            Err(_) if self.is_stopped() => Ok(machine.step(Seen::Stopped(None), now)),
            Err(error) => Err(error.into()),
        }
    }

    fn look(&mut self) -> Result<Sight, TmuxError> {
        let view = self.server.view(self.id)?;
        let pane = view.pane.clone();
        let mut snapshot = view.clone().into_snapshot();
        snapshot
            .channels
            .cli_version
            .clone_from(&self.hint.cli_version);
        self.followed.process(pane.pid);
        snapshot.channels.generation = self.followed.generation();
        let look = self.followed.look(&snapshot, self.clock.now());
        let background = look.payload.surface_assessment.background.as_ref();
        self.waits_for_background = background.is_some_and(holds_agents);
        self.events.extend(look.events);
        let flags = PaneFlags {
            dead: pane.dead,
            in_mode: pane.in_mode,
            input_off: pane.input_off,
            synchronized: pane.synchronized,
            stranger: !self.force && self.is_stranger(&snapshot.channels),
        };
        let manners = self.followed.stack().manners(&look.payload);
        let mut sight = Sight::new(&look.payload, flags, u64::from(pane.pid), manners);
        sight.front = shadow_front::leader(pane.pid);
        if let (Some(block), Some(appearance)) = (&mut sight.block, &self.observer) {
            block.appearance = appearance();
        }
        self.standing = standing(&view, &look.payload, self.followed.session().in_front());
        self.pane = Some(pane);
        Ok(sight)
    }

    /// Whether nothing tells that a CLI has the keys. Where it is not known who is in front, a terminal whose program takes
    /// single keys tells as much as there is.
    fn is_stranger(&self, channels: &Channels) -> bool {
        match self.followed.stack().front(channels) {
            ForegroundKind::NoCli => false,
            ForegroundKind::Cli | ForegroundKind::Leads => {
                channels.foreground.line_mode == Some(true)
            }
            ForegroundKind::Stranger => true,
            ForegroundKind::Absent => channels.foreground.line_mode != Some(false),
        }
    }

    fn is_late(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| self.clock.now() >= deadline)
    }

    fn sleep_until(&self, at: f64) {
        let ahead = self.deadline.filter(|_| !self.is_late());
        let at = ahead.map_or(at, |deadline| deadline.min(at));
        let rest = (at - self.clock.now()).clamp(0.0, 60.0);
        self.bell.sleep(Duration::from_secs_f64(rest));
    }
}

/// What must not have changed for a key to mean what it meant at the look: all rows of the dialog in front, with its subject above
/// it; or else the composer with the cursor in it. While a turn runs the composer moves with what is
/// written above it.
fn standing(view: &View, payload: &Payload, block: Option<BlockFact>) -> Standing {
    let of = |zone: Zone| -> Vec<RangeInclusive<usize>> {
        let evidence = payload.surface_assessment.evidence.iter();
        let rows = evidence.filter_map(|it| it.rows.filter(|_| it.zone == zone));
        rows.map(|[first, last]| first as usize..=last as usize)
            .collect()
    };
    let mut dialog = of(Zone::Dialog);
    let above = block.and_then(|block| block.proposal);
    dialog.extend(above.map(|rows| rows.first as usize..=rows.last as usize));
    if !dialog.is_empty() {
        Standing::rows(view, &dialog)
    } else if payload.surface_assessment.business_state == BusinessState::Working {
        Standing::default()
    } else {
        Standing::rows(view, &of(Zone::Composer)).and_cursor(view)
    }
}

/// Whether something works in the background that a turn may come of: an agent, or what wakes the CLI at its end.
fn holds_agents(background: &shadow_core::contract::Background) -> bool {
    use shadow_core::contract::BackgroundKind;
    let agent = |item: &shadow_core::contract::BackgroundItem| item.kind == BackgroundKind::Agent;
    background.wakes_itself || background.items.iter().any(agent)
}

/// Whether a turn ended without anything that tells how: it may go on as another one.
fn is_unsure(event: &Event) -> bool {
    use shadow_core::reducer::Outcome;
    matches!(&event.body, EventBody::TurnEnded { outcome, .. } if *outcome == Outcome::Unknown)
}

fn is_gone(error: &TmuxError) -> bool {
    error.is_no_pane() || error.is_no_server()
}
