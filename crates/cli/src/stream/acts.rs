//! Requests of the co-process that act on live panes. Each runs in a thread of its own: acts take seconds, and screens are read
//! meanwhile. The guards are those of the commands.

use std::sync::Arc;
use std::thread::{self, JoinHandle};
#[cfg(feature = "fleet")]
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value, json};
use shadow_act::{ActOutcome, Answer, Choice, Interrupting, Prompt, Terms, Told};
use shadow_live::{Departure, Pane, Scope, Watcher};
use shadow_tmux::PaneName;

use super::following::{follow, print};
use super::seeing::{Hide, Seeing, Turns, found, place, seen};
use super::waits::Waits;
use crate::acting::{
    Come, Named, PaneArgs, Wait, ask, choose, count_turn, interrupt, outcome, send,
};
use crate::exit::{Exit, Failure};
use crate::listing::list;
use crate::live::ServerArgs;
use crate::numbers::Observer;
use crate::output::json_line;
use crate::relay::Journal;
use crate::setup;
use crate::snapshot_args::ReaderArgs;
use crate::wire::deed::{Chosen, Deed, Interrupted, Sent, Waiting, Watched};
use crate::wire::relay::{NO_TURN, RelayDeed, Ticket};
use crate::wire::{Fault, Identified, LookLine, PaneList};

/// Acts at one time, and waits.
const MOST: usize = 64;

/// How long the requester of a wait may be silent, where the wait does not end with it.
#[cfg(feature = "fleet")]
const SILENCE: Duration = Duration::from_secs(30);

/// The most seconds that an act may be given.
const MOST_PATIENCE: f64 = 86_400.0;

/// The seconds that an act of a relay is given where the request says none.
const KEPT_PATIENCE: f64 = 60.0;

/// Panes in one answer.
const MOST_PANES: usize = 500;

/// The fields of a ticket.
const TICKET: [&str; 4] = ["key", "life", "before", "by"];

/// Prints one line.
pub type Print = Arc<dyn Fn(&[u8]) -> Result<(), Failure> + Send + Sync>;

/// Prints responses.
#[derive(Clone)]
struct Voice {
    print: Print,
    /// Whether errors have the exit code of the equal command.
    exits: bool,
}

impl Voice {
    /// Prints the response to a request. Once the reader has gone, the main thread ends the process.
    fn say<T: Serialize>(&self, id: &Value, body: Result<T, Failure>) {
        let line = match body {
            Ok(body) => json_line(&Identified { id, body }),
            Err(failure) => {
                let body = Fault {
                    error: failure.message().to_owned(),
                    exit: self.exits.then(|| failure.exit().code()),
                };
                json_line(&Identified { id, body })
            }
        };
        let _ = (self.print)(line.as_bytes());
    }

    fn refuse(&self, id: &Value, failure: Failure) {
        self.say::<Value>(id, Err(failure));
    }
}

/// Who asks, where not everyone who asks is one.
pub struct Requester {
    /// Prints the responses.
    pub print: Print,
    /// What is known of the requester, for the list of acts.
    pub from: Option<String>,
    /// Whether it may act.
    pub acts: bool,
    /// Its name, where its waits end if it is silent ([`Acts::renew`]).
    pub name: Option<String>,
}

/// The acts of a co-process.
pub struct Acts {
    voice: Voice,
    running: Vec<JoinHandle<()>>,
    watch: Option<Departure>,
    waits: Waits,
    /// Where a relay keeps what it is asked for.
    journal: Option<Arc<Journal>>,
    seeing: Seeing,
}

impl Acts {
    /// None yet.
    pub fn new(print: Print) -> Self {
        Self {
            voice: Voice {
                print,
                exits: false,
            },
            running: Vec::new(),
            watch: None,
            waits: Waits::default(),
            journal: None,
            seeing: Seeing {
                look: Arc::new(|socket, pane| Ok(seen(socket, pane)?.0)),
                hide: |_| {},
                turns: None,
            },
        }
    }

    /// Does each act once for its key, as a relay does.
    pub fn kept_in(mut self, journal: Arc<Journal>) -> Self {
        self.voice.exits = true;
        self.journal = Some(journal);
        self
    }

    /// Sees panes in this way.
    #[cfg(feature = "fleet")]
    pub fn seeing(mut self, seeing: Seeing) -> Self {
        self.seeing = seeing;
        self
    }

    /// Takes a line that asks for something to be done (`do`); says whether it is one.
    pub fn take(&mut self, line: &[u8]) -> bool {
        let requester = Requester {
            print: Arc::clone(&self.voice.print),
            from: None,
            acts: true,
            name: None,
        };
        self.take_from(line, requester)
    }

