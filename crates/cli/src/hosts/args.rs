//! Which machines are asked, and to which of them the name of a pane leads.

use std::fmt;
#[cfg(any(feature = "serve", feature = "top"))]
use std::path::Path;

use clap::Args;
#[cfg(any(feature = "serve", feature = "top"))]
use shadow_tmux::PaneId;
use shadow_tmux::PaneName;

use crate::config;
use crate::exit::{Exit, Failure};
use crate::host_name::HostName;
use crate::live::ServerArgs;

/// The machines beside this one.
#[derive(Debug, Clone, Default, Args)]
pub struct HostArgs {
    /// Also ask shadow on the machine of this name, through ssh; may be repeated [default: `hosts` of the settings]
    #[arg(long = "host", value_name = "NAME", conflicts_with = "socket")]
    hosts: Vec<HostName>,
}

impl HostArgs {
    /// The machines that are asked: those of the arguments, else those of the settings. A socket means this machine alone.
    pub fn all(&self, servers: &ServerArgs) -> Result<Vec<HostName>, Failure> {
        match servers.socket {
            Some(_) => Ok(self.hosts.clone()),
            None => meant(&self.hosts),
        }
    }
}

/// The machines that are named, each once; those of the settings if none is. Those of the fleet that answers are with them.
pub fn meant(named: &[HostName]) -> Result<Vec<HostName>, Failure> {
    let mut hosts = match named {
        [] => config::current()?.hosts.clone(),
        named => named.to_vec(),
    };
    #[cfg(feature = "fleet")]
    {
        super::fleet::name(named);
        hosts.extend(super::fleet::hosts().unwrap_or_default());
    }
    hosts.sort();
    hosts.dedup();
    Ok(hosts)
}

/// Whether there is a NATS server to ask.
pub fn has_fleet() -> Result<bool, Failure> {
    #[cfg(feature = "fleet")]
    let has = config::fleet()?.is_some();
    #[cfg(not(feature = "fleet"))]
    let has = false;
    Ok(has)
}

/// A pane of another machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct There {
    /// The machine.
    pub host: HostName,
    /// The name of the pane there.
    pub pane: PaneName,
}

#[cfg(any(feature = "serve", feature = "top"))]
impl There {
    /// A pane by the socket of its server there: another name might lead to another pane. Words if that cannot be written.
    pub fn by_socket(host: &HostName, socket: &Path, pane: PaneId) -> Result<Self, String> {
        let name = format!("{}/{pane}", socket.display());
        let named = name.parse();
        let pane = named.map_err(|_| format!("{name} cannot be named to {host}; log in there"))?;
        let host = host.clone();
        Ok(Self { host, pane })
    }
}

impl fmt::Display for There {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.host, self.pane)
    }
}

/// The pane of another machine that a name means, `HOST/SERVER/PANE`; none if it means one of this machine.
///
/// The machines of the settings go before everything here. Any other machine comes after it.
pub fn there(name: &PaneName, servers: &ServerArgs) -> Result<Option<There>, Failure> {
    let Some(there) = parted(name).filter(|_| servers.socket.is_none()) else {
        return Ok(None);
    };
    let known = config::current()?.hosts.contains(&there.host);
    let is_whole = there.pane.to_string().contains('/');
    let is_there = known || is_whole && is_unknown_here(name, servers);
    Ok(is_there.then_some(there))
}

/// The name as one of a pane of another machine, if it has that form.
fn parted(name: &PaneName) -> Option<There> {
    let text = name.to_string();
    let (host, pane) = text.split_once('/')?;
    Some(There {
        host: host.parse().ok()?,
        pane: pane.parse().ok()?,
    })
}

fn is_unknown_here(name: &PaneName, servers: &ServerArgs) -> bool {
    match servers.find(name) {
        Ok(_) => false,
        Err(failure) => failure.exit() == Exit::Gone,
    }
}

#[cfg(test)]
mod tests {
    use super::parted;

    #[test]
    fn a_name_of_another_machine_has_its_host_first() {
        let parted = |name: &str| {
            let there = parted(&name.parse().expect("a name"))?;
            Some((there.host.to_string(), there.pane.to_string()))
        };
        let both = |host: &str, pane: &str| Some((host.to_owned(), pane.to_owned()));
        assert_eq!(parted("devbox/default/%3"), both("devbox", "default/%3"));
        assert_eq!(parted("me@devbox/main:1.0"), both("me@devbox", "main:1.0"));
        for name in ["%3", "main:1.0", "/tmp/s/%3", "-x/default/%3", "a b/c/%3"] {
            assert_eq!(parted(name), None, "{name}");
        }
    }
}
