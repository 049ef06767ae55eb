//! The socket of `shadow serve` for programs: in a folder in which nobody else can put another one in its place.

use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;

use shadow_files::private;
use shadow_tmux::distrust;

use crate::exit::Failure;

/// Listens at a path. A missing folder is made. What an earlier server has left there is replaced; one at which somebody
/// listens is not.
pub fn listen(path: &Path) -> Result<UnixListener, Failure> {
    let refuse = |why: &dyn std::fmt::Display| {
        Failure::input(format!("cannot listen at {}: {why}", path.display()))
    };
    make_room(path).map_err(|error| refuse(&error))?;
    let listener = UnixListener::bind(path).map_err(|error| refuse(&error))?;
    match distrust(path) {
        None => Ok(listener),
        Some(why) => {
            let _ = fs::remove_file(path);
            Err(refuse(&format!("it {why}; name a folder of yours")))
        }
    }
}

fn make_room(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        private::create_folders(folder)?;
    }
    let about = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        about => about?,
    };
    let own = about.uid() == rustix::process::geteuid().as_raw();
    if !about.file_type().is_socket() || !own {
        return Err(io::Error::other("something else is there"));
    }
    match UnixStream::connect(path) {
        Ok(_) => Err(io::Error::other("a server listens there")),
        Err(_) => fs::remove_file(path),
    }
}

#[cfg(test)]
mod tests {
    use super::listen;
    use std::fs;
    use std::os::unix::fs::MetadataExt;

    #[test]
    fn a_socket_is_made_where_nothing_else_is() {
        let folder = std::env::temp_dir().join(format!("shadow-socket-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let rights = std::os::unix::fs::PermissionsExt::from_mode(0o700);
        fs::set_permissions(&folder, rights).expect("rights");
        let below = folder.join("new").join("folder");
        assert!(listen(&below.join("s")).is_ok(), "its folder is made");
        let mode = fs::metadata(&below).expect("a folder").mode();
        assert_eq!(mode & 0o777, 0o700, "for its owner alone");
        let path = folder.join("s");
        let refused = || listen(&path).expect_err("refused").message().to_owned();
        fs::write(&path, "").expect("a file");
        assert!(refused().contains("something else"), "{}", refused());
        fs::remove_file(&path).expect("removed");
        let first = listen(&path).expect("it listens");
        assert!(refused().contains("a server listens"), "{}", refused());
        drop(first);
        assert!(listen(&path).is_ok(), "what was left is replaced");
        let open = std::os::unix::fs::PermissionsExt::from_mode(0o777);
        fs::set_permissions(&folder, open).expect("rights");
        assert!(refused().contains("a folder of yours"), "{}", refused());
        fs::remove_dir_all(folder).expect("cleaned");
    }
}
