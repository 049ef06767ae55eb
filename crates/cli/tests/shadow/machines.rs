//! Other machines of a test: what ssh leads to, without a network.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::network::Place;
use crate::private_tmux::PrivateTmux;
use crate::relaying::state;
use crate::run::command;

/// What a test finds in place of ssh: `devbox` is this machine with the server of the test, `away` cannot be reached,
/// `silent` says nothing, `bare` has no shadow, and `strange` writes what the test wants.
const SSH: &str = r#"#!/bin/sh
printf '%s\n' "$@" >>'{folder}/arguments'
while [ "$1" != -- ]; do shift; done
case "$2" in
devbox) exec env PATH='{folder}/there':"$PATH" TMUX='{socket},1,0' TMUX_TMPDIR='{tmux}' XDG_STATE_HOME='{state}' sh -c "$3" ;;
away) echo 'ssh: connect to host away port 22: No route to host' >&2; exit 255 ;;
silent) exec sleep 300 ;;
bare) exit 127 ;;
strange) cat '{folder}/says'; exec sleep 300 ;;
esac
"#;

/// The folder of a test's machines.
pub struct Machines {
    folder: PathBuf,
    /// Where the commands of the user run.
    place: Place,
}

impl Machines {
    /// Machines of which `devbox` has the server of the test.
    pub fn of(tmux: &PrivateTmux) -> Self {
        let folder = tmux.folder().join("machines");
        for name in ["here", "there", "empty"] {
            fs::create_dir_all(folder.join(name)).expect("a folder");
        }
        let shadow = Path::new(env!("CARGO_BIN_EXE_shadow"));
        symlink(shadow, folder.join("there/shadow")).expect("a link");
        let machines = Self {
            folder,
            place: Place::here(),
        };
        let script = SSH
            .replace("{folder}", &machines.path("").display().to_string())
            .replace("{socket}", &tmux.socket().display().to_string())
            .replace("{tmux}", &tmux.folder().display().to_string())
            .replace("{state}", &state(tmux).display().to_string());
        machines.ssh(&script);
        machines
    }

    /// These, for a user whose commands run at a place.
    pub fn seen_from(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// Puts a script in the place of ssh.
    pub fn ssh(&self, script: &str) {
        let ssh = self.path("here/ssh");
        fs::write(&ssh, script).expect("a script");
        fs::set_permissions(&ssh, Permissions::from_mode(0o755)).expect("rights");
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// What `strange` writes.
    pub fn says(&self, text: &str) {
        fs::write(self.path("says"), text).expect("a file");
    }

    /// A command of a user who has these machines, and no server of tmux here.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = command(args);
        command.envs(self.environment());
        self.place.run(&command)
    }

    /// Such a command for a pane.
    pub fn in_pane(&self, args: &str) -> String {
        let words = self
            .environment()
            .map(|(name, value)| format!("{name}='{value}'"));
        let shadow = env!("CARGO_BIN_EXE_shadow");
        format!("exec env -u TMUX {} {shadow} {args}", words.join(" "))
    }

    fn environment(&self) -> [(&'static str, String); 4] {
        let path = std::env::var("PATH").unwrap_or_default();
        let empty = self.path("empty").display().to_string();
        [
            ("PATH", format!("{}:{path}", self.path("here").display())),
            ("TMUX_TMPDIR", empty.clone()),
            ("XDG_CONFIG_HOME", empty.clone()),
            ("XDG_STATE_HOME", empty),
        ]
    }
}
