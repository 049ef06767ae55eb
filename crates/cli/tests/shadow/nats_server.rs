//! A NATS server of a test's own on a loopback port, relays that publish on it, and a client without shadow.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, HeaderMap, Message, Subscriber};
use futures_util::StreamExt;
use rustix::process::{Pid, Signal, kill_process_group};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use crate::machines::Machines;
use crate::network::{Place, free_port};
use crate::private_tmux::PrivateTmux;
use crate::relaying::{on, state};

/// The server, where `scripts/test` or a package has installed it.
fn installed() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::var_os("HOME").map(|home| Path::new(&home).join(".cache"));
    let own = cache
        .or_else(home)
        .map(|it| it.join("shadow/nats/bin/nats-server"));
    own.filter(|path| path.exists())
}

/// A server, and how it is started again.
pub struct Nats {
    program: PathBuf,
    settings: PathBuf,
    place: Place,
    port: u16,
    child: Child,
}

impl Nats {
    /// Starts one with these settings behind its own, and makes it the server of the machines' settings. None, with a message,
    /// where none is installed.
    pub fn start(machines: &Machines, settings: &str) -> Option<Self> {
        Self::at(machines, settings, Place::here())
    }

    /// Starts such a one at a place.
    pub fn at(machines: &Machines, settings: &str, place: Place) -> Option<Self> {
        let Some(program) = installed() else {
            eprintln!("skipped: no NATS server is installed (scripts/test --install)");
            return None;
        };
        let port = free_port();
        let store = machines.path("jetstream");
        let own = format!(
            "listen: \"{}:{port}\"\njetstream {{ store_dir: {:?} }}\n{settings}\n",
            place.address,
            store.display().to_string()
        );
        let path = machines.path("nats.conf");
        fs::write(&path, own).expect("settings");
        let nats = Self {
            child: serve(&program, &path, (&place, port)),
            program,
            settings: path,
            place,
            port,
        };
        fs::create_dir_all(machines.path("empty/shadow")).expect("a folder");
        nats.used_by(machines, "");
        Some(nats)
    }

