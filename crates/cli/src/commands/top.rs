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
use shadow_tui::{DASHBOARD_TITLE, Need, ProviderChoice, Snapshot, Stack};

use crate::config;
use crate::exit::{Exit, Failure, Outcome};
use crate::host_name::HostName;
use crate::hosts::{Elsewhere, HostArgs, News as Heard, WatchedHost};
use crate::live::ServerArgs;
use crate::page::colors_are_wanted;
use crate::seconds::interval;
use crate::setup;
use crate::top::{
    Away, Bindings, Board, Card, Carried, Intent, Key, carry_out, draw, screen_there,
};
use shadow_demo::{KEEP_TITLE, TITLE_BACK};
use shadow_live::{Departure, Scope, Seen, Watcher, follow};

/// How long a key is waited for before news are looked at.
const FRAME: Duration = Duration::from_millis(100);

/// The least time between two frames that no key has asked for: panes that change all the time are drawn so often.
const REST: Duration = Duration::from_millis(250);

/// The least time between two questions for the text of a screen on another machine.
const AGAIN: Duration = Duration::from_secs(1);

const EXAMPLES: &str = "\
Examples:
  shadow top
  # also the panes without an agent
  shadow top --all
  # also the agents of another machine, through ssh
  shadow top --host devbox
  # also the agents of a fleet, through a NATS server
  shadow top --fleet 'tls://hub:4222?nkey=operator.nk'
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
    /// What is known of another machine.
    There(HostName, Heard),
    /// The text of the screen of another machine's pane; if it cannot be had, why.
    Text(Key, Result<String, String>),
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
    let elsewhere = Elsewhere::meant(&args.hosts, &args.server)?;
    let departure = watch(args, elsewhere, news.clone())?;
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

/// Watches in a thread of its own; says how to ask it to leave.
fn watch(args: &TopArgs, elsewhere: Elsewhere, news: Sender<News>) -> Result<Departure, Failure> {
    let servers = match args.server.servers() {
        // Without a server here, the other machines have all there is.
        Err(failure) if failure.exit() == Exit::Gone && elsewhere.is_any() => Vec::new(),
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
    join(elsewhere, &mut watcher, args.all, news.clone());
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

/// Watches the panes of other machines, too.
fn join(elsewhere: Elsewhere, watcher: &mut Watcher, all: bool, news: Sender<News>) {
    let heard = news.clone();
    let make = move |host: HostName| {
        let (name, news) = (host.clone(), heard.clone());
        let tell = move |it| drop(news.send(News::There(name.clone(), it)));
        WatchedHost::new(host, Vec::new()).showing(all, tell)
    };
    let heed = move |server: &HostName, why: Option<String>| {
        let heard = why.map_or(Heard::Up(None, None), Heard::Down);
        let _ = news.send(News::There(server.clone(), heard));
    };
    elsewhere.join(watcher, make, Some(heed));
}

/// One pane's news.
fn told(key: Key, seen: Option<Seen>, now: f64) -> News {
    match seen {
        None => News::Gone(key),
        Some(seen) => News::Seen(Box::new(Card {
            key,
            pane: seen.pane,
            snapshot: seen.snapshot,
            brief: false,
            life: None,
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
        News::There(host, heard) => take_there(board, &host, heard, stack),
        News::Text(key, Ok(text)) => board.read(&key, text),
        News::Text(_, Err(why)) => board.say(why),
        News::Said(text) => board.say(text),
        News::Done(key, carried) => board.done(&key, carried),
    }
}

/// Takes news of another machine into the dashboard.
fn take_there(board: &mut Board, host: &HostName, heard: Heard, stack: &Stack) {
    match heard {
        Heard::Seen(name, look) => board.update(Card::away(host, name, *look, board.now())),
        Heard::Gone((socket, pane)) => {
            let name = String::new();
            let away = Some(Away {
                host: host.clone(),
                name,
            });
            board.remove(&Key { away, socket, pane });
        }
        Heard::Up(panes, apart) => {
            board.reach_machine(host, panes.as_ref());
            board.compare_clocks(host, apart);
        }
        Heard::Down(why) => {
            let unknown = stack.parse(ProviderChoice::Auto, &Snapshot::from_text(""));
            board.lose_machine(host, why, &unknown);
        }
    }
}

/// Asks the machine of the selected pane for the text of its screen, in a thread of its own. It is asked again when something
/// has changed there, and a second later while a turn runs, since its text changes all the time.
#[derive(Default)]
struct Reading {
    /// The pane that was asked for, and when; none if no answer is due.
    asked: Option<(Key, Duration)>,
    is_due: bool,
    /// Whether something has changed in a pane since.
    stale: bool,
}

impl Reading {
    fn ask(&mut self, board: &Board, now: Duration, news: &Sender<News>) {
        let Some(card) = board.unread().filter(|_| !self.is_due) else {
            return;
        };
        let is_fresh = self.asked.as_ref().is_some_and(|(key, at)| {
            let rests = now.saturating_sub(*at) < AGAIN;
            *key == card.key && (rests || !self.stale && card.need() != Need::Working)
        });
        if is_fresh {
            return;
        }
        (self.is_due, self.stale) = (true, false);
        self.asked = Some((card.key.clone(), now));
        let (key, news) = (card.key.clone(), news.clone());
        thread::spawn(move || {
            let text = screen_there(&key);
            let _ = news.send(News::Text(key, text));
        });
    }

    /// Hears of what has come.
    fn heed(&mut self, news: &News) {
        match news {
            News::Text(..) => self.is_due = false,
            News::There(_, Heard::Seen(..)) => self.stale = true,
            _ => {}
        }
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
    let mut reading = Reading::default();
    loop {
        let now = started.elapsed();
        board.tick(now.as_secs_f64());
        heard.try_iter().for_each(|it| {
            reading.heed(&it);
            take(&mut board, it, stack);
            frame.stale = true;
        });
        reading.ask(&board, now, news);
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
