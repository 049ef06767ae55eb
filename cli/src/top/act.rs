//! Doing what the dashboard was asked for: through the commands of that name, so that the same guards
//! hold and the same reasons are told.

use std::env;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use shadow_tmux::{Server, Spawn};

use super::card::Key;
use super::mode::Intent;
use crate::live::go_to;
use crate::safe::one_line;

/// Carries an intent out and says in one line how it went. It blocks until the command has ended.
pub fn carry_out(intent: &Intent) -> String {
    match intent {
        Intent::Quit => String::new(),
        Intent::Jump(key) => jump(key),
        Intent::Choose {
            key,
            option,
            signature,
        } => {
            let option = option.to_string();
            let words = ["--option", &option, "--signature", signature];
            said("answered", command("choose", key, &words, None))
        }
        Intent::Interrupt(key) => said("interrupted", command("interrupt", key, &[], None)),
        Intent::Send { key, text } => said("sent", command("send", key, &["-"], Some(text))),
    }
}

/// Shows the pane in the tmux client around us, or makes it its session's current one.
fn jump(key: &Key) -> String {
    let pane = key.pane.to_string();
    match go_to(&Spawn::new(&key.socket), &pane) {
        Err(error) => error.to_string(),
        Ok(true) => format!("went to {pane}"),
        Ok(false) => {
            let server = Server::new(&key.socket);
            let socket = server.socket().display();
            format!("{pane} is its session's current pane: tmux -S {socket} attach")
        }
    }
}

/// Runs one of our own commands on a pane; what it says on standard error comes back.
fn command(
    name: &str,
    key: &Key,
    words: &[&str],
    input: Option<&str>,
) -> io::Result<(bool, String)> {
    let mut child = Command::new(env::current_exe()?)
        .arg(name)
        .arg(key.pane.to_string())
        .arg("--socket")
        .arg(&key.socket)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.unwrap_or_default().as_bytes())?;
    }
    let ended = child.wait_with_output()?;
    let errors = String::from_utf8_lossy(&ended.stderr);
    Ok((ended.status.success(), one_line(&errors)))
}

fn said(done: &str, ended: io::Result<(bool, String)>) -> String {
    match ended {
        Ok((true, _)) => done.to_owned(),
        Ok((false, why)) => why,
        Err(error) => format!("cannot start the command: {error}"),
    }
}
