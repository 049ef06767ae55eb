//! Which tmux sockets are asked by themselves.
//!
//! Whoever answers on a socket can make tmux' own client read and write files as the user who runs it (hooks of
//! `load-buffer` and `save-buffer`). So nothing is asked by itself but a socket of the effective user, below folders in
//! which nobody else can put another in its place, through no link of anybody else's. tmux holds its own folder to that;
//! `-S`, by which sockets are reached here, does not. A path is followed once: what was looked at is what is asked, by its path
//! without links.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Component, Path, PathBuf};

/// Write permission of the group and of all others.
const OTHERS_WRITE: u32 = 0o022;

/// In such a folder an entry is replaced by its owner alone, whoever may write there.
const STICKY: u32 = 0o1000;

/// Links on one way that are followed, as many as the kernel follows.
const LINKS: usize = 40;

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
            Self::Replaceable => {
                formatter.write_str("lies behind a link or a folder that others can change")
            }
            Self::NoSocket => formatter.write_str("is no socket that can be seen"),
        }
    }
}

/// The sockets that are asked by themselves: the one in `$TMUX` first, then those in the `tmux-*` folders below
/// `$TMUX_TMPDIR` and `/tmp`, in order of their names; all of them the effective user's, in folders that nobody else can
/// change. A server behind a socket elsewhere (`tmux -S`) is found only from inside it. A socket's server may have gone.
#[must_use]
pub fn sockets() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = own_around().into_iter().collect();
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

/// The socket of the server around this process, as `$TMUX` names it, whoever owns it. What is asked by itself is
/// [`own_around`].
#[must_use]
pub fn around() -> Option<PathBuf> {
    let value = std::env::var("TMUX").ok()?;
    socket_of(&value)
}

/// The socket of the surrounding server, without links, if shadow may ask it unasked.
#[must_use]
pub fn own_around() -> Option<PathBuf> {
    trusted(&around()?).ok()
}

/// Where a path leads now, without links; the path itself where that cannot be seen. For sockets that a person has named.
#[must_use]
pub fn resolved(socket: &Path) -> PathBuf {
    socket.canonicalize().unwrap_or_else(|_| socket.to_owned())
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
    trusted(socket).err()
}

/// A socket that may be asked by itself, without links: the only path by which it is to be asked.
///
/// # Errors
/// With what speaks against asking it.
pub fn trusted(socket: &Path) -> Result<PathBuf, Distrust> {
    trusted_of(socket, user())
}

/// The effective user, as whom tmux' client reads and writes.
pub(crate) fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

fn trusted_of(socket: &Path, user: u32) -> Result<PathBuf, Distrust> {
    let is_theirs = |path: &Path| {
        let known = fs::symlink_metadata(path).map_err(|_| Distrust::NoSocket)?;
        match known.file_type().is_socket() {
            false => Err(Distrust::NoSocket),
            true if known.uid() != user => Err(Distrust::Theirs(known.uid())),
            true => Ok(()),
        }
    };
    // Whose it is tells more than where it lies. What counts is looked at again on the way that stays.
    is_theirs(&resolved(socket))?;
    let way = way(socket, user)?;
    is_theirs(&way)?;
    Ok(way)
}

/// The path without links to which a path leads, where nobody but this user and root can make it lead elsewhere: no link on
/// it is another's, and no folder is, or one in which others may replace what is not theirs.
fn way(path: &Path, user: u32) -> Result<PathBuf, Distrust> {
    let unseen = |_| Distrust::NoSocket;
    let mut at = PathBuf::from("/");
    let mut ahead = parts(&std::path::absolute(path).map_err(unseen)?);
    let mut links = 0;
    while let Some(part) = ahead.pop() {
        if part == ".." {
            at.pop();
            continue;
        }
        let folder = fs::symlink_metadata(&at).map_err(unseen)?;
        if !keeps(&folder, user) {
            return Err(Distrust::Replaceable);
        }
        let next = at.join(&part);
        let known = fs::symlink_metadata(&next).map_err(unseen)?;
        if !known.is_symlink() {
            at = next;
            continue;
        }
        links += 1;
        if links > LINKS {
            return Err(Distrust::NoSocket);
        }
        if !is_of_trust(&known, user) {
            return Err(Distrust::Replaceable);
        }
        let target = fs::read_link(&next).map_err(unseen)?;
        if target.is_absolute() {
            at = PathBuf::from("/");
        }
        ahead.extend(parts(&target));
    }
    Ok(at)
}

