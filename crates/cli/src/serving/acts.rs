//! Acting for whoever asks over HTTP: the same sequences, on the same driver, as the commands.

use shadow_act::Told;
use shadow_serve::{Act, ActFault, Acts, Asked};

use crate::acting::{Driver, PaneArgs, choose, interrupt, send};
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
    let mut driver = Driver::new(&PaneArgs {
        force: false,
        pane: asked.key.pane.into(),
        timeout: Some(asked.timeout),
        reader: ReaderArgs::default(),
        server: ServerArgs { socket },
    })?;
    match &asked.act {
        Act::Send { prompt, terms } => send(&mut driver, prompt, *terms),
        Act::Choose { choice, signature } => choose(&mut driver, choice.clone(), signature),
        Act::Interrupt { force, dialog } => interrupt(&mut driver, *force, *dialog),
    }
}
