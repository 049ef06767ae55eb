//! The watch that fills the board.

use std::sync::Arc;

use shadow_live::{Round, Watcher, follow};
use shadow_serve::{Board, PaneKey, PaneLook};

/// Watches in a thread of its own, and tells the board.
pub fn watch(watcher: Watcher, board: Arc<Board>) {
    let epoch = watcher.epoch();
    follow(watcher, move |round| tell(&board, round, epoch));
}

/// How panes look first: what happened in a pane is kept with the pane.
fn tell(board: &Board, round: Round, epoch: f64) {
    let mut gone = Vec::new();
    for (socket, pane, seen) in round.news {
        let key = PaneKey { socket, pane };
        match seen {
            None => gone.push(key),
            Some(seen) => {
                let look = PaneLook {
                    pane: seen.pane,
                    snapshot: seen.snapshot,
                    payload: seen.payload,
                };
                board.see(key, look, epoch + round.now);
            }
        }
    }
    round.events.iter().for_each(|event| board.tell(event));
    round.notes.into_iter().for_each(|note| board.note(note));
    gone.iter().for_each(|key| board.lose(key));
}
