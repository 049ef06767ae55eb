//! Requests of the co-process that act on live panes. Each runs in a thread of its own: acts take seconds, and screens are read
//! meanwhile. The guards are those of the commands.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use serde::Serialize;
use serde_json::{Map, Value};
use shadow_act::{ActOutcome, Answer, Choice, Prompt, Terms, Told};
use shadow_live::{Departure, Pane, Scope, Watcher};
use shadow_tmux::PaneName;

use crate::acting::{Come, Named, PaneArgs, ask, choose, interrupt, outcome, send};
use crate::exit::Failure;
use crate::live::ServerArgs;
use crate::numbers::Observer;
use crate::output::json_line;
use crate::setup;
use crate::snapshot_args::ReaderArgs;
use crate::wire::deed::{Chosen, Deed, Interrupted, Sent, Watched};
use crate::wire::{Fault, Identified};

/// Acts at one time.
const MOST: usize = 64;

/// The most seconds that an act may be given.
const MOST_PATIENCE: f64 = 86_400.0;

/// Prints one line.
pub type Print = Arc<dyn Fn(&[u8]) -> Result<(), Failure> + Send + Sync>;

/// The waits after acts, and whether they have been ended.
#[derive(Clone, Default)]
struct Waits(Arc<Mutex<(bool, Vec<Departure>)>>);

impl Waits {
    /// One more begins. It ends at once where all have been ended.
    fn begin(&self, departure: Departure) {
        let mut waits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waits.0 {
            departure.ask();
        }
        waits.1.retain(|it| !it.has_left());
        waits.1.push(departure);
    }

    /// All end, and those that begin later.
    fn end(&self) {
        let mut waits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waits.0 = true;
        waits.1.drain(..).for_each(|departure| departure.ask());
    }
}

/// The acts of a co-process.
pub struct Acts {
    print: Print,
    running: Vec<JoinHandle<()>>,
    watch: Option<Departure>,
    waits: Waits,
}

impl Acts {
    /// None yet.
    pub fn new(print: Print) -> Self {
        Self {
            print,
            running: Vec::new(),
            watch: None,
            waits: Waits::default(),
        }
    }

    /// Takes a line that asks for something to be done (`do`); says whether it is one.
    pub fn take(&mut self, line: &[u8]) -> bool {
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
        match serde_json::from_value::<Deed>(Value::Object(request)) {
            Ok(deed) => self.begin(id, deed),
            Err(error) => say::<Value>(&self.print, &id, Err(wrong(error))),
        }
        true
    }

    /// Waits until every act that was begun is done. A watch ends with this, and so does waiting after an act.
    pub fn finish(self) {
        self.waits.end();
        self.running.into_iter().for_each(|it| drop(it.join()));
        self.watch.iter().for_each(Departure::wait);
    }

    fn begin(&mut self, id: Value, deed: Deed) {
        self.running.retain(|it| !it.is_finished());
        if self.running.len() >= MOST {
            let busy = format!("{MOST} acts are under way; wait for one of them");
            return say::<Value>(&self.print, &id, Err(wrong(busy)));
        }
        let print = Arc::clone(&self.print);
        match deed {
            Deed::Watch(watched) => match self.watcher(&watched) {
                Ok(watcher) => drop(thread::spawn(move || follow(watcher, &id, &print))),
                Err(failure) => say::<Value>(&print, &id, Err(failure)),
            },
            deed => {
                let waits = self.waits.clone();
                let work = move || {
                    let first = |told: &Value| say(&print, &id, Ok(told));
                    say(&print, &id, done(deed, &waits, first));
                };
                self.running.push(thread::spawn(work));
            }
        }
    }

    fn watcher(&mut self, watched: &Watched) -> Result<Watcher, Failure> {
        if self.watch.is_some() {
            return Err(wrong("this process watches already; its events go on"));
        }
        let servers = ServerArgs::default();
        let mut watcher = match watched.panes.is_empty() {
            true => setup::watcher(None, Scope::Agents)?.searching(),
            false => setup::watcher(None, Scope::Named)?,
        };
        for name in &watched.panes {
            let (server, pane) = servers.find(&named(name)?)?;
            watcher.add_pane(server.socket(), pane);
        }
        self.watch = Some(watcher.departure());
        Ok(watcher)
    }
}

/// Prints events until the process ends.
fn follow(mut watcher: Watcher, id: &Value, print: &Print) {
    loop {
        let step = watcher.step();
        for event in &step.events {
            say(print, id, Ok(event));
        }
        if !step.leaves {
            watcher.sleep(None);
        }
    }
}

/// Prints the answer to a request. Once the reader has gone, the main thread ends the process.
fn say<T: Serialize>(print: &Print, id: &Value, body: Result<T, Failure>) {
    let line = match body {
        Ok(body) => json_line(&Identified { id, body }),
        Err(failure) => {
            let error = failure.message().to_owned();
            json_line(&Identified {
                id,
                body: Fault { error },
            })
        }
    };
    let _ = print(line.as_bytes());
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
        pane: named(name)?,
        timeout,
        reader: ReaderArgs::default(),
        server: ServerArgs::default(),
    };
    let Named { pane, .. } = args.find()?;
    Ok(pane)
}

/// Carries a request out and returns its answer, the last one where `first` gets another.
fn done(deed: Deed, waits: &Waits, first: impl Fn(&Value)) -> Result<Value, Failure> {
    match deed {
        Deed::Watch(_) => Ok(Value::Null),
        Deed::Send(sent) => {
            let (mut pane, prompt, terms) = prepared(&sent)?;
            let told = send(&mut pane, &prompt, terms)?;
            if !sent.wait || told.report.outcome != ActOutcome::Done {
                return value(&told);
            }
            first(&value(&told)?);
            waited(pane, waits)
        }
        Deed::Ask(sent) => {
            let (mut pane, prompt, terms) = prepared(&sent)?;
            come(&ask(&mut pane, &prompt, terms)?)
        }
        Deed::Choose(chosen) => {
            let wait = chosen.wait;
            let (pane, told) = answered(chosen)?;
            if !wait || told.report.outcome != ActOutcome::Done {
                return value(&told);
            }
            first(&value(&told)?);
            if !pane.is_in_turn() {
                return Err(wrong(
                    "no turn runs after the answer, so none is waited for",
                ));
            }
            waited(pane, waits)
        }
        Deed::Interrupt(Interrupted {
            pane: name,
            force,
            dialog,
            timeout,
        }) => {
            let mut pane = pane(&name, timeout)?;
            value(&interrupt(&mut pane, force, dialog)?)
        }
    }
}

/// Waits for what comes of the turn after an act.
fn waited(mut pane: Pane, waits: &Waits) -> Result<Value, Failure> {
    pane.without_limit();
    let departure = pane.departure();
    waits.begin(departure.clone());
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
