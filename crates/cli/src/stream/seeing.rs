//! What a relay is asked for its panes: which there are, and how one looks now.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use shadow_tmux::{Pane, PaneId};
use shadow_tui::contract::Payload;
use shadow_tui::screen::Screen;
use shadow_tui::{ProviderChoice, Snapshot};

use crate::assess::assess;
use crate::exit::Failure;
use crate::listing::list;
use crate::live::ServerArgs;
use crate::setup;
use crate::wire::Look;

/// Looks at the pane of an id, on the server with this socket.
pub type Looker = Arc<dyn Fn(PathBuf, PaneId) -> Result<Look, Failure> + Send + Sync>;

/// The number of the last turn of a pane, as a watch counts them.
pub type Turns = Arc<dyn Fn(&Path, PaneId) -> Option<u64> + Send + Sync>;

/// How a relay that watches sees its panes.
pub struct Seeing {
    /// How it looks at one.
    pub look: Looker,
    /// What a list leaves out.
    pub hide: Hide,
    /// What it knows of their turns.
    pub turns: Option<Turns>,
}

/// Takes away what must not be shown of a pane.
pub type Hide = fn(&mut Payload);

/// The sockets and ids of the panes of these names; of all that hold an agent if there is none, and `all` of every pane.
pub fn found(panes: &[String], all: bool) -> Result<Vec<(String, String)>, Failure> {
    if panes.is_empty() {
        let reports = list(&ServerArgs::default(), all)?.reports.into_iter();
        return Ok(reports.map(|it| (it.body.socket, it.id)).collect());
    }
    let found = panes.iter().map(|name| {
        let (socket, pane) = place(name)?;
        Ok((socket.display().to_string(), pane.to_string()))
    });
    found.collect()
}

/// The socket and the id of a pane.
pub fn place(name: &str) -> Result<(PathBuf, PaneId), Failure> {
    let name = name.parse().map_err(Failure::usage)?;
    let (server, pane) = ServerArgs::default().find(&name)?;
    Ok((server.socket().to_owned(), pane))
}

/// A pane as it is seen now, and its screen.
pub fn seen(socket: PathBuf, pane: PaneId) -> Result<(Look, Snapshot), Failure> {
    let server = ServerArgs {
        socket: Some(socket.clone()),
    };
    let view = server.view(&pane.into())?;
    let pane: Pane = view.pane.clone();
    let snapshot = view.into_snapshot();
    let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
    let (stack, auto) = (setup::stack()?, ProviderChoice::Auto);
    let assessed = assess(&stack, auto, &snapshot.text, &screen, &snapshot.channels);
    Ok((Look::of(&socket, pane, assessed.payload), snapshot))
}
