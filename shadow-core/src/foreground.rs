//! Who is in front of a terminal: the programs of its foreground process group, and what they can lead to.
//!
//! A screen shows what was printed, and anything can print a CLI's screen. Which programs have the keys is known beside
//! it: a shell, an editor, a pager or a monitor is no CLI, whatever it shows; a runtime or a terminal inside the terminal
//! may lead to one; of the rest nothing is known.

use crate::programs::{
    HOSTING, INTERPRETERS, LEAD, MANY_IN_ONE, OTHER_RUNTIMES, PRINTERS, RUNNERS, SHELLS,
    SHOWS_AND_HOSTS, TAKE_KEYS, THROUGH, file_name, is, is_runtime, without_version,
};
use crate::version::Version;

/// The title by which the project's own dashboard marks its pane: behind a shell on another machine no process tells it
/// from the agents that it shows.
pub const DASHBOARD_TITLE: &str = "shadow: dashboard";

/// The programs in front of a terminal, and the terminal's mode. Data without an invariant.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::{Foreground, ForegroundKind, Program};
///
/// let is_cli = |program: &Program| program.name == "claude";
/// let front = |names: &[&str]| {
///     Foreground::of_names(names.iter().map(|name| name.to_string())).judge(is_cli)
/// };
/// assert_eq!(front(&["claude"]), ForegroundKind::Cli);
/// assert_eq!(front(&["ssh"]), ForegroundKind::Leads);
/// // An editor has the keys, whatever its screen shows.
/// assert_eq!(front(&["vim"]), ForegroundKind::NoCli);
/// assert_eq!(front(&[]), ForegroundKind::Absent);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Foreground {
    /// The programs of the foreground process group, leader first, and of the groups in front of terminals that these
    /// host. None where nothing is known.
    pub programs: Vec<Program>,
    /// Whether the terminal hands its program whole lines and edits them itself, as for one that does not draw; none where
    /// that is not known. A program that takes single keys has switched that off.
    pub line_mode: Option<bool>,
}

/// A program, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Program {
    /// The name by which it goes, without a path.
    pub name: String,
    /// The file that it was started from.
    pub path: Option<String>,
    /// The version of the package that the file is of, as the package says it (`0.171.0-linux-x64`); none where the file is of
    /// no package, or is not there any more.
    pub version: Option<String>,
    /// Its arguments without its name; none where they are not known.
    pub arguments: Vec<String>,
    /// Whether it is known to have been started without arguments.
    pub is_bare: bool,
    /// Whether it runs as another user, or as several: it has the name and the arguments that its user likes.
    pub is_foreign: bool,
}

impl Program {
    /// A program of which only the name is known.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// The names that tell what it is: its file's. The other name is the process' own choice, and counts only where the file
    /// is not known, or is a runtime whose script has put a title over its arguments.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let own = [file_name(&self.name)];
        let own = own.into_iter().filter(|_| self.goes_by_own_name());
        self.file().into_iter().chain(own)
    }

    /// The script that a runtime runs in which these CLIs ship: its first argument that is no flag. Of any other program an
    /// argument may be anything: a host's name, a user's, a folder.
    #[must_use]
    pub fn script(&self) -> Option<&str> {
        self.names().any(is_runtime).then(|| self.word()).flatten()
    }

    /// The name of the file that runs.
    fn file(&self) -> Option<&str> {
        self.path.as_deref().map(file_name)
    }

    fn goes_by_own_name(&self) -> bool {
        let is_titled = self.arguments.is_empty() && !self.is_bare;
        self.file().is_none_or(|file| is_titled && is_runtime(file))
    }

    /// The first argument that is no flag.
    fn word(&self) -> Option<&str> {
        self.words().next()
    }

    /// The arguments that are no flags.
    fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.arguments.iter().map(String::as_str);
        words.filter(|word| !word.starts_with('-'))
    }
}

/// What the programs in front can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ForegroundKind {
    /// It is not known who is in front.
    #[default]
    Absent,
    /// The CLI is.
    Cli,
    /// Something that may lead to it: a runtime, a shell elsewhere, a terminal inside the terminal.
    Leads,
    /// A program of which nothing is known.
    Stranger,
    /// Programs that are no CLI and lead to none.
    NoCli,
}

/// What a single program can be, but for the CLI itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It takes the whole screen and the keys for itself: an editor, a pager, a monitor.
    TakesKeys,
    /// It may lead to a CLI that is not seen from here.
    Leads,
    /// It leads to what else is in front, and where nothing is, to what is not seen.
    Through,
    /// Nothing is known of it.
    Stranger,
    /// A shell, or what prints and reads no keys.
    Plain,
}

