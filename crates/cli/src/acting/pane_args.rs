//! Which pane is meant, and what is known of it beside its screen.

use std::path::PathBuf;

use clap::Args;
use shadow_live::Pane;
use shadow_tmux::PaneName;

use crate::exit::{Failure, complain};
use crate::live::ServerArgs;
use crate::seconds::patience;
use crate::setup;
use crate::snapshot_args::ReaderArgs;

/// The pane to act on.
#[derive(Debug, Args)]
pub struct PaneArgs {
    /// The pane: its id (%3), a tmux target (main:1.0), or HOST/SERVER/PANE on another machine
    #[arg(value_name = "PANE")]
    pub pane: PaneName,
    /// Give up after this many seconds [default: no limit]
    #[arg(long, value_name = "S", value_parser = patience)]
    pub timeout: Option<f64>,
    /// Act even if shadow does not know that an agent's CLI runs in the pane
    #[arg(long)]
    pub force: bool,
    /// For a pane of another machine: a name that you give this action, not a key to press. If you repeat the command with it,
    /// nothing is done twice
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
    #[command(flatten)]
    pub reader: ReaderArgs,
    #[command(flatten)]
    pub server: ServerArgs,
}

/// The pane that was named, to be acted on.
pub struct Named {
    pub pane: Pane,
    /// The socket of its server, where the pane's id alone may not lead there: its server was named with it.
    pub server: Option<PathBuf>,
    /// The socket of its server.
    pub socket: PathBuf,
}

impl PaneArgs {
    /// Whether the arguments are those that a pane of another machine takes.
    pub fn for_host(&self) -> Result<(), Failure> {
        let here = [
            (self.force, "--force"),
            (self.reader.is_given(), "--provider and --cli-version"),
        ];
        match here.iter().find(|(given, _)| *given) {
            None => Ok(()),
            Some((_, option)) => Err(Failure::usage(format!(
                "{option} does not work for a pane of another machine; log in there (ssh) and run the command"
            ))),
        }
    }

    /// The seconds that an act on another machine may take, and its key.
    pub fn limits(&self) -> (Option<f64>, Option<&str>) {
        (self.timeout, self.key.as_deref())
    }

    /// The pane that the arguments name.
    pub fn find(&self) -> Result<Named, Failure> {
        let (server, id) = self.server.find(&self.pane)?;
        let qualified = self.pane.on_server(server.socket()).is_some();
        let named = self.server.socket.is_some() || qualified;
        let named = named.then(|| server.socket().to_owned());
        let socket = server.socket().to_owned();
        let mut pane = Pane::new(setup::stack()?, server, id).hinted(self.reader.hint());
        if let Some(seconds) = self.timeout {
            pane = pane.within(seconds);
        }
        if self.force {
            pane = pane.forced();
        }
        Ok(Named {
            pane,
            server: named,
            socket,
        })
    }

    /// The pane for a command that acts: signals wait until the place of the typed text is reported, and a message says if another command acts.
    pub fn hold(&self) -> Result<Named, Failure> {
        let mut named = self.find()?;
        let id = named.pane.id();
        named.pane.heed_signals();
        named.pane.tell_waiting(move |holder| {
            let holder = holder.map_or(String::new(), |id| format!(" (process {id})"));
            complain(&format!(
                "{id}: another shadow{holder} acts on the pane; waiting for it to finish (limit this with --timeout)"
            ));
        });
        Ok(named)
    }
}
