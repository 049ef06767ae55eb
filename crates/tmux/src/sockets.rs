//! Which tmux sockets are asked by themselves.
//!
//! Whoever answers on a socket can make tmux' own client read and write files as the user who runs it (hooks of
//! `load-buffer` and `save-buffer`). So nothing is asked by itself but a socket of the effective user, below folders in
//! which nobody else can put another in its place. tmux holds its own folder to that; `-S`, by which sockets are reached
//! here, does not.

use std::fs::{self, Metadata};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

/// Write permission of the group and of all others.
const OTHERS_WRITE: u32 = 0o022;

/// In such a folder an entry is replaced by its owner alone, whoever may write there.
const STICKY: u32 = 0o1000;

/// Why a socket is not asked unless it is named. Its text completes "the tmux server on PATH …".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distrust {
    /// It belongs to this user.
    Theirs(u32),
    /// Others can put another socket in its place.
    Replaceable,
    /// It is no socket, or cannot be seen.
    NoSocket,
}

impl std::fmt::Display for Distrust {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Theirs(user) => write!(formatter, "belongs to another user (id {user})"),
            Self::Replaceable => formatter.write_str("lies in a folder that others can change"),
            Self::NoSocket => formatter.write_str("is no socket that can be seen"),
        }
    }
}

/// The sockets that are asked by themselves: the one in `$TMUX` first, then those in the `tmux-*` folders below
/// `$TMUX_TMPDIR` and `/tmp`, in order of their names; all of them the effective user's, in folders that nobody else can
/// change. A server behind a socket elsewhere (`tmux -S`) is found only from inside it. A socket's server may have gone.
#[must_use]
pub fn sockets() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = around().into_iter().collect();
    found.retain(|socket| distrust(socket).is_none());
    let custom = std::env::var_os("TMUX_TMPDIR").map(PathBuf::from);
    for folder in custom.into_iter().chain([PathBuf::from("/tmp")]) {
        for socket in sockets_below(&folder, user()) {
            if !found.contains(&socket) {
                found.push(socket);
            }
        }
    }
    found
}

/// The socket of the server around this process, by `$TMUX`, whoever owns it.
#[must_use]
pub fn around() -> Option<PathBuf> {
    let value = std::env::var("TMUX").ok()?;
    socket_of(&value)
}

/// The socket of a label (`-L`), as tmux finds it for this user.
pub(crate) fn labeled(label: &str) -> PathBuf {
    let custom = std::env::var_os("TMUX_TMPDIR").filter(|it| !it.is_empty());
    let folder = custom.map_or_else(|| PathBuf::from("/tmp"), PathBuf::from);
    folder.join(format!("tmux-{}", user())).join(label)
}

/// The socket in the value of `$TMUX`: `SOCKET,SERVER_PID,SESSION`.
fn socket_of(value: &str) -> Option<PathBuf> {
    let path = value.rsplitn(3, ',').nth(2)?;
    (!path.is_empty()).then(|| PathBuf::from(path))
}

/// Why a socket is not asked unless it is named; nothing where it is this user's own and stays so.
#[must_use]
pub fn distrust(socket: &Path) -> Option<Distrust> {
    distrust_of(socket, user())
}

/// The effective user, as whom tmux' client reads and writes.
fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn distrust_of(socket: &Path, user: u32) -> Option<Distrust> {
    // A link leads to what its owner likes.
    let Ok(known) = fs::symlink_metadata(socket) else {
        return Some(Distrust::NoSocket);
    };
    match known.file_type().is_socket() {
        false => Some(Distrust::NoSocket),
        true if known.uid() != user => Some(Distrust::Theirs(known.uid())),
        true => (!stays(socket, user)).then_some(Distrust::Replaceable),
    }
}

/// Whether nobody but this user and root can put anything else in the place of a path: no folder above it is another's,
/// or one in which others may replace what is not theirs.
fn stays(path: &Path, user: u32) -> bool {
    let Some(folder) = path.parent().and_then(|it| it.canonicalize().ok()) else {
        return false;
    };
    folder
        .ancestors()
        .all(|above| fs::symlink_metadata(above).is_ok_and(|known| keeps(&known, user)))
}

/// Whether a folder keeps what lies in it for whoever put it there.
fn keeps(folder: &Metadata, user: u32) -> bool {
    let of_trust = [0, user].contains(&folder.uid());
    let closed = folder.mode() & OTHERS_WRITE == 0 || folder.mode() & STICKY != 0;
    of_trust && closed
}

