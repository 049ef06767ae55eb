//! Looking once at every pane of every reachable tmux server.

use std::thread;

use shadow_live::is_agent;
use shadow_tmux::{Pane, Server, View};
use shadow_tui::contract::Payload;
use shadow_tui::screen::Screen;
use shadow_tui::{ProviderChoice, Stack};

use crate::assess::assess;
use crate::exit::Failure;
use crate::live::{Names, ServerArgs};
use crate::setup;
use crate::wire::{Identified, PaneReport};

/// The panes of some servers.
#[derive(Default)]
pub struct Listing {
    /// One report for each pane that is listed.
    pub reports: Vec<Report>,
    /// How many panes there are.
    seen: usize,
    servers: usize,
}

/// A pane that is listed, with its id.
pub type Report = Identified<String, PaneReport>;

impl Listing {
    /// What is said where no pane is listed.
    pub fn nothing(&self) -> String {
        let counted = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            count => format!("{count} {what}s"),
        };
        format!(
            "no agent in {} on {}; `shadow panes --all` lists all panes, `shadow lab try` starts agents to try",
            counted(self.seen, "pane"),
            counted(self.servers, "tmux server")
        )
    }
}

/// Looks at every pane of the servers, and lists those that hold an agent, or all of them.
pub fn list(servers: &ServerArgs, all: bool) -> Result<Listing, Failure> {
    let stack = setup::stack()?;
    let servers = servers.servers()?;
    let names = Names::of(&servers);
    let mut listing = Listing {
        reports: Vec::new(),
        seen: 0,
        servers: servers.len(),
    };
    for (server, views) in servers.iter().zip(views_of(&servers)) {
        for view in views? {
            listing.seen += 1;
            let mut found = look(&stack, view);
            found.holds_agent &= !found.pane.shows_pane_of(servers.iter().map(Server::socket));
            if all || found.holds_agent {
                listing.reports.push(report(server, found, &names));
            }
        }
    }
    Ok(listing)
}

/// Views of all panes of each server. All are asked at once: one that hangs holds up no other.
pub fn views_of(servers: &[Server]) -> Vec<Result<Vec<View>, Failure>> {
    thread::scope(|scope| {
        let asking = servers
            .iter()
            .map(|server| scope.spawn(move || views(server)));
        let asking: Vec<_> = asking.collect();
        let lost = |_| Err(Failure::gone("the question to a tmux server was lost"));
        let each = asking.into_iter().map(|it| it.join().unwrap_or_else(lost));
        each.collect()
    })
}

/// Views of all panes of a server. A pane that closes in between is left out.
pub fn views(server: &Server) -> Result<Vec<View>, Failure> {
    let panes = server.panes()?;
    let views = panes.iter().filter_map(|pane| server.view(pane.id).ok());
    Ok(views.collect())
}

/// A pane with its payload.
pub struct Found {
    pub pane: Pane,
    pub payload: Payload,
    pub holds_agent: bool,
}

/// A view, read.
pub fn look(stack: &Stack, view: View) -> Found {
    let pane = view.pane.clone();
    let snapshot = view.into_snapshot();
    let auto = ProviderChoice::Auto;
    let screen = Screen::from_capture(&snapshot.text, &snapshot.channels);
    let assessed = assess(stack, auto, &snapshot.text, &screen, &snapshot.channels);
    let payload = assessed.payload;
    Found {
        holds_agent: is_agent(stack, &pane, &snapshot, &payload),
        pane,
        payload,
    }
}

fn report(server: &Server, found: Found, names: &Names) -> Identified<String, PaneReport> {
    Identified {
        id: found.pane.id.to_string(),
        body: PaneReport {
            name: names.pane(server, found.pane.id),
            host: None,
            agent: found.holds_agent,
            socket: server.socket().display().to_string(),
            pane: found.pane,
            payload: found.payload,
        },
    }
}
