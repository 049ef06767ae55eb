//! Which pane is meant, among all servers of all machines, and its name in an address.

use std::path::PathBuf;

use shadow_tmux::PaneId;

/// A pane among all servers: ids are unique in their server alone, and sockets in their machine.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PaneKey {
    /// The other machine that has it, by its name for ssh; none for this machine.
    pub host: Option<String>,
    /// Socket of its server.
    pub socket: PathBuf,
    /// Its id there.
    pub pane: PaneId,
}

impl PaneKey {
    /// Its name in an address: the number of its id and a hash of the socket's path, `3-9c1f03ab`, and the machine of a pane
    /// elsewhere, `3-9c1f03ab@devbox`: no machine can name a pane of another one. A pane has one name in all
    /// runs.
    #[must_use]
    pub fn name(&self) -> String {
        let id = self.pane.to_string();
        let number = id.trim_start_matches('%');
        let hash = fnv(self.socket.as_os_str().as_encoded_bytes());
        match &self.host {
            None => format!("{number}-{hash:08x}"),
            Some(host) => format!("{number}-{hash:08x}@{host}"),
        }
    }
}

/// FNV-1a, 32 bits: stable across builds, which std's hashers do not promise.
fn fnv(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::{PaneKey, fnv};

    #[test]
    fn the_hash_is_fnv() {
        assert_eq!(fnv(b""), 0x811c_9dc5);
        assert_eq!(fnv(b"foobar"), 0xbf9c_f968);
    }

    #[test]
    fn panes_of_two_servers_have_two_names() {
        let key = |socket: &str| PaneKey {
            host: None,
            socket: socket.into(),
            pane: "%3".parse().expect("an id"),
        };
        assert!(key("/tmp/a").name().starts_with("3-"));
        assert_ne!(key("/tmp/a").name(), key("/tmp/b").name());
        let there = PaneKey {
            host: Some("me@devbox".to_owned()),
            ..key("/tmp/a")
        };
        assert_eq!(there.name(), key("/tmp/a").name() + "@me@devbox");
    }
}