    /// Makes it the server of the machines' settings, with these files.
    pub fn used_by(&self, machines: &Machines, files: &str) {
        let settings = format!("fleet = '{}'\n", self.url(files));
        fs::write(machines.path("empty/shadow/config.toml"), settings).expect("settings");
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its address, with files.
    pub fn url(&self, files: &str) -> String {
        format!("nats://{}:{}{files}", self.place.address, self.port)
    }

    /// Ends it as a machine that fails does.
    pub fn stop(&mut self) {
        self.child.kill().expect("killed");
        self.child.wait().expect("it ends");
    }

    pub fn start_again(&mut self) {
        self.child = serve(&self.program, &self.settings, (&self.place, self.port));
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(program: &Path, settings: &Path, (place, port): (&Place, u16)) -> Child {
    let mut nats = Command::new(program);
    nats.arg("-c").arg(settings);
    let mut nats = place.run(&nats);
    nats.stdin(Stdio::null()).stdout(Stdio::null());
    let child = nats.stderr(Stdio::null()).spawn().expect("it starts");
    place.listens("a NATS server", port);
    child
}

/// A relay that publishes, which comes back whenever it ends.
pub struct Published(Child);

impl Published {
    /// Starts one for the server of a test.
    pub fn start(tmux: &PrivateTmux, url: &str, host: &str) -> Self {
        Self::within(tmux, url, host, |command| command)
    }

    /// The same with more arguments.
    pub fn start_with(tmux: &PrivateTmux, url: &str, host: &str, more: &str) -> Self {
        Self::within(tmux, url, host, |mut command| {
            command.arg(more);
            command
        })
    }

    /// Starts one as `within` lets its command run.
    pub fn within(
        tmux: &PrivateTmux,
        url: &str,
        host: &str,
        within: impl FnOnce(Command) -> Command,
    ) -> Self {
        let shadow = env!("CARGO_BIN_EXE_shadow");
        let relay = on(tmux, &[]);
        let mut again = Command::new("sh");
        let script = "while :; do \"$0\" relay --nats \"$1\" --host \"$2\" --socket \"$3\" $4; sleep 0.1; done";
        again
            .args(["-c", script, shadow, url, host])
            .arg(tmux.socket());
        let mut again = within(with_environment(again, &relay));
        fs::create_dir_all(state(tmux)).expect("a folder");
        let said = fs::File::create(state(tmux).join("said")).expect("a file");
        again.stdin(Stdio::null()).stderr(said).process_group(0);
        Self(again.spawn().expect("sh starts"))
    }
}

fn with_environment(mut command: Command, of: &Command) -> Command {
    for (name, value) in of.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

impl Drop for Published {
    /// Ends it as a machine that fails does, with its relay.
    fn drop(&mut self) {
        if let Some(group) = Pid::from_raw(self.0.id().cast_signed()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.0.wait();
    }
}

/// A client of the server that is no shadow.
pub struct Stranger {
    runtime: Runtime,
    client: Client,
    key: String,
    inbox: String,
    replies: Subscriber,
    /// What the server has refused.
    refused: Arc<Mutex<Vec<String>>>,
}

impl Stranger {
    /// Connects, with the seed of an nkey if one is given.
    pub fn connect(url: &str, seed: Option<&str>) -> Self {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("threads");
        let key = seed.map(|seed| {
            nkeys::KeyPair::from_seed(seed)
                .expect("a seed")
                .public_key()
        });
        let key = key.unwrap_or_else(|| "anyone".to_owned());
        let mut options = ConnectOptions::new().custom_inbox_prefix(format!("_INBOX.{key}"));
        let refused = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&refused);
        options = options.event_callback(move |event| {
            kept.lock().expect("a list").push(event.to_string());
            std::future::ready(())
        });
        if let Some(seed) = seed {
            options = options.nkey(seed.to_owned());
        }
        let client = runtime.block_on(options.connect(url)).expect("connected");
        let inbox = client.new_inbox();
        let replies = runtime
            .block_on(client.subscribe(inbox.clone()))
            .expect("subscribed");
        Self {
            runtime,
            client,
            key,
            inbox,
            replies,
            refused,
        }
    }

    /// Its public key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Whether the server has refused a subject to it.
    pub fn was_refused(&self, subject: &str) -> bool {
        let refused = self.refused.lock().expect("a list");
        let quoted = format!("\"{subject}\"");
        refused
            .iter()
            .any(|words| words.contains("Permissions Violation") && words.contains(&quoted))
    }

    /// Tries to read a subject.
    pub fn subscribe(&self, subject: &str) {
        self.runtime.block_on(async {
            let subscribed = self.client.subscribe(subject.to_owned()).await;
            let reader = subscribed.expect("asked for");
            self.client.flush().await.expect("asked for");
            drop(reader);
        });
    }

    /// Sends a message; the server has it when this returns.
    pub fn publish(&self, subject: &str, value: &Value) {
        self.runtime.block_on(async {
            let line = value.to_string().into_bytes();
            let sent = self.client.publish(subject.to_owned(), line.into());
            sent.await.expect("sent");
            self.client.flush().await.expect("sent");
        });
    }

    /// Sends a request, and gives its first response: none where the server says that nothing reads it.
    pub fn ask(&mut self, subject: &str, request: &Value) -> Option<Value> {
        self.ask_as(&self.inbox.clone(), subject, request);
        let reply = self.reply()?;
        match reply.status {
            Some(_) => None,
            None => Some(serde_json::from_slice(&reply.payload).expect("JSON")),
        }
    }

    /// Sends a request that wants its response elsewhere.
    pub fn ask_as(&self, inbox: &str, subject: &str, request: &Value) {
        let line = request.to_string().into_bytes();
        let inbox = inbox.to_owned();
        let subject = subject.to_owned();
        let sent = self.client.publish_with_reply(subject, inbox, line.into());
        self.runtime.block_on(sent).expect("sent");
    }

    /// The next reply, within a time that is long for a server on this machine.
    pub fn reply(&mut self) -> Option<Message> {
        let patience = Duration::from_secs(20);
        self.runtime.block_on(async {
            let next = tokio::time::timeout(patience, self.replies.next());
            next.await.ok().flatten()
        })
    }

    /// Answers each request on a subject with a text.
    pub fn answers(&self, subject: &str, answer: impl Fn(&Value) -> String + Send + 'static) {
        let client = self.client.clone();
        let subscribed = self.runtime.block_on(client.subscribe(subject.to_owned()));
        let mut requests = subscribed.expect("subscribed");
        self.runtime.block_on(client.flush()).expect("subscribed");
        self.runtime.spawn(async move {
            while let Some(request) = requests.next().await {
                let asked = serde_json::from_slice(&request.payload).unwrap_or_default();
                let inbox = request.reply.expect("an inbox");
                let sent =
                    client.publish_with_headers(inbox, HeaderMap::new(), answer(&asked).into());
                sent.await.expect("sent");
            }
        });
    }
}
