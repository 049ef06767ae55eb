//! Adding shadow to a running server, and taking it out again: additions to the user's options, keys
//! that are free, a watcher. What was changed otherwise is noted in options of the server.

use shadow_tmux::{TmuxError, Transport};

use super::left::{BEAT, Left, STATUS, Standing, WATCHER};
use super::places::Own;
use super::publisher::PANE;

/// The server options that hold what the popup's and the next pane's keys were bound to, as tmux lists it: what is bound
/// otherwise by then is somebody else's.
const BINDINGS: [&str; 2] = ["@shadow_popup_binding", "@shadow_next_binding"];
/// The server option that holds what was changed and not added to: `pane-border-status=off …`.
const BEFORE: &str = "@shadow_before";
/// Columns by which the right of the status line grows.
const ROOM: u32 = 40;

/// Adds everything; says in a line each what was done, and what was left alone.
pub fn load(
    server: &impl Transport,
    own: &Own,
    borders: bool,
    keys: [&str; 2],
) -> Result<Vec<String>, TmuxError> {
    let mut said = Vec::new();
    for place in own.places() {
        if place.option == "pane-border-format" && !borders {
            continue;
        }
        if let Some(value) = place.added(&shown(server, place.scope, place.option)?) {
            server.run(&["set-option", place.scope, place.option, &value])?;
            said.push(format!("added to {}", place.option));
        }
    }
    said.extend(make_room(server, borders)?);
    said.extend(bind(server, own, keys)?);
    if !matches!(Left::ask(server)?, Standing::Fresh(_)) {
        let watch = own.command("tmux watch --socket #{q:socket_path}");
        server.run(&["run-shell", "-b", &watch])?;
        said.push("started a watcher".to_owned());
    }
    Ok(said)
}

/// Takes everything out again; says in a line each what was done.
pub fn unload(server: &impl Transport, own: &Own) -> Result<Vec<String>, TmuxError> {
    let mut said = Vec::new();
    for place in own.places() {
        if let Some(value) = place.removed(&shown(server, place.scope, place.option)?) {
            server.run(&["set-option", place.scope, place.option, &value])?;
            said.push(format!("taken out of {}", place.option));
        }
    }
    said.extend(give_back(server)?);
    for option in BINDINGS {
        said.extend(unbind(server, &shown(server, "-s", option)?)?);
    }
    // A watcher that finds the server not its own any more ends.
    for option in [WATCHER, STATUS, BEAT, BEFORE].into_iter().chain(BINDINGS) {
        server.run(&["set-option", "-squ", option])?;
    }
    let panes = server.run(&["list-panes", "-a", "-F", "#{?@shadow_state,#{pane_id},}"])?;
    for pane in String::from_utf8_lossy(&panes)
        .lines()
        .filter(|pane| !pane.is_empty())
    {
        for option in PANE {
            // The pane may have gone.
            let _ = server.run(&["set-option", "-pqu", "-t", pane, option]);
        }
    }
    Ok(said)
}

/// The global value of an option.
fn shown(server: &impl Transport, scope: &str, option: &str) -> Result<String, TmuxError> {
    let flags = format!("{scope}qv");
    let value = server.run(&["show-options", &flags, option])?;
    let value = String::from_utf8_lossy(&value).into_owned();
    Ok(value.strip_suffix('\n').unwrap_or(&value).to_owned())
}

/// The options that are changed and not added to: scope, name, the value before, the value after.
fn changes(server: &impl Transport, borders: bool) -> Result<Vec<[String; 4]>, TmuxError> {
    let mut changes = Vec::new();
    let length = shown(server, "-g", "status-right-length")?;
    let longer = length.parse::<u32>().map(|length| length + ROOM);
    if let Ok(longer) = longer {
        changes
            .push(["-g", "status-right-length", &length, &longer.to_string()].map(str::to_owned));
    }
    let border = shown(server, "-gw", "pane-border-status")?;
    if borders && border == "off" {
        changes.push(["-gw", "pane-border-status", "off", "top"].map(str::to_owned));
    }
    Ok(changes)
}

