//! Panes of the tmux servers on this machine.

use std::fmt::Display;
use std::path::{Path, PathBuf};
#[cfg(feature = "fleet")]
use std::sync::OnceLock;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use rustix::termios::ttyname;
use shadow_tmux::{
    Distrust, PaneId, PaneName, Server, Spawn, TmuxError, Transport, View, around, ask, distrust,
    labels, own_around, resolved, sockets, tmux_version,
};

use crate::config;
use crate::exit::{Failure, complain};

/// Which tmux servers are meant.
#[derive(Debug, Clone, Default, Args)]
pub struct ServerArgs {
    /// Socket of the tmux server [default: all your servers]
    #[arg(long, value_name = "PATH", value_parser = PathBufValueParser::new().map(|it| resolved(&it)))]
    pub socket: Option<PathBuf>,
}

/// The sockets of the servers that this process asks, if it asks no other.
#[cfg(feature = "fleet")]
static ONLY: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// From now on, asks no other servers than those with these sockets, if there is one.
#[cfg(feature = "fleet")]
pub fn ask_only(sockets: &[PathBuf]) {
    if !sockets.is_empty() {
        let _ = ONLY.set(sockets.to_vec());
    }
}

impl From<TmuxError> for Failure {
    fn from(error: TmuxError) -> Self {
        Self::gone(error.to_string())
    }
}

impl ServerArgs {
    /// The servers that answer; at least one: those that [`sockets`] finds and those of the settings.
    pub fn servers(&self) -> Result<Vec<Server>, Failure> {
        tmux_version()?;
        if let Some(socket) = &self.socket {
            return Ok(vec![named(socket)?]);
        }
        #[cfg(feature = "fleet")]
        if let Some(sockets) = ONLY.get() {
            let answering = sockets.iter().filter_map(|socket| named(socket).ok());
            let answering: Vec<Server> = answering.collect();
            return match answering.is_empty() {
                true => Err(Failure::gone("no tmux server of the relay answers")),
                false => Ok(answering),
            };
        }
        let mut answering = Vec::new();
        for asked in ask(&sockets()) {
            match asked.panes {
                Ok(_) => answering.push(asked.server),
                Err(error) if error.is_timed_out() => complain(&format!(
                    "the tmux server on {} is left out: {error}",
                    asked.server.socket().display()
                )),
                // Its socket has outlived it.
                Err(_) => {}
            }
        }
        for socket in &config::current()?.sockets {
            if !answering.iter().any(|server| server.socket() == socket) {
                answering.extend(named(socket));
            }
        }
        let foreign = around().and_then(|socket| Some((distrust(&socket)?, socket)));
        let foreign = foreign.map(|(why, socket)| {
            let socket = socket.display();
            format!("the tmux server around this shell is not asked: {socket} {why}; use --socket {socket} to ask it anyway")
        });
        match (answering.is_empty(), foreign) {
            (true, Some(words)) => return Err(Failure::gone(words)),
            (true, None) => {
                return Err(Failure::gone(
                    "no tmux server of yours answers; start one (`tmux new`) or name its socket (--socket PATH)",
                ));
            }
            (false, Some(words)) => complain(&words),
            (false, None) => {}
        }
        Ok(answering)
    }

    /// A view of the pane that is named.
    pub fn view(&self, name: &PaneName) -> Result<View, Failure> {
        let (server, id) = self.find(name)?;
        Ok(server.view(id)?)
    }

