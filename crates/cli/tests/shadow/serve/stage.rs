//! Panes that show captures of real CLIs, and change as the CLI did when keys come.

use std::path::{Path, PathBuf};

use crate::case_folder::capture_file;
use crate::private_tmux::{PrivateTmux, behind_ssh};

/// A capture of the corpus.
pub fn capture(name: &str) -> PathBuf {
    capture_file(name)
}

/// A server whose `%0` runs a script of [`Script`] at 120x40.
pub fn started(name: &str, script: Script) -> Option<PrivateTmux> {
    let tmux = PrivateTmux::start(name, "exec sleep 600")?;
    add(&tmux, name, script);
    assert!(tmux.run(&["kill-pane", "-t", "%0"]));
    Some(tmux)
}

/// Another pane, in a session of its own.
pub fn add(tmux: &PrivateTmux, session: &str, script: Script) {
    let path = tmux.folder().join(format!("{session}.sh"));
    std::fs::write(&path, script.0 + "exec sleep 600\n").expect("a script");
    let run = behind_ssh(&format!("exec sh '{}'", path.display()));
    assert!(tmux.run(&[
        "new-session",
        "-d",
        "-s",
        session,
        "-x",
        "120",
        "-y",
        "40",
        &run
    ]));
}

/// A shell script that shows captures and waits for keys.
pub struct Script(String);

impl Script {
    /// One that takes keys as they come, and pastes in brackets.
    pub fn new() -> Self {
        Self("stty -icanon -echo -isig -ixon; printf '\\033[?2004h'\n".to_owned())
    }

    /// Shows a capture on an empty screen.
    pub fn show(self, name: &str) -> Self {
        self.show_file(&capture(name))
    }

    /// Shows a file so.
    pub fn show_file(mut self, path: &Path) -> Self {
        // The last line end would scroll the screen by one.
        self.0 += &format!(
            "printf '\\033[2J\\033[H'; head -c -1 '{}'\n",
            path.display()
        );
        self
    }

    /// Shows a capture of a running turn to the end, its seconds counting on as the CLI's do: a turn in which nothing moves
    /// is reported as stalled after two minutes.
    pub fn run(self, name: &str) -> Self {
        let mut script = self.show(name);
        let file = capture(name).display().to_string();
        script.0 += &format!(
            "n=0; while sleep 9; do n=$((n + 9)); printf '\\033[H'; \
             head -c -1 '{file}' | sed -E \"s/\\([0-9]+s •/(${{n}}s •/\"; done\n"
        );
        script
    }

    /// Waits until so many bytes were typed, and keeps them in a file.
    pub fn take(mut self, bytes: usize, kept: &Path) -> Self {
        self.0 += &format!("dd bs=1 count={bytes} 2>/dev/null >>'{}'\n", kept.display());
        self
    }
}
