//! The events of a watch, and how its panes look.

use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Value, json};
use shadow_live::{Seen, Step, Watcher};
use shadow_tmux::PaneId;

use crate::wire::{Look, LookLine};

/// Seconds between two times that looks are given, if no event asks for them.
const REST: f64 = 0.5;

/// A pane of the server with this socket, as it looks now; nothing if it is gone.
pub type News = (PathBuf, PaneId, Option<Seen>);

/// Gives each step of a watch to `tell` until the process ends, and how panes look if that is wanted: before the events of the
/// step.
pub fn follow(watcher: Watcher, looks: bool, mut tell: impl FnMut(Vec<News>, Step)) {
    let mut watcher = match looks {
        true => watcher.shown(),
        false => watcher,
    };
    // The second from which looks are given again, if some were.
    let mut rests: Option<f64> = None;
    loop {
        let step = watcher.step();
        let now = watcher.now();
        let mut news = Vec::new();
        if looks && (!step.events.is_empty() || rests.is_none_or(|until| now >= until)) {
            news = watcher.news();
            rests = (!news.is_empty()).then_some(now + REST);
        }
        let leaves = step.leaves;
        tell(news, step);
        if !leaves {
            watcher.sleep(rests);
        }
    }
}

/// Prints the looks and events of a step, each as a line.
pub fn print(news: Vec<News>, step: &Step, say: impl Fn(&Value)) {
    news.into_iter()
        .filter_map(look)
        .for_each(|look| say(&line(&look)));
    step.events.iter().for_each(|event| say(&line(event)));
}

/// A pane that looks otherwise; none if it is gone, which an event says.
fn look((socket, _, seen): News) -> Option<LookLine> {
    let Seen { pane, payload, .. } = seen?;
    let look = Box::new(Look::of(&socket, pane, payload));
    Some(LookLine { look })
}

fn line(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_else(|error| json!({ "error": error.to_string() }))
}
