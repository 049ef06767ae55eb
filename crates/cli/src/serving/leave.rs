//! What agents may do over MCP, as the command line says it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use shadow_serve::Leave;

/// Something that an agent may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Allow {
    Send,
    Interrupt,
    Answer,
    Approve,
}

/// What agents may do, and where.
#[derive(Debug, Args)]
pub struct LeaveArgs {
    /// What an agent may do over MCP, in addition to looking; commas separate several. `answer` does not approve; `shadow mcp
    /// --help` explains each word [default: nothing]
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "send|interrupt|answer|approve",
        hide_possible_values = true
    )]
    allow: Vec<Allow>,
    /// An agent may act only in these panes or sessions; commas separate several. Those of another machine are HOST/SERVER/PANE
    /// and HOST/SESSION [default: all panes]
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    panes: Vec<String>,
    /// An agent may act only in panes whose program works in this folder or below it, and in no pane of another machine
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
}

impl LeaveArgs {
    /// It for the server.
    pub fn leave(&self) -> Leave {
        let allows = |what| self.allow.contains(&what);
        Leave {
            send: allows(Allow::Send),
            interrupt: allows(Allow::Interrupt),
            // Whoever may approve may answer.
            answer: allows(Allow::Answer) || allows(Allow::Approve),
            approve: allows(Allow::Approve),
            panes: self.panes.clone(),
            cwd: self.cwd.clone(),
        }
    }
}
