//! Panes of the tmux servers on this machine.

use std::path::PathBuf;

use clap::Args;
use shadow_tmux::{
    PaneId, PaneName, Server, Spawn, TmuxError, Transport, View, servers, sockets, tmux_version,
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

    /// A view of the pane that is named.
    pub fn view(&self, name: &PaneName) -> Result<View, Failure> {
        let (server, id) = self.find(name)?;
        Ok(server.view(id)?)
    }

    /// The pane that is named, and its server. The server in `$TMUX` is preferred; else the name must be unique among
    /// the servers. From here on the pane is known by its id.
    pub fn find(&self, name: &PaneName) -> Result<(Server, PaneId), Failure> {
        let found = self.servers()?.into_iter().map(|server| {
            let panes = server.named(name).unwrap_or_default();
            (server, panes)
        });
        let found: Vec<(Server, Vec<PaneId>)> =
            found.filter(|(_, panes)| !panes.is_empty()).collect();
        let own = std::env::var("TMUX").unwrap_or_default();
        let is_own = |(server, _): &&(Server, Vec<PaneId>)| {
            own.starts_with(&format!("{},", server.socket().display()))
        };
        let (server, panes) = match (found.iter().find(is_own), found.as_slice()) {
            (Some(found), _) | (None, [found]) => found,
            (None, []) => return Err(no_pane(name)),
            (None, several) => {
                return Err(Failure::usage(format!(
                    "{} tmux servers have a pane {name}; name one with --socket PATH",
                    several.len()
                )));
            }
        };
        Ok((server.clone(), only(panes, name)?))
    }
}

/// The pane of a server that is named.
pub fn pane_of(server: &Server, name: &PaneName) -> Result<PaneId, Failure> {
    only(&server.named(name)?, name)
}

fn only(panes: &[PaneId], name: &PaneName) -> Result<PaneId, Failure> {
    match panes {
        [id] => Ok(*id),
        [] => Err(no_pane(name)),
        several => {
            let ids: Vec<String> = several.iter().map(ToString::to_string).collect();
            let ids = ids.join(", ");
            Err(Failure::usage(format!(
                "{name} may be any of {ids}; name one by its id"
            )))
        }
    }
}

/// Names are exact: a part of a name would lead to another pane.
fn no_pane(name: &PaneName) -> Failure {
    let shown = name.to_string();
    let hint = match shown.starts_with('%') {
        true => "",
        false if shown.bytes().all(|byte| byte.is_ascii_digit()) => {
            " (a pane's id is written with %; this names a session)"
        }
        false => " (names must be whole: session:window.pane, session:window or session)",
    };
    Failure::gone(format!(
        "there is no pane {shown} on any tmux server{hint}; `shadow panes --all` lists them"
    ))
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
