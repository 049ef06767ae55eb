//! Does what the dashboard was asked for through the commands of that name, with their guards and their reasons.

use std::env;
use std::io::{self, Write};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use shadow_tmux::{Server, Spawn};

use super::card::Key;
use super::mode::Intent;
use crate::exit::Failure;
use crate::host_name::HostName;
use crate::hosts::{Act, There, look};
use crate::live::go_to;
use shadow_legible::one_line;

/// How carrying an intent out went.
#[derive(Debug, Default)]
pub struct Carried {
    /// What to say of it, on one line.
    pub said: String,
    /// The prompt that was to be sent and was not.
    pub unsent: Option<String>,
}

/// Carries an intent out and says how it went. It blocks until the command has ended.
pub fn carry_out(intent: &Intent) -> Carried {
    let said = match intent {
        Intent::Quit => String::new(),
        Intent::Jump(key) => jump(key),
        Intent::Choose {
            key,
            option,
            signature,
            appearance,
        } => {
            if let Some(host) = key.host() {
                let request = json!({
                    "do": "choose", "signature": signature, "option": option, "appearance": appearance,
                });
                return Carried::of(asked_there((host, key), request, None), "answered");
            }
            let option = option.to_string();
            let number = appearance.map(|number| number.to_string());
            let mut words = vec!["--option", &option, "--signature", signature];
            words.extend(number.iter().flat_map(|number| ["--appearance", number]));
            return Carried::of(command("choose", key, &words, None), "answered");
        }
        Intent::Interrupt { key, turn } => {
            let ended = match key.host() {
                Some(host) => {
                    let request = json!({ "do": "interrupt" });
                    asked_there((host, key), request, turn.clone())
                }
                None => command("interrupt", key, &[], None),
            };
            return Carried::of(ended, "interrupted");
        }
        Intent::Send { key, text } => {
            let ended = match key.host() {
                Some(host) => asked_there((host, key), json!({ "do": "send", "text": text }), None),
                None => command("send", key, &["-"], Some(text)),
            };
            return sent(text, ended);
        }
    };
    Carried { said, unsent: None }
}

impl Carried {
    /// An act that was done, in this word, or why it was not.
    fn of(ended: Result<(), String>, done: &str) -> Self {
        Self {
            said: ended.map_or_else(|why| why, |()| done.to_owned()),
            unsent: None,
        }
    }
}

/// Asks the machine of a pane for an act, perhaps for a turn alone.
fn asked_there(
    (host, key): (&HostName, &Key),
    request: Value,
    turn: Option<(String, u64)>,
) -> Result<(), String> {
    let there = &There::by_socket(host, &key.socket, key.pane)?;
    let fields = request.as_object().cloned().unwrap_or_default();
    let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
    let act = Act::new(there, fields.collect(), (None, None));
    let mut act = act.of_turn(turn).quietly();
    let unsure = |failure: Failure| {
        let why = one_line(failure.message());
        format!("{why}; look at the pane before you do it again")
    };
    let response = act.done().map_err(unsure)?;
    let word = |name: &str| response.get(name).and_then(Value::as_str);
    match word("outcome") {
        Some("done") => Ok(()),
        other => {
            let words = word("words").or(other).unwrap_or("not done");
            Err(one_line(&format!("{key}: {words}")))
        }
    }
}

/// The text of the screen of another machine's pane, asked for there.
pub fn screen_there(key: &Key) -> Result<String, String> {
    let host = key
        .host()
        .ok_or_else(|| format!("{key} is on this machine"))?;
    let look = look(&There::by_socket(host, &key.socket, key.pane)?);
    let look = look.map_err(|failure| one_line(failure.message()))?;
    Ok(look.payload.dialog_projection.normalized_text)
}

/// How sending a text went. One that was not sent is not lost.
pub(super) fn sent(text: &str, ended: Result<(), String>) -> Carried {
    match ended {
        Ok(()) => Carried {
            said: "sent".to_owned(),
            unsent: None,
        },
        Err(why) => Carried {
            said: format!("{why} (s opens the text again)"),
            unsent: Some(text.to_owned()),
        },
    }
}

/// Shows the pane in the tmux client around us, or makes it its session's current one.
fn jump(key: &Key) -> String {
    if let Some(host) = key.host() {
        return format!("{key} is on another machine: ssh -t {host} tmux attach");
    }
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

/// Runs one of our own commands on a pane; where it is not done, what it says on standard error comes back.
fn command(name: &str, key: &Key, words: &[&str], input: Option<&str>) -> Result<(), String> {
    match ended(name, key, words, input) {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(one_line(&String::from_utf8_lossy(&output.stderr))),
        Err(error) => Err(format!("cannot start the command: {error}")),
    }
}

fn ended(name: &str, key: &Key, words: &[&str], input: Option<&str>) -> io::Result<Output> {
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
    child.wait_with_output()
}
