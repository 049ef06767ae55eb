//! The events of a watch, and how its panes look.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};
use shadow_live::{Seen, Watcher};
use shadow_tmux::PaneId;

use crate::wire::{Look, LookLine};

/// Seconds between two times that looks are printed, if no event asks for them.
const REST: f64 = 0.5;

/// Prints events until the process ends, and how panes look if that is wanted. The look of a pane comes before its events.
pub fn follow(watcher: Watcher, looks: bool, say: impl Fn(&Value)) {
    let mut watcher = match looks {
        true => watcher.shown(),
        false => watcher,
    };
    // The second from which looks are printed again, if some were.
    let mut rests: Option<f64> = None;
    loop {
        let step = watcher.step();
        let now = watcher.now();
        if looks && (!step.events.is_empty() || rests.is_none_or(|until| now >= until)) {
            let news = watcher.news();
            rests = (!news.is_empty()).then_some(now + REST);
            news.into_iter()
                .filter_map(look)
                .for_each(|look| say(&line(&look)));
        }
        step.events.iter().for_each(|event| say(&line(event)));
        if !step.leaves {
            watcher.sleep(rests);
        }
    }
}

/// A pane that looks otherwise; none if it is gone, which an event says. The bytes of its screen are left out: they are the
/// most of a look, and the payload has the text.
fn look((socket, _, seen): (PathBuf, PaneId, Option<Seen>)) -> Option<LookLine> {
    let Seen {
        pane, mut payload, ..
    } = seen?;
    payload.dialog_projection.raw_text.clear();
    let look = Look {
        socket: socket.display().to_string(),
        pane,
        payload,
    };
    Some(LookLine {
        look: Box::new(look),
    })
}

fn line(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_else(|error| json!({ "error": error.to_string() }))
}
