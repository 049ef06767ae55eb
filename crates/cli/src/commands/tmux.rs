//! `shadow tmux`: status line, borders, window flags and keys of tmux itself.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clap::{Args, Subcommand};
use shadow_tmux::{PaneName, Server, Spawn, TmuxError, Transport, around, trusted};
use shadow_tui::Need;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use super::panes::needs;
use crate::config;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::live::{ServerArgs, go_to, pane_of};
use crate::notify::{LAST, Notifier, NotifyArgs};
use crate::output::Output;
use crate::plugin::{Config, Left, Own, Publisher, Standing, Waiting, load, next, unload};
use crate::setup;
use shadow_live::{Clock, Scope, Watcher};

/// Seconds between two questions whose the server is.
const ASK: f64 = 2.0;

pub const EXAMPLES: &str = "\
Examples:
  # changes ~/.tmux.conf and the running server
  shadow tmux install
  shadow tmux next
  # a line for ~/.tmux.conf
  set -g status-right '#(shadow tmux status) %H:%M'

`shadow tmux install` starts a watcher (`shadow tmux watch`). The watcher
stores the state of every agent pane in options of the tmux server:
@shadow_state, @shadow_mark and @shadow_since for a pane, and @shadow_status
for the server. Your tmux formats can use these options. For example,
'#{P:#{@shadow_mark}}' in a window name shows the state signs of its panes.";

/// Subcommands of `shadow tmux`.
#[derive(Debug, Subcommand)]
pub enum TmuxCommand {
    /// Print the text for the status line: the number of agents in each state
    Status(StatusArgs),
    /// Go to the pane that needs you most; from a pane that needs you (--from), go to the next one
    Next(NextArgs),
    /// Add shadow to tmux's configuration file and to the running server
    Install(InstallArgs),
    /// Remove shadow from tmux's configuration file and from all running servers
    Uninstall(UninstallArgs),
    /// Add shadow to the running server only; the plugin for TPM (the tmux plugin manager) and the configuration file call this
    Load(LoadArgs),
    /// Watch the agents of a server and store their states in it, until the server ends
    Watch(WatchArgs),
}

/// The help of `--socket` where one server is meant, and not all of them.
const SOCKET: &str = "Socket of the tmux server [default: the server around this shell]";

/// Arguments of `shadow tmux status`.
#[derive(Debug, Args)]
#[command(mut_arg("socket", |socket| socket.help(SOCKET)))]
pub struct StatusArgs {
    /// Print without colors
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    server: ServerArgs,
}

/// Arguments of `shadow tmux next`.
#[derive(Debug, Args)]
#[command(mut_arg("socket", |socket| socket.help(SOCKET)))]
pub struct NextArgs {
    /// The tmux client to move
    #[arg(long, value_name = "NAME")]
    client: Option<String>,
    /// The pane that you are in; if it needs you, go to the next pane that needs you
    #[arg(long, value_name = "PANE")]
    from: Option<PaneName>,
    #[command(flatten)]
    server: ServerArgs,
}

/// What is put into a server.
#[derive(Debug, Args)]
#[command(mut_arg("socket", |socket| socket.help(SOCKET)))]
pub struct LoadArgs {
    /// Do not change the pane borders
    #[arg(long)]
    no_borders: bool,
    /// The key after the prefix that opens `top` in a popup; a key that is already bound is left alone
    #[arg(long, value_name = "KEY", default_value = "A", value_parser = key)]
    popup_key: String,
    /// The key after the prefix that goes to the next pane that needs you; a key that is already bound is left alone
    #[arg(long, value_name = "KEY", default_value = "N", value_parser = key)]
    next_key: String,
    #[command(flatten)]
    server: ServerArgs,
}

/// Arguments of `shadow tmux install`.
#[derive(Debug, Args)]
pub struct InstallArgs {
    /// tmux's configuration file [default: ~/.tmux.conf, or tmux.conf in ~/.config/tmux if only that exists]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    load: LoadArgs,
}

/// Arguments of `shadow tmux uninstall`.
#[derive(Debug, Args)]
pub struct UninstallArgs {
    /// tmux's configuration file [default: ~/.tmux.conf, or tmux.conf in ~/.config/tmux if only that exists]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    server: ServerArgs,
}

/// Arguments of `shadow tmux watch`.
#[derive(Debug, Args)]
#[command(mut_arg("socket", |socket| socket.help(SOCKET)))]
pub struct WatchArgs {
    #[command(flatten)]
    notify: NotifyArgs,
    #[command(flatten)]
    server: ServerArgs,
}

