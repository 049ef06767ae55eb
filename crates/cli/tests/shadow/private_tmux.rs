//! A tmux server of the test's own, on a private socket, ended with the test.

use std::cell::RefCell;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use shadow_tmux::PrivateServer;

use crate::patience::{until, wait};

/// A copy of a program under another name: by its file it is what the name says. All runs of the tests share the folder of
/// the copies, which is below the target folder.
pub fn program_named(name: &str, original: &str) -> PathBuf {
    static LOCK: Mutex<()> = Mutex::new(());
    let _alone = LOCK.lock();
    let paths = ["/bin", "/usr/bin"].map(|folder| Path::new(folder).join(original));
    let found = paths.iter().find(|path| path.exists()).expect(original);
    let size = |path: &Path| std::fs::metadata(path).ok().map(|file| file.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs");
    let folder = folder.join(original);
    let path = folder.join(name);
    // Another size means that the system has another version since.
    if size(&path) != size(found) {
        std::fs::create_dir_all(&folder).expect("a folder");
        // Another run may be starting the program, so the copy appears whole.
        let fresh = folder.join(format!(".{name}-{}", std::process::id()));
        std::fs::copy(found, &fresh).expect("a copy");
        std::fs::rename(fresh, &path).expect("the copy in its place");
    }
    path
}

/// A shell command as it stands on a terminal that leads elsewhere: what it shows may be an agent's, by all that is known
/// of the programs in front.
pub fn behind_ssh(command: &str) -> String {
    let ssh = program_named("ssh", "sleep");
    // In a shell without job control it is of the same group.
    format!("stty -icanon; '{}' 3600 & {command}", ssh.display())
}

/// A private server, with what is asked of it and waited for.
pub struct PrivateTmux(PrivateServer);

impl Deref for PrivateTmux {
    type Target = PrivateServer;

    fn deref(&self) -> &PrivateServer {
        &self.0
    }
}

impl PrivateTmux {
    /// A server whose first pane (`%0`) runs a shell command at 100x20; none where tmux is not installed.
    pub fn start(name: &str, command: &str) -> Option<Self> {
        PrivateServer::start_or_skip(name, [100, 20], command).map(Self)
    }

    /// Whether a command of tmux was taken.
    pub fn run(&self, command: &[&str]) -> bool {
        self.0.run(command).is_ok()
    }

    /// What a command of tmux prints, trimmed.
    pub fn shown(&self, command: &[&str]) -> String {
        self.0.run(command).unwrap_or_default()
    }

    /// A name of its own.
    pub fn name(&self) -> String {
        let name = self.folder().file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// Waits until a pane shows this text.
    pub fn wait_for(&self, pane: &str, text: &str) {
        self.wait_until(&["capture-pane", "-p", "-t", pane], text);
    }

    /// Waits until what a command of tmux prints holds this text.
    pub fn wait_until(&self, command: &[&str], text: &str) {
        self.wait_until_said(|| self.shown(command), text);
    }

    /// Waits until each of these panes shows something, and did not change between two looks.
    pub fn wait_painted(&self, panes: impl Iterator<Item = String>) {
        let mut unsettled: Vec<(String, String)> =
            panes.map(|pane| (pane, String::new())).collect();
        until("painted panes", || {
            std::thread::sleep(Duration::from_millis(100));
            unsettled.retain_mut(|(pane, before)| {
                let now = self.shown(&["capture-pane", "-p", "-t", pane]);
                let stands = !now.is_empty() && now == *before;
                *before = now;
                !stands
            });
            unsettled.is_empty()
        });
    }

    /// Waits until something says this text.
    pub fn wait_until_said(&self, say: impl Fn() -> String, text: &str) {
        let said = RefCell::new(String::new());
        let what = || format!("{text:?}, but:\n{}", said.borrow());
        wait(what, || {
            said.replace(say());
            said.borrow().contains(text)
        });
    }
}
