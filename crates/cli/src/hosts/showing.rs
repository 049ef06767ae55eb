//! What is shown of the panes of another machine that is watched: how they look, whether the machine answers, and which panes
//! it has at all.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::{Map, Value, json};

use super::link::{Link, fault};
use super::names::Servers;
use super::wire::PANES;
use crate::exit::Failure;
use crate::host_name::HostName;
use crate::wire::{Look, LookLine, PaneAddress};

/// What is known of a machine and its panes.
pub enum News {
    /// A pane looks so now; with its name here.
    Seen(String, Box<Look>),
    /// A pane is gone.
    Gone(PaneAddress),
    /// The machine answers. It has no panes but these, if all of them are known. How its clock differs from the one here, in
    /// words, if it does.
    Up(Option<BTreeSet<PaneAddress>>, Option<String>),
    /// It cannot be asked, for this reason: nothing is known of its panes.
    Down(String),
}

/// The listener, and what came over the connection so far.
pub struct Showing {
    /// Panes without an agent are shown, too.
    all: bool,
    tell: Box<dyn FnMut(News) + Send>,
    /// The numbers of the requests that watch and list.
    watch: u64,
    list: u64,
    /// How the clock of the machine differs.
    apart: Option<String>,
    /// The panes that were seen over this connection, and those of them that were there while it was.
    seen: BTreeSet<PaneAddress>,
    live: BTreeSet<PaneAddress>,
}

impl Showing {
    pub fn new(all: bool, tell: impl FnMut(News) + Send + 'static) -> Self {
        Self {
            all,
            tell: Box::new(tell),
            watch: 0,
            list: 0,
            apart: None,
            seen: BTreeSet::new(),
            live: BTreeSet::new(),
        }
    }

    /// Adds to the request that watches what is wanted of it.
    pub fn extend(&self, request: &mut Map<String, Value>) {
        request.insert("looks".to_owned(), json!(true));
        request.insert("all".to_owned(), json!(self.all));
    }

    /// Panes are watched over a new connection. Its list says which of those that were known there are no more.
    pub fn begin(&mut self, link: &mut Link, watch: u64) -> Result<(), Failure> {
        self.watch = watch;
        self.apart = link.apart().map(str::to_owned);
        let find = json!({ "do": "find", "all": self.all });
        self.list = link.ask(find.as_object().cloned().unwrap_or_default())?;
        self.seen.clear();
        self.live.clear();
        Ok(())
    }

    /// The machine answers.
    fn up(&mut self, panes: Option<BTreeSet<PaneAddress>>) {
        (self.tell)(News::Up(panes, self.apart.clone()));
    }

    /// The connection is lost, or cannot be made.
    pub fn lose(&mut self, why: &Failure) {
        (self.tell)(News::Down(why.message().to_owned()));
    }

    /// A pane is gone.
    pub fn gone(&mut self, socket: &str, id: &str) {
        if let Ok(pane) = id.parse() {
            let place = (PathBuf::from(socket), pane);
            self.seen.remove(&place);
            self.live.remove(&place);
            (self.tell)(News::Gone(place));
        }
    }

    /// Takes a line that is no event; gives back any other. An error if there will be no looks.
    pub fn take(
        &mut self,
        (host, life): (&HostName, &str),
        servers: &mut Servers,
        line: Value,
    ) -> Result<Option<Value>, Failure> {
        if line["id"] == self.list {
            self.listed(host, servers, line);
        } else if line.get("look").is_some() {
            self.look((host, life), servers, line)?;
        } else if let Some(failure) = line.as_object().and_then(|it| fault(host, it))
            && line["id"] == self.watch
        {
            let words = "install this version of shadow there, too";
            let words = format!("{}; {words}", failure.message());
            return Err(Failure::gone(words));
        } else {
            return Ok(Some(line));
        }
        Ok(None)
    }

    fn look(
        &mut self,
        (host, life): (&HostName, &str),
        servers: &mut Servers,
        line: Value,
    ) -> Result<(), Failure> {
        let is_kept = line["kept"] == true;
        let line: LookLine = serde_json::from_value(line).map_err(|error| {
            Failure::gone(format!(
                "{host}: the look of a pane cannot be read: {error}"
            ))
        })?;
        let mut look = line.look;
        look.life = Some(life.to_owned());
        let place = (PathBuf::from(&look.socket), look.pane.id);
        if self.seen.len() >= PANES && !self.seen.contains(&place) {
            return Ok(());
        }
        if !is_kept {
            self.live.insert(place.clone());
        }
        if self.seen.insert(place) {
            self.up(None);
        }
        let name = servers.name(host, &look.socket, &look.pane.id.to_string());
        (self.tell)(News::Seen(name, look));
        Ok(())
    }

    /// The list of the machine's panes. A pane that was seen meanwhile may have come after it.
    fn listed(&mut self, host: &HostName, servers: &mut Servers, line: Value) {
        if let Some(failure) = line.as_object().and_then(|it| fault(host, it)) {
            // The machine is there. Without a server of tmux it has nothing to show yet.
            if self.seen.is_empty() {
                self.lose(&failure);
            }
            return;
        }
        let Some(found) = line["found"].as_array() else {
            return self.up(None);
        };
        let places = found.iter().filter_map(|place| {
            let (socket, id) = (place[0].as_str()?, place[1].as_str()?);
            let pane = id.parse().ok()?;
            servers.name(host, socket, id);
            Some((PathBuf::from(socket), pane))
        });
        let there = places.take(PANES).chain(self.live.iter().cloned());
        let there: BTreeSet<PaneAddress> = there.collect();
        self.seen.retain(|place| there.contains(place));
        self.up(Some(there));
    }
}
