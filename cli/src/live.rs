//! Panes of the tmux servers on this machine.

use std::path::PathBuf;

use clap::Args;
use shadow_tmux::{
    PaneId, Server, Spawn, TmuxError, Transport, View, servers, sockets, tmux_version,
};

use crate::exit::Failure;

/// Which tmux servers are meant.
#[derive(Debug, Clone, Default, Args)]
pub struct ServerArgs {
    /// Socket of the tmux server; without it, every server that can be found
    #[arg(long, value_name = "PATH")]
    pub socket: Option<PathBuf>,
}

impl From<TmuxError> for Failure {
    fn from(error: TmuxError) -> Self {
        Self::gone(error.to_string())
    }
}

impl ServerArgs {
    /// The servers that answer; at least one.
    pub fn servers(&self) -> Result<Vec<Server>, Failure> {
        tmux_version()?;
        if let Some(socket) = &self.socket {
            let server = Server::new(socket);
            server.panes()?;
            return Ok(vec![server]);
        }
        let found = servers(&sockets());
        if found.is_empty() {
            return Err(Failure::gone(
                "no tmux server answers; start one (`tmux new`) or name its socket (--socket PATH)",
            ));
        }
        Ok(found)
    }

    /// A view of the pane with this id. The server in `$TMUX` is preferred; else the id must be
    /// unique among the servers.
    pub fn view(&self, id: PaneId) -> Result<View, Failure> {
        Ok(self.holder(id)?.view(id)?)
    }

    /// The server that holds the pane with this id, chosen in the same way.
    pub fn holder(&self, id: PaneId) -> Result<Server, Failure> {
        let holds = |server: &Server| {
            let panes = server.panes().unwrap_or_default();
            panes.iter().any(|pane| pane.id == id)
        };
        let servers = self.servers()?;
        let holders: Vec<&Server> = servers.iter().filter(|server| holds(server)).collect();
        let own = std::env::var("TMUX").unwrap_or_default();
        let is_own =
            |server: &&&Server| own.starts_with(&format!("{},", server.socket().display()));
        match (holders.iter().find(is_own), holders.as_slice()) {
            (Some(server), _) | (None, [server]) => Ok((*server).clone()),
            (None, []) => Err(Failure::gone(format!(
                "there is no pane {id} on any tmux server; `shadow panes --all` lists them"
            ))),
            (None, several) => Err(Failure::usage(format!(
                "{} tmux servers have a pane {id}; name one with --socket PATH",
                several.len()
            ))),
        }
    }
}

/// Shows a pane in the tmux client around us, if that is of the pane's server, and says so; else makes
/// it its session's current one.
pub fn go_to(server: &Spawn, pane: &str) -> Result<bool, TmuxError> {
    let own = std::env::var("TMUX").unwrap_or_default();
    let inside = own.starts_with(&format!("{},", server.socket().display()));
    match inside {
        true => server.run(&["switch-client", "-t", pane])?,
        false => server.run(&["select-window", "-t", pane, ";", "select-pane", "-t", pane])?,
    };
    Ok(inside)
}
