//! Acting for HTTP requests, with the state machines and the driver of the commands.

use std::sync::Arc;

use shadow_act::{Interrupting, Told};
use shadow_serve::{Act, ActFault, Acts, Asked, Board, Found, PaneKey};
use shadow_tmux::PaneName;
use shadow_tui::contract::Payload;

use super::elsewhere::{act_there, look_there};
use crate::acting::{Named, PaneArgs, choose, interrupt, send};
use crate::exit::{Exit, Failure};
use crate::live::ServerArgs;
use crate::snapshot_args::ReaderArgs;

/// The live panes of this machine, those of others, and the board with the numbers of their dialogs.
pub struct Panes {
    pub board: Arc<Board>,
    /// The servers whose panes are found by name.
    pub servers: ServerArgs,
}

impl Acts for Panes {
    fn act(&self, asked: &Asked) -> Result<Told, ActFault> {
        if let Some(host) = &asked.key.host {
            return act_there(asked, host, self.board.there(&asked.key));
        }
        self.carry_out(asked).map_err(|failure| ActFault {
            gone: failure.exit() == Exit::Gone,
            message: failure.message().to_owned(),
        })
    }

    fn look(&self, key: &PaneKey) -> Result<Payload, ActFault> {
        look_there(key)
    }

    fn find(&self, name: &str) -> Found {
        let Ok(name) = name.parse::<PaneName>() else {
            return Found::Nothing;
        };
        match self.servers.find(&name) {
            Ok((server, pane)) => Found::Pane(PaneKey {
                host: None,
                socket: server.socket().to_owned(),
                pane,
            }),
            Err(failure) if failure.exit() == Exit::Usage => {
                Found::Several(failure.message().to_owned())
            }
            Err(_) => Found::Nothing,
        }
    }
}

impl Panes {
    fn carry_out(&self, asked: &Asked) -> Result<Told, Failure> {
        let socket = Some(asked.key.socket.clone());
        let args = PaneArgs {
            force: false,
            key: None,
            pane: asked.key.pane.into(),
            timeout: Some(asked.timeout),
            reader: ReaderArgs::default(),
            server: ServerArgs { socket },
        };
        let Named { mut pane, .. } = args.find()?;
        let told = match &asked.act {
            Act::Send { prompt, terms } => send(&mut pane, prompt, *terms),
            Act::Choose(answer) => {
                if answer.appearance.is_some() {
                    let (board, key) = (Arc::clone(&self.board), asked.key.clone());
                    pane = pane.observed_by(move || board.appearance(&key));
                }
                choose(&mut pane, answer.clone())
            }
            Act::Interrupt {
                force,
                dialog,
                signature,
            } => {
                let how = Interrupting::new(*force, *dialog).of_dialog(signature.clone());
                interrupt(&mut pane, how)
            }
        };
        Ok(told?)
    }
}