/// Runs it.
pub fn run(command: &TmuxCommand) -> Outcome {
    match command {
        TmuxCommand::Status(args) => status(args),
        TmuxCommand::Next(args) => go_next(args),
        TmuxCommand::Install(args) => install(args),
        TmuxCommand::Uninstall(args) => uninstall(args),
        TmuxCommand::Load(args) => args.put(&mut Output::new()).map(|()| Exit::Done),
        TmuxCommand::Watch(args) => watch(args),
    }
}

/// A key's name as tmux writes it: one word.
fn key(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    match !text.is_empty() && !text.starts_with('-') && text.chars().all(plain) {
        true => Ok(text.to_owned()),
        false => Err("name a key as tmux does, such as A, M-a or F5".to_owned()),
    }
}

/// The server that is meant: the one that was named, or the one around us.
fn server(args: &ServerArgs) -> Result<Spawn, Failure> {
    if let Some(socket) = &args.socket {
        return Ok(Spawn::new(socket));
    }
    let socket = around().ok_or_else(|| {
        Failure::usage("this is not inside tmux; name the server's socket (--socket PATH)")
    })?;
    match trusted(&socket) {
        Ok(socket) => Ok(Spawn::new(socket)),
        Err(why) => Err(Failure::gone(format!(
            "the tmux server around this shell is not asked: {path} {why}; use --socket {path} to ask it anyway",
            path = socket.display()
        ))),
    }
}

fn status(args: &StatusArgs) -> Outcome {
    let plain = args.plain || std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
    let left = Left::ask(&server(&args.server)?)?;
    Output::new().text(&segment(&left, plain))?;
    Ok(Exit::Done)
}

/// The segment: marks and counts, or why there are none.
fn segment(standing: &Standing, plain: bool) -> String {
    let left = match standing {
        Standing::None => return "shadow: no watcher".to_owned(),
        Standing::Dead => return "shadow: the watcher is gone".to_owned(),
        Standing::Stale(age) => return format!("shadow: stale for {age:.0}s"),
        Standing::Fresh(left) => left,
    };
    let parts = left.counts.iter().map(|(need, count)| {
        let text = format!("{} {count} {}", need.mark(), need.word());
        match color(*need).filter(|_| !plain) {
            Some(color) => format!("#[fg={color}]{text}#[default]"),
            None => text,
        }
    });
    parts.collect::<Vec<_>>().join("  ")
}

/// The color of a need, of the terminal's sixteen.
fn color(need: Need) -> Option<&'static str> {
    match need {
        Need::Blocked => Some("yellow"),
        Need::Failed | Need::Stalled => Some("red"),
        Need::Idle => Some("green"),
        Need::Working => Some("cyan"),
        Need::Unknown | Need::Gone | Need::Other => None,
    }
}

fn go_next(args: &NextArgs) -> Outcome {
    let server = server(&args.server)?;
    let panes = waiting(&server)?;
    let from = args.from.as_ref();
    let from = from.map(|name| pane_of(&Server::new(server.socket()), name));
    let Some(pane) = next(&panes, from.transpose()?).map(|pane| pane.to_string()) else {
        let none = "no other agent needs you";
        match &args.client {
            Some(client) => drop(server.run(&["display-message", "-c", client, none])?),
            None => complain(none),
        }
        return Ok(Exit::Done);
    };
    match &args.client {
        Some(client) => drop(server.run(&["switch-client", "-c", client, "-t", &pane])?),
        None => drop(go_to(&server, &pane)?),
    }
    // What a key's command prints, tmux would show over the pane.
    if args.client.is_none() {
        Output::new().text(&pane)?;
    }
    Ok(Exit::Done)
}

/// The agent panes, as the watcher left them; looked at here where none runs.
fn waiting(server: &Spawn) -> Result<Vec<Waiting>, Failure> {
    if !matches!(Left::ask(server)?, Standing::Fresh(_)) {
        let needs = needs(&setup::stack()?, &Server::new(server.socket()))?;
        let waiting = needs.into_iter().map(|(pane, need)| Waiting {
            pane,
            need,
            since: 0.0,
        });
        return Ok(waiting.collect());
    }
    let format = "#{pane_id} #{@shadow_state} #{@shadow_since}";
    let listed = server.run(&["list-panes", "-a", "-F", format])?;
    Ok(String::from_utf8_lossy(&listed)
        .lines()
        .filter_map(read_waiting)
        .collect())
}

fn read_waiting(line: &str) -> Option<Waiting> {
    let [pane, state, since] = line.split(' ').collect::<Vec<_>>()[..] else {
        return None;
    };
    Some(Waiting {
        pane: pane.parse().ok()?,
        need: Need::ALL.into_iter().find(|need| need.word() == state)?,
        since: since.parse().ok()?,
    })
}

