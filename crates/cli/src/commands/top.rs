//! `shadow top`: the dashboard over every agent pane of every tmux server.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use ratatui::DefaultTerminal;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::style::Print;
use ratatui::crossterm::terminal::SetTitle;
use ratatui::crossterm::{event, execute};
use shadow_tui::{DASHBOARD_TITLE, ProviderChoice, Snapshot, Stack};

use crate::config;
use crate::exit::{Exit, Failure, Outcome};
use crate::host_name::HostName;
#[cfg(feature = "fleet")]
use crate::hosts::{Found, follow_fleet};
use crate::hosts::{HostArgs, Round, follow_host, has_fleet};
use crate::listing::Report;
use crate::live::ServerArgs;
use crate::page::colors_are_wanted;
use crate::seconds::interval;
use crate::setup;
use crate::top::{Bindings, Board, Card, Carried, Intent, Key, carry_out, draw};
use shadow_demo::{KEEP_TITLE, TITLE_BACK};
use shadow_live::{Departure, Scope, Seen, follow};

/// How long a key is waited for before news are looked at.
const FRAME: Duration = Duration::from_millis(100);

/// The least time between two frames that no key has asked for: panes that change all the time are drawn so often.
const REST: Duration = Duration::from_millis(250);

const EXAMPLES: &str = "\
Examples:
  shadow top
  # also the panes without an agent
  shadow top --all
  # also the agents of another machine, through ssh
  shadow top --host devbox
  tmux display-popup -E -w 90% -h 90% shadow top

Panes that need you come first. Press ? for the list of keys, and q to quit.
Set NO_COLOR to switch colors off. Without a terminal, use `shadow panes` for
a list or `shadow watch` for a stream of events.";

/// Arguments of `shadow top`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TopArgs {
    /// Seconds between two looks at a pane that changes [default: 0.25]
    #[arg(long, value_name = "S", value_parser = interval)]
    interval: Option<f64>,
    /// Show all panes, also those without an agent
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    hosts: HostArgs,
    #[command(flatten)]
    server: ServerArgs,
}

/// What the watcher and the commands tell the dashboard.
enum News {
    /// How a pane looks now.
    Seen(Box<Card>),
    /// A pane is gone.
    Gone(Key),
    /// All panes of a machine as they are now; if it cannot be asked, why.
    Machine(HostName, Result<Vec<Report>, String>),
    /// What the watching said.
    Said(String),
    /// How a command that was carried out on a pane ended.
    Done(Key, Carried),
}

/// Runs it.
pub fn run(args: &TopArgs) -> Outcome {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::usage(
            "shadow top needs a terminal; `shadow panes` prints a list",
        ));
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err(Failure::usage(
            "shadow top needs a terminal that can draw, and TERM is dumb; `shadow panes` prints a list",
        ));
    }
    let (news, heard) = channel();
    let stack = setup::stack()?;
    let board = Board::with(Bindings::new(&config::current()?.keys));
    let hosts = args.hosts.all(&args.server)?;
    let departure = watch(args, &hosts, news.clone())?;
    #[cfg(feature = "fleet")]
    if has_fleet()? && args.server.socket.is_none() {
        join_fleet(args.all, hosts.clone(), news.clone());
    }
    for host in hosts {
        join(host, args.all, news.clone());
    }
    let mut terminal = ratatui::init();
    // Where a terminal does not know it, a paste comes as keys, as ever.
    let _ = execute!(
        io::stdout(),
        EnableBracketedPaste,
        Print(KEEP_TITLE),
        SetTitle(DASHBOARD_TITLE)
    );
    let ended = show(&mut terminal, board, &stack, (&news, &heard));
    let _ = execute!(io::stdout(), DisableBracketedPaste, Print(TITLE_BACK));
    ratatui::restore();
    departure.wait();
    ended.map(|()| Exit::Done).map_err(Failure::from)
}

/// Gives the terminal back when a signal ends the dashboard in the middle of what it does.
fn give_back() {
    ratatui::restore();
    // What cannot be written any more needs neither.
    let _ = execute!(io::stdout(), DisableBracketedPaste, Print(TITLE_BACK), Show);
}

/// Follows another machine in a thread of its own.
fn join(host: HostName, all: bool, news: Sender<News>) {
    thread::spawn(move || {
        follow_host(&host, all, |round| {
            let told = match round {
                Round::Panes(panes) => Ok(panes),
                Round::Away(why) => Err(why),
            };
            news.send(News::Machine(host.clone(), told)).is_ok()
        });
    });
}

