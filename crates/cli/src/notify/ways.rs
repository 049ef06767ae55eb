//! The ways out of a notification. A terminal gets it in one write, and none is waited for. Within
//! tmux, which passes no notification on, the terminals of its clients get it themselves.

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use rustix::fs::OFlags;
use shadow_tmux::{Spawn, Transport, own_around};
use shadow_tui::event::Event;

use super::rate::Rate;
use crate::exit::complain;
use crate::hooks::{Hook, Hooks};
use crate::hosting::Sink;
use crate::way::{Way, way};

/// `--notify`.
#[derive(Debug, Clone, Default, Args)]
pub struct NotifyArgs {
    /// Notify you when an agent is blocked, done or has failed: bell, osc9, osc99, osc777 (the terminal
    /// shows them) or command=CMD (a shell command; the text is in $SHADOW_TEXT); may be repeated
    #[arg(long, value_name = "WAY", value_parser = way)]
    notify: Vec<Way>,
}

impl NotifyArgs {
    /// The ways that are meant: those of the arguments, else those of the settings.
    pub fn or<'a>(&'a self, settings: &'a [Way]) -> &'a [Way] {
        match self.notify.is_empty() {
            true => settings,
            false => &self.notify,
        }
    }
}

/// What a terminal is sent.
fn sequence(name: &str, before: &str, after: &str, words: &str) -> String {
    match name {
        "bell" => before.to_owned(),
        _ => format!("{before}{}{after}", words.replace(';', ",")),
    }
}

/// Notifications at work.
pub struct Notifier {
    ways: Vec<Way>,
    commands: Option<Sink>,
    rate: Rate,
    /// The tmux server whose clients are told.
    server: Option<PathBuf>,
    troubled: bool,
}

impl Notifier {
    /// Sends nothing yet. `server` is the tmux server whose clients are told; without it the one
    /// around us, if there is one.
    pub fn new(ways: &[Way], server: Option<&Path>) -> Self {
        let commands = ways.iter().filter_map(|way| match way {
            Way::Command(command) => Some(Hook::on_any(command)),
            Way::Terminal(..) => None,
        });
        let commands: Vec<Hook> = commands.collect();
        let sink = || Sink::new("--notify".to_owned(), Hooks::new(commands.clone()).spoken());
        Self {
            commands: (!commands.is_empty()).then(sink),
            ways: ways.to_vec(),
            rate: Rate::default(),
            server: server.map(Path::to_owned).or_else(own_around),
            troubled: false,
        }
    }

    /// Takes an event, at a time in seconds of any clock.
    pub fn take(&mut self, event: &Arc<Event>, now: f64) {
        if !self.ways.is_empty() {
            self.rate.take(event);
            self.tick(now);
        }
    }

    /// Sends what has waited long enough.
    pub fn tick(&mut self, now: f64) {
        for call in self.rate.due(now) {
            self.commands
                .iter_mut()
                .for_each(|sink| sink.put(&call.event));
            self.send(&call.words);
        }
    }

    /// When [`Notifier::tick`] is to be called next, on the same clock; none where nothing waits.
    #[must_use]
    pub fn next(&self) -> Option<f64> {
        self.rate.next()
    }

    fn send(&mut self, words: &str) {
        let sequences = self.ways.iter().filter_map(|way| match way {
            Way::Terminal(name, before, after) => Some(sequence(name, before, after, words)),
            Way::Command(_) => None,
        });
        let bytes: String = sequences.collect();
        if bytes.is_empty() {
            return;
        }
        let terminals = self.terminals();
        let written = terminals
            .iter()
            .filter(|path| write(path, bytes.as_bytes()));
        if written.count() == 0 && !std::mem::replace(&mut self.troubled, true) {
            complain("no terminal takes a notification; --notify command=CMD needs none");
        }
    }

    /// The terminals of the server's clients, or our own.
    fn terminals(&self) -> Vec<PathBuf> {
        let listed = self.server.as_ref().and_then(|socket| {
            let format = ["list-clients", "-F", "#{client_tty}"];
            Spawn::new(socket).run(&format).ok()
        });
        let listed = String::from_utf8_lossy(&listed.unwrap_or_default()).into_owned();
        let clients = listed.lines().filter(|tty| tty.starts_with("/dev/"));
        let clients: Vec<PathBuf> = clients.map(PathBuf::from).collect();
        match clients.is_empty() {
            true => vec![PathBuf::from("/dev/tty")],
            false => clients,
        }
    }

    /// Sends what still waits, and waits for commands that run, until a moment; says what went wrong.
    pub fn finish(mut self, until: Instant) {
        self.tick(f64::INFINITY);
        let told = self.commands.map(|mut sink| sink.finish(until));
        told.into_iter()
            .flatten()
            .for_each(|words| complain(&words));
    }
}

/// Seconds that commands are waited for at the end.
pub const LAST: Duration = Duration::from_secs(3);

/// Writes to a terminal without waiting for it; says whether it took everything.
fn write(path: &Path, bytes: &[u8]) -> bool {
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    let flags = i32::try_from(flags.bits()).unwrap_or_default();
    let file = OpenOptions::new()
        .write(true)
        .custom_flags(flags)
        .open(path);
    file.and_then(|mut file| file.write(bytes))
        .is_ok_and(|n| n == bytes.len())
}

#[cfg(test)]
mod tests {
    use super::sequence;
    use crate::way::{Way, way};

    #[test]
    fn each_kind_of_terminal_has_its_sequence() {
        let sent = |name: &str| match way(name) {
            Ok(Way::Terminal(name, before, after)) => sequence(name, before, after, "done"),
            other => panic!("{name}: {other:?}"),
        };
        assert_eq!(sent("osc9"), "\u{1b}]9;done\u{1b}\\");
        let osc99 = sent("osc99");
        let framed = osc99.starts_with("\u{1b}]99;") && osc99.ends_with(";done\u{1b}\\");
        assert!(framed, "{osc99:?}");
        assert_eq!(sent("bell"), "\u{7}");
    }

    #[test]
    fn words_cannot_end_or_extend_their_sequence() {
        let Ok(Way::Terminal(name, before, after)) = way("osc777") else {
            panic!("osc777 is a way");
        };
        let sent = sequence(name, before, after, "shadow: %1 is done: a;b");
        assert_eq!(
            sent,
            "\u{1b}]777;notify;shadow;shadow: %1 is done: a,b\u{1b}\\"
        );
        assert_eq!(
            way("command=notify-send x"),
            Ok(Way::Command("notify-send x".to_owned()))
        );
        for wrong in ["", "osc7", "command=", "command"] {
            assert!(way(wrong).is_err(), "{wrong}");
        }
    }
}
