//! What every way to a machine has in common: lines that go there, lines that come, and why they end.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use serde_json::Value;

use super::clean::clean;
use crate::exit::Failure;
use crate::host_name::HostName;

/// Lines that wait to be taken.
pub const WAITING: usize = 256;

/// The first pause before another try to connect, and the longest.
pub const PAUSE: Duration = Duration::from_secs(1);
pub const LONGEST: Duration = Duration::from_secs(30);

/// Panes of a machine that are watched and shown.
pub const PANES: usize = 2000;

/// Characters of foreign words that are shown.
pub const SHOWN: usize = 200;

/// What comes from a machine.
pub enum Came {
    /// An object, cleaned.
    Line(Value),
    /// A line that is none, or is too long.
    Strange,
}

impl Came {
    /// A line.
    pub fn of(line: &[u8]) -> Self {
        let value = serde_json::from_slice::<Value>(line).ok();
        let value = value.filter(Value::is_object);
        value.map_or(Self::Strange, |mut value| {
            clean(&mut value);
            Self::Line(value)
        })
    }
}

/// A way to a machine. It ends when it is dropped.
pub struct Wire {
    /// What takes the lines there.
    pub carrier: Box<dyn Carrier>,
    /// The lines of the relay there. They end when the way does.
    pub lines: Receiver<Came>,
}

/// What takes lines to the relay of a machine.
pub trait Carrier: Send {
    /// Hands a line on; false where nothing is taken any more.
    fn send(&mut self, line: Vec<u8>) -> bool;

    /// Why it ended before the first line of the relay.
    fn refused(&mut self, host: &HostName) -> Failure;

    /// Why it ended later.
    fn ended(&mut self, host: &HostName) -> Failure;

    /// What brings this version of shadow to the machine, in words.
    fn bring(&self, host: &HostName) -> String;
}

/// The error that a machine cannot be reached.
pub fn unreachable(host: &HostName, why: &str) -> Failure {
    Failure::gone(format!("{host} cannot be reached: {why}"))
}

/// The error that a connection is lost.
pub fn lost(host: &HostName, why: &str) -> Failure {
    Failure::gone(format!("the connection to {host} is lost: {why}"))
}
