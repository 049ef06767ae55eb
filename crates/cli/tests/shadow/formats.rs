//! Names, titles, screens and prompts that hold what tmux and shells obey: to shadow they are words, and none stands in the
//! arguments of a program, where every user of the machine can read it.

use std::path::{Path, PathBuf};

use crate::case_folder::capture_file;
use crate::private_tmux::{PrivateTmux, behind_ssh};
use crate::run::{Run, command, feed};

const APPROVAL: &str = "claude/2.1.330/approvals-120x40/approval-edit";
const IDLE: &str = "claude/2.1.330/basic-120x40/idle-fresh";

/// A pane that shows a capture in which `said` stands for some of its words; what is typed goes to a file.
fn add(tmux: &PrivateTmux, capture: &str, words: &str, said: &str, typed: &Path) {
    let shown = std::fs::read_to_string(capture_file(capture)).expect("a capture");
    assert!(shown.contains(words), "{capture} says {words:?}");
    let file = typed.with_extension("ansi");
    std::fs::write(&file, shown.replacen(words, said, 1)).expect("a file");
    let script = format!(
        "printf '\\033[2J\\033[H\\033[?2004h'; head -c -1 '{}'; stty raw -echo; exec cat >'{}'",
        file.display(),
        typed.display()
    );
    let run = behind_ssh(&script);
    assert!(tmux.run(&["new-session", "-d", "-x", "120", "-y", "40", &run]));
}

/// A folder with a tmux that notes its arguments in a file, and is the real one besides.
fn noting(folder: &Path) -> (String, PathBuf) {
    let (bin, noted) = (folder.join("bin"), folder.join("noted"));
    std::fs::create_dir_all(&bin).expect("a folder");
    let path = std::env::var("PATH").expect("a path");
    let script = format!(
        "#!/bin/sh\nprintf '%s\\n' \"$*\" >>'{}'\nPATH='{path}' exec tmux \"$@\"\n",
        noted.display()
    );
    std::fs::write(bin.join("tmux"), script).expect("a file");
    let rights = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(bin.join("tmux"), rights).expect("rights");
    (format!("{}:{path}", bin.display()), noted)
}

/// Names session, window and pane. tmux itself expands what it is given as a name: it is given each `#` twice.
fn rename(tmux: &PrivateTmux, said: &str) {
    let name = said.replace('#', "##");
    for words in [
        &["rename-session", "-t", "%1", &name][..],
        &["rename-window", "-t", "%1", &name],
        &["select-pane", "-t", "%1", "-T", &name],
    ] {
        assert!(tmux.run(words), "{words:?}");
    }
}

#[test]
fn what_tmux_and_shells_would_obey_is_words() {
    let Some(tmux) = PrivateTmux::start("formats", "exec sleep 600") else {
        return;
    };
    let done = tmux.folder().join("obeyed");
    let touch = format!("touch {}", done.display());
    let said = format!("say #({touch}) $({touch}) `{touch}` ; {touch} #{{pane_id}} #[fg=red]");
    let typed = tmux.folder().join("typed");
    add(
        &tmux,
        APPROVAL,
        "a better line",
        &said,
        &tmux.folder().join("typed-dialog"),
    );
    add(&tmux, IDLE, "~/project", "~/p", &typed);
    tmux.wait_for("%1", "Do you want to make this edit");
    tmux.wait_for("%2", "~/p");
    rename(&tmux, &said);
    let socket = tmux.socket().display().to_string();
    let (path, noted) = noting(tmux.folder());
    let run = |words: &[&str]| -> Run {
        let mut run = command(&[words, &["--socket", &socket]].concat());
        run.env("PATH", &path);
        feed(run, Vec::new())
    };
    let listed = run(&["panes", "--all"]);
    assert_eq!(listed.code, 0, "{}", listed.stderr);
    assert!(listed.stdout.contains("#("), "{}", listed.stdout);
    let on = format!("cat >'{}'", tmux.folder().join("event").display());
    for (words, code) in [
        (&["parse", "--pane", "%1"][..], 0),
        (&["explain", "--pane", "%1"], 0),
        (
            &[
                "watch",
                "--all",
                "--for",
                "2",
                "--on",
                "operator_blocked",
                &on,
            ],
            0,
        ),
        (&["send", "%1", &said], 1),
        (&["interrupt", "%1"], 1),
    ] {
        let run = run(words);
        assert_eq!(run.code, code, "{words:?}: {}{}", run.stdout, run.stderr);
    }
    let event = std::fs::read_to_string(tmux.folder().join("event")).expect("an event");
    assert!(event.contains(&touch), "{event}");
    // The pane does not show the draft: it is typed to the letter, and no Enter follows.
    assert_eq!(run(&["send", "%2", &said]).code, 1);
    let typed = std::fs::read_to_string(typed).expect("what was typed");
    assert_eq!(typed, format!("\u{1b}[200~{said}\u{1b}[201~"));
    assert!(!done.exists(), "something did as the words say");
    says_nothing(&noted);
}

/// No argument that was noted holds a word of the screens, the names or the prompts.
fn says_nothing(noted: &Path) {
    let noted = std::fs::read_to_string(noted).expect("tmux was started");
    for words in ["touch", "say", "pane_id} #[fg", "project", "Claude"] {
        assert!(!noted.contains(words), "{words}: {noted}");
    }
}
