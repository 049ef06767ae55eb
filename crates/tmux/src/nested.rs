//! The pane that a tmux in a pane shows: the programs in there have the keys, and its title is theirs.
//!
//! Of a client in front its own server is asked which pane it shows; whoever runs that server must be trusted as any other
//! is, and only this user's own tmux counts as one. Where it cannot be asked (another machine, another user's, a name space
//! of its own) nothing is known of what is shown.
//!
//! A client may show more than panes: a popup, a menu, a prompt, each of which takes the keys, and of which no server tells
//! (3.3a). So a view is compared with what the pane behind it shows: where it shows anything else, it is covered.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use shadow_core::Program;

use crate::overlay::Corner;
use crate::pane::{DEPTH, Pane, View};
use crate::record::{Record, pane_of};
use crate::server::ViewQuestion;
use crate::sockets::{labeled, trusted, user};
use crate::spawn::Spawn;
use crate::transport::Transport;

/// Seconds that a server is waited for, and for which one that said nothing is left alone.
const PATIENCE: u64 = 1;
const LEFT_ALONE: Duration = Duration::from_secs(15);

/// What is asked of each client, besides the pane that it shows.
const ABOUT: [&str; 12] = [
    "client_pid",
    "window_panes",
    "window_zoomed_flag",
    "client_key_table",
    "key-table",
    "client_readonly",
    "status",
    "status-position",
    "pane_left",
    "pane_top",
    "window_offset_x",
    "window_offset_y",
];

/// What a client shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Its server.
    socket: PathBuf,
    /// The pane that has the client's keys, as its server lists it.
    pane: Pane,
    /// Whether no other one is shown beside it.
    alone: bool,
    /// Its place on the client's screen.
    place: Corner,
}

impl Shown {
    /// The pane and its text now; nothing where its server does not say.
    fn look(&self, depth: usize) -> Option<View> {
        let question = ViewQuestion::new(self.pane.id);
        let answer = ask(&self.socket, &question.words())?;
        let view = question.read_alone(&answer).ok()?;
        Some(view.with_those_behind(depth))
    }
}

impl Pane {
    /// Finds out who is in front of its terminal now. Where the system does not tell, tmux' word is what is known.
    #[must_use]
    pub(crate) fn with_foreground(self) -> Self {
        self.with_those_behind(DEPTH)
    }

    /// The same, through so many multiplexers in it.
    #[must_use]
    fn with_those_behind(mut self, depth: usize) -> Self {
        if self.dead {
            return self;
        }
        let members = shadow_front::members(self.pid);
        match through(&members, depth) {
            Some((depth, shown)) => {
                self.shows = Some((shown.socket, shown.pane.id));
                self.leads_to(shown.pane.with_those_behind(depth), shown.alone);
            }
            None => self.is_taken_by(members),
        }
        self
    }

    /// Takes these for the programs in front of it. What a multiplexer shows whose server does not answer may be anything.
    fn is_taken_by(&mut self, members: Vec<(u32, Program)>) {
        self.in_mode |= client(&members).is_some_and(|(_, socket)| is_silent(&socket));
        self.foreground.line_mode = shadow_front::is_line_mode(&self.tty);
        self.foreground.programs = members.into_iter().map(|(_, program)| program).collect();
        if self.foreground.programs.is_empty() && !self.command.is_empty() {
            self.foreground.programs = vec![Program {
                // Where the system tells of processes and not of these, they are hidden: another user's.
                is_foreign: shadow_front::sees(self.pid),
                ..Program::named(self.command.as_str())
            }];
        }
    }

    /// Takes over what is known of the pane that the multiplexer in it shows: it has the keys.
    fn leads_to(&mut self, pane: Self, alone: bool) {
        self.foreground = pane.foreground;
        self.in_mode |= pane.in_mode;
        self.synchronized |= pane.synchronized;
        self.input_off |= pane.input_off;
        // Beside other panes its title tells of a part of the screen alone.
        self.title = pane.title.filter(|_| alone);
    }

    /// Whether the keys go through a tmux of this user's in it.
    pub(crate) fn holds_client(&self) -> bool {
        client(&shadow_front::members(self.pid)).is_some()
    }
}

impl View {
    /// Finds out who is in front of the pane, through so many multiplexers in it, and whether its text is what the pane
    /// behind them shows.
    #[must_use]
    pub(crate) fn with_those_behind(mut self, depth: usize) -> Self {
        if self.pane.dead {
            return self;
        }
        let members = shadow_front::members(self.pane.pid);
        let Some((depth, shown)) = through(&members, depth) else {
            self.pane.is_taken_by(members);
            return self;
        };
        let Shown {
            pane: listed,
            alone,
            place,
            ..
        } = &shown;
        let inner = shown.look(depth);
        let shows = |inner: &Self| !inner.covered && place.shows(&self, inner);
        self.covered = listed.in_mode || !inner.as_ref().is_some_and(shows);
        let mut pane = inner.map_or_else(|| listed.clone(), |inner| inner.pane);
        pane.in_mode |= self.covered;
        pane.input_off |= listed.input_off;
        self.pane.leads_to(pane, *alone && !self.covered);
        self.pane.shows = Some((shown.socket, shown.pane.id));
        self
    }
}