    /// The pane that is named, and its server. A name may begin with its server's; without that the server in `$TMUX`
    /// is preferred, else the name must be unique among the servers. From here on the pane is known by its id.
    pub fn find(&self, name: &PaneName) -> Result<(Server, PaneId), Failure> {
        let servers = self.servers()?;
        let all = |name_on: &dyn Fn(&Server) -> Option<PaneName>| -> Vec<(Server, PaneId)> {
            let each = servers.iter().flat_map(|server| {
                let name = name_on(server);
                let panes = name.and_then(|name| server.named(&name).ok());
                let panes = panes.unwrap_or_default().into_iter();
                panes.map(|pane| (server.clone(), pane))
            });
            each.collect()
        };
        let plain = all(&|_| Some(name.clone()));
        let qualified = all(&|server| name.on_server(server.socket()));
        let own = around().map(|socket| resolved(&socket));
        let is_own = |(server, _): &&(Server, PaneId)| Some(server.socket()) == own.as_deref();
        let on_own: Vec<_> = plain.iter().filter(is_own).cloned().collect();
        let found = match (qualified.is_empty(), on_own.is_empty()) {
            (true, false) => on_own,
            _ => [plain, qualified].concat(),
        };
        match found.as_slice() {
            [found] => Ok(found.clone()),
            [] => Err(no_pane(name)),
            several => Err(ambiguous(name, several, &servers)),
        }
    }
}

/// The server behind a socket that was named. Whose it is, if not the user's own, is said.
fn named(socket: &Path) -> Result<Server, Failure> {
    if let Some(why @ (Distrust::Theirs(_) | Distrust::Replaceable)) = distrust(socket) {
        complain(&format!(
            "{} {why}: while shadow asks this server, its owner can read and write files as you",
            socket.display()
        ));
    }
    let server = Server::new(socket);
    server.panes()?;
    Ok(server)
}

/// The pane of tmux in whose terminal this process runs, and its server's socket. A terminal that was opened from a pane has
/// its words in the environment, and is not in it.
pub fn own_pane() -> Option<(PathBuf, PaneId)> {
    let id: PaneId = std::env::var("TMUX_PANE").ok()?.parse().ok()?;
    let socket = own_around()?;
    let terminal = ttyname(std::io::stdin(), Vec::new()).ok()?;
    let panes = Server::new(&socket).panes().ok()?;
    let pane = panes.into_iter().find(|pane| pane.id == id)?;
    (pane.tty.as_bytes() == terminal.as_bytes()).then_some((socket, id))
}

/// Several panes of one name: by which names they are told apart.
fn ambiguous(name: &PaneName, found: &[(Server, PaneId)], servers: &[Server]) -> Failure {
    let names = Names::of(servers);
    let all: Vec<String> = found
        .iter()
        .map(|(server, pane)| names.pane(server, *pane))
        .collect();
    let first = all.first().cloned().unwrap_or_default();
    let all = all.join(", ");
    Failure::usage(format!("{name} may be any of {all}; use `{first}`"))
}

/// What the panes of several servers are called: every name is taken by every command.
pub struct Names(Vec<(PathBuf, String)>);

impl Names {
    /// The names for these servers.
    pub fn of(servers: &[Server]) -> Self {
        let sockets: Vec<&Path> = servers.iter().map(Server::socket).collect();
        let labels = labels(&sockets).into_iter();
        let sockets = sockets.iter().map(|it| it.to_path_buf());
        Self(sockets.zip(labels).collect())
    }

    /// A pane, or a place, of a server: with the server before it where there are several.
    pub fn pane(&self, server: &Server, pane: impl Display) -> String {
        let label = self.0.iter().find(|(socket, _)| socket == server.socket());
        match label.filter(|_| self.0.len() > 1) {
            Some((_, label)) => format!("{label}/{pane}"),
            None => pane.to_string(),
        }
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
            let first = &ids[0];
            Err(Failure::usage(format!(
                "{name} may be any of {}; use `{first}`",
                ids.join(", ")
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
    let around = around().map(|socket| resolved(&socket));
    let inside = around.as_deref() == Some(server.socket());
    match inside {
        true => server.run(&["switch-client", "-t", pane])?,
        false => server.run(&["select-window", "-t", pane, ";", "select-pane", "-t", pane])?,
    };
    Ok(inside)
}
