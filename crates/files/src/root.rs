//! A folder that a person gave, and the regular files in it and below.

use std::fs::{self, File, FileType, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use crate::PlainName;

/// A folder that a person gave. What is opened in it is a regular file of a plain name, through no link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root(PathBuf);

impl Root {
    /// A folder, by the path that a person gave, or that a walk by [`folders`](Self::folders) has found.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where a file of this name stands, or would.
    #[must_use]
    pub fn place(&self, name: &PlainName) -> PathBuf {
        self.0.join(name)
    }

    /// Whether something has this name, be it what it may.
    #[must_use]
    pub fn has(&self, name: &PlainName) -> bool {
        fs::symlink_metadata(self.place(name)).is_ok()
    }

    /// Opens a regular file for reading.
    ///
    /// # Errors
    /// As [`open_regular`] gives them.
    pub fn open(&self, name: &PlainName) -> io::Result<File> {
        open_regular(&self.place(name))
    }

    /// Reads a regular file of at most `cap` bytes.
    ///
    /// # Errors
    /// As [`open`](Self::open) gives them, and [`ErrorKind::FileTooLarge`] where it is larger: then no
    /// more than the cap was read.
    pub fn read(&self, name: &PlainName, cap: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(name)?.take(cap + 1).read_to_end(&mut bytes)?;
        match bytes.len() as u64 > cap {
            true => Err(io::Error::new(
                ErrorKind::FileTooLarge,
                format!("it has more than {cap} bytes"),
            )),
            false => Ok(bytes),
        }
    }

    /// Reads a file as text.
    ///
    /// # Errors
    /// As [`read`](Self::read) gives them, and [`ErrorKind::InvalidData`] where it is not UTF-8.
    pub fn read_text(&self, name: &PlainName, cap: u64) -> io::Result<String> {
        let bytes = self.read(name, cap)?;
        String::from_utf8(bytes)
            .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is no UTF-8 text"))
    }

    /// The folders directly in it, sorted by name; links to folders are none.
    ///
    /// # Errors
    /// When it cannot be listed.
    pub fn folders(&self) -> io::Result<Vec<Self>> {
        Ok(self
            .listed(FileType::is_dir)?
            .into_iter()
            .map(Self)
            .collect())
    }

    /// The regular files directly in it, sorted by name, for [`open_regular`]; links to files are none.
    ///
    /// # Errors
    /// When it cannot be listed.
    pub fn files(&self) -> io::Result<Vec<PathBuf>> {
        self.listed(FileType::is_file)
    }

    fn listed(&self, wanted: impl Fn(&FileType) -> bool) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.0)? {
            let entry = entry?;
            if wanted(&entry.file_type()?) {
                found.push(entry.path());
            }
        }
        found.sort();
        Ok(found)
    }
}

/// Opens a regular file for reading, by a path that a [`Root`] has given.
///
/// # Errors
/// When there is none, it cannot be read, or it is a link, a pipe, a device or a folder. It never
/// waits for anybody.
pub fn open_regular(path: &Path) -> io::Result<File> {
    // A pipe without a writer would keep us waiting before it could be asked what it is.
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let mut options = OpenOptions::new();
    options.read(true).custom_flags(flags.bits().cast_signed());
    let file = options
        .open(path)
        .map_err(|error| match error.raw_os_error() {
            Some(code) if code == rustix::io::Errno::LOOP.raw_os_error() => not_regular(),
            _ => error,
        })?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(not_regular()),
    }
}

fn not_regular() -> io::Error {
    io::Error::new(
        ErrorKind::InvalidInput,
        "it is a link, a pipe, a device or a folder; only a regular file is read",
    )
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("shadow-root-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn plain(name: &str) -> PlainName {
        PlainName::new(name).unwrap()
    }

    #[test]
    fn only_a_regular_file_is_read_and_no_more_than_the_cap() {
        let path = folder("kinds");
        let root = Root::at(&path);
        fs::write(path.join("file"), "12345").unwrap();
        symlink("/etc/passwd", path.join("link")).unwrap();
        symlink("/dev/zero", path.join("zero")).unwrap();
        fs::create_dir_all(path.join("folder")).unwrap();
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        let pipe = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, path.join("pipe"), pipe, mode, 0).unwrap();
        assert_eq!(root.read(&plain("file"), 5).unwrap(), b"12345");
        let large = root.read(&plain("file"), 4).unwrap_err();
        assert_eq!(large.kind(), ErrorKind::FileTooLarge);
        for other in ["link", "zero", "folder", "pipe"] {
            let refused = root.read(&plain(other), 5).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::InvalidInput, "{other}");
        }
        assert_eq!(
            root.open(&plain("none")).unwrap_err().kind(),
            ErrorKind::NotFound
        );
        fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn links_are_none_of_its_folders_and_files() {
        let path = folder("walk");
        fs::create_dir_all(path.join("inner")).unwrap();
        symlink(&path, path.join("loop")).unwrap();
        fs::write(path.join("file"), "").unwrap();
        symlink(path.join("file"), path.join("link")).unwrap();
        let root = Root::at(&path);
        assert_eq!(root.folders().unwrap(), [Root::at(path.join("inner"))]);
        assert_eq!(root.files().unwrap(), [path.join("file")]);
        fs::remove_dir_all(path).unwrap();
    }
}