/// The parts of a path, the last one first.
fn parts(path: &Path) -> Vec<OsString> {
    let parts = path.components().rev();
    let named = parts.filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
    named.map(|part| part.as_os_str().to_owned()).collect()
}

/// Whether this user or root has made it, and alone may change it.
fn is_of_trust(known: &Metadata, user: u32) -> bool {
    [0, user].contains(&known.uid())
}

/// Whether a folder keeps what lies in it for whoever put it there.
fn keeps(folder: &Metadata, user: u32) -> bool {
    let closed = folder.mode() & OTHERS_WRITE == 0 || folder.mode() & STICKY != 0;
    is_of_trust(folder, user) && closed
}

/// The sockets of a user in the `tmux-*` folders of a folder, which must be theirs alone, as tmux wants it.
fn sockets_below(folder: &Path, user: u32) -> Vec<PathBuf> {
    // The way to the folder may be a link (`/tmp` on macOS): it is followed once, and what is found named without it.
    let Ok(folder) = way(folder, user) else {
        return Vec::new();
    };
    let mut sockets: Vec<PathBuf> = entries(&folder)
        .filter(|path| name_of(path).starts_with("tmux-") && is_own_folder(path, user))
        .flat_map(|path| entries(&path))
        .filter(|path| !path.is_symlink())
        .filter_map(|path| trusted_of(&path, user).ok())
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
    use std::os::unix::fs::{PermissionsExt, lchown, symlink};
    use std::os::unix::net::UnixListener;
    use std::path::{Path, PathBuf};

    use super::{Distrust, socket_of, sockets_below, trusted_of, user};

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
        assert_eq!(trusted_of(&own, user()), Ok(own.clone()));
        let theirs = trusted_of(&own, user() + 1);
        assert_eq!(theirs, Err(Distrust::Theirs(user())));
        let shared = folder.with_socket("sticky", 0o1777);
        assert_eq!(trusted_of(&shared, user()), Ok(shared.clone()));
        let open = folder.with_socket("open", 0o777);
        assert_eq!(trusted_of(&open, user()), Err(Distrust::Replaceable));
        // It is enough that a folder further up can be replaced.
        let deep = folder.with_socket("own/deeper", 0o700);
        set_mode(&folder.0.join("own"), 0o777);
        assert_eq!(trusted_of(&deep, user()), Err(Distrust::Replaceable));
        let none = folder.0.join("none");
        assert_eq!(trusted_of(&none, user()), Err(Distrust::NoSocket));
    }

    #[test]
    fn a_link_is_followed_once_and_only_where_nobody_else_can_turn_it() {
        let folder = Folder::new("links");
        let own = folder.with_socket("own", 0o700);
        let inner = own.parent().unwrap();
        // One's own link leads to what is asked, and is no part of its path.
        symlink("own", folder.0.join("link")).expect("a link");
        let through = folder.0.join("link/../link/default");
        assert_eq!(trusted_of(&through, user()), Ok(own.clone()));
        symlink(&own, folder.0.join("socket")).expect("a link");
        assert_eq!(
            trusted_of(&folder.0.join("socket"), user()),
            Ok(own.clone())
        );
        // In a folder where others may write it is theirs to turn, wherever it leads now.
        let open = folder.with_socket("open", 0o777);
        let turned = open.with_file_name("link");
        symlink(inner, &turned).expect("a link");
        let through = turned.join("default");
        assert_eq!(trusted_of(&through, user()), Err(Distrust::Replaceable));
        // So is one that they have made in a folder for everybody, and one that leads there.
        let shared = folder.with_socket("sticky", 0o1777).with_file_name("link");
        symlink(inner, &shared).expect("a link");
        assert_eq!(trusted_of(&shared.join("default"), user()), Ok(own.clone()));
        if lchown(&shared, Some(65534), None).is_ok() {
            let through = shared.join("default");
            assert_eq!(trusted_of(&through, user()), Err(Distrust::Replaceable));
            symlink(&shared, folder.0.join("over")).expect("a link");
            let through = folder.0.join("over/default");
            assert_eq!(trusted_of(&through, user()), Err(Distrust::Replaceable));
        }
        let round = folder.0.join("round");
        symlink(&round, &round).expect("a link");
        assert_eq!(trusted_of(&round, user()), Err(Distrust::NoSocket));
    }

    #[test]
    fn the_socket_around_is_read_from_the_end() {
        let read = |value| socket_of(value);
        assert_eq!(read("/tmp/a,b/s,123,0"), Some("/tmp/a,b/s".into()));
        assert_eq!(read("/tmp/s"), None);
        assert_eq!(read(",1,0"), None);
    }
}
