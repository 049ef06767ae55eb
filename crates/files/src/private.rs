//! Files and folders that hold a person's words: their owner's alone, from the first byte.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use rustix::process::geteuid;

/// Creates a new file, readable and writable by its owner alone.
///
/// # Errors
/// When something has the name already (a link too), or it cannot be made.
pub fn create_new(path: &Path) -> io::Result<File> {
    options().write(true).create_new(true).open(path)
}

/// Options by which a file that is made is its owner's alone; one that is there keeps its rights. The caller says
/// what it is opened for.
#[must_use]
pub fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

/// Writes a file anew. One that is not there is made, its owner's alone; one that is there keeps its rights.
///
/// # Errors
/// When it cannot be written.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = options();
    let options = options.create(true).write(true).truncate(true);
    options.open(path)?.write_all(bytes)
}

/// Creates one new folder that its owner alone may enter.
///
/// # Errors
/// When something has the name already, or it cannot be made.
pub fn create_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Creates what is missing of a path to a folder, each its owner's alone.
///
/// # Errors
/// When it cannot be made.
pub fn create_folders(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).recursive(true).create(path)
}

/// A folder of the user's alone, made with what is missing above it if it is not there.
///
/// # Errors
/// When it cannot be made, or is there and is a link, another user's, or open to others: what is in such a
/// folder may be anybody's.
pub fn folder(path: &Path) -> io::Result<()> {
    create_folders(path)?;
    let about = fs::symlink_metadata(path)?;
    let own = about.is_dir() && about.uid() == geteuid().as_raw() && about.mode() & 0o077 == 0;
    match own {
        true => Ok(()),
        false => Err(io::Error::new(
            ErrorKind::PermissionDenied,
            "it is not a folder of yours alone (chmod 700)",
        )),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_made_is_its_owners_alone_and_what_was_there_stays() {
        let base = std::env::temp_dir().join(format!("shadow-private-{}", std::process::id()));
        folder(&base.join("a/b")).unwrap();
        assert_eq!([mode(&base), mode(&base.join("a/b"))], [0o700; 2]);
        let (new, old) = (base.join("new"), base.join("old"));
        write(&new, b"x").unwrap();
        create_new(&base.join("other")).unwrap();
        options()
            .append(true)
            .create(true)
            .open(base.join("log"))
            .unwrap();
        for name in ["new", "other", "log"] {
            assert_eq!(mode(&base.join(name)), 0o600, "{name}");
        }
        fs::write(&old, "x").unwrap();
        fs::set_permissions(&old, PermissionsExt::from_mode(0o664)).unwrap();
        write(&old, b"y").unwrap();
        assert_eq!(mode(&old), 0o664);
        assert!(create_new(&old).is_err());
        fs::remove_dir_all(base).unwrap();
    }

    #[test]
    fn a_folder_that_others_may_enter_or_lead_elsewhere_is_refused() {
        let base = std::env::temp_dir().join(format!("shadow-shared-{}", std::process::id()));
        let (open, link) = (base.join("open"), base.join("link"));
        folder(&open).unwrap();
        symlink(&open, &link).unwrap();
        assert_eq!(
            folder(&link).unwrap_err().kind(),
            ErrorKind::PermissionDenied
        );
        fs::set_permissions(&open, PermissionsExt::from_mode(0o750)).unwrap();
        assert_eq!(
            folder(&open).unwrap_err().kind(),
            ErrorKind::PermissionDenied
        );
        fs::remove_dir_all(base).unwrap();
    }
}