impl Foreground {
    /// The version of the package of the only CLI in front; none where its programs are of several versions.
    pub(crate) fn version(&self, is_cli: impl Fn(&Program) -> bool) -> Option<Version> {
        let programs = self.programs.iter().filter(|it| !it.is_foreign);
        let mut versions = programs
            .filter(|it| it.version.is_some() && is_cli(it))
            .map(|it| Version::parse_prefix(it.version.as_deref()?));
        let first = versions.next()??;
        versions.all(|it| it == Some(first)).then_some(first)
    }

    /// Programs of which only the names are known.
    #[must_use]
    pub fn of_names(names: impl IntoIterator<Item = String>) -> Self {
        Self {
            programs: names.into_iter().map(Program::named).collect(),
            line_mode: None,
        }
    }

    /// Becomes a copy of `other`, keeping its buffers.
    pub fn copy_from(&mut self, other: &Self) {
        self.programs.clone_from(&other.programs);
        self.line_mode = other.line_mode;
    }

    /// What they can be. `is_cli` knows the CLI when it sees it. Another user's program is never known to be one. What takes the keys for itself has them from the CLI that
    /// it hosts (an editor, with a terminal in a window of its own), not from the one that started it.
    pub fn judge(&self, is_cli: impl Fn(&Program) -> bool) -> ForegroundKind {
        if self.programs.is_empty() {
            return ForegroundKind::Absent;
        }
        let kinds = || self.programs.iter().map(kind);
        let is = |program: &Program| !program.is_foreign && is_cli(program);
        let any = |wanted: Kind| kinds().any(|kind| kind == wanted);
        let cli = self.programs.iter().position(is);
        let taker = kinds().position(|kind| kind == Kind::TakesKeys);
        if cli.is_some_and(|cli| taker.is_none_or(|taker| cli < taker)) {
            ForegroundKind::Cli
        } else if taker.is_some() {
            ForegroundKind::NoCli
        } else if any(Kind::Leads) || kinds().all(|kind| kind == Kind::Through) {
            ForegroundKind::Leads
        } else if any(Kind::Stranger) {
            ForegroundKind::Stranger
        } else {
            ForegroundKind::NoCli
        }
    }
}

/// What a program can be. A name that anybody may choose (another user's program's, an interpreter's script's, the one that a
/// process gives itself) tells that it is no CLI, and never that it leads to one.
fn kind(program: &Program) -> Kind {
    let chosen = || {
        let script = interpreted(program);
        let script = script.map(|script| kind_of(file_name(&script.name), &script));
        let own = kind_of(file_name(&program.name), program);
        let mut kinds = script.into_iter().chain([own]);
        kinds.find(is_no_cli)
    };
    known_kind(program)
        .filter(|kind| !program.is_foreign || is_no_cli(kind))
        .or_else(chosen)
        .unwrap_or(Kind::Stranger)
}

fn known_kind(program: &Program) -> Option<Kind> {
    // Of one file that is many programs, the name by which it is called tells which one runs.
    let many = program.file().filter(|file| is(file, &MANY_IN_ONE));
    let called = many.map(|_| file_name(&program.name));
    let names = program.names().chain(called);
    let mut kinds = names.map(|name| kind_of(name, program));
    kinds.find(|kind| *kind != Kind::Stranger)
}

fn is_no_cli(kind: &Kind) -> bool {
    matches!(kind, Kind::TakesKeys | Kind::Plain)
}

/// The script that an interpreter runs, as a program of its own: `python3 /usr/bin/asciinema play FILE`.
fn interpreted(program: &Program) -> Option<Program> {
    let mut names = program.names().map(without_version);
    names.find(|name| is(name, &INTERPRETERS))?;
    let mut words = program.arguments.iter();
    let name = words.find(|word| !word.starts_with('-'))?;
    Some(Program {
        name: name.clone(),
        arguments: words.cloned().collect(),
        ..Program::default()
    })
}

fn kind_of(name: &str, program: &Program) -> Kind {
    let name = without_version(name);
    if is(name, &TAKE_KEYS) {
        return Kind::TakesKeys;
    }
    if is(name, &SHELLS) || is(name, &PRINTERS) {
        return Kind::Plain;
    }
    if is(name, &LEAD) {
        return Kind::Leads;
    }
    if is_runtime(name) || is(name, &OTHER_RUNTIMES) {
        return runtime(program);
    }
    if is(name, &THROUGH) {
        return Kind::Through;
    }
    if is(name, &SHOWS_AND_HOSTS) {
        return match hosts(program) {
            true => Kind::Through,
            false => Kind::TakesKeys,
        };
    }
    Kind::Stranger
}

