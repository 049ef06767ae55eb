//! `shadow serve`: the page, the API, the event stream and the metrics, over the live panes.

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use shadow_live::Scope;
use shadow_serve::{Board, Hosts, Keys, Site, Token, serve};
use shadow_tmux::tmux_version;

use crate::config;
use crate::exit::{Exit, Failure, Outcome, complain};
use crate::hosts::{Elsewhere, HostArgs};
use crate::live::ServerArgs;
use crate::seconds::interval;
use crate::serving::{LeaveArgs, Panes, fresh, from_file, listen, watch};
use crate::setup;

const EXAMPLES: &str = "\
Examples:
  # prints the address of the page, with its token
  shadow serve
  # for your own programs: a Unix socket, which needs no token
  shadow serve --listen-unix ~/.shadow.sock
  curl --unix-socket ~/.shadow.sock http://shadow/api/v1/panes
  # for your own programs: a token in a file
  shadow serve --token-file ~/.config/shadow/token
  TOKEN=$(cat ~/.config/shadow/token)
  curl -H \"Authorization: Bearer $TOKEN\" http://127.0.0.1:7420/api/v1/panes
  # also the agents of another machine, through ssh
  shadow serve --host devbox
  # also the agents of a fleet, through a NATS server
  shadow serve --fleet 'tls://hub:4222?nkey=operator.nk'

The token:
  Keep it secret. A program that has it can read every agent's screen and type
  into its pane. At the address, every path needs it except the page's own
  files, /openapi.json and /healthz, because other users of this machine can
  connect to that address. Through the Unix socket no request needs it, because
  only your own programs can connect.
  The printed token is valid until this server ends. The page uses it once, to
  start a session. The session ends with this server.

--token-file:
  The printed address then contains a code instead of the token. The code opens
  the page once, in one tab. In any other tab or browser, the page asks for a
  token: enter the one in the file.
  The token in the file stays valid after this server has ended. If another
  program then listens on the port, your programs send the token to it. With
  --listen-unix there is no such risk.

Paths:
  /openapi.json   describes the API
  /mcp            offers agents what `shadow mcp` offers; --allow says what an
                  agent may do
  /api/v1/events  streams each event once (curl -N)
  /metrics        is for Prometheus
  /healthz        answers if the server runs

Browsers on other machines: the server does not encrypt. Put a proxy with TLS
in front of it, and give the proxy's name with --allow-host.";

/// Arguments of `shadow serve`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// The address to listen on; port 0 takes any free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7420")]
    listen: SocketAddr,
    /// Allow an address that other machines can reach
    #[arg(long)]
    allow_remote: bool,
    /// Accept requests to this host name, in addition to the address; may be repeated
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// Also accept the token in this file, for programs; the file is created if missing, readable only by you
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Also listen on this Unix socket, for your own programs: it needs no token and serves no other user
    #[arg(long, value_name = "PATH")]
    listen_unix: Option<PathBuf>,
    /// Seconds between two looks at a pane that changes [default: 0.25]
    #[arg(long, value_name = "S", value_parser = interval)]
    interval: Option<f64>,
    /// Show all panes, also those without an agent
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    leave: LeaveArgs,
    #[command(flatten)]
    hosts: HostArgs,
    #[command(flatten)]
    server: ServerArgs,
}

/// Runs it.
pub fn run(args: &ServeArgs) -> Outcome {
    if !args.listen.ip().is_loopback() && !args.allow_remote {
        return Err(Failure::usage(format!(
            "other machines can reach {}; add --allow-remote if you want this",
            args.listen
        )));
    }
    tmux_version()?;
    let kept = args.token_file.as_deref().map(from_file).transpose()?;
    let private = args.listen_unix.as_deref().map(listen).transpose()?;
    let listener = TcpListener::bind(args.listen).map_err(|error| refused(args.listen, &error))?;
    let address = listener.local_addr()?;
    let instance = fresh()?.reveal()[..12].to_owned();
    let board = Arc::new(Board::new(setup::stack()?, instance));
    let scope = if args.all { Scope::All } else { Scope::Agents };
    let mut watcher = setup::watcher(args.interval, scope)?;
    if args.server.socket.is_none() {
        watcher = watcher.searching();
        for socket in &config::current()?.sockets {
            watcher.add_server(socket);
        }
    }
    watcher.departure().on_signals();
    args.server
        .socket
        .iter()
        .for_each(|socket| watcher.add_server(socket));
    let elsewhere = Elsewhere::meant(&args.hosts, &args.server)?;
    watch(watcher, elsewhere, args.all, Arc::clone(&board));
    let keys = keys(address, kept)?;
    let hosts = Hosts::new(address, args.allow_host.iter().cloned());
    let acts = Arc::new(Panes {
        board: Arc::clone(&board),
        servers: args.server.clone(),
    });
    let site = Site::new(board, acts, keys, hosts, args.leave.leave());
    serve(listener, private, site)
        .map(|()| Exit::Done)
        .map_err(|error| refused(address, &error))
}

/// The secrets of this life of the server; prints the address that opens the page. With a token in a file the address
/// works once: for another page there is the token. Without one it works as long as the server lives.
fn keys(address: SocketAddr, kept: Option<Token>) -> Result<Keys, Failure> {
    let (life, once) = (fresh()?, fresh()?);
    let (what, secret) = match kept {
        Some(_) => ("code", &once),
        None => ("token", &life),
    };
    complain(&format!(
        "serving at http://{address}/#{what}={}",
        secret.reveal()
    ));
    let keys = Keys::new(life);
    Ok(match kept {
        Some(token) => keys.and_kept(token).and_once(once),
        None => keys,
    })
}

fn refused(address: SocketAddr, error: &std::io::Error) -> Failure {
    let message =
        format!("cannot listen at {address}: {error}; name another port (--listen 127.0.0.1:0)");
    Failure::new(Exit::NotHeld, message)
}
