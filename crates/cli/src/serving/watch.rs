//! The watch that fills the board: the panes of this machine, and those of others.

use std::sync::Arc;

use shadow_live::{Round, Watcher, follow};
use shadow_serve::{Board, PaneKey, PaneLook};

use crate::calendar::since_epoch;
use crate::host_name::HostName;
use crate::hosts::{Elsewhere, News, WatchedHost};

/// Watches in a thread of its own, and updates the board: the panes of this machine and of these, and, where there is a NATS
/// server (`fleet`), those of its machines that come later. `all` also shows panes of other machines without an agent.
pub fn watch(mut watcher: Watcher, elsewhere: Elsewhere, all: bool, board: Arc<Board>) {
    let epoch = watcher.epoch();
    let showing = Arc::clone(&board);
    let make = move |host: HostName| {
        showing.add_machine(host.as_str(), now());
        let (name, board) = (host.to_string(), Arc::clone(&showing));
        WatchedHost::new(host, Vec::new()).showing(all, move |news| tell_of(&board, &name, news))
    };
    let server = Arc::clone(&board);
    let heed = move |place: &HostName, why| match why {
        Some(why) => server.lose_machine(place.as_str(), why, now()),
        None => server.forget_machine(place.as_str()),
    };
    elsewhere.join(&mut watcher, make, Some(heed));
    follow(watcher, move |round| tell(&board, round, epoch));
}

/// The second of the epoch.
fn now() -> f64 {
    since_epoch().as_secs_f64()
}

/// What is known of the panes of another machine.
fn tell_of(board: &Board, host: &str, news: News) {
    let key = |(socket, pane)| PaneKey {
        host: Some(host.to_owned()),
        socket,
        pane,
    };
    match news {
        News::Seen(name, look) => {
            let pane = key((look.socket.into(), look.pane.id));
            let look = PaneLook {
                pane: look.pane,
                snapshot: None,
                payload: look.payload,
                brief: look.brief,
                there: Some(name),
                life: look.life,
            };
            board.see(pane, look, now());
        }
        News::Gone(pane) => board.lose(&key(pane)),
        News::Up(panes, apart) => {
            let panes = panes.map(|panes| panes.into_iter().map(key).collect());
            board.reach_machine(host, panes.as_ref(), apart, now());
        }
        News::Down(why) => board.lose_machine(host, why, now()),
    }
}

/// How panes look first: what happened in a pane is kept with the pane.
fn tell(board: &Board, round: Round, epoch: f64) {
    let mut gone = Vec::new();
    for (socket, pane, seen) in round.news {
        let host = None;
        let key = PaneKey { host, socket, pane };
        match seen {
            None => gone.push(key),
            Some(seen) => {
                let look = PaneLook {
                    pane: seen.pane,
                    snapshot: Some(seen.snapshot),
                    payload: seen.payload,
                    brief: false,
                    there: None,
                    life: None,
                };
                board.see(key, look, epoch + round.now);
            }
        }
    }
    round.events.iter().for_each(|event| board.tell(event));
    round.notes.into_iter().for_each(|note| board.note(note));
    gone.iter().for_each(|key| board.lose(key));
}