/// Whether it was started by a command that hosts a program.
fn hosts(program: &Program) -> bool {
    let begins = |command: &&[&str]| {
        program
            .words()
            .take(command.len())
            .eq(command.iter().copied())
    };
    HOSTING.iter().any(begins)
}

/// A runtime may run the CLI. What it is known to run may lead there, or is a stranger; so is one that is known to run
/// nothing, and reads a person's lines.
fn runtime(program: &Program) -> Kind {
    if program.is_bare {
        return Kind::Stranger;
    }
    let Some(script) = program.word() else {
        return Kind::Leads;
    };
    let name = file_name(script);
    let stem = name.split('.').next().unwrap_or(name);
    match is_runtime(stem) || is(stem, &RUNNERS) || script == "cli.js" {
        true => Kind::Leads,
        false => Kind::Stranger,
    }
}

#[cfg(test)]
mod tests {
    use super::ForegroundKind::{self, Absent, Cli, Leads, NoCli, Stranger};
    use super::{Foreground, Program};

    /// The CLI goes by `agent`, or is a script of that name.
    fn is_cli(program: &Program) -> bool {
        let script = program.script().is_some_and(|it| it.ends_with("/agent"));
        script || program.names().any(|name| name == "agent")
    }

    fn judge(names: &[&str]) -> ForegroundKind {
        Foreground::of_names(names.iter().map(ToString::to_string)).judge(is_cli)
    }

    #[test]
    fn names_tell_what_can_be_in_front() {
        for (names, front) in [
            (&[][..], Absent),
            (&["agent"], Cli),
            (&["bash", "agent"], Cli),
            (&["agent", "vim"], Cli),
            (&["vim", "agent"], NoCli),
            (&["bash", "vim", "agent"], NoCli),
            (&["bash"], NoCli),
            (&["-zsh"], NoCli),
            (&["/usr/bin/fish"], NoCli),
            (&["zsh-5.9"], NoCli),
            (&["vim.basic"], NoCli),
            (&["emacs28"], NoCli),
            (&["git", "less"], NoCli),
            (&["ssh", "less"], NoCli),
            (&["shadow"], NoCli),
            (&["sudo", "vim"], NoCli),
            (&["node"], Leads),
            (&["bash", "node"], Leads),
            (&["npx"], Leads),
            (&["ssh"], Leads),
            (&["mosh-client"], Leads),
            (&["tmux"], Leads),
            (&["sudo"], Leads),
            (&["sudo", "bash"], NoCli),
            (&["script", "ssh"], Leads),
            (&["my-agent-ui"], Stranger),
            (&["bash", "my-agent-ui"], Stranger),
            (&["2.1"], Stranger),
        ] {
            assert_eq!(judge(names), front, "{names:?}");
        }
    }

    fn started(path: &str, name: &str, arguments: &[&str]) -> Program {
        Program {
            name: name.to_owned(),
            path: Some(path.to_owned()),
            arguments: arguments.iter().map(ToString::to_string).collect(),
            is_bare: arguments.is_empty(),
            ..Program::default()
        }
    }

    fn judged(programs: Vec<Program>) -> ForegroundKind {
        let foreground = Foreground {
            programs,
            line_mode: None,
        };
        foreground.judge(is_cli)
    }

    #[test]
    fn a_version_counts_where_all_of_the_clis_in_front_are_of_it() {
        let of = |versions: &[(&str, &str)]| {
            let program = |(name, version): &(&str, &str)| Program {
                version: Some((*version).to_owned()),
                ..Program::named(*name)
            };
            let programs = versions.iter().map(program).collect();
            let foreground = Foreground {
                programs,
                line_mode: None,
            };
            let version = foreground.version(is_cli);
            version.map(|version| version.to_string())
        };
        let one = Some("0.171.0".to_owned());
        assert_eq!(
            of(&[("node", "22.1.0"), ("agent", "0.171.0-linux-x64")]),
            one
        );
        assert_eq!(of(&[("agent", "0.171.0"), ("agent", "0.171.0")]), one);
        assert_eq!(of(&[("agent", "0.171.0"), ("agent", "0.98.0")]), None);
        assert_eq!(of(&[("node", "22.1.0")]), None);
    }

