//! `shadow watch`: what happens in live panes, event by event.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use shadow_tmux::PaneName;
use shadow_tui::event::Event;

use crate::config;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::formats::{EventFormat, EventFormatArg};
use crate::hooks::{Hook, Hooks};
use crate::host_name::HostName;
use crate::hosting::{Drain, LogTarget, Sink};
use crate::hosts::{Elsewhere, HostArgs, There, WatchedHost, there};
use crate::live::ServerArgs;
use crate::notify::{LAST, Notifier, NotifyArgs};
use crate::output::json_line;
use crate::printer::Printer;
use crate::render::event;
use crate::seconds::{interval, patience};
use crate::setup;
use shadow_live::{Scope, Watcher};

/// The most seconds that a command of `--on` may be given.
const MOST_PATIENCE: f64 = 86_400.0;

const EXAMPLES: &str = "\
Examples:
  shadow watch --format text
  shadow watch --host devbox --format text
  shadow watch %3 | jq -c 'select(.event == \"turn_ended\")'
  shadow watch --log turns.ndjson    # end it with Ctrl-C
  shadow turns turns.ndjson
  shadow watch --notify bell --notify osc9
  shadow watch --on operator_blocked 'notify-send \"$SHADOW_PANE needs you\"'

Events: surface_changed, readiness_changed, turn_state_changed, turn_started,
turn_ended, turn_resumed, operator_blocked, operator_unblocked,
stalled_entered, stalled_recovered, anomaly, self_report, process_started,
process_exited, pane_gone. surface_changed means that a field of the state has
changed; other changes of the screen are no events. anomaly means that shadow
found something that it did not expect.

Without PANE, the command watches every pane that holds an agent, also panes
that open later. With PANE, it ends when all named panes are gone (exit code
4).";

/// Arguments of `shadow watch`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct WatchArgs {
    /// Panes to watch, by id (%3) or tmux target (main:1.0)
    #[arg(value_name = "PANE", conflicts_with = "all")]
    panes: Vec<PaneName>,
    /// Watch every pane that holds an agent (the default). Hidden: at other commands this word adds panes without an agent
    #[arg(long, hide = true)]
    all: bool,
    /// Seconds between two looks [default: 0.25]
    #[arg(long, value_name = "S", value_parser = interval)]
    interval: Option<f64>,
    /// End after this many seconds
    #[arg(long = "for", value_name = "S", value_parser = patience)]
    duration: Option<f64>,
    /// Append each turn to this file when it ends
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    format: EventFormatArg,
    /// Run a shell command at each event of this name (`any` for all). The command gets the event as JSON
    /// on standard input, and SHADOW_EVENT, SHADOW_SEQ, SHADOW_PANE, SHADOW_SOCKET, SHADOW_TURN,
    /// SHADOW_OUTCOME and SHADOW_TEXT in its environment; may be repeated
    #[arg(long, num_args = 2, value_names = ["EVENT", "CMD"])]
    on: Vec<String>,
    /// Stop a command of --on after this many seconds. When the watch ends, it stops those that still run two seconds later
    #[arg(long, value_name = "S", default_value = "30", value_parser = patience, requires = "on")]
    on_limit: f64,
    #[command(flatten)]
    notify: NotifyArgs,
    #[command(flatten)]
    hosts: HostArgs,
    #[command(flatten)]
    server: ServerArgs,
}

/// Runs it.
pub fn run(args: &WatchArgs) -> Outcome {
    let mut watch = Watch::new(args)?;
    let watched = watch.run();
    let told = watch.finish();
    watched.and_then(|exit| told.map(|()| exit))
}

/// How long a watch that ends waits for its commands, however short their limit: they are ended by then. See also the patience
/// of a departure.
const PARTING: Duration = Duration::from_millis(2500);

/// A watch at work.
struct Watch<'a> {
    args: &'a WatchArgs,
    watcher: Watcher,
    printer: Printer,
    log: Option<LogTarget>,
    trouble: bool,
    hooks: Option<Sink>,
    notifier: Notifier,
}

