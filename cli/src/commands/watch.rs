//! `shadow watch`: what happens in live panes, event by event.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use clap::Args;
use shadow_tmux::PaneId;
use shadow_tui::Stack;
use shadow_tui::event::Event;

use super::panes::holds_agent;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::formats::{EventFormat, EventFormatArg};
use crate::live::ServerArgs;
use crate::output::Output;
use crate::render::event;
use crate::seconds::{interval, patience};
use crate::setup;
use crate::turn_log::TurnLogFile;
use crate::watching::{Clock, Watched};

/// Seconds between two searches for new panes.
const SEARCH: f64 = 2.0;

const EXAMPLES: &str = "\
Examples:
  shadow watch --format text
  shadow watch %3 | jq -c 'select(.event == \"turn_ended\")'
  shadow watch --log turns.ndjson; shadow turns turns.ndjson

Without a pane every pane that holds an agent is watched, those that come later too. With panes
named, the watch ends when all of them are gone (exit code 4).";

/// Arguments of `shadow watch`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    /// Panes by their ids (%3)
    #[arg(value_name = "PANE", conflicts_with = "all")]
    panes: Vec<PaneId>,
    /// Every pane that holds an agent (the default)
    #[arg(long)]
    all: bool,
    /// Seconds between two looks
    #[arg(long, value_name = "S", default_value = "0.25", value_parser = interval)]
    interval: f64,
    /// End after so many seconds
    #[arg(long = "for", value_name = "S", value_parser = patience)]
    duration: Option<f64>,
    /// Append every turn that ends to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    format: EventFormatArg,
    #[command(flatten)]
    server: ServerArgs,
}

/// Runs it.
pub fn run(args: &WatchArgs) -> Outcome {
    let mut watch = Watch::new(args)?;
    loop {
        let now = watch.clock.now();
        if args.duration.is_some_and(|duration| now >= duration) {
            return Ok(Exit::Done);
        }
        watch.search(now);
        watch.poll(now)?;
        if !args.panes.is_empty() && watch.panes.iter().all(Watched::is_gone) {
            return Err(Failure::gone("every pane that was named is gone"));
        }
        watch
            .panes
            .retain(|pane| !pane.is_gone() || !args.panes.is_empty());
        watch.sleep();
    }
}

/// A watch at work.
struct Watch<'a> {
    args: &'a WatchArgs,
    stack: Stack,
    clock: Clock,
    output: Output,
    log: Option<TurnLogFile>,
    panes: Vec<Watched>,
    searched: Option<f64>,
}

impl<'a> Watch<'a> {
    fn new(args: &'a WatchArgs) -> Result<Self, Failure> {
        let clock = Clock::start();
        let mut panes = Vec::new();
        for &id in &args.panes {
            panes.push(Watched::new(args.server.holder(id)?, id, &clock));
        }
        if panes.is_empty() {
            args.server.servers()?;
        }
        Ok(Self {
            stack: setup::stack()?,
            log: args.log.as_deref().map(TurnLogFile::open).transpose()?,
            output: Output::new(),
            searched: None,
            clock,
            panes,
            args,
        })
    }

    /// Looks for panes that have come, unless panes were named. A server that has gone may come
    /// back.
    fn search(&mut self, now: f64) {
        let due = self.searched.is_none_or(|last| now >= last + SEARCH);
        if !(self.args.all || self.args.panes.is_empty()) || !due {
            return;
        }
        self.searched = Some(now);
        for server in self.args.server.servers().unwrap_or_default() {
            for pane in server.panes().unwrap_or_default() {
                let known = |watched: &Watched| {
                    watched.id() == pane.id && watched.server().socket() == server.socket()
                };
                if self.panes.iter().any(known) {
                    continue;
                }
                let agent = server
                    .view(pane.id)
                    .is_ok_and(|v| holds_agent(&self.stack, v));
                if agent {
                    let watched = Watched::new(server.clone(), pane.id, &self.clock);
                    self.panes.push(watched);
                }
            }
        }
    }

    fn poll(&mut self, now: f64) -> Result<(), Failure> {
        for index in 0..self.panes.len() {
            let pane = &mut self.panes[index];
            match pane.poll(&self.stack, now, self.args.interval) {
                Ok(events) => events.iter().try_for_each(|event| self.tell(event))?,
                Err(error) => complain(&error.to_string()),
            }
        }
        Ok(())
    }

    fn tell(&mut self, event: &Event) -> Result<(), Failure> {
        if let Some(log) = &mut self.log {
            log.append(event)?;
        }
        match self.args.format.format {
            EventFormat::Ndjson => self.output.json(event),
            EventFormat::Text => self.output.text(&event::line(event)),
        }
    }

    fn sleep(&self) {
        let now = self.clock.now();
        let wake = self.panes.iter().map(Watched::due);
        let wake = wake.fold(now + self.args.interval, f64::min);
        thread::sleep(Duration::from_secs_f64((wake - now).clamp(0.001, 60.0)));
    }
}