/// Follows the machines of the NATS server that come later, too.
#[cfg(feature = "fleet")]
fn join_fleet(all: bool, known: Vec<HostName>, news: Sender<News>) {
    thread::spawn(move || {
        follow_fleet(&known, |found| match found {
            Found::Host(host) => {
                join(host, all, news.clone());
                true
            }
            Found::Away(Some(server), why) => news.send(News::Machine(server, Err(why))).is_ok(),
            Found::Back(Some(server)) => news.send(News::Machine(server, Ok(Vec::new()))).is_ok(),
            Found::Away(None, _) | Found::Back(None) => true,
        });
    });
}

/// Watches in a thread of its own; says how to ask it to leave.
fn watch(args: &TopArgs, hosts: &[HostName], news: Sender<News>) -> Result<Departure, Failure> {
    let servers = match args.server.servers() {
        // Without a server here, the other machines have all there is.
        Err(failure) if failure.exit() == Exit::Gone && (!hosts.is_empty() || has_fleet()?) => {
            Vec::new()
        }
        servers => servers?,
    };
    let scope = if args.all { Scope::All } else { Scope::Agents };
    let mut watcher = setup::watcher(args.interval, scope)?;
    if args.server.socket.is_none() {
        watcher = watcher.searching();
    }
    let departure = watcher.departure();
    departure.on_signals_then(give_back);
    for server in &servers {
        watcher.add_server(server.socket());
    }
    follow(watcher, move |round| {
        for note in round.notes {
            let _ = news.send(News::Said(note));
        }
        for (socket, pane, seen) in round.news {
            let away = None;
            let key = Key { away, socket, pane };
            let _ = news.send(told(key, seen, round.now));
        }
    });
    Ok(departure)
}

/// One pane's news.
fn told(key: Key, seen: Option<Seen>, now: f64) -> News {
    match seen {
        None => News::Gone(key),
        Some(seen) => News::Seen(Box::new(Card {
            key,
            pane: seen.pane,
            snapshot: seen.snapshot,
            payload: seen.payload,
            since: now,
        })),
    }
}

/// Takes news into the dashboard.
fn take(board: &mut Board, news: News, stack: &Stack) {
    match news {
        News::Seen(card) => board.update(*card),
        News::Gone(key) => board.remove(&key),
        News::Machine(host, Ok(panes)) => board.take_machine(&host, panes),
        News::Machine(host, Err(why)) => {
            let unknown = stack.parse(ProviderChoice::Auto, &Snapshot::from_text(""));
            board.lose_machine(&host, why, &unknown);
        }
        News::Said(text) => board.say(text),
        News::Done(key, carried) => board.done(&key, carried),
    }
}

/// Carries an intent out in a thread of its own: a guarded sequence takes seconds.
fn obey(intent: Intent, news: Sender<News>) {
    thread::spawn(move || {
        let carried = carry_out(&intent);
        let _ = news.send(match intent.key() {
            Some(key) => News::Done(key.clone(), carried),
            None => News::Said(carried.said),
        });
    });
}

/// Draws and obeys keys until the end is asked for. What a key or a new size asks for is drawn at once, news a few times
/// a second, and the clock once.
fn show(
    terminal: &mut DefaultTerminal,
    mut board: Board,
    stack: &Stack,
    (news, heard): (&Sender<News>, &Receiver<News>),
) -> io::Result<()> {
    let colored = colors_are_wanted();
    let started = Instant::now();
    let mut frame = Frame::default();
    loop {
        let now = started.elapsed();
        board.tick(now.as_secs_f64());
        heard.try_iter().for_each(|it| {
            take(&mut board, it, stack);
            frame.stale = true;
        });
        if frame.due(now) {
            let size = terminal.size()?;
            board.resize(size.width, size.height);
            terminal.draw(|frame| draw(frame, &board, stack, colored))?;
            frame.drawn(now);
        }
        if !event::poll(FRAME)? {
            continue;
        }
        frame.asked = true;
        let intent = match event::read()? {
            event::Event::Key(key) => board.press(key),
            event::Event::Paste(text) => {
                board.paste(&text);
                None
            }
            _ => None,
        };
        match intent.and_then(|intent| board.begin(intent)) {
            None => {}
            Some(Intent::Quit) => return Ok(()),
            Some(intent) => obey(intent, news.clone()),
        }
    }
}

/// When the next frame is drawn.
#[derive(Default)]
struct Frame {
    /// When the last one was drawn, since the dashboard began.
    last: Option<Duration>,
    /// A key or a new size asks for one.
    asked: bool,
    /// There are news.
    stale: bool,
}

impl Frame {
    fn due(&self, now: Duration) -> bool {
        let Some(last) = self.last else {
            return true;
        };
        let rested = now.saturating_sub(last) >= REST;
        self.asked || rested && (self.stale || now.as_secs() != last.as_secs())
    }

    fn drawn(&mut self, now: Duration) {
        *self = Self {
            last: Some(now),
            ..Self::default()
        };
    }
}
