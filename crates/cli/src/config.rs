//! The user's settings: `config.toml` in the configuration folder, or the file that `--config` names.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::builder::PathBufValueParser;
use clap::{Arg, ArgMatches, Command};
use shadow_files::own;
use shadow_legible::one_line;
use shadow_tmux::resolved;
use toml::{Table, Value};

use crate::exit::Failure;
use crate::host_name::HostName;
#[cfg(feature = "fleet")]
use crate::nats::Address;
use crate::nearest::nearest;
use crate::seconds;
use crate::way::{Way, way};

/// The file's name.
pub const NAME: &str = "config.toml";

/// The name of the argument among clap's; `tmux install` has a `--config` of its own.
const ARGUMENT: &str = "shadow_config";

/// The name of `--fleet` among clap's.
#[cfg(feature = "fleet")]
const FLEET: &str = "shadow_fleet";

/// The commands that ask the machines of a NATS server: those about all panes, and those about the panes that one names.
#[cfg(feature = "fleet")]
const OF_FLEETS: [(&[&str], &str); 2] = [
    (
        &["panes", "top", "serve", "mcp", "watch", "doctor"],
        "Also ask the machines whose relays publish on this NATS server",
    ),
    (
        &["parse", "wait", "send", "ask", "choose", "interrupt"],
        "Reach the machine of HOST/SERVER/PANE through this NATS server",
    ),
];

/// The keys of the file.
const SETTINGS: [&str; 6] = ["interval", "sockets", "hosts", "fleet", "notify", "keys"];

/// What a key of `shadow top` does, and the key that does it where the file names none.
pub const KEYS: [(&str, char); 13] = [
    ("quit", 'q'),
    ("help", '?'),
    ("answer", 'a'),
    ("interrupt", 'i'),
    ("send", 's'),
    ("filter", '/'),
    ("group", 'g'),
    ("preview", 'p'),
    ("zones", 'z'),
    ("up", 'k'),
    ("down", 'j'),
    ("scroll_up", 'K'),
    ("scroll_down", 'J'),
];

/// What the file sets.
#[derive(Debug, Default)]
pub struct Config {
    /// Seconds between two looks at a pane.
    interval: Option<f64>,
    /// Sockets of tmux servers that are asked besides those that are found.
    pub sockets: Vec<PathBuf>,
    /// Other machines, by their names for ssh.
    pub hosts: Vec<HostName>,
    /// The NATS server of more machines.
    #[cfg(feature = "fleet")]
    fleet: Option<Address>,
    /// Ways of `--notify`.
    pub notify: Vec<Way>,
    /// Keys of `shadow top` by what they do.
    pub keys: BTreeMap<&'static str, char>,
}

static NAMED: OnceLock<Option<PathBuf>> = OnceLock::new();
#[cfg(feature = "fleet")]
static NAMED_FLEET: OnceLock<String> = OnceLock::new();
static CURRENT: OnceLock<Config> = OnceLock::new();

/// Bytes of the file that are read.
const CAP: u64 = 1 << 20;

/// The command line with `--config` at each command that asks a tmux server or shows the settings.
pub fn named_by(command: Command) -> Command {
    #[cfg(feature = "fleet")]
    let command = command.mut_subcommands(with_fleet);
    with_config(command)
}

/// The command and those below it, as [`named_by`] says it.
fn with_config(command: Command) -> Command {
    let command = command.mut_subcommands(with_config);
    let has = |long| {
        let mut arguments = command.get_arguments();
        arguments.any(|argument| argument.get_long() == Some(long))
    };
    let heeds = has("socket") || command.get_name() == "doctor";
    if !heeds || has("config") {
        return command;
    }
    let argument = Arg::new(ARGUMENT).long("config").value_name("FILE");
    let argument = argument.value_parser(PathBufValueParser::new());
    command.arg(
        argument
            .help("Read the settings from this file [default: config.toml in ~/.config/shadow]"),
    )
}

