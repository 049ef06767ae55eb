//! A connection to a NATS server that comes back by itself, and the runtime that it needs.

use std::future::Future;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, Event};
use shadow_legible::excerpt;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch::{Receiver, Sender, channel};

use super::address::Address;
use super::names;
use crate::exit::{Exit, Failure};

/// The oldest server whose features are relied on.
const FLOOR: (i64, i64, i64) = (2, 11, 0);

/// How long a connection may take, and an answer of the server.
const PATIENCE: Duration = Duration::from_secs(5);

/// The longest pause before another try to connect.
const LONGEST: Duration = Duration::from_secs(2);

/// Time between two signs of life that the server must answer. If three are without an answer, the connection is lost.
const PING: Duration = Duration::from_secs(3);

/// Characters of what a server says that are shown.
const SHOWN: usize = 300;

/// What has become of a connection since it was made.
#[derive(Debug, Clone, Default)]
pub struct News {
    /// How often it was made.
    pub made: u64,
    /// How often it was lost.
    pub lost: u64,
    /// What the server has refused last, and how often it has refused something.
    pub refused: (String, u64),
}

/// A connection.
pub struct Connection {
    runtime: Runtime,
    client: Client,
    streams: Context,
    key: String,
    news: Receiver<News>,
    address: Address,
}

impl Connection {
    /// Connects to a server that is new enough, in a few seconds.
    pub fn open(address: &Address) -> Result<Self, Failure> {
        let builder = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build();
        let runtime = builder
            .map_err(|error| Failure::input(format!("no thread can be started: {error}")))?;
        let (options, key) = address.options()?;
        let (sender, news) = channel(News::default());
        let options = options
            .name("shadow")
            .custom_inbox_prefix(names::inbox(&key))
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .ping_interval(PING)
            .reconnect_delay_callback(|tries| {
                let pause = u64::try_from(tries).unwrap_or(u64::MAX).saturating_mul(200);
                LONGEST.min(Duration::from_millis(pause))
            })
            .event_callback(move |event| {
                record(&sender, event);
                std::future::ready(())
            });
        let connected = runtime.block_on(options.connect(address.server()));
        let client = connected.map_err(|error| {
            let why = match error.kind() {
                ConnectErrorKind::AuthorizationViolation => {
                    "it refuses these credentials; see docs/fleet.md".to_owned()
                }
                _ => error.to_string(),
            };
            unreachable(address, &why)
        })?;
        let (major, minor, patch) = FLOOR;
        if !client.is_server_compatible(major, minor, patch) {
            let version = excerpt(&client.server_info().version, SHOWN);
            let words = format!(
                "the NATS server at {address} has version {version}; shadow needs {major}.{minor} or newer"
            );
            return Err(Failure::new(Exit::NotHeld, words));
        }
        let mut streams = {
            let _inside = runtime.enter();
            jetstream::new(client.clone())
        };
        streams.set_timeout(PATIENCE);
        Ok(Self {
            runtime,
            client,
            streams,
            key,
            news,
            address: address.clone(),
        })
    }

    /// Waits for something on the connection. Not from a task of its runtime.
    pub fn wait<T>(&self, what: impl Future<Output = T>) -> T {
        self.runtime.block_on(what)
    }

    /// Begins something that runs beside the caller.
    pub fn begin(&self, what: impl Future<Output = ()> + Send + 'static) {
        self.runtime.spawn(what);
    }

    /// The connection itself.
    pub const fn client(&self) -> &Client {
        &self.client
    }

    /// Its streams.
    pub const fn streams(&self) -> &Context {
        &self.streams
    }

    /// The public key of who has connected.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What becomes of the connection.
    pub fn news(&self) -> Receiver<News> {
        self.news.clone()
    }

    /// Whether it is there now.
    pub fn is_there(&self) -> bool {
        is_there(&self.client)
    }

    /// The error that the server cannot be asked.
    pub fn unreachable(&self, why: &str) -> Failure {
        unreachable(&self.address, why)
    }

    /// The server, as it is shown.
    pub fn server(&self) -> &str {
        self.address.server()
    }

    /// Whether the connection must be encrypted.
    pub fn is_encrypted(&self) -> bool {
        self.address.is_encrypted()
    }

    /// The version of the server.
    pub fn version(&self) -> String {
        excerpt(&self.client.server_info().version, SHOWN)
    }
}

/// Whether a connection is there now.
pub fn is_there(client: &Client) -> bool {
    client.connection_state() == State::Connected
}

fn unreachable(address: &Address, why: &str) -> Failure {
    let why = excerpt(why, SHOWN);
    Failure::gone(format!(
        "the NATS server at {address} cannot be asked: {why}"
    ))
}

/// Keeps what an event means for those who use the connection.
fn record(sender: &Sender<News>, event: Event) {
    sender.send_modify(|news| match event {
        Event::Connected => news.made += 1,
        // A reader that is too slow notices itself what it has missed.
        Event::Disconnected | Event::Closed => news.lost += 1,
        Event::ServerError(error) => {
            news.refused = (excerpt(&error.to_string(), SHOWN), news.refused.1 + 1);
        }
        _ => {}
    });
}