fn install(args: &InstallArgs) -> Outcome {
    let (own, config) = (Own::here()?, Config::find(args.config.as_deref())?);
    let mut output = Output::new();
    let added = config.add(&own, &args.load.options())?;
    let path = config.path().display();
    output.text(&match added {
        true => format!("{path}: added a block that loads shadow when a server starts"),
        false => format!("{path}: the block is there already"),
    })?;
    match args.load.put(&mut output) {
        Ok(()) => {}
        Err(_) if args.load.server.socket.is_none() => {
            output.text("no server around us: it begins with the next one")?
        }
        Err(failure) => return Err(failure),
    }
    output.text("`shadow tmux uninstall` removes everything again")?;
    Ok(Exit::Done)
}

fn uninstall(args: &UninstallArgs) -> Outcome {
    let (own, config) = (Own::here()?, Config::find(args.config.as_deref())?);
    let mut output = Output::new();
    let path = config.path().display();
    output.text(&match config.remove()? {
        true => format!("{path}: took the block out"),
        false => format!("{path}: holds no block of shadow's"),
    })?;
    // Where no server runs there is nothing to take out.
    for server in args.server.servers().unwrap_or_default() {
        let socket = server.socket().display().to_string();
        let said = unload(&Spawn::new(server.socket()), &own)?;
        output.text(&format!("{socket}: {}", or_nothing(&said)))?;
    }
    Ok(Exit::Done)
}

fn or_nothing(said: &[String]) -> String {
    match said.is_empty() {
        true => "nothing to do".to_owned(),
        false => said.join(", "),
    }
}

impl LoadArgs {
    /// Puts everything into the server, and says so.
    fn put(&self, output: &mut Output) -> Result<(), Failure> {
        let server = server(&self.server)?;
        let keys = [self.popup_key.as_str(), &self.next_key];
        let said = load(&server, &Own::here()?, !self.no_borders, keys)?;
        let socket = server.socket().display();
        output.text(&format!("{socket}: {}", or_nothing(&said)))
    }

    /// The options as arguments of a command line.
    fn options(&self) -> String {
        let mut options = String::new();
        if self.no_borders {
            options += " --no-borders";
        }
        for (name, key, usual) in [
            ("popup", &self.popup_key, "A"),
            ("next", &self.next_key, "N"),
        ] {
            if key != usual {
                options += &format!(" --{name}-key {key}");
            }
        }
        options
    }
}

/// Watches until the server ends, another watcher has taken it, or a signal comes.
fn watch(args: &WatchArgs) -> Outcome {
    let server = server(&args.server)?;
    let notify = args.notify.or(&config::current()?.notify);
    if let Standing::Fresh(left) = Left::ask(&server)? {
        complain(&format!("process {} watches this server already", left.pid));
        if notify.is_empty() {
            return Ok(Exit::Done);
        }
        complain("it notifies nobody: `shadow watch --notify …` does, beside it");
        return Ok(Exit::NotHeld);
    }
    let ended = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT, SIGHUP] {
        signal_hook::flag::register(signal, ended.clone())?;
    }
    let mut publisher = Publisher::new(std::process::id());
    publisher.begin(&server)?;
    let mut watcher = setup::watcher(None, Scope::Agents)?.shown();
    watcher.add_server(server.socket());
    let mut notifier = Notifier::new(notify, Some(server.socket()));
    let kept = keep(&server, &mut watcher, &mut publisher, &mut notifier, &ended);
    drop(watcher);
    notifier.finish(Instant::now() + LAST);
    match kept {
        Ok(true) => publisher.withdraw(&server),
        Ok(false) => {}
        Err(error) if error.is_no_server() => {}
        Err(error) => return Err(error.into()),
    }
    Ok(Exit::Done)
}

/// Watches and tells the server; true where what was told is to be taken back.
fn keep(
    server: &Spawn,
    watcher: &mut Watcher,
    publisher: &mut Publisher,
    notifier: &mut Notifier,
    ended: &AtomicBool,
) -> Result<bool, TmuxError> {
    let clock = Clock::start();
    let mut asked = clock.epoch();
    while !ended.load(Ordering::SeqCst) {
        let step = watcher.step();
        let now = clock.epoch() + clock.now();
        for event in step.events {
            notifier.take(&Arc::new(event), now);
        }
        notifier.tick(now);
        for (_, pane, seen) in watcher.news() {
            publisher.see(pane, seen.map(|seen| Need::of(&seen.payload)), now);
        }
        if now >= asked + ASK || publisher.due_in(now) <= 0.0 {
            asked = now;
            if !publisher.holds(server)? {
                return Ok(false);
            }
        }
        publisher.tell(server, now)?;
        let due = [
            Some(publisher.due_in(now)),
            notifier.next().map(|at| at - now),
        ];
        let due = due.into_iter().flatten().fold(f64::INFINITY, f64::min);
        watcher.sleep(Some(watcher.now() + due.max(0.0)));
    }
    Ok(true)
}