/// The command with `--fleet`, if it asks the machines of a NATS server. Its text is read later: clap would repeat a wrong one.
#[cfg(feature = "fleet")]
fn with_fleet(command: Command) -> Command {
    let mut kinds = OF_FLEETS.iter();
    let Some((_, help)) = kinds.find(|(names, _)| names.contains(&command.get_name())) else {
        return command;
    };
    let argument = Arg::new(FLEET).long("fleet").value_name("URL");
    command.arg(argument.help(format!(
        "{help}, such as tls://HOST?creds=FILE&ca=FILE [default: `fleet` of the settings]"
    )))
}

/// Takes the settings from the file that the arguments name, if they name one, and their NATS server, from now on.
pub fn choose(matches: &ArgMatches) {
    let _ = NAMED.set(named_in(matches, ARGUMENT));
    #[cfg(feature = "fleet")]
    if let Some(fleet) = named_in(matches, FLEET) {
        let _ = NAMED_FLEET.set(fleet);
    }
}

/// The value of an argument of the command.
fn named_in<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
    match matches.subcommand() {
        Some((_, below)) => named_in(below, name),
        None => matches.try_get_one(name).ok().flatten().cloned(),
    }
}

/// The NATS server of the arguments, else that of the settings.
#[cfg(feature = "fleet")]
pub fn fleet() -> Result<Option<Address>, Failure> {
    let Some(text) = NAMED_FLEET.get() else {
        return Ok(current()?.fleet.clone());
    };
    let address = text.parse().map(Some);
    address.map_err(|wrong: String| Failure::usage(format!("--fleet: {wrong}")))
}

/// The settings in force: those of the file, read once. A wrong file is an error that names the line or the key.
pub fn current() -> Result<&'static Config, Failure> {
    if let Some(config) = CURRENT.get() {
        return Ok(config);
    }
    let config = read()?;
    Ok(CURRENT.get_or_init(|| config))
}

/// The file that is named.
fn named() -> Option<&'static Path> {
    NAMED.get()?.as_deref()
}

/// Where the file is, or would be. None without a home.
fn path() -> Option<PathBuf> {
    let own = || own::config().map(|folder| folder.join(NAME));
    named().map(Path::to_owned).or_else(own)
}

/// Where the file is, or would be, in words.
pub fn place() -> String {
    path().map_or_else(|| NAME.to_owned(), |path| path.display().to_string())
}

fn read() -> Result<Config, Failure> {
    let Some(path) = path() else {
        return Ok(Config::default());
    };
    let place = place();
    match text(&path) {
        Ok(text) => parsed(&text).map_err(|wrong| Failure::usage(format!("{place}: {wrong}"))),
        Err(error) if error.kind() == ErrorKind::NotFound && named().is_none() => {
            Ok(Config::default())
        }
        Err(error) => Err(Failure::input(format!(
            "cannot read the settings from {place}: {error}; name another file (--config FILE)"
        ))),
    }
}

fn text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(CAP).read_to_string(&mut text)?;
    Ok(text)
}

/// The settings of a text, or what is wrong with it.
fn parsed(text: &str) -> Result<Config, String> {
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(1, |span| 1 + lines_before(text, span.start));
        format!("line {line}: {}", one_line(error.message()))
    })?;
    let mut config = Config::default();
    for (key, value) in &table {
        match key.as_str() {
            "interval" => config.interval = Some(interval(value)?),
            "sockets" => config.sockets = texts(key, value)?.iter().map(|it| socket(it)).collect(),
            "hosts" => config.hosts = hosts(&texts(key, value)?)?,
            "fleet" => fleet_of(&mut config, value)?,
            "notify" => config.notify = ways(&texts(key, value)?)?,
            "keys" => config.keys = keys(value)?,
            _ => return Err(unknown(key, &SETTINGS)),
        }
    }
    Ok(config)
}

