//! `shadow top`: the dashboard over every agent pane of every tmux server.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event;
use shadow_tui::Stack;

use crate::exit::{Exit, Failure, Outcome};
use crate::live::ServerArgs;
use crate::seconds::interval;
use crate::setup;
use crate::top::{Board, Card, Intent, Key, carry_out, draw};
use crate::watching::{Scope, Seen, Watcher, follow};

/// Seconds between two frames at the most: the clock in the list moves once a second.
const FRAME: Duration = Duration::from_millis(250);

const EXAMPLES: &str = "\
Examples:
  shadow top
  shadow top --all    # shells and everything else, too
  tmux display-popup -E -w 90% -h 90% shadow top

Panes that need a person stand first. Keys: ? lists them all. NO_COLOR is heeded.
Without a terminal, `shadow panes` prints the same as a list and `shadow watch` as a stream.";

/// Arguments of `shadow top`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct TopArgs {
    /// Seconds between two looks at a pane that changes
    #[arg(long, value_name = "S", default_value = "0.25", value_parser = interval)]
    interval: f64,
    /// Show panes that hold no agent, too
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    server: ServerArgs,
}

/// What the watcher and the commands tell the dashboard.
enum News {
    /// How a pane looks now.
    Seen(Box<Card>),
    /// A pane is gone.
    Gone(Key),
    /// What a command that was carried out said.
    Said(String),
}

/// Runs it.
pub fn run(args: &TopArgs) -> Outcome {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(Failure::usage(
            "shadow top needs a terminal; `shadow panes` prints a list",
        ));
    }
    let (news, heard) = channel();
    let stack = setup::stack()?;
    watch(args, setup::stack()?, news.clone())?;
    let mut terminal = ratatui::init();
    let ended = show(&mut terminal, &stack, &news, &heard);
    ratatui::restore();
    ended.map(|()| Exit::Done).map_err(Failure::from)
}

/// Watches in a thread of its own, which ends with the process.
fn watch(args: &TopArgs, stack: Stack, news: Sender<News>) -> Result<(), Failure> {
    let servers = args.server.servers()?;
    let scope = if args.all { Scope::All } else { Scope::Agents };
    let mut watcher = Watcher::new(stack, args.interval, scope);
    for server in &servers {
        watcher.add_server(server.socket());
    }
    follow(watcher, args.server.socket.is_none(), move |round| {
        for note in round.notes {
            let _ = news.send(News::Said(note));
        }
        for (socket, pane, seen) in round.news {
            let _ = news.send(told(Key { socket, pane }, seen, round.now));
        }
    });
    Ok(())
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
fn take(board: &mut Board, news: News) {
    match news {
        News::Seen(card) => board.update(*card),
        News::Gone(key) => board.remove(&key),
        News::Said(text) => board.say(text),
    }
}

/// Carries an intent out in a thread of its own: a guarded sequence takes seconds.
fn obey(intent: Intent, news: Sender<News>) {
    thread::spawn(move || {
        let said = carry_out(&intent);
        let _ = news.send(News::Said(said));
    });
}

/// Draws and obeys keys until the end is asked for.
fn show(
    terminal: &mut DefaultTerminal,
    stack: &Stack,
    news: &Sender<News>,
    heard: &Receiver<News>,
) -> io::Result<()> {
    let coloured = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut board = Board::new();
    let started = Instant::now();
    loop {
        board.tick(started.elapsed().as_secs_f64());
        heard.try_iter().for_each(|it| take(&mut board, it));
        terminal.draw(|frame| draw(frame, &board, stack, coloured))?;
        if !event::poll(FRAME)? {
            continue;
        }
        let event::Event::Key(key) = event::read()? else {
            continue;
        };
        match board.press(key) {
            None => {}
            Some(Intent::Quit) => return Ok(()),
            Some(intent) => obey(intent, news.clone()),
        }
    }
}
