//! How the panes look: what of it is published, and what is only given on request.
//!
//! The words of a screen stay here until a viewer asks for them. What changes all the time, such as the seconds of a turn, is
//! not published at all: it would be wrong a second later.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use shadow_live::Seen;
use shadow_pictures::redact;
use shadow_tmux::PaneId;
use shadow_tui::contract::Payload;
use shadow_tui::screen::Screen;
use shadow_tui::{ProviderChoice, Snapshot};

use crate::assess::assess;
use crate::exit::Failure;
use crate::nats::names;
use crate::setup;
use crate::stream::{News, seen};
use crate::wire::{Look, PaneAddress};

/// How the panes of a host look.
pub struct Looks {
    host: String,
    life: String,
    /// Screens are given with every letter blanked.
    redacted: bool,
    kept: Mutex<Kept>,
}

/// What is kept.
#[derive(Default)]
struct Kept {
    panes: BTreeMap<PaneAddress, Pane>,
    /// The panes whose look waits for the server.
    due: BTreeSet<PaneAddress>,
    /// Counts the looks that were given to the server, or wait for it.
    number: u64,
    /// Counts the messages with looks, so that a reader knows if one is missing.
    sent: u64,
}

/// A pane.
struct Pane {
    /// Its screen and all that was read; none once the pane is gone.
    seen: Option<Seen>,
    /// What is published, and what of it makes it another look.
    brief: Value,
    mark: Value,
    number: u64,
}

/// A look that waits for the server: what is published under which key.
pub struct Due {
    place: PaneAddress,
    number: u64,
    pub key: String,
    pub value: Vec<u8>,
}

