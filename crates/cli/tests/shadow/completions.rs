//! What shells and packages take from the binary: completions, manual pages, the version.

use crate::act::showing;
use crate::case_folder::CaseFolder;
use crate::run::{command, feed, shadow};

/// What fish shows for these words: a candidate a line, with what it is behind a tab.
fn completed(words: &[&str], socket: &str) -> String {
    let mut asked = command(&[&["--", "shadow"], words].concat());
    asked.env("COMPLETE", "fish");
    asked.env("TMUX", format!("{socket},0,0"));
    let run = feed(asked, Vec::new());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run.stdout
}

#[test]
fn commands_and_options_are_completed() {
    let commands = completed(&["int"], "/nowhere");
    assert!(commands.starts_with("interrupt\t"), "{commands}");
    let options = completed(&["send", "--wa"], "/nowhere");
    assert!(options.starts_with("--wait\t"), "{options}");
}

#[test]
fn the_panes_that_hold_an_agent_are_completed_with_their_state() {
    let Some(tmux) = showing("completed", "claude/2.1.330/basic-120x40/idle-fresh") else {
        return;
    };
    let socket = tmux.socket().display().to_string();
    for command in ["send", "choose", "wait", "interrupt"] {
        let panes = completed(&[command, ""], &socket);
        let mut named = panes.lines().filter_map(|line| line.split_once('\t'));
        // Another server may run beside this one: then its label stands before the name.
        let ours = |(name, about): (&str, &str)| name.ends_with("%0") && about == "claude idle";
        assert!(named.any(ours), "{command}: {panes}");
    }
}

#[test]
fn each_shell_gets_a_script_that_asks_shadow() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = shadow(&["completions", shell], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{shell}");
        assert!(run.stdout.contains("COMPLETE"), "{shell}: {}", run.stdout);
    }
    let run = shadow(&["completions", "csh"], "");
    assert_eq!(run.code, 2);
    run.complains_in_one_line();
}

#[test]
fn a_manual_page_is_written_for_each_command() {
    let folder = CaseFolder::new("manual");
    assert_eq!(folder.shadow(&["manual", "."]).code, 0);
    let page = std::fs::read_to_string(folder.path("shadow-send.1")).expect("a page");
    assert!(page.contains("Send a prompt to a pane"), "{page}");
    let run = folder.shadow(&["manual", "not/there"]);
    assert_eq!(run.code, 1);
    run.complains_in_one_line();
}

#[test]
fn the_version_names_the_parts_of_the_build() {
    let told = shadow(&["--version"], "").stdout;
    let number = concat!("shadow ", env!("CARGO_PKG_VERSION"), " (");
    assert!(told.starts_with(number), "{told}");
    assert_eq!(told.contains("serve"), cfg!(feature = "serve"), "{told}");
}