fn lines_before(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().iter().take(byte);
    before.filter(|byte| **byte == b'\n').count()
}

/// What is said of a key that the file may not have.
fn unknown(key: &str, known: &[&str]) -> String {
    let meant = nearest(key, known.iter().copied());
    let meant = meant.map_or(String::new(), |word| format!(", did you mean `{word}`?"));
    let key = one_line(key);
    format!(
        "unknown key `{key}`{meant}; the keys are {}",
        known.join(", ")
    )
}

fn interval(value: &Value) -> Result<f64, String> {
    let seconds = value.as_float().map(|it| it.to_string());
    let seconds = seconds.or(value.as_integer().map(|it| it.to_string()));
    let read = seconds::interval(&seconds.unwrap_or_default());
    read.map_err(|wrong| format!("`interval`: {wrong}"))
}

/// One text or a list of texts.
fn texts(key: &str, value: &Value) -> Result<Vec<String>, String> {
    let listed = value.as_array().map(Vec::as_slice);
    let listed = listed.unwrap_or(std::slice::from_ref(value));
    let texts = listed.iter().map(|value| value.as_str().map(str::to_owned));
    let texts: Option<Vec<String>> = texts.collect();
    texts.ok_or_else(|| format!("`{key}`: write a list of texts, such as {key} = [\"...\"]"))
}

fn hosts(words: &[String]) -> Result<Vec<HostName>, String> {
    let hosts = words.iter().map(|word| word.parse());
    let hosts: Result<_, String> = hosts.collect();
    hosts.map_err(|wrong| format!("`hosts`: {wrong}"))
}

#[cfg(feature = "fleet")]
fn fleet_of(config: &mut Config, value: &Value) -> Result<(), String> {
    let address = value.as_str().unwrap_or_default().parse();
    config.fleet = Some(address.map_err(|wrong: String| format!("`fleet`: {wrong}"))?);
    Ok(())
}

#[cfg(not(feature = "fleet"))]
fn fleet_of(_: &mut Config, _: &Value) -> Result<(), String> {
    Err("`fleet`: this shadow was built without NATS (the feature `fleet`)".to_owned())
}

fn ways(words: &[String]) -> Result<Vec<Way>, String> {
    let ways = words.iter().map(|word| way(word));
    let ways: Result<_, String> = ways.collect();
    ways.map_err(|known| format!("`notify`: {known}"))
}

/// The path of a socket; `~/` is the home.
fn socket(text: &str) -> PathBuf {
    let home = || std::env::var_os("HOME").map(PathBuf::from);
    let below = text
        .strip_prefix("~/")
        .and_then(|below| Some(home()?.join(below)));
    resolved(&below.unwrap_or_else(|| PathBuf::from(text)))
}

/// The keys of `shadow top`, with what the file changes.
fn keys(value: &Value) -> Result<BTreeMap<&'static str, char>, String> {
    let names = KEYS.map(|(name, _)| name);
    let mut keys = BTreeMap::from(KEYS);
    let table = value.as_table();
    let table = table.ok_or("`keys`: write a table, such as [keys] and then answer = \"y\"")?;
    for (name, value) in table {
        let known = names.iter().find(|known| **known == name);
        let known = known.ok_or_else(|| unknown(name, &names))?;
        let text = value.as_str().unwrap_or_default();
        let mut letters = text.chars();
        let key = letters.next().filter(|key| key.is_ascii_graphic());
        let key = key.filter(|_| letters.next().is_none());
        let wrong = || format!("`{name}`: write one character, such as {name} = \"x\"");
        keys.insert(known, key.ok_or_else(wrong)?);
    }
    let twice = keys.iter().find_map(|(name, key)| {
        let mut others = keys.iter().filter(|(other, _)| other > &name);
        others
            .find(|(_, it)| *it == key)
            .map(|(other, _)| (name, other, key))
    });
    match twice {
        None => Ok(keys),
        Some((one, other, key)) => Err(format!(
            "`keys`: {one} and {other} both have the key {key}; give one of them another"
        )),
    }
}

