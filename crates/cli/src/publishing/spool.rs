//! Events on the disk until the server has them: a file of lines, of which the first are taken away once they are published.
//!
//! What a run of the relay leaves there is published by the next one. The file is bounded. What has no room is dropped and
//! counted, and so is what the disk does not take beyond a few lines in memory.

use std::collections::VecDeque;
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use shadow_files::private;

/// Bytes of the file.
const MOST: u64 = 32 << 20;

/// Lines that are kept in memory where the disk takes none.
const IN_MEMORY: usize = 1000;

/// Bytes that are read at one time.
const PIECE: usize = 64 << 10;

/// The file, held by one run of the relay.
#[derive(Debug)]
pub struct Spool {
    file: File,
    /// Where the first line that waits begins, and where the last one ends.
    read: u64,
    written: u64,
    most: u64,
    in_memory: VecDeque<Vec<u8>>,
    dropped: u64,
}

impl Spool {
    /// Opens the file at a path. It is an error if another relay holds it.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut options = private::options();
        let file = options.read(true).append(true).create(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ErrorKind::AddrInUse.into()),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut spool = Self {
            written: file.metadata()?.len(),
            file,
            read: 0,
            most: MOST,
            in_memory: VecDeque::new(),
            dropped: 0,
        };
        spool.cut()?;
        Ok(spool)
    }

    /// Cuts off a last line that is not whole: its writer ended in the middle of it.
    fn cut(&mut self) -> io::Result<()> {
        let (mut whole, mut at) = (0, 0);
        while let Some(length) = self.line(at)?.map(|line| line.len() as u64) {
            at += length + 1;
            whole = at;
        }
        self.written = whole;
        self.file.set_len(whole)
    }

    /// Adds a line, which has no end of its own.
    pub fn push(&mut self, line: &[u8]) {
        if self.in_memory.is_empty() && self.write(line).is_ok() {
            return;
        }
        match self.in_memory.len() < IN_MEMORY {
            true => self.in_memory.push_back(line.to_vec()),
            false => self.dropped += 1,
        }
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let length = line.len() as u64 + 1;
        if self.written + length > self.most {
            return Err(ErrorKind::StorageFull.into());
        }
        let whole = [line, b"\n"].concat();
        let written = self.file.write_all(&whole);
        if written.is_err() {
            // A part of it may be there.
            self.file.set_len(self.written)?;
        }
        written?;
        self.written += length;
        Ok(())
    }

    /// The first line that waits.
    pub fn first(&self) -> io::Result<Option<Vec<u8>>> {
        match self.read < self.written {
            true => self.line(self.read),
            false => Ok(self.in_memory.front().cloned()),
        }
    }

    /// Takes the first line away. The file is emptied when all its lines are.
    pub fn pop(&mut self) -> io::Result<()> {
        if self.read == self.written {
            self.in_memory.pop_front();
            return Ok(());
        }
        let length = self.line(self.read)?.map_or(0, |line| line.len() as u64);
        self.read += length + 1;
        if self.read >= self.written {
            self.file.set_len(0)?;
            (self.read, self.written) = (0, 0);
        }
        Ok(())
    }

    /// The lines that were dropped since the last question.
    pub fn dropped(&mut self) -> u64 {
        std::mem::take(&mut self.dropped)
    }

    /// The whole line that begins at a place; none if none ends there.
    fn line(&self, at: u64) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut piece = vec![0; PIECE];
        loop {
            let length = self.file.read_at(&mut piece, at + line.len() as u64)?;
            let read = &piece[..length];
            if let Some(end) = memchr::memchr(b'\n', read) {
                line.extend_from_slice(&read[..end]);
                return Ok(Some(line));
            }
            if read.is_empty() {
                return Ok(None);
            }
            line.extend_from_slice(read);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::ErrorKind;
    use std::path::PathBuf;

    use super::{IN_MEMORY, Spool};

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("shadow-spool-{name}-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    fn taken(spool: &mut Spool) -> Option<String> {
        let line = spool.first().expect("read")?;
        spool.pop().expect("taken");
        Some(String::from_utf8(line).expect("text"))
    }

    #[test]
    fn lines_come_in_order_and_outlive_their_writer() {
        let path = path("order");
        let mut spool = Spool::open(&path).expect("a file");
        let busy = Spool::open(&path).expect_err("held");
        assert_eq!(busy.kind(), ErrorKind::AddrInUse);
        let long = "x".repeat(200_000);
        for line in ["one", &long, "three"] {
            spool.push(line.as_bytes());
        }
        assert_eq!(taken(&mut spool).as_deref(), Some("one"));
        drop(spool);
        fs::write(
            &path,
            [&fs::read(&path).expect("a file")[..], b"half"].concat(),
        )
        .expect("written");
        let mut spool = Spool::open(&path).expect("a file");
        // The first one is given again: that it was taken is not kept.
        for line in ["one", &long, "three"] {
            assert_eq!(taken(&mut spool).as_deref(), Some(line));
        }
        assert_eq!(taken(&mut spool), None);
        assert_eq!(fs::metadata(&path).expect("a file").len(), 0);
        spool.push(b"four");
        assert_eq!(taken(&mut spool).as_deref(), Some("four"));
        fs::remove_file(path).expect("removed");
    }

    #[test]
    fn what_has_no_room_is_counted_and_the_rest_keeps_its_order() {
        let path = path("room");
        let mut spool = Spool::open(&path).expect("a file");
        spool.most = 8;
        for number in 0..IN_MEMORY + 5 {
            spool.push(format!("{number:03}").as_bytes());
        }
        // Two in the file.
        assert_eq!((spool.dropped(), spool.dropped()), (3, 0));
        for number in 0..IN_MEMORY + 2 {
            assert_eq!(taken(&mut spool), Some(format!("{number:03}")));
        }
        assert_eq!(taken(&mut spool), None);
        spool.push(b"new");
        assert_eq!(taken(&mut spool).as_deref(), Some("new"));
        fs::remove_file(path).expect("removed");
    }
}