impl<'a> Watch<'a> {
    fn new(args: &'a WatchArgs) -> Result<Self, Failure> {
        let named = !args.panes.is_empty() && !args.all;
        let scope = if named { Scope::Named } else { Scope::Agents };
        let mut watcher = setup::watcher(args.interval, scope)?;
        watcher.departure().on_signals();
        if args.panes.is_empty() && args.server.socket.is_none() {
            watcher = watcher.searching();
        }
        let mut elsewhere: BTreeMap<HostName, Vec<String>> = BTreeMap::new();
        for name in &args.panes {
            if let Some(There { host, pane }) = there(name, &args.server)? {
                elsewhere.entry(host).or_default().push(pane.to_string());
                continue;
            }
            let (server, id) = args.server.find(name)?;
            watcher.add_pane(server.socket(), id);
        }
        if !named {
            let others = Elsewhere::meant(&args.hosts, &args.server)?;
            let has_others = others.is_any();
            let make = |host| WatchedHost::new(host, Vec::new());
            others.join(&mut watcher, make, None::<fn(&HostName, Option<String>)>);
            let servers = match args.server.servers() {
                Err(failure) if failure.exit() == Exit::Gone && has_others => Vec::new(),
                servers => servers?,
            };
            servers
                .iter()
                .for_each(|server| watcher.add_server(server.socket()));
        }
        for (host, panes) in elsewhere {
            watcher.add_source(Box::new(WatchedHost::new(host, panes)));
        }
        Ok(Self {
            log: args.log.as_deref().map(LogTarget::open).transpose()?,
            trouble: false,
            hooks: hooks(args)?,
            notifier: Notifier::new(args.notify.or(&config::current()?.notify), None),
            printer: Printer::start(),
            watcher,
            args,
        })
    }

    fn run(&mut self) -> Outcome {
        loop {
            if self
                .args
                .duration
                .is_some_and(|end| self.watcher.now() >= end)
            {
                return Ok(Exit::Done);
            }
            let step = self.watcher.step();
            step.notes.iter().for_each(|note| complain(note));
            if step.leaves {
                self.part();
                continue;
            }
            for event in step.events {
                self.tell(&Arc::new(event))?;
            }
            self.notifier.tick(self.watcher.now());
            self.printer.check()?;
            self.watch_log();
            if !self.args.panes.is_empty() && self.watcher.is_over() {
                return Err(Failure::gone("every pane that was named is gone"));
            }
            let due = [self.args.duration, self.notifier.next()];
            let due = due.into_iter().flatten().min_by(f64::total_cmp);
            self.watcher.sleep(due);
        }
    }

    /// The log first: it must not depend on whether anyone reads.
    fn tell(&mut self, event: &Arc<Event>) -> Result<(), Failure> {
        self.log.iter_mut().for_each(|log| log.take(event));
        self.hooks.iter_mut().for_each(|hooks| hooks.put(event));
        self.notifier.take(event, self.watcher.now());
        self.printer.line(match self.args.format.wanted() {
            EventFormat::Ndjson => json_line(&**event),
            EventFormat::Text => event::line(event),
        })
    }

    /// Tries again to write turns that could not be written, and says when that begins and ends.
    fn watch_log(&mut self) {
        let Some(log) = &mut self.log else { return };
        log.beat();
        log.remark().iter().for_each(|words| complain(words));
        match (self.trouble, log.trouble()) {
            (false, Some(why)) => complain(&format!("{why}; its turns are kept and tried again")),
            (true, None) => complain("the turn log can be written again"),
            _ => {}
        }
        self.trouble = log.trouble().is_some();
    }

    /// A signal ends the process after this: the last try to keep what could not be written, and the end of the commands.
    fn part(&mut self) {
        let missing = self.log.take().and_then(|mut log| log.finish());
        missing.iter().for_each(|words| complain(words));
        self.hooks.take().into_iter().for_each(end);
    }

    fn finish(self) -> Result<(), Failure> {
        drop(self.watcher);
        self.notifier.finish(Instant::now() + LAST);
        self.hooks.into_iter().for_each(end);
        let missing = self.log.and_then(|mut log| log.finish());
        let missing = missing.map(|words| Failure::new(Exit::NotHeld, words));
        self.printer.finish().and(missing.map_or(Ok(()), Err))
    }
}

/// Ends the commands of `--on`, and says what went wrong.
fn end(mut hooks: Sink) {
    let told = hooks.finish(Instant::now() + PARTING).into_iter();
    told.for_each(|words| complain(&words));
}

/// The commands of `--on`, at work.
fn hooks(args: &WatchArgs) -> Result<Option<Sink>, Failure> {
    let hooks = Hook::pairs(&args.on).map_err(Failure::usage)?;
    let limit = Duration::from_secs_f64(args.on_limit.min(MOST_PATIENCE));
    let hooks = (!hooks.is_empty()).then(|| Hooks::new(hooks).limited_to(limit).spoken());
    Ok(hooks.map(|hooks| Sink::new("--on".to_owned(), hooks)))
}

#[cfg(test)]
mod tests {
    use shadow_tui::event::EventBody;

    #[test]
    fn the_help_lists_every_event() {
        let told: Vec<&str> = super::EXAMPLES.split([' ', ',', '.', '\n']).collect();
        let missing: Vec<&str> = EventBody::NAMES
            .into_iter()
            .filter(|name| !told.contains(name))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