fn make_room(server: &impl Transport, borders: bool) -> Result<Vec<String>, TmuxError> {
    if !shown(server, "-s", BEFORE)?.is_empty() {
        return Ok(Vec::new());
    }
    let changes = changes(server, borders)?;
    for [scope, option, _, after] in &changes {
        server.run(&["set-option", scope, option, after])?;
    }
    let note: Vec<String> = changes.iter().map(|change| change.join(",")).collect();
    server.run(&["set-option", "-s", BEFORE, &note.join(" ")])?;
    let said = changes
        .iter()
        .map(|[_, option, before, after]| format!("set {option} to {after} (it was {before})"));
    Ok(said.collect())
}

/// Sets back what was changed, where nobody has changed it since.
fn give_back(server: &impl Transport) -> Result<Vec<String>, TmuxError> {
    let mut said = Vec::new();
    for note in shown(server, "-s", BEFORE)?.split(' ') {
        let [scope, option, before, after] = note.split(',').collect::<Vec<_>>()[..] else {
            continue;
        };
        if shown(server, scope, option)? == after {
            server.run(&["set-option", scope, option, before])?;
            said.push(format!("set {option} back to {before}"));
        }
    }
    Ok(said)
}

/// What a key of the prefix table is bound to.
fn bound(server: &impl Transport, key: &str) -> Result<Option<String>, TmuxError> {
    let all = server.run(&["list-keys", "-T", "prefix"])?;
    let all = String::from_utf8_lossy(&all).into_owned();
    // tmux lists them in columns, which grow with other keys.
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut all = all.lines().map(words);
    Ok(all.find(|line| key_of(line) == Some(key)))
}

/// The key of a binding as tmux lists it.
fn key_of(binding: &str) -> Option<&str> {
    let words = binding.split(' ');
    words.skip_while(|word| *word != "prefix").nth(1)
}

fn bind(server: &impl Transport, own: &Own, keys: [&str; 2]) -> Result<Vec<String>, TmuxError> {
    let top = own.command("top");
    let next = own
        .command("tmux next --socket #{q:socket_path} --client #{q:client_name} --from #{pane_id}");
    let popup = ["display-popup", "-E", "-w", "90%", "-h", "90%", &top];
    let commands = [&popup[..], &["run-shell", "-b", &next]];
    let mut said = Vec::new();
    for ((key, command), option) in keys.into_iter().zip(commands).zip(BINDINGS) {
        let noted = shown(server, "-s", option)?;
        if key_of(&noted).is_some_and(|noted| noted != key) {
            said.extend(unbind(server, &noted)?);
        }
        let before = bound(server, key)?;
        if before.as_ref().is_some_and(|before| *before != noted) {
            said.push(format!(
                "prefix {key} is bound to something else; it is left alone"
            ));
            continue;
        }
        // Ours may run a binary of another path: it is bound again, and tmux' own listing tells whether that differs.
        server.run(&[&["bind-key", "-T", "prefix", key], command].concat())?;
        let binding = bound(server, key)?;
        if binding != before {
            server.run(&["set-option", "-s", option, &binding.unwrap_or_default()])?;
            let does = command[command.len() - 1];
            said.push(format!("bound prefix {key} to {does}"));
        }
    }
    Ok(said)
}

/// Takes a binding of ours out, if it is still what the key is bound to.
fn unbind(server: &impl Transport, noted: &str) -> Result<Option<String>, TmuxError> {
    let Some(key) = key_of(noted) else {
        return Ok(None);
    };
    if bound(server, key)?.as_deref() != Some(noted) {
        return Ok(None);
    }
    server.run(&["unbind-key", "-T", "prefix", key])?;
    Ok(Some(format!("unbound prefix {key}")))
}
