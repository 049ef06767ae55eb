//! The other machines whose panes are shown.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

/// Whether a machine answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Link {
    /// It has not answered yet.
    Connecting,
    /// It answers.
    Up,
    /// It cannot be asked. Its panes are `unknown` until it answers.
    Down,
}

/// Another machine.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Machine {
    /// Its name for ssh, or that of its relay on the NATS server; while that server does not answer, also the server's address.
    pub host: String,
    /// Whether it answers.
    pub link: Link,
    /// Why it does not; null if it does.
    pub error: Option<String>,
    /// How its clock differs from the one of the server, in words; null if it hardly does. The times of its events are its own.
    pub clock: Option<String>,
    /// The time when this began, in seconds of the epoch.
    pub since: f64,
}

/// All machines, by their names.
#[derive(Debug, Clone, Default)]
pub struct Machines {
    known: BTreeMap<String, Machine>,
    /// Counts changes.
    pub revision: u64,
}

impl Machines {
    /// A machine is so since a moment, unless it was so before.
    pub fn set(
        &mut self,
        host: &str,
        (link, error, clock): (Link, Option<String>, Option<String>),
        at: f64,
    ) {
        let before = self.known.get(host);
        if before.is_some_and(|it| it.link == link && it.error == error && it.clock == clock) {
            return;
        }
        let since = before.filter(|it| it.link == link).map(|it| it.since);
        let machine = Machine {
            host: host.to_owned(),
            link,
            error,
            clock,
            since: since.unwrap_or(at),
        };
        self.known.insert(host.to_owned(), machine);
        self.revision += 1;
    }

    /// A machine is no longer asked for its panes.
    pub fn forget(&mut self, host: &str) {
        if self.known.remove(host).is_some() {
            self.revision += 1;
        }
    }

    /// Why a machine cannot be asked; none if it answers.
    pub fn down(&self, host: &str) -> Option<String> {
        let machine = self.known.get(host)?;
        machine.error.clone().filter(|_| machine.link == Link::Down)
    }

    /// They, in the order of their names.
    pub fn all(&self) -> Vec<Machine> {
        self.known.values().cloned().collect()
    }
}
