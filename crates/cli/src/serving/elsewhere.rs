//! Looking at panes of other machines and acting on them, through the relay there and under its guards.

use serde_json::{Map, Value, json};
use shadow_act::{Choice, Told};
use shadow_serve::{Act, ActFault, Asked, PaneKey};
use shadow_tui::contract::Payload;

use crate::exit::Exit;
use crate::hosts::{self, There};

/// Does it on another machine, once, and gives what its relay gives back. `name` is the pane's name here.
pub fn act_there(asked: &Asked, host: &str, name: Option<String>) -> Result<Told, ActFault> {
    let there = named(&asked.key, host).map_err(failed)?;
    let mut act = hosts::Act::new(&there, request(&asked.act), (Some(asked.timeout), None));
    act = act.of_turn(asked.turn.clone()).quietly();
    let response = act.done().map_err(|failure| ActFault {
        gone: failure.exit() == Exit::Gone && !act.is_unsure(),
        message: failure.message().to_owned(),
    })?;
    told(asked, response, name.unwrap_or_else(|| there.to_string())).map_err(failed)
}

/// Looks at a pane of another machine.
pub fn look_there(key: &PaneKey) -> Result<Payload, ActFault> {
    let host = key.host.as_deref().unwrap_or_default();
    let there = named(key, host).map_err(failed)?;
    let look = hosts::asked_for(&there).map_err(|failure| failed(failure.message().to_owned()))?;
    // The machine has answered: a pane that is gone is gone there.
    let look = look.map_err(|failure| ActFault {
        gone: failure.exit() == Exit::Gone,
        message: failure.message().to_owned(),
    })?;
    Ok(look.payload)
}

fn failed(message: String) -> ActFault {
    ActFault {
        gone: false,
        message,
    }
}

fn named(key: &PaneKey, host: &str) -> Result<There, String> {
    There::by_socket(&host.parse()?, &key.socket, key.pane)
}

/// What the relay is asked for.
fn request(act: &Act) -> Map<String, Value> {
    let request = match act {
        Act::Send { prompt, terms } => json!({
            "do": "send", "text": prompt.text(), "allow_draft": terms.allow_draft, "no_quiet": terms.no_quiet,
        }),
        Act::Choose(answer) => {
            let mut request = json!({ "do": "choose", "signature": answer.signature });
            if let Some(number) = answer.appearance {
                request["appearance"] = number.into();
            }
            let (name, value) = match &answer.choice {
                Choice::Number(number) => ("option", json!(number)),
                Choice::Key(key) => ("option", json!(key)),
                Choice::Label(label) => ("match", json!(label)),
            };
            request[name] = value;
            request
        }
        Act::Interrupt {
            force,
            dialog,
            signature,
        } => {
            let mut request = json!({ "do": "interrupt", "force": force, "dialog": dialog });
            if let Some(signature) = signature.as_ref().filter(|_| *dialog) {
                request["signature"] = json!(signature);
            }
            request
        }
    };
    request.as_object().cloned().unwrap_or_default()
}

/// The report of a relay; words where it does not know what came of the act, or where they cannot be read.
fn told(asked: &Asked, response: Map<String, Value>, name: String) -> Result<Told, String> {
    let host = asked.key.host.as_deref().unwrap_or_default();
    let text = |field: &str| response.get(field).and_then(Value::as_str);
    let words = text("words").map(str::to_owned);
    let unsent = text("unsent").map(|path| format!("{host}:{path}"));
    let turn = response.get("turn").and_then(Value::as_u64);
    let report = serde_json::from_value(Value::Object(response));
    let report = report.map_err(|error| {
        let words = words.unwrap_or_else(|| format!("its report cannot be read: {error}"));
        format!("{host}: {words}; look at the pane before you try again")
    })?;
    let mut told = Told::new(asked.act.name(), name, report);
    told.unsent = unsent.map(Into::into);
    told.turn = turn;
    Ok(told)
}