/// What is shown in front, and through how many more multiplexers it may be followed.
fn through(members: &[(u32, Program)], depth: usize) -> Option<(usize, Shown)> {
    let depth = depth.checked_sub(1)?;
    Some((depth, shown(members)?))
}

/// The one tmux client of this user's among the processes in front, and its server's socket. What another user runs has the
/// arguments that they like.
fn client(members: &[(u32, Program)]) -> Option<(u32, PathBuf)> {
    let is_tmux = |program: &Program| {
        let path = program.path.as_deref().map(Path::new);
        path.and_then(Path::file_name)
            .is_some_and(|name| name == "tmux")
    };
    let is_ours = |process| shadow_front::owner(process) == Some(user());
    let is_client = |(process, program): &&(u32, Program)| is_tmux(program) && is_ours(*process);
    let mut clients = members.iter().filter(is_client);
    let ((client, program), None) = (clients.next()?, clients.next()) else {
        return None;
    };
    let socket = socket_of(&program.arguments)?;
    Some((*client, trusted(&socket).ok()?))
}

/// What the one tmux client among the processes in front shows.
fn shown(members: &[(u32, Program)]) -> Option<Shown> {
    let (client, socket) = client(members)?;
    let record = Record::new();
    let format = record.format_of(&ABOUT) + &record.format();
    let answer = ask(&socket, &["list-clients", "-F", &format])?;
    let fields = record.fields_of(&answer);
    let (pairs, _) = fields.as_chunks::<2>();
    let client = client.to_string();
    let [about, pane] = pairs
        .iter()
        .find(|[about, _]| about.first() == Some(&client))?;
    let about: Vec<&str> = about.iter().map(String::as_str).collect();
    let about: &[&str; 12] = about.as_slice().try_into().ok()?;
    let [
        _,
        panes,
        zoomed,
        keys,
        usual,
        readonly,
        status,
        side,
        left,
        top,
        x,
        y,
    ] = *about;
    let mut pane = pane_of(pane)?;
    // Behind the prefix, or in a table of its own, the next key is a command.
    pane.in_mode |= keys != usual;
    pane.input_off |= readonly == "1";
    Some(Shown {
        socket,
        pane,
        alone: panes == "1" || zoomed == "1",
        place: Corner::new([left, top], [x, y], status, side),
    })
}

/// The servers that did not answer in time, each with when.
fn silent() -> MutexGuard<'static, HashMap<PathBuf, Instant>> {
    static SILENT: LazyLock<Mutex<HashMap<PathBuf, Instant>>> = LazyLock::new(Mutex::default);
    SILENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a server did not answer a moment ago.
fn is_silent(socket: &Path) -> bool {
    let since = silent().get(socket).copied();
    since.is_some_and(|since| since.elapsed() < LEFT_ALONE)
}

/// What a server answers, unless it did not a moment ago.
fn ask(socket: &Path, command: &[&str]) -> Option<Vec<u8>> {
    if is_silent(socket) {
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
    use super::{client, shown, socket_of};
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
        let own = std::process::id();
        let client = |arguments: &[&str]| Program {
            path: Some("/usr/bin/tmux".to_owned()),
            arguments: arguments.iter().map(ToString::to_string).collect(),
            ..Program::named("tmux")
        };
        assert_eq!(shown(&[]), None);
        assert_eq!(shown(&[(own, Program::named("bash"))]), None);
        let one = client(&["-S", "/no/such/socket"]);
        assert_eq!(shown(&[(own, one.clone())]), None);
        assert_eq!(shown(&[(own, one.clone()), (own, one)]), None);
    }

    /// A socket of this user's in a folder of theirs, gone with it.
    struct Socket(PathBuf);

    impl Socket {
        fn new() -> Self {
            let folder = std::env::temp_dir().join(format!("shadow-nested-{}", std::process::id()));
            std::fs::create_dir_all(&folder).expect("a folder");
            let folder = folder.canonicalize().expect("it is there");
            let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
            std::fs::set_permissions(&folder, mode).expect("rights");
            let path = folder.join("s");
            drop(std::os::unix::net::UnixListener::bind(&path).expect("a socket"));
            Self(path)
        }
    }

    impl Drop for Socket {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(self.0.parent().expect("a folder"));
        }
    }

    #[test]
    fn a_client_is_what_this_user_runs_from_a_file_of_that_name() {
        let (socket, own) = (Socket::new(), std::process::id());
        let arguments = vec!["-S".to_owned(), socket.0.display().to_string()];
        let with = |name: &str, path: Option<&str>| Program {
            name: name.to_owned(),
            path: path.map(str::to_owned),
            arguments: arguments.clone(),
            ..Program::default()
        };
        let tmux = with("tmux", Some("/usr/bin/tmux"));
        assert_eq!(
            client(&[(own, tmux.clone())]),
            Some((own, socket.0.clone()))
        );
        // A name is chosen freely; the file is what runs.
        assert_eq!(client(&[(own, with("tmux", None))]), None);
        assert_eq!(
            client(&[(own, with("tmux", Some("/usr/bin/python3")))]),
            None
        );
        // No process of this user's.
        assert_eq!(client(&[(u32::MAX, tmux.clone())]), None);
        assert_eq!(
            client(&[(own, tmux.clone()), (u32::MAX, tmux)]),
            Some((own, socket.0.clone()))
        );
    }
}