impl Looks {
    /// None yet, of a host in this run of its relay.
    pub fn new(host: String, life: String, redacted: bool) -> Self {
        Self {
            host,
            life,
            redacted,
            kept: Mutex::default(),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in how panes look now; says whether some look waits for the server.
    pub fn take(&self, news: Vec<News>) -> bool {
        let mut kept = self.kept();
        for (socket, id, seen) in news {
            let look = seen.as_ref();
            let look = look.map(|it| Look::of(&socket, it.pane.clone(), it.payload.clone()));
            let brief = json!(look.map(brief));
            let mut mark = brief.clone();
            mark.pointer_mut("/pane/title").map(Value::take);
            let place = (socket, id);
            let known = kept.panes.get(&place);
            let number = known.filter(|known| known.mark == mark);
            let number = number.map(|known| known.number).unwrap_or_else(|| {
                kept.number += 1;
                kept.due.insert(place.clone());
                kept.number
            });
            let pane = Pane {
                seen,
                brief,
                mark,
                number,
            };
            kept.panes.insert(place, pane);
        }
        !kept.due.is_empty()
    }

    /// Publishes all again: what was under way may be lost.
    pub fn again(&self) {
        let kept = &mut *self.kept();
        kept.due.extend(kept.panes.keys().cloned());
    }

    /// The looks that wait for the server, at most so many, to be sent now. They wait until [`Looks::stored`].
    pub fn due(&self, most: usize) -> Vec<Due> {
        let Kept {
            panes, due, sent, ..
        } = &mut *self.kept();
        let due = due.iter().filter_map(|place| {
            let pane = panes.get(place)?;
            let (socket, id) = (place.0.display().to_string(), place.1.to_string());
            *sent += 1;
            let value = json!({
                "life": self.life, "number": pane.number, "sent": *sent, "look": pane.brief,
            });
            Some(Due {
                place: place.clone(),
                number: pane.number,
                key: names::look(&self.host, &socket, &id),
                value: value.to_string().into_bytes(),
            })
        });
        due.take(most).collect()
    }

    /// The server has a look. One that has changed meanwhile goes on waiting. A pane that is gone is forgotten.
    pub fn stored(&self, due: &Due) {
        let kept = &mut *self.kept();
        let pane = kept.panes.get(&due.place);
        if let Some(pane) = pane.filter(|pane| pane.number == due.number) {
            kept.due.remove(&due.place);
            if pane.seen.is_none() {
                kept.panes.remove(&due.place);
            }
        }
    }

    /// The number of the last turn of a pane.
    pub fn turn(&self, socket: &Path, id: PaneId) -> Option<u64> {
        let kept = self.kept();
        let pane = kept.panes.get(&(socket.to_owned(), id))?;
        pane.seen.as_ref()?.payload.lifecycle?.turn_id
    }

    /// A pane as it was seen last, else as it is seen now, with the words of its screen.
    pub fn look(&self, socket: PathBuf, id: PaneId) -> Result<Look, Failure> {
        let place = (socket, id);
        let known = self.kept().panes.get(&place).and_then(|it| it.seen.clone());
        let (mut look, snapshot) = match known {
            Some(known) => (
                Look::of(&place.0, known.pane, known.payload),
                known.snapshot,
            ),
            None => seen(place.0, id)?,
        };
        if self.redacted {
            blank(&mut look.payload, &snapshot)?;
        }
        Ok(look)
    }
}

/// A look without the words of the screen, and without what changes all the time.
fn brief(mut look: Look) -> Look {
    look.brief = true;
    look.pane.cursor = [0, 0];
    look.pane.cursor_visible = false;
    leave_out_words(&mut look.payload);
    look
}

/// Takes the words of the screen out of a payload, and what changes all the time.
pub fn leave_out_words(payload: &mut Payload) {
    let metadata = payload.dialog_projection.projection_metadata.clone();
    payload.dialog_projection = Default::default();
    payload.dialog_projection.projection_metadata = metadata;
    payload.projection_slices = Default::default();
    payload.mode_diagnostics = Default::default();
    let surface = &mut payload.surface_assessment;
    surface.evidence.clear();
    surface.operator_blocked_excerpt = None;
    surface.pending_messages.clear();
    if let Some(composer) = &mut surface.composer {
        composer.text.clear();
        composer.cursor = None;
    }
    if let Some(activity) = &mut surface.activity {
        activity.label = None;
        activity.elapsed_seconds = None;
        activity.tokens = None;
        if let Some(retry) = &mut activity.retry {
            retry.in_seconds = None;
        }
    }
}

/// Puts the words of the redacted screen in the place of those that are never published.
fn blank(payload: &mut Payload, snapshot: &Snapshot) -> Result<(), Failure> {
    let stack = setup::stack()?;
    let named = payload.parser_metadata.provider_id.clone();
    let provider = match stack.named(&named) {
        Some(_) => ProviderChoice::Named(&named),
        None => ProviderChoice::Auto,
    };
    let Snapshot { text, channels } = snapshot;
    let screen = Screen::from_capture(text, channels);
    let read = assess(&stack, provider, text, &screen, channels);
    let safe = redact(&screen, channels, &read.reading, &read.payload);
    let screen = Screen::from_capture(&safe.text, &safe.channels);
    let safe = assess(&stack, provider, &safe.text, &screen, &safe.channels).payload;
    payload.dialog_projection = safe.dialog_projection;
    payload.dialog_projection.raw_text.clear();
    payload.projection_slices = safe.projection_slices;
    payload.mode_diagnostics = safe.mode_diagnostics;
    let (surface, safe) = (&mut payload.surface_assessment, safe.surface_assessment);
    surface.evidence = safe.evidence;
    surface.operator_blocked_excerpt = safe.operator_blocked_excerpt;
    surface.pending_messages = safe.pending_messages;
    surface.composer = safe.composer;
    if let Some(activity) = &mut surface.activity {
        activity.label = None;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Looks;

    #[test]
    fn a_look_waits_until_the_server_has_it() {
        let looks = Looks::new("box".to_owned(), "life".to_owned(), false);
        let gone = |id: &str| ("/tmp/s".into(), id.parse().expect("an id"), None);
        assert!(looks.take(vec![gone("%1"), gone("%2")]));
        let due = looks.due(9);
        assert_eq!(due.len(), 2);
        looks.stored(&due[0]);
        let due = looks.due(9);
        let keys: Vec<&str> = due.iter().map(|it| &*it.key).collect();
        assert_eq!(keys, ["$KV.shadow.look.box.=2Ftmp=2Fs.=252"]);
        assert!(due[0].value.ends_with(b"\"sent\":3}"), "{:?}", due[0].value);
        looks.stored(&due[0]);
        // Panes that are gone are not published again.
        looks.again();
        assert!(looks.due(9).is_empty());
    }
}
