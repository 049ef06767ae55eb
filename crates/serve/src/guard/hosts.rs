//! Under which names the server may be addressed: a name that is not ours is another site's, which has its name point at
//! us (DNS rebinding).

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The names and addresses that are ours.
#[derive(Debug, Clone)]
pub struct Hosts {
    listen: SocketAddr,
    names: Vec<String>,
}

impl Hosts {
    /// Those of a server that listens there. Under `names` it is known beside (a proxy in front, a name of the machine);
    /// they count at any port.
    #[must_use]
    pub fn new(listen: SocketAddr, names: impl IntoIterator<Item = String>) -> Self {
        let names = names
            .into_iter()
            .map(|name| name.to_ascii_lowercase())
            .collect();
        Self { listen, names }
    }

    /// Whether a `Host` header names us.
    #[must_use]
    pub fn allow(&self, host: &str) -> bool {
        let Some((name, port)) = split(host) else {
            return false;
        };
        let name = name.to_ascii_lowercase();
        if self.names.contains(&name) {
            return true;
        }
        port.unwrap_or(80) == self.listen.port()
            && (name == "localhost" && self.is_local() || self.is_ours(&name))
    }

    /// Whether an `Origin` header names us.
    #[must_use]
    pub fn allow_origin(&self, origin: &str) -> bool {
        match origin.split_once("://") {
            Some(("http", host)) => self.allow(host),
            Some(("https", host)) => {
                split(host).is_some_and(|(name, _)| self.names.contains(&name.to_ascii_lowercase()))
            }
            _ => false,
        }
    }

    /// Whether a loopback address reaches us.
    fn is_local(&self) -> bool {
        let ip = self.listen.ip();
        ip.is_loopback() || ip.is_unspecified()
    }

    /// Whether a name is an address that we may listen at. No other site's name can be an address.
    fn is_ours(&self, name: &str) -> bool {
        let bracketed = name
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        let ip = match bracketed {
            Some(v6) => v6.parse::<Ipv6Addr>().ok().map(IpAddr::V6),
            None => name.parse().ok().filter(IpAddr::is_ipv4),
        };
        ip.is_some_and(|ip| {
            let listen = self.listen.ip();
            ip == listen || listen.is_unspecified() || self.is_local() && ip.is_loopback()
        })
    }
}

/// Name and port of `name`, `name:port`, `[v6]`, `[v6]:port`.
fn split(host: &str) -> Option<(&str, Option<u16>)> {
    let end = match host.starts_with('[') {
        true => host.find(']')? + 1,
        false => host.find(':').unwrap_or(host.len()),
    };
    let (name, rest) = host.split_at(end);
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b':' | b'[' | b']')
    };
    if name.is_empty() || !name.bytes().all(plain) {
        return None;
    }
    match rest.strip_prefix(':') {
        None if rest.is_empty() => Some((name, None)),
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some((name, Some(digits.parse().ok()?)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Hosts;

    fn hosts(listen: &str, names: &[&str]) -> Hosts {
        let names = names.iter().map(|name| (*name).to_owned());
        Hosts::new(listen.parse().expect("an address"), names)
    }

    #[test]
    fn a_server_on_loopback_is_known_by_loopback_names_alone() {
        let hosts = hosts("127.0.0.1:7420", &[]);
        for ours in [
            "127.0.0.1:7420",
            "localhost:7420",
            "LOCALHOST:7420",
            "[::1]:7420",
            "127.0.0.2:7420",
        ] {
            assert!(hosts.allow(ours), "{ours}");
            assert!(hosts.allow_origin(&format!("http://{ours}")), "{ours}");
        }
        for other in [
            "evil.example:7420",
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost",
            "localhost.:7420",
            "127.0.0.1.evil.example:7420",
            "192.168.1.5:7420",
            "user@127.0.0.1:7420",
            "127.0.0.1:7420:7420",
            "127.0.0.1:07420x",
            "[::1:7420",
            "",
            ":7420",
        ] {
            assert!(!hosts.allow(other), "{other}");
            assert!(!hosts.allow_origin(&format!("http://{other}")), "{other}");
        }
        for origin in [
            "null",
            "",
            "https://127.0.0.1:7420",
            "file://",
            "http:127.0.0.1:7420",
            "http://127.0.0.1:7420/",
        ] {
            assert!(!hosts.allow_origin(origin), "{origin}");
        }
    }

    #[test]
    fn a_server_for_others_is_known_by_addresses_and_the_names_it_was_given() {
        let all = hosts("0.0.0.0:7420", &["Agents.example"]);
        for ours in [
            "192.168.1.5:7420",
            "localhost:7420",
            "agents.example",
            "agents.example:443",
        ] {
            assert!(all.allow(ours), "{ours}");
        }
        assert!(all.allow_origin("https://agents.example"));
        assert!(!all.allow("evil.example:7420"));
        assert!(!all.allow_origin("https://evil.example"));
        let one = hosts("192.168.1.5:7420", &[]);
        assert!(one.allow("192.168.1.5:7420"));
        assert!(!one.allow("192.168.1.6:7420"));
        assert!(!one.allow("localhost:7420"));
    }
}