/// The sockets of a user in the `tmux-*` folders of a folder, which must be theirs alone, as tmux wants it.
fn sockets_below(folder: &Path, user: u32) -> Vec<PathBuf> {
    // The way to the folder may be a link (`/tmp` on macOS): it is followed once, and what is found named without it.
    let Ok(folder) = folder.canonicalize() else {
        return Vec::new();
    };
    let mut sockets: Vec<PathBuf> = entries(&folder)
        .filter(|path| name_of(path).starts_with("tmux-") && is_own_folder(path, user))
        .flat_map(|path| entries(&path))
        .filter(|path| distrust_of(path, user).is_none())
        .collect();
    sockets.sort();
    sockets
}

/// Whether a path is a folder of this user, no link, in which nobody else writes.
fn is_own_folder(path: &Path, user: u32) -> bool {
    let own =
        |known: Metadata| known.is_dir() && known.uid() == user && known.mode() & OTHERS_WRITE == 0;
    fs::symlink_metadata(path).is_ok_and(own)
}

/// The entries of a folder; none where it cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path()))
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::path::{Path, PathBuf};

    use super::{Distrust, distrust_of, socket_of, sockets_below, user};

    /// Below the temporary folder, gone with the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("shadow-sockets-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            fs::create_dir_all(&path).expect("a folder");
            Self(path.canonicalize().expect("it is there"))
        }

        /// A folder in it of these rights, with a socket `default`.
        fn with_socket(&self, name: &str, mode: u32) -> PathBuf {
            let inner = self.0.join(name);
            fs::create_dir_all(&inner).expect("a folder");
            let socket = inner.join("default");
            // The name stays when the listener goes.
            drop(UnixListener::bind(&socket).expect("a socket"));
            set_mode(&inner, mode);
            socket
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("rights");
    }

    #[test]
    fn only_sockets_of_ones_own_in_folders_of_ones_own_are_found() {
        let folder = Folder::new("own");
        let own = folder.with_socket("tmux-1000", 0o700);
        fs::write(own.with_file_name("notes"), "no socket").expect("a file");
        symlink(&own, own.with_file_name("link")).expect("a link");
        // Others may write there, with the sticky bit or without.
        folder.with_socket("tmux-open", 0o777);
        folder.with_socket("tmux-group", 0o770);
        folder.with_socket("tmux-sticky", 0o1777);
        folder.with_socket("other", 0o700);
        symlink(own.parent().unwrap(), folder.0.join("tmux-linked")).expect("a link");
        assert_eq!(sockets_below(&folder.0, user()), [own.as_path()]);
        assert!(sockets_below(&folder.0, user() + 1).is_empty());
    }

    #[test]
    fn a_socket_is_trusted_that_nobody_else_owns_or_can_replace() {
        let folder = Folder::new("trust");
        let own = folder.with_socket("own", 0o700);
        assert_eq!(distrust_of(&own, user()), None);
        let theirs = distrust_of(&own, user() + 1);
        assert_eq!(theirs, Some(Distrust::Theirs(user())));
        let shared = folder.with_socket("sticky", 0o1777);
        assert_eq!(distrust_of(&shared, user()), None);
        let open = folder.with_socket("open", 0o777);
        assert_eq!(distrust_of(&open, user()), Some(Distrust::Replaceable));
        // It is enough that a folder further up can be replaced.
        let deep = folder.with_socket("own/deeper", 0o700);
        set_mode(&folder.0.join("own"), 0o777);
        assert_eq!(distrust_of(&deep, user()), Some(Distrust::Replaceable));
        let link = folder.0.join("link");
        symlink(&shared, &link).expect("a link");
        assert_eq!(distrust_of(&link, user()), Some(Distrust::NoSocket));
        let none = folder.0.join("none");
        assert_eq!(distrust_of(&none, user()), Some(Distrust::NoSocket));
    }

    #[test]
    fn the_socket_around_is_read_from_the_end() {
        let read = |value| socket_of(value);
        assert_eq!(read("/tmp/a,b/s,123,0"), Some("/tmp/a,b/s".into()));
        assert_eq!(read("/tmp/s"), None);
        assert_eq!(read(",1,0"), None);
    }
}