    type Case<'c> = (&'c str, &'c str, &'c [&'c str], ForegroundKind);

    fn all_are(cases: &[Case<'_>]) {
        for (path, name, arguments, front) in cases {
            let judged = judged(vec![started(path, name, arguments)]);
            assert_eq!(judged, *front, "{path} {name} {arguments:?}");
        }
    }

    #[test]
    fn an_argument_is_a_script_where_it_is_run() {
        all_are(&[
            ("/usr/bin/node", "node", &["/usr/bin/agent", "-c"], Cli),
            (
                "/usr/bin/node",
                "node",
                &["--inspect", "/usr/bin/npx"],
                Leads,
            ),
            ("/usr/bin/node", "node", &["player.js"], Stranger),
            // Reads a person's lines.
            ("/usr/bin/node", "node", &[], Stranger),
            ("/usr/bin/node", "node", &["cli.js"], Leads),
            ("/usr/bin/node", "node", &["/srv/cli.js"], Stranger),
            ("/usr/bin/perl", "perl", &["draw.pl"], Stranger),
            // No CLI ships for these.
            ("/usr/bin/python3", "python3", &["/bin/agent"], Stranger),
            ("/usr/bin/python3", "python3", &["/bin/ssh"], Stranger),
            ("/usr/bin/deno", "deno", &["/bin/agent"], Stranger),
            // An argument that is no script.
            ("/usr/bin/sqlite3", "sqlite3", &["/agent"], Stranger),
            ("/usr/bin/ssh", "ssh", &["/agent"], Leads),
            ("/usr/bin/sudo", "sudo", &["-u", "/agent"], Leads),
            ("/usr/bin/less", "less", &["/agent"], NoCli),
        ]);
    }

    #[test]
    fn the_file_that_runs_counts_before_the_name_that_it_took() {
        all_are(&[
            ("/bin/cat", "agent", &["capture"], NoCli),
            ("/opt/agent", "anything", &[], Cli),
            // The name that a process takes makes it nothing.
            ("/usr/bin/node", "agent", &[], Stranger),
            ("/usr/bin/node", "agent", &["draw.js"], Stranger),
            ("/usr/bin/python3", "agent", &["draw.py"], Stranger),
            ("/usr/bin/python3", "ssh", &["draw.py"], Stranger),
            ("/usr/bin/python3", "node", &["/bin/agent"], Stranger),
            ("/usr/bin/python3", "sudo", &["draw.py"], Stranger),
            ("/bin/busybox", "agent", &[], Stranger),
            ("/opt/draw", "less", &[], NoCli),
            (
                "/usr/bin/python3.11",
                "python3",
                &["/usr/bin/asciinema", "play", "a.cast"],
                NoCli,
            ),
            (
                "/usr/bin/python3.11",
                "python3",
                &["/usr/bin/asciinema", "rec", "a.cast"],
                Stranger,
            ),
            ("/bin/busybox", "less", &["capture"], NoCli),
            ("/bin/busybox", "sh", &[], NoCli),
            ("/usr/bin/shadow", "shadow", &["top"], NoCli),
            ("/usr/bin/shadow", "shadow", &["run", "--", "x"], Leads),
            ("/usr/bin/asciinema", "asciinema", &["play", "x"], NoCli),
        ]);
    }

    /// A script of node's may put a title over its own arguments.
    #[test]
    fn a_runtime_goes_by_the_title_that_its_script_has_set() {
        for (title, front) in [("agent", Cli), ("npm", Leads), ("draw", Leads)] {
            let mut titled = started("/usr/bin/node", title, &[]);
            titled.is_bare = false;
            assert_eq!(judged(vec![titled]), front, "{title}");
        }
    }

    #[test]
    fn another_users_program_is_no_cli_and_leads_to_none() {
        for (path, front) in [
            (Some("/bin/agent"), Stranger),
            (Some("/bin/ssh"), Stranger),
            (Some("/bin/less"), NoCli),
            (None, Stranger),
        ] {
            let mut other = started(path.unwrap_or("agent"), "agent", &[]);
            other.path = path.map(str::to_owned);
            other.is_foreign = true;
            assert_eq!(judged(vec![other.clone()]), front, "{path:?}");
            // What it stands beside may be the CLI: `sudo -u me agent`.
            let own = started("/bin/agent", "agent", &[]);
            assert_eq!(judged(vec![other, own]) == Cli, front != NoCli);
        }
    }
}