    /// Takes a line of a requester; says whether it asks for something to be done.
    pub fn take_from(&mut self, line: &[u8], requester: Requester) -> bool {
        let Requester {
            print,
            from,
            acts,
            name,
        } = requester;
        let voice = Voice {
            print,
            exits: self.voice.exits,
        };
        if memchr::memmem::find(line, b"\"do\"").is_none() {
            return false;
        }
        let Ok(mut request) = serde_json::from_slice::<Map<String, Value>>(line) else {
            return false;
        };
        if !request.contains_key("do") {
            return false;
        }
        let id = request.remove("id").unwrap_or_default();
        if let Some(journal) = &self.journal
            && let Ok(deed) = serde_json::from_value(Value::Object(request.clone()))
        {
            self.look(Arc::clone(journal), (id, voice), deed);
            return true;
        }
        match Asked::read(request, self.journal.as_ref(), from) {
            Ok(asked) if acts || !asked.deed.acts() => {
                self.begin((id, voice), Asked { name, ..asked });
            }
            Ok(_) => voice.refuse(&id, wrong("this requester may look, and may not act")),
            Err(failure) => voice.refuse(&id, failure),
        }
        true
    }

    /// Waits until every act that was begun is done. A watch ends with this, and so does waiting.
    pub fn finish(self) {
        let waits = self.waits.end();
        self.running.into_iter().for_each(|it| drop(it.join()));
        waits.iter().chain(&self.watch).for_each(Departure::wait);
    }

    /// A requester is there: its waits go on.
    #[cfg(feature = "fleet")]
    pub fn renew(&self, requester: &str) {
        self.waits.renew(requester);
    }

    /// Ends the waits of requesters that are silent.
    #[cfg(feature = "fleet")]
    pub fn expire(&self) {
        self.waits.expire(SILENCE);
    }

    /// Does what only a relay is asked for.
    fn look(&mut self, journal: Arc<Journal>, (id, voice): (Value, Voice), deed: RelayDeed) {
        if matches!(deed, RelayDeed::Beat) || !self.has_room(&id, &voice, (true, false)) {
            return;
        }
        let look = Arc::clone(&self.seeing.look);
        self.work(move || match deed {
            RelayDeed::Beat => {}
            RelayDeed::Act { key } => voice.say(&id, journal.look(&key)),
            RelayDeed::Find { panes, all } => {
                let found = found(&panes, all);
                voice.say(&id, found.map(|found| json!({ "found": found })));
            }
            RelayDeed::Look { pane } => {
                let look = place(&pane).and_then(|(socket, pane)| look(socket, pane));
                let look = look.map(Box::new);
                voice.say(&id, look.map(|look| LookLine { look }));
            }
        });
    }

    /// Works in a thread that is waited for at the end.
    fn work(&mut self, work: impl FnOnce() + Send + 'static) {
        self.running.push(thread::spawn(work));
    }

    /// Whether there is room for a request that acts or that waits. Else it is refused.
    fn has_room(&mut self, id: &Value, voice: &Voice, (acts, waits): (bool, bool)) -> bool {
        self.running.retain(|it| !it.is_finished());
        let (waiting, after_acts) = self.waits.count();
        let acting = self.running.len().saturating_sub(after_acts);
        let what = match () {
            () if acts && acting >= MOST => "acts",
            () if waits && waiting >= MOST => "waits",
            () => return true,
        };
        let busy = format!("{MOST} {what} are under way; wait for one of them");
        voice.refuse(id, wrong(busy));
        false
    }

    fn begin(&mut self, (id, voice): (Value, Voice), asked: Asked) {
        let waits = self.waits.clone();
        match asked.deed {
            Deed::Watch(watched) => match self.watcher(&watched) {
                Ok(watcher) => {
                    let say = move |line: &Value| voice.say(&id, Ok(line));
                    drop(thread::spawn(move || {
                        follow(watcher, watched.looks, |news, step| {
                            print(news, &step, &say);
                        });
                    }));
                }
                Err(failure) => voice.refuse(&id, failure),
            },
            // The thread of a watch that is asked to leave does not end.
            ref deed if !self.has_room(&id, &voice, (!deed.only_waits(), deed.waits())) => {}
            Deed::Wait(waiting) => {
                drop(thread::spawn(move || {
                    let begun = |it| waits.begin(it, asked.name.as_deref(), false);
                    voice.say(&id, awaited(&waiting, begun));
                }));
            }
            Deed::Panes(listed) => {
                let hide = self.seeing.hide;
                self.work(move || voice.say(&id, panes(listed.all, hide)));
            }
            _ => {
                let turns = self.seeing.turns.clone();
                self.work(move || {
                    let first = |told: &Value| voice.say(&id, Ok(told));
                    voice.say(&id, done(asked, (&waits, turns.as_ref()), first));
                });
            }
        }
    }

