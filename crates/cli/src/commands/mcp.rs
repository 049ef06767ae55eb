//! `shadow mcp`: the agents of this machine as tools for an agent, over the Model Context Protocol.

use std::sync::Arc;

use clap::Args;
use shadow_live::Scope;
use shadow_serve::{Board, Desk, serve_stdio};
use shadow_tmux::tmux_version;

use crate::exit::{Exit, Failure, Outcome};
use crate::hosts::{Elsewhere, HostArgs};
use crate::live::ServerArgs;
use crate::seconds::interval;
use crate::serving::{LeaveArgs, Panes, fresh, watch};
use crate::setup;

const EXAMPLES: &str = "\
Examples:
  claude mcp add shadow -- shadow mcp
  codex mcp add shadow -- shadow mcp
  claude mcp add shadow -- shadow mcp --allow send,answer --panes work
  claude mcp add shadow -- shadow mcp --host devbox
  claude mcp add shadow -- shadow mcp --fleet 'tls://hub:4222?nkey=viewer.nk'

Without --allow, the agent only looks. Each word allows more:
  send       send prompts
  interrupt  stop running turns
  answer     answer a question, pick from a list, and refuse any dialog;
             this word does not allow the agent to approve
  approve    all that `answer` allows, and say yes to approvals and plans of
             other agents

`approve` is a risk: the words of one agent can talk the other into a yes, and
no person looks at the command. Use it only if you can afford to lose
everything that the agents can reach.

An agent cannot act in the pane in which it runs. It cannot approve anything
that the screen does not show whole.";

/// Arguments of `shadow mcp`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct McpArgs {
    #[command(flatten)]
    leave: LeaveArgs,
    /// Seconds between two looks at a pane that changes [default: 0.25]
    #[arg(long, value_name = "S", value_parser = interval)]
    interval: Option<f64>,
    #[command(flatten)]
    hosts: HostArgs,
    #[command(flatten)]
    server: ServerArgs,
}

/// Runs it.
pub fn run(args: &McpArgs) -> Outcome {
    tmux_version()?;
    let instance = fresh()?.reveal()[..12].to_owned();
    let board = Arc::new(Board::new(setup::stack()?, instance));
    let mut watcher = setup::watcher(args.interval, Scope::Agents)?;
    match &args.server.socket {
        Some(socket) => watcher.add_server(socket),
        None => watcher = watcher.searching(),
    }
    watcher.departure().on_signals();
    let elsewhere = Elsewhere::meant(&args.hosts, &args.server)?;
    watch(watcher, elsewhere, false, Arc::clone(&board));
    let acts = Arc::new(Panes {
        board: Arc::clone(&board),
        servers: args.server.clone(),
    });
    serve_stdio(Desk::new(board, acts, args.leave.leave()))
        .map(|()| Exit::Done)
        .map_err(|error| Failure::new(Exit::NotHeld, format!("the agent's streams broke: {error}")))
}
