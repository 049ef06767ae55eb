//! The panes of other machines, each machine asked once, all at one time.

use std::thread;

use serde_json::{Map, Value, json};

use super::link::{Link, fault};
use super::names::Servers;
use crate::exit::Failure;
use crate::host_name::HostName;
use crate::listing::Report;
use crate::wire::PaneList;

/// What a machine has.
pub struct Machine {
    /// The version of its shadow.
    pub version: String,
    /// How its clock differs from the one here, if it does.
    pub apart: Option<String>,
    /// Its panes, and how many more it has: one answer does not hold all.
    pub panes: Vec<Report>,
    pub left_off: usize,
}

/// What each machine has, or why it has nothing to show.
pub fn listed(hosts: &[HostName], all: bool) -> Vec<(HostName, Result<Machine, Failure>)> {
    thread::scope(|scope| {
        let asking = hosts.iter().map(|host| {
            let asked = scope.spawn(move || panes(host, all));
            (host, asked)
        });
        let asking: Vec<_> = asking.collect();
        let lost = |_| Err(Failure::gone("the question to a host was lost"));
        let each = asking.into_iter();
        let each = each.map(|(host, asked)| (host.clone(), asked.join().unwrap_or_else(lost)));
        each.chain(fleet_away()).collect()
    })
}

/// The server of the fleet, if it cannot be asked for its machines.
fn fleet_away() -> Option<(HostName, Result<Machine, Failure>)> {
    #[cfg(feature = "fleet")]
    if let Err(failure) = super::fleet::hosts() {
        let address = crate::config::fleet().ok()??;
        return Some((address.place().parse().ok()?, Err(failure)));
    }
    None
}

fn panes(host: &HostName, all: bool) -> Result<Machine, Failure> {
    let mut link = Link::open(host, || {})?;
    let id = link.ask(request(all))?;
    let (panes, left_off) = reports(host, link.answer_soon(id)?)?;
    Ok(Machine {
        version: link.version().to_owned(),
        apart: link.apart().map(str::to_owned),
        panes,
        left_off,
    })
}

/// The request for the panes of a machine; `all` also lists those without an agent.
pub(super) fn request(all: bool) -> Map<String, Value> {
    let request = [("do", json!("panes")), ("all", json!(all))];
    let request = request.map(|(name, value)| (name.to_owned(), value));
    request.into_iter().collect()
}

/// The panes of the response, with the names that they have here, and how many more there are.
pub(super) fn reports(
    host: &HostName,
    response: Map<String, Value>,
) -> Result<(Vec<Report>, usize), Failure> {
    if let Some(failure) = fault(host, &response) {
        return Err(failure);
    }
    let list: PaneList = serde_json::from_value(Value::Object(response)).map_err(|error| {
        Failure::gone(format!("{host}: its list of panes cannot be read: {error}"))
    })?;
    let mut servers = Servers::default();
    let mut panes = list.panes;
    // All servers first: the name of one depends on the others.
    for pane in &panes {
        servers.name(host, &pane.body.socket, &pane.id);
    }
    for pane in &mut panes {
        pane.body.name = servers.name(host, &pane.body.socket, &pane.body.pane.id.to_string());
        pane.body.host = Some(host.to_string());
    }
    Ok((panes, list.left_off))
}
