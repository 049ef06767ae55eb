//! The file of settings: read where the XDG rules say, named by `--config`, shown by `doctor`, and refused in one line.

use std::fs;

use crate::case_folder::CaseFolder;
use crate::private_tmux::PrivateTmux;
use crate::run::{Run, command, feed};

/// The binary with a configuration folder of the test's own.
fn configured(folder: &CaseFolder, args: &[&str]) -> Run {
    let mut command = command(args);
    command.env("XDG_CONFIG_HOME", folder.path("config"));
    command.env("TMUX_TMPDIR", folder.path("nowhere"));
    feed(command, Vec::new())
}

fn write(folder: &CaseFolder, text: &str) -> String {
    let path = folder.path("config/shadow/config.toml");
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, text).expect("a file");
    path.display().to_string()
}

/// What `doctor` says of the settings.
fn found(run: &Run) -> serde_json::Value {
    let findings = run.json();
    let settings = findings.iter().find(|it| it["name"] == "config.toml");
    settings.expect("the settings").clone()
}

#[test]
fn doctor_shows_the_settings_and_where_they_are() {
    let folder = CaseFolder::new("config-doctor");
    let none = found(&configured(&folder, &["doctor", "--json"]));
    assert_eq!(none["ok"], true);
    assert!(
        none["found"]
            .as_str()
            .is_some_and(|it| it.starts_with("no settings (")),
        "{none}"
    );
    let path = write(
        &folder,
        "interval = 0.5\nnotify = [\"bell\"]\n[keys]\nanswer = \"y\"\n",
    );
    let set = found(&configured(&folder, &["doctor", "--json"]));
    assert_eq!(
        set["found"],
        format!("interval 0.5, notify, keys 1 ({path})")
    );
    let other = folder.path("other.toml").display().to_string();
    fs::write(&other, "sockets = [\"/tmp/one\", \"/tmp/two\"]").expect("a file");
    let named = found(&configured(
        &folder,
        &["doctor", "--json", "--config", &other],
    ));
    assert_eq!(named["found"], format!("sockets 2 ({other})"));
}

#[test]
fn a_wrong_file_stops_a_live_command_in_one_line_and_doctor_says_why() {
    let folder = CaseFolder::new("config-wrong");
    let path = write(&folder, "intervall = 1\n");
    let slip = "unknown key `intervall`, did you mean `interval`?";
    let run = configured(&folder, &["watch", "--for", "0"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    run.complains_in_one_line();
    assert!(
        run.stderr.contains(slip) && run.stderr.contains(&path),
        "{}",
        run.stderr
    );
    let wrong = found(&configured(&folder, &["doctor", "--json"]));
    assert_eq!(wrong["ok"], false);
    assert!(
        wrong["found"].as_str().is_some_and(|it| it.contains(slip)),
        "{wrong}"
    );
    let missing = configured(
        &folder,
        &["watch", "--for", "0", "--config", "no/such.toml"],
    );
    assert_eq!(missing.code, 3, "{}", missing.stderr);
    missing.complains_in_one_line();
}

#[test]
fn a_server_of_the_settings_is_asked_without_being_named() {
    let Some(tmux) = PrivateTmux::start("config-sockets", "exec sleep 600") else {
        return;
    };
    let folder = CaseFolder::new("config-sockets");
    let socket = tmux.socket().display().to_string();
    write(&folder, &format!("sockets = [\"{socket}\"]"));
    let run = configured(&folder, &["panes", "--all", "--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let panes = run.json();
    assert!(
        panes.iter().any(|pane| pane["socket"] == socket.as_str()),
        "{}",
        run.stdout
    );
}
