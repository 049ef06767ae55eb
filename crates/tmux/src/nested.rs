//! The pane that a tmux in a pane shows: the programs in there have the keys, and its title is theirs.
//!
//! Of a client in front its own server is asked which pane it shows; whoever runs that server must be trusted as any other
//! is. Where it cannot be asked (another machine, another user's, a name space of its own) nothing is known of what is
//! shown.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

use shadow_core::Program;

use crate::pane::Pane;
use crate::record::{Record, pane_of};
use crate::sockets::{distrust, labeled};
use crate::spawn::Spawn;
use crate::transport::Transport;

/// Multiplexers within multiplexers that are followed. One may show itself.
pub const DEPTH: usize = 3;

/// Seconds that a server is waited for, and for which one that said nothing is left alone.
const PATIENCE: u64 = 1;
const LEFT_ALONE: Duration = Duration::from_secs(15);

/// A pane that a client shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The pane that has the client's keys.
    pub pane: Pane,
    /// Whether no other one is shown beside it.
    pub alone: bool,
}

impl Pane {
    /// Finds out who is in front of its terminal now. Where the system does not tell, tmux' word is what is known.
    #[must_use]
    pub(crate) fn with_foreground(self) -> Self {
        self.with_those_behind(DEPTH)
    }

    /// The same, through so many multiplexers in it.
    #[must_use]
    pub(crate) fn with_those_behind(mut self, depth: usize) -> Self {
        if self.dead {
            return self;
        }
        let members = shadow_front::members(self.pid);
        let inner = depth.checked_sub(1);
        if let Some(inner) = inner.and_then(|depth| shown(&members, depth)) {
            self.leads_to(inner);
            return self;
        }
        self.foreground.line_mode = shadow_front::is_line_mode(&self.tty);
        self.foreground.programs = members.into_iter().map(|(_, program)| program).collect();
        if self.foreground.programs.is_empty() && !self.command.is_empty() {
            self.foreground.programs = vec![Program::named(self.command.as_str())];
        }
        self
    }

    /// Takes over what is known of the pane that the multiplexer in it shows: it has the keys.
    fn leads_to(&mut self, Shown { pane, alone }: Shown) {
        self.foreground = pane.foreground;
        self.in_mode |= pane.in_mode;
        self.synchronized |= pane.synchronized;
        self.input_off |= pane.input_off;
        // Beside other panes its title tells of a part of the screen alone.
        self.title = pane.title.filter(|_| alone);
    }
}

/// What the one tmux client among the processes in front shows, looked for through so many more multiplexers.
pub fn shown(members: &[(u32, Program)], depth: usize) -> Option<Shown> {
    let is_client = |(_, program): &&(u32, Program)| program.names().any(|name| name == "tmux");
    let mut clients = members.iter().filter(is_client);
    let ((client, program), None) = (clients.next()?, clients.next()) else {
        return None;
    };
    let socket = socket_of(&program.arguments)?;
    if distrust(&socket).is_some() {
        return None;
    }
    let record = Record::new();
    let about = ["client_pid", "window_panes", "window_zoomed_flag"];
    let format = record.format_of(&about) + &record.format();
    let answer = ask(&socket, &["list-clients", "-F", &format])?;
    let fields = record.fields_of(&answer);
    let (pairs, _) = fields.as_chunks::<2>();
    let client = client.to_string();
    let [about, pane] = pairs
        .iter()
        .find(|[about, _]| about.first() == Some(&client))?;
    Some(Shown {
        pane: pane_of(pane)?.with_those_behind(depth),
        alone: about[1] == "1" || about[2] == "1",
    })
}

/// What a server answers, unless it said nothing a moment ago.
fn ask(socket: &Path, command: &[&str]) -> Option<Vec<u8>> {
    static SILENT: LazyLock<Mutex<HashMap<PathBuf, Instant>>> = LazyLock::new(Mutex::default);
    let silent = || SILENT.lock().unwrap_or_else(PoisonError::into_inner);
    let since = silent().get(socket).copied();
    if since.is_some_and(|since| since.elapsed() < LEFT_ALONE) {
        return None;
    }
    let begun = Instant::now();
    let answer = Spawn::new(socket).patient_for(PATIENCE).run(command);
    match begun.elapsed() < Duration::from_secs(PATIENCE) {
        true => silent().remove(socket),
        false => silent().insert(socket.to_owned(), Instant::now()),
    };
    answer.ok()
}

/// The socket that a client's arguments name (`-S PATH`, `-L LABEL`), by tmux' own rules; the default one's where they name
/// none. Nothing where it is named from the client's own folder.
fn socket_of(arguments: &[String]) -> Option<PathBuf> {
    let mut socket = labeled("default");
    let mut words = arguments.iter();
    while let Some(flags) = words.next().and_then(|word| word.strip_prefix('-')) {
        let Some(at) = flags.find(|flag| "cfLST".contains(flag)) else {
            continue;
        };
        let (_, named) = flags.split_at(at);
        let (flag, attached) = named.split_at(1);
        let value = match attached {
            "" => words.next()?,
            attached => attached,
        };
        match flag {
            "S" => socket = PathBuf::from(value),
            "L" => socket = labeled(value),
            _ => {}
        }
    }
    socket.is_absolute().then_some(socket)
}

#[cfg(test)]
mod tests {
    use super::{Shown, shown, socket_of};
    use crate::sockets::labeled;
    use shadow_core::Program;
    use std::path::PathBuf;

    fn named(arguments: &str) -> Option<PathBuf> {
        let words: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        socket_of(&words)
    }

    #[test]
    fn a_clients_arguments_name_its_socket() {
        for (arguments, socket) in [
            ("", Some(labeled("default"))),
            ("attach -t work", Some(labeled("default"))),
            ("new-session -S /not/this", Some(labeled("default"))),
            ("-S /run/s attach", Some("/run/s".into())),
            ("-u2S /run/s", Some("/run/s".into())),
            ("-S/run/s", Some("/run/s".into())),
            ("-u -f /dev/null -L work new", Some(labeled("work"))),
            ("-f -S -L work", Some(labeled("work"))),
            ("-S relative attach", None),
            ("-S", None),
        ] {
            assert_eq!(named(arguments), socket, "{arguments}");
        }
    }

    #[test]
    fn what_is_no_single_client_of_a_server_of_ours_shows_nothing() {
        let client = |arguments: &[&str]| Program {
            arguments: arguments.iter().map(ToString::to_string).collect(),
            ..Program::named("tmux")
        };
        let nothing: Option<Shown> = None;
        assert_eq!(shown(&[], 1), nothing);
        assert_eq!(shown(&[(1, Program::named("bash"))], 1), nothing);
        let one = client(&["-S", "/no/such/socket"]);
        assert_eq!(shown(&[(1, one.clone())], 1), nothing);
        assert_eq!(shown(&[(1, one.clone()), (2, one)], 1), nothing);
    }
}