    fn watcher(&mut self, watched: &Watched) -> Result<Watcher, Failure> {
        if self.watch.is_some() {
            return Err(wrong("this process watches already; its events go on"));
        }
        let servers = ServerArgs::default();
        let mut watcher = match (watched.panes.is_empty(), watched.all) {
            (true, true) => setup::watcher(None, Scope::All)?.searching(),
            (true, false) => setup::watcher(None, Scope::Agents)?.searching(),
            (false, _) => setup::watcher(None, Scope::Named)?,
        };
        for name in &watched.panes {
            let (server, pane) = servers.find(&named(name)?)?;
            watcher.add_pane(server.socket(), pane);
        }
        self.watch = Some(watcher.departure());
        Ok(watcher)
    }
}

/// A request that was read.
struct Asked {
    deed: Deed,
    /// Where an act is kept, and under which key.
    kept: Option<Kept>,
    /// The name of the requester.
    name: Option<String>,
}

/// Where an act is kept.
struct Kept {
    journal: Arc<Journal>,
    ticket: Ticket,
    asked: Map<String, Value>,
}

impl Asked {
    fn read(
        mut request: Map<String, Value>,
        journal: Option<&Arc<Journal>>,
        from: Option<String>,
    ) -> Result<Self, Failure> {
        let of_ticket = TICKET.into_iter().filter(|_| journal.is_some());
        let ticket = of_ticket.filter_map(|field| request.remove_entry(field));
        let ticket: Map<String, Value> = ticket.collect();
        let deed: Deed = serde_json::from_value(Value::Object(request.clone())).map_err(wrong)?;
        let Some(journal) = journal.filter(|_| deed.acts()) else {
            let (kept, name) = (None, None);
            return Ok(Self { deed, kept, name });
        };
        if matches!(deed, Deed::Ask(_)) {
            return Err(wrong(
                "a relay takes no `ask`; use `send` with \"wait\":true",
            ));
        }
        let ticket = serde_json::from_value(Value::Object(ticket)).map_err(|error| {
            wrong(format!(
                "an act needs `key`, `life`, `before` and `by`: {error}"
            ))
        })?;
        let ticket = Ticket { from, ..ticket };
        request.entry("timeout").or_insert(KEPT_PATIENCE.into());
        let kept = Kept {
            journal: Arc::clone(journal),
            ticket,
            asked: request.clone(),
        };
        let deed = serde_json::from_value(Value::Object(request)).map_err(wrong)?;
        Ok(Self {
            deed,
            kept: Some(kept),
            name: None,
        })
    }
}

fn wrong(words: impl std::fmt::Display) -> Failure {
    Failure::usage(words.to_string())
}

fn named(name: &str) -> Result<PaneName, Failure> {
    name.parse().map_err(Failure::usage)
}

/// The pane, to be acted on.
fn pane(name: &str, timeout: Option<f64>) -> Result<Pane, Failure> {
    let limits = 0.0..=MOST_PATIENCE;
    if timeout.is_some_and(|seconds| !limits.contains(&seconds)) {
        return Err(wrong(format!(
            "timeout is a number of seconds from 0 to {MOST_PATIENCE}"
        )));
    }
    let args = PaneArgs {
        force: false,
        key: None,
        pane: named(name)?,
        timeout,
        reader: ReaderArgs::default(),
        server: ServerArgs::default(),
    };
    let Named { pane, .. } = args.find()?;
    Ok(pane)
}

/// Carries a request out and returns its answer, the last one where `first` gets another.
fn done(
    asked: Asked,
    (waits, turns): (&Waits, Option<&Turns>),
    first: impl Fn(&Value),
) -> Result<Value, Failure> {
    let Asked { deed, kept, name } = asked;
    let (wait, chooses) = match &deed {
        Deed::Ask(sent) => {
            let (mut pane, prompt, terms) = prepared(sent)?;
            return come(&ask(&mut pane, &prompt, terms)?);
        }
        Deed::Send(sent) => (sent.wait, false),
        Deed::Choose(chosen) => (chosen.wait, true),
        _ => (false, false),
    };
    let mut acted = None;
    let counts = kept.is_some();
    let act = || {
        let (pane, told) = carry_out(deed, counts, turns)?;
        acted = Some(pane);
        Ok(told)
    };
    let told = match kept {
        None => value(&act()?)?,
        Some(Kept {
            journal,
            ticket,
            asked,
        }) => journal.once(&ticket, &asked, act)?,
    };
    if !wait || told["outcome"] != "done" {
        return Ok(told);
    }
    first(&told);
    match acted {
        Some(pane) if !chooses || pane.is_in_turn() => {
            waited(pane, |it| waits.begin(it, name.as_deref(), true))
        }
        Some(_) if counts => Ok(json!({ "result": NO_TURN })),
        Some(_) => Err(wrong(
            "no turn runs after the answer, so none is waited for",
        )),
        None => Err(wrong(
            "an earlier request did this, so its turn is not waited for; use `wait` with the turn",
        )),
    }
}