impl Config {
    /// Seconds between two looks: as an argument gives them, else as the file does, else `usual`.
    pub fn interval(&self, given: Option<f64>, usual: f64) -> f64 {
        given.or(self.interval).unwrap_or(usual)
    }

    /// What the file sets, in words.
    pub fn words(&self) -> String {
        let interval = self.interval.map(|seconds| format!("interval {seconds}"));
        let sockets = Some(self.sockets.len()).filter(|count| *count > 0);
        let sockets = sockets.map(|count| format!("sockets {count}"));
        let hosts = Some(self.hosts.len()).filter(|count| *count > 0);
        let hosts = hosts.map(|count| format!("hosts {count}"));
        #[cfg(feature = "fleet")]
        let fleet = self.fleet.as_ref().map(|fleet| format!("fleet {fleet}"));
        #[cfg(not(feature = "fleet"))]
        let fleet = None;
        let notify = (!self.notify.is_empty()).then(|| "notify".to_owned());
        let changed = |(name, key): &(&str, char)| self.keys.get(name).is_some_and(|it| it != key);
        let keys = Some(KEYS.iter().filter(|it| changed(it)).count());
        let keys = keys
            .filter(|count| *count > 0)
            .map(|count| format!("keys {count}"));
        let parts: Vec<String> = [interval, sockets, hosts, fleet, notify, keys]
            .into_iter()
            .flatten()
            .collect();
        match parts.is_empty() {
            true => "no settings".to_owned(),
            false => parts.join(", "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KEYS, parsed};

    #[test]
    fn a_file_sets_what_it_names() {
        let text =
            "interval = 1\nsockets = ['/tmp/nowhere']\nnotify = 'bell'\n[keys]\nanswer = 'y'\n";
        let config = parsed(text).expect("settings");
        assert_eq!(config.words(), "interval 1, sockets 1, notify, keys 1");
        assert_eq!(
            (
                config.interval(None, 0.25),
                config.interval(Some(3.0), 0.25)
            ),
            (1.0, 3.0)
        );
        assert_eq!((config.keys["answer"], config.keys["quit"]), ('y', 'q'));
        let empty = parsed("").expect("settings");
        assert_eq!(
            (empty.words().as_str(), empty.interval(None, 0.25)),
            ("no settings", 0.25)
        );
    }

    #[test]
    fn a_wrong_file_is_one_line_that_says_what_is_wrong() {
        for (text, words) in [
            (
                "intervall = 1",
                "unknown key `intervall`, did you mean `interval`?",
            ),
            (
                "color = 1",
                "unknown key `color`; the keys are interval, sockets, hosts",
            ),
            (
                "[keys]\nanser = 'y'",
                "unknown key `anser`, did you mean `answer`?",
            ),
            ("[keys]\nanswer = 'yes'", "`answer`: write one character"),
            (
                "[keys]\nanswer = 's'",
                "answer and send both have the key s",
            ),
            (
                "interval = 0",
                "`interval`: write seconds between 0.001 and 3600",
            ),
            ("interval = 'fast'", "`interval`: write seconds between"),
            (
                "notify = ['horn']",
                "`notify`: bell, osc9, osc99, osc777 or command=CMD",
            ),
            (
                "hosts = ['-oProxyCommand=x']",
                "`hosts`: write a host as ssh takes it",
            ),
            (
                "fleet = 'nats://me:hunter2@x'",
                "`fleet`: a NATS address holds no user, password or token",
            ),
            ("sockets = 3", "`sockets`: write a list of texts"),
            ("interval = 1\n[keys", "line 2: "),
        ] {
            let wrong = parsed(text).expect_err(text);
            assert!(wrong.contains(words) && !wrong.contains('\n'), "{wrong}");
        }
        assert!(KEYS.iter().all(|(_, key)| key.is_ascii_graphic()));
    }
}
