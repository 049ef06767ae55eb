//! One pane as it looks now.

use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use shadow_tmux::Pane;
use shadow_tui::contract::Payload;
use shadow_tui::{Need, Snapshot};

use super::key::PaneKey;

/// How a pane looks: what was read of it, and what came of that.
#[derive(Debug, Clone)]
pub struct PaneLook {
    /// As tmux lists it.
    pub pane: Pane,
    /// What was read; none for a pane of another machine, of whose screen only the text is known.
    pub snapshot: Option<Snapshot>,
    /// What came of it, with the session's lifecycle.
    pub payload: Payload,
    /// Whether the words of the screen are left out of the payload. Whoever wants them asks ([`crate::Acts::look`]).
    pub brief: bool,
    /// The name of a pane of another machine for every command, `devbox/default/%3`.
    pub there: Option<String>,
    /// The run of the relay of another machine that counts the turns of the pane.
    pub life: Option<String>,
}

/// A pane as it looks now. It is never changed: another look makes another one.
#[derive(Debug)]
pub struct PaneNow {
    /// Which pane.
    pub key: PaneKey,
    /// Its name in an address.
    pub name: String,
    /// How it looks.
    pub look: PaneLook,
    /// What it asks of a person.
    pub need: Need,
    /// Since when it asks that, in seconds of the epoch.
    pub since: f64,
    /// When it was seen so.
    pub at: f64,
    /// Counts the looks at all panes: a later look has a greater number.
    pub revision: u64,
    /// Its summary as a frame of a stream, once it was asked for.
    pub(super) frame: OnceLock<Bytes>,
}

impl PaneNow {
    /// Whether a pane of another machine is called so: `devbox/default/%3`, `devbox/default/main:1.0`, and both without the
    /// server.
    pub fn is_called(&self, name: &str) -> bool {
        let (Some(host), Some(there)) = (&self.key.host, &self.look.there) else {
            return false;
        };
        let of = |prefix: &str| name.strip_prefix(prefix)?.strip_prefix('/');
        let server = there.rsplit_once('/').map_or("", |(server, _)| server);
        let place = of(server).or_else(|| of(host));
        place.is_some_and(|place| place == self.key.pane.to_string() || place == self.place())
    }

    /// Its last turn, with the run of the relay that counts them; none for a pane of this machine.
    pub fn turn(&self) -> Option<(String, u64)> {
        let turn = self.look.payload.lifecycle?.turn_id?;
        Some((self.look.life.clone()?, turn))
    }

    /// The signature of the dialog that is open.
    pub fn signature(&self) -> Option<String> {
        let block = self.look.payload.surface_assessment.operator_block.as_ref();
        block.map(|block| block.signature.clone())
    }

    /// `session:window.pane`.
    pub fn place(&self) -> String {
        let pane = &self.look.pane;
        format!("{}:{}.{}", pane.session, pane.window, pane.index)
    }

    /// A pane as it looks at a moment. `before` is how it looked until then.
    pub fn new(
        key: PaneKey,
        look: PaneLook,
        at: f64,
        revision: u64,
        before: Option<&Self>,
    ) -> Arc<Self> {
        let need = Need::of(&look.payload);
        let since = before.filter(|before| before.need == need);
        Arc::new(Self {
            name: key.name(),
            key,
            need,
            since: since.map_or(at, |before| before.since),
            look,
            at,
            revision,
            frame: OnceLock::new(),
        })
    }
}
