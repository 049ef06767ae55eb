//! `shadow fleet`: what a NATS server needs to carry the machines of a fleet.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use nkeys::KeyPair;
use shadow_files::private;

use crate::exit::{Exit, Failure, Outcome};
use crate::host_name::HostName;
use crate::nats::names;
use crate::output::Output;

/// The examples of its help.
pub const EXAMPLES: &str = "\
Examples:
  shadow fleet init nats --host laptop --host devbox --host builder
  nats-server -c nats/nats-server.conf

docs/fleet.md sets up three machines.";

/// Commands for a NATS server.
#[derive(Debug, Subcommand)]
pub enum FleetCommand {
    /// Write the settings of a NATS server and fresh keys into a new folder
    Init(InitArgs),
}

/// Arguments of `shadow fleet init`.
#[derive(Debug, Args)]
pub struct InitArgs {
    /// The folder; it must not exist yet
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// A machine whose relay will publish; may be repeated
    #[arg(long = "host", value_name = "NAME", required = true)]
    hosts: Vec<HostName>,
}

/// Runs it.
pub fn run(command: &FleetCommand) -> Outcome {
    let FleetCommand::Init(args) = command;
    let folder = &args.folder;
    let failed = |path: &Path, error: &dyn std::fmt::Display| {
        let path = path.display();
        Failure::input(format!(
            "cannot write {path}: {error}; name a new folder in one that you can write to"
        ))
    };
    private::create_folder(folder).map_err(|error| failed(folder, &error))?;
    let mut hosts = args.hosts.clone();
    hosts.sort();
    hosts.dedup();
    let roles = hosts.into_iter().map(Role::Host);
    let mut users = String::new();
    let mut said = String::new();
    for role in roles.chain([Role::Viewer, Role::Operator]) {
        let pair = KeyPair::new_user();
        let path = folder.join(role.file());
        let seed = pair.seed().map_err(|error| failed(&path, &error))?;
        private::write(&path, format!("{seed}\n").as_bytes())
            .map_err(|error| failed(&path, &error))?;
        users += &role.user(&pair.public_key());
        let _ = writeln!(said, "{}  {}", path.display(), role.about());
    }
    let path = folder.join("nats-server.conf");
    let settings = SETTINGS.replace("{users}", &users);
    private::write(&path, settings.as_bytes()).map_err(|error| failed(&path, &error))?;
    let _ = writeln!(said, "{}  the settings of the server", path.display());
    Output::new().text(&said)?;
    Ok(Exit::Done)
}

/// Who somebody is to the server.
enum Role {
    /// A machine: publishes its own events and states, and answers requests.
    Host(HostName),
    /// Reads everything, and does nothing.
    Viewer,
    /// Reads everything, and acts.
    Operator,
}

impl Role {
    /// The file of its seed.
    fn file(&self) -> String {
        match self {
            Self::Host(host) => format!("host-{}.nk", names::escaped(host.as_str())),
            Self::Viewer => "viewer.nk".to_owned(),
            Self::Operator => "operator.nk".to_owned(),
        }
    }

    fn about(&self) -> String {
        match self {
            Self::Host(host) => format!("the key of the relay on {host}"),
            Self::Viewer => "the key of those who only look".to_owned(),
            Self::Operator => "the key of those who also act".to_owned(),
        }
    }

    /// What it may do, as an entry of the server's settings.
    fn user(&self, key: &str) -> String {
        let about = self.about();
        let (publish, subscribe) = (self.publishes(key), self.subscribes(key));
        let list = |subjects: &[String]| {
            let quoted = subjects.iter().map(|it| format!("        {it:?}\n"));
            quoted.collect::<String>()
        };
        // A relay answers to the inbox of its requester, and to no other.
        let responses = match self {
            Self::Host(_) => "      allow_responses: { max: 10000, expires: \"24h\" }\n",
            _ => "",
        };
        format!(
            "    # {about}\n    {{ nkey: {key}, permissions: {{\n      publish: [\n{}      ]\n      subscribe: [\n{}      ]\n\
             {responses}    }} }}\n",
            list(&publish),
            list(&subscribe),
        )
    }

    fn publishes(&self, key: &str) -> Vec<String> {
        let api = |name: &str| format!("$JS.API.{name}");
        match self {
            Self::Host(host) => {
                let host = host.as_str();
                vec![
                    names::events_of(host),
                    names::beat(host),
                    names::panes_of(host),
                    names::looks_of(host),
                    api(&format!("STREAM.CREATE.{}", names::EVENTS)),
                    api(&format!("STREAM.CREATE.{}", names::STATES)),
                ]
            }
            Self::Viewer => vec![
                names::requests(false, key),
                api(&format!("DIRECT.GET.{}", names::STATES)),
                api(&format!("STREAM.INFO.{}", names::EVENTS)),
                api(&format!("STREAM.INFO.{}", names::STATES)),
                api(&format!("CONSUMER.CREATE.{}.>", names::EVENTS)),
                api(&format!("CONSUMER.MSG.NEXT.{}.>", names::EVENTS)),
            ],
            Self::Operator => {
                let mut subjects = Self::Viewer.publishes(key);
                subjects.push(names::requests(true, key));
                subjects
            }
        }
    }

    fn subscribes(&self, key: &str) -> Vec<String> {
        let own = format!("{}.>", names::inbox(key));
        match self {
            Self::Host(host) => {
                let host = host.as_str();
                let requests = [false, true].map(|acts| names::request(acts, host, "*"));
                [&[own], &requests[..]].concat()
            }
            Self::Viewer | Self::Operator => {
                let read = [names::ALL_BEATS, names::ALL_LOOKS].map(str::to_owned);
                [&[own], &read[..]].concat()
            }
        }
    }
}

/// The settings of a server.
const SETTINGS: &str = r#"# A NATS server (2.11 or newer) for the machines of shadow. Start it with: nats-server -c nats-server.conf
# Each user below has a key of its own; the file with its seed stays with that user alone (chmod 600).
# One more viewer or operator is one more entry with another nkey, and that key in place of this one in all its subjects.

listen: "0.0.0.0:4222"

jetstream {
  store_dir: "jetstream"
  max_file_store: 4G
}

# Put your certificate and its key here. Without TLS, everyone between the machines can read the agents' words: remove
# this block only for a server on 127.0.0.1 or within a VPN.
tls {
  cert_file: "server-cert.pem"
  key_file: "server-key.pem"
}

authorization {
  users: [
{users}  ]
}
"#;