/// Acts; `counts` says whether the turn of a prompt gets a number, as it does in a relay.
fn carry_out(deed: Deed, counts: bool, turns: Option<&Turns>) -> Result<(Pane, Told), Failure> {
    match deed {
        Deed::Send(sent) => {
            let (mut pane, prompt, terms) = prepared(&sent)?;
            is_last(sent.if_turn, &pane, turns)?;
            let mut told = send(&mut pane, &prompt, terms)?;
            if counts && told.report.outcome == ActOutcome::Done {
                told.turn = count_turn(pane.socket(), pane.id());
            }
            Ok((pane, told))
        }
        Deed::Choose(chosen) => answered(chosen),
        Deed::Interrupt(Interrupted {
            pane: name,
            force,
            dialog,
            signature,
            turn,
            timeout,
        }) => {
            let mut pane = pane(&name, timeout)?;
            is_last(turn, &pane, turns)?;
            // Elsewhere, somebody has read what is open.
            let dialog = dialog && (signature.is_some() || !counts);
            let how = Interrupting::new(force, dialog).of_dialog(signature);
            let told = interrupt(&mut pane, how)?;
            Ok((pane, told))
        }
        _ => Err(wrong("this is no act")),
    }
}

/// An error if the last turn of a pane is not the one that was read.
fn is_last(turn: Option<u64>, pane: &Pane, turns: Option<&Turns>) -> Result<(), Failure> {
    let Some(turn) = turn else { return Ok(()) };
    let turns = turns.ok_or_else(|| wrong("only a relay that watches knows turns; name none"))?;
    let id = pane.id();
    if turns(pane.socket(), id) == Some(turn) {
        return Ok(());
    }
    let words =
        format!("turn {turn} is not the last one of pane {id} any more; nothing was pressed");
    Err(Failure::new(Exit::NotHeld, words))
}

/// All panes in one answer, as many as one line holds.
fn panes(all: bool, hide: Hide) -> Result<PaneList, Failure> {
    let mut panes = list(&ServerArgs::default(), all)?.reports;
    let left_off = panes.len().saturating_sub(MOST_PANES);
    panes.truncate(MOST_PANES);
    panes.iter_mut().for_each(|it| hide(&mut it.body.payload));
    Ok(PaneList { panes, left_off })
}

/// Waits until a pane is in a state, and gives the event that ends the wait.
fn awaited(waiting: &Waiting, begun: impl FnOnce(Departure)) -> Result<Value, Failure> {
    let pane = named(&waiting.pane)?;
    let wait = Wait {
        pane: &pane,
        until: waiting.until,
        turn: waiting.turn,
        timeout: waiting.timeout,
        interval: None,
    };
    let event = wait.run(&ServerArgs::default(), begun, |_| {})?;
    event.map_or_else(
        || Ok(json!({ "turn": waiting.turn, "ended": true })),
        |event| value(&event),
    )
}

/// Waits for what comes of the turn after an act.
fn waited(mut pane: Pane, begun: impl FnOnce(Departure)) -> Result<Value, Failure> {
    pane.without_limit();
    let departure = pane.departure();
    begun(departure.clone());
    let result = outcome(&mut pane);
    departure.done();
    come(&result?)
}

fn come(come: &Come) -> Result<Value, Failure> {
    match come {
        Come::Unsent(told) => value(told),
        Come::Answer(answer) => value(answer),
        Come::Gone => Err(Failure::gone(
            "the pane or its CLI is gone, and how the turn ended was not seen",
        )),
    }
}

fn value(told: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(told).map_err(wrong)
}

fn prepared(sent: &Sent) -> Result<(Pane, Prompt, Terms), Failure> {
    let prompt = Prompt::new(&sent.text).map_err(wrong)?;
    let prompt = match sent.expand_tabs {
        true => prompt.with_tabs_expanded(),
        false => prompt,
    };
    let terms = Terms {
        allow_draft: sent.allow_draft,
        no_quiet: sent.no_quiet,
    };
    Ok((pane(&sent.pane, sent.timeout)?, prompt, terms))
}

fn answered(chosen: Chosen) -> Result<(Pane, Told), Failure> {
    let choice = Choice::named(chosen.option, chosen.label).map_err(wrong)?;
    let mut pane = pane(&chosen.pane, chosen.timeout)?;
    if let Some(number) = chosen.appearance {
        pane = Observer::follow(number, pane)?;
    }
    let answer = Answer::new(choice, chosen.signature).of_appearance(chosen.appearance);
    let told = choose(&mut pane, answer)?;
    Ok((pane, told))
}
