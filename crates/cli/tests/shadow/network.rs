//! A network of a test's own: machines in network namespaces, joined by a bridge from which each can be cut off.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use crate::patience::until;

/// Where a program of a test runs, and by which address others reach it.
#[derive(Clone)]
pub struct Place {
    /// Its address.
    pub address: String,
    /// The process whose network it has; the test's own if there is none.
    holder: Option<u32>,
}

impl Place {
    /// This machine, without a network of its own.
    pub fn here() -> Self {
        Self {
            address: "127.0.0.1".to_owned(),
            holder: None,
        }
    }

    /// The command that runs there.
    pub fn run(&self, command: &Command) -> Command {
        let Some(holder) = self.holder else {
            return wrapped(&[], command);
        };
        let holder = holder.to_string();
        wrapped(&["nsenter", "--net", "--target", &holder, "--"], command)
    }

    /// Waits until something listens there.
    pub fn listens(&self, what: &str, port: u16) {
        let holder = self.holder.unwrap_or_else(std::process::id);
        let own = format!(":{port:04X} 00000000:0000 0A");
        let table = format!("/proc/{holder}/net/tcp");
        until(what, || {
            fs::read_to_string(&table).is_ok_and(|sockets| sockets.contains(&own))
        });
    }
}

/// A port of this machine on which nothing listens.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// A command behind the words of another one, with its environment.
pub fn wrapped(words: &[&str], command: &Command) -> Command {
    let mut all = words.iter().map(AsRef::as_ref);
    let mut whole = match all.next() {
        Some(first) => Command::new::<&std::ffi::OsStr>(first),
        None => Command::new(command.get_program()),
    };
    whole.args(all);
    if !words.is_empty() {
        whole.arg(command.get_program());
    }
    whole.args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => whole.env(name, value),
            None => whole.env_remove(name),
        };
    }
    whole
}

/// The machines. The first one is the hub, which can reach all others. They go with the test.
pub struct Network(Vec<Child>);

impl Network {
    /// So many machines beside the hub. None, with a message, where there is no right to make them.
    pub fn start(machines: usize) -> Option<Self> {
        let made = (0..=machines).map(|_| holder()).collect::<Option<Vec<_>>>();
        let network = Self(made?);
        network.on_hub(
            "ip link add br0 type bridge && ip addr add 10.77.0.1/24 dev br0 && ip link set br0 up",
        );
        for number in 1..=machines {
            let there = network.0[number].id();
            network.on_hub(&format!(
                "ip link add port{number} type veth peer name eth0 netns {there} && ip link set port{number} master br0 up"
            ));
            let inside = format!(
                "ip link set lo up && ip addr add {} dev eth0 && ip link set eth0 up",
                format_args!("{}/24", address(number))
            );
            network.sh(number, &inside);
        }
        Some(network)
    }

    /// A machine; 0 is the hub.
    pub fn place(&self, number: usize) -> Place {
        Place {
            address: address(number),
            holder: Some(self.0[number].id()),
        }
    }

    /// From now on nothing comes from a machine, or to it. It does not see that.
    pub fn cut(&self, number: usize) {
        self.on_hub(&format!("ip link set port{number} nomaster"));
    }

    /// A machine is reached again.
    pub fn join(&self, number: usize) {
        self.on_hub(&format!("ip link set port{number} master br0"));
    }

    fn on_hub(&self, script: &str) {
        self.sh(0, script);
    }

    fn sh(&self, number: usize, script: &str) {
        let mut sh = Command::new("sh");
        sh.args(["-c", script]);
        let status = self.place(number).run(&sh).status();
        assert!(status.expect("nsenter runs").success(), "{script}");
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for holder in &mut self.0 {
            let _ = holder.kill();
            let _ = holder.wait();
        }
    }
}

fn address(number: usize) -> String {
    format!("10.77.0.{}", number + 1)
}

/// A process in a network of its own. It ends when its input does: with the test, however that ends.
fn holder() -> Option<Child> {
    let mut unshare = Command::new("unshare");
    let script = "echo && exec cat";
    unshare.args(["--net", "--", "sh", "-c", script]);
    unshare.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = unshare.stderr(Stdio::null()).spawn().ok()?;
    let mut said = [0];
    let out = child.stdout.as_mut().expect("stdout");
    if std::io::Read::read_exact(out, &mut said).is_err() || !has_ip() {
        let _ = child.wait();
        let said = "skipped: no network namespaces can be made (root, unshare, ip and nsenter are needed)\n";
        let _ = std::io::stderr().write_all(said.as_bytes());
        return None;
    }
    Some(child)
}

fn has_ip() -> bool {
    let runs = |program: &str| Command::new(program).arg("-V").output().is_ok();
    runs("ip") && runs("nsenter")
}
