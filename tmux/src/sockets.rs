//! Where tmux servers listen: the socket in `$TMUX` and every socket in the usual folders.

use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// Every tmux socket that can be seen: the one in `$TMUX` first, then those in the `tmux-UID`
/// folders below `$TMUX_TMPDIR` and `/tmp`, in order of their names. A server behind a socket
/// elsewhere (`tmux -S`) is found only from inside it. A socket's server may have gone.
#[must_use]
pub fn sockets() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let own = std::env::var("TMUX").ok();
    if let Some(path) = own.as_deref().and_then(own_socket) {
        found.push(path);
    }
    let custom = std::env::var_os("TMUX_TMPDIR").map(PathBuf::from);
    for folder in custom.into_iter().chain([PathBuf::from("/tmp")]) {
        for socket in sockets_below(&folder) {
            if !found.contains(&socket) {
                found.push(socket);
            }
        }
    }
    found
}

/// The socket in the value of `$TMUX`: `SOCKET,SERVER_PID,SESSION`.
fn own_socket(value: &str) -> Option<PathBuf> {
    let mut parts = value.rsplitn(3, ',');
    let path = parts.nth(2)?;
    is_socket(Path::new(path)).then(|| PathBuf::from(path))
}

/// The sockets in the `tmux-UID` folders of a folder.
fn sockets_below(folder: &Path) -> Vec<PathBuf> {
    let mut sockets: Vec<PathBuf> = entries(folder)
        .filter(|path| name_of(path).starts_with("tmux-"))
        .flat_map(|path| entries(&path))
        .filter(|path| is_socket(path))
        .collect();
    sockets.sort();
    sockets
}

/// The entries of a folder; none where it cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Some(entry.ok()?.path()))
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn is_socket(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_socket())
}

#[cfg(test)]
mod tests {
    use super::{own_socket, sockets_below};
    use std::os::unix::net::UnixListener;

    #[test]
    fn sockets_are_found_and_other_files_are_not() {
        let folder = std::env::temp_dir().join(format!("shadow-sockets-{}", std::process::id()));
        let inner = folder.join("tmux-1000");
        std::fs::create_dir_all(&inner).expect("a folder");
        let socket = inner.join("default");
        let listener = UnixListener::bind(&socket).expect("a socket");
        std::fs::write(inner.join("notes"), "no socket").expect("a file");
        assert_eq!(sockets_below(&folder), [socket.as_path()]);
        let value = format!("{},123,0", socket.display());
        assert_eq!(own_socket(&value).as_deref(), Some(socket.as_path()));
        assert_eq!(own_socket("/no/such,1,0"), None);
        drop(listener);
        std::fs::remove_dir_all(folder).expect("the folder goes");
    }
}
