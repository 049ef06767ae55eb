//! Acting for HTTP requests, with the state machines and the driver of the commands.

use shadow_act::Told;
use shadow_serve::{Act, ActFault, Acts, Asked};

use crate::acting::{Named, PaneArgs, choose, interrupt, send};
use crate::exit::{Exit, Failure};
use crate::live::ServerArgs;
use crate::snapshot_args::ReaderArgs;

/// The live panes of this machine.
pub struct Panes;

impl Acts for Panes {
    fn act(&self, asked: &Asked) -> Result<Told, ActFault> {
        act(asked).map_err(|failure| ActFault {
            gone: failure.exit() == Exit::Gone,
            message: failure.message().to_owned(),
        })
    }
}

fn act(asked: &Asked) -> Result<Told, Failure> {
    let socket = Some(asked.key.socket.clone());
    let args = PaneArgs {
        force: false,
        pane: asked.key.pane.into(),
        timeout: Some(asked.timeout),
        reader: ReaderArgs::default(),
        server: ServerArgs { socket },
    };
    let Named { mut pane, .. } = args.find()?;
    let told = match &asked.act {
        Act::Send { prompt, terms } => send(&mut pane, prompt, *terms),
        Act::Choose { choice, signature } => choose(&mut pane, choice.clone(), signature),
        Act::Interrupt { force, dialog } => interrupt(&mut pane, *force, *dialog),
    };
    Ok(told?)
}
