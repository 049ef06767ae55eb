//! Events on the disk until the server has them: a file of lines, of which the first are taken away once they are published.
//!
//! A line that is taken away is marked in its place, so the next run of the relay does not publish it again. What a run leaves
//! there is published by the next one. The file is bounded. What has no room is counted, and so is what the disk does not take
//! beyond a few lines in memory: then only the last line of each key is kept, until there is room for it.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::FileExt;
use std::path::Path;

use shadow_files::private;

/// Bytes of the file.
const MOST: u64 = 32 << 20;

/// Lines that are kept in memory where the disk takes none.
const IN_MEMORY: usize = 1000;

/// Bytes that are read at one time, and that are taken away before the rest of the file moves to its begin.
const PIECE: usize = 64 << 10;

/// What a line that was taken away begins with.
const TAKEN: u8 = b'#';

/// The file, held by one run of the relay.
#[derive(Debug)]
pub struct Spool {
    file: File,
    /// Where the first line that waits begins, and where the last one ends.
    read: u64,
    written: u64,
    most: u64,
    in_memory: VecDeque<Vec<u8>>,
    /// The last line of each key that had no room.
    last: BTreeMap<String, Vec<u8>>,
    dropped: u64,
    /// How many lines have waited, and how many of them were taken away.
    pub pushed: u64,
    pub popped: u64,
}

impl Spool {
    /// Opens the file at a path. It is an error if another relay holds it.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut options = private::options();
        let file = options.read(true).write(true).create(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ErrorKind::AddrInUse.into()),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut spool = Self {
            file,
            read: 0,
            written: 0,
            most: MOST,
            in_memory: VecDeque::new(),
            last: BTreeMap::new(),
            dropped: 0,
            pushed: 0,
            popped: 0,
        };
        spool.find()?;
        Ok(spool)
    }

    /// Finds the lines that wait. A last one that is not whole is cut off: its writer ended in the middle of it.
    fn find(&mut self) -> io::Result<()> {
        while let Some(line) = self.line(self.written)? {
            self.written += line.len() as u64 + 1;
            match line.first() == Some(&TAKEN) {
                true => self.read = self.written,
                false => self.pushed += 1,
            }
        }
        self.file.set_len(self.written)
    }

    /// Adds a line, which has no end of its own. If there is no room, the last line of its key comes in later.
    pub fn push(&mut self, line: &[u8], key: Option<&str>) {
        self.readmit();
        if self.put(line) {
            return;
        }
        let earlier = match key {
            Some(key) => self.last.insert(key.to_owned(), line.to_vec()).is_some(),
            None => true,
        };
        self.dropped += u64::from(earlier);
    }

    /// Adds the last lines that had no room, as far as there is some now.
    fn readmit(&mut self) {
        while let Some((key, line)) = self.last.pop_first() {
            if !self.put(&line) {
                self.last.insert(key, line);
                return;
            }
        }
    }

    /// Adds a line if there is room.
    fn put(&mut self, line: &[u8]) -> bool {
        let is_written = self.in_memory.is_empty() && self.write(line).is_ok();
        let has_room = is_written || self.in_memory.len() < IN_MEMORY;
        if has_room && !is_written {
            self.in_memory.push_back(line.to_vec());
        }
        self.pushed += u64::from(has_room);
        has_room
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let length = line.len() as u64 + 1;
        if self.written + length > self.most {
            return Err(ErrorKind::StorageFull.into());
        }
        let whole = [line, b"\n"].concat();
        let written = self.file.write_all_at(&whole, self.written);
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

    /// Takes the first line away.
    pub fn pop(&mut self) -> io::Result<()> {
        if self.read < self.written {
            let length = self.line(self.read)?.map_or(0, |line| line.len() as u64);
            self.file.write_all_at(&[TAKEN], self.read)?;
            self.read += length + 1;
            self.close_up()?;
        } else {
            self.in_memory.pop_front();
        }
        self.popped += 1;
        self.readmit();
        Ok(())
    }

    /// Moves the lines that wait to the begin of the file, once the room there is large enough: until the file is cut, the lines
    /// are also where they were.
    fn close_up(&mut self) -> io::Result<()> {
        let waiting = self.written.saturating_sub(self.read);
        if waiting > 0 && (waiting > self.read || self.read < PIECE as u64) {
            return Ok(());
        }
        let mut moved = vec![0; usize::try_from(waiting).unwrap_or_default()];
        self.file.read_exact_at(&mut moved, self.read)?;
        self.file.write_all_at(&moved, 0)?;
        self.file.set_len(waiting)?;
        (self.read, self.written) = (0, waiting);
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
            spool.push(line.as_bytes(), None);
        }
        assert_eq!(taken(&mut spool).as_deref(), Some("one"));
        drop(spool);
        fs::write(
            &path,
            [&fs::read(&path).expect("a file")[..], b"half"].concat(),
        )
        .expect("written");
        let mut spool = Spool::open(&path).expect("a file");
        // The first one is not given again.
        assert_eq!((spool.pushed, spool.popped), (2, 0));
        for line in [&long, "three"] {
            assert_eq!(taken(&mut spool).as_deref(), Some(line));
        }
        assert_eq!(taken(&mut spool), None);
        assert_eq!(fs::metadata(&path).expect("a file").len(), 0);
        spool.push(b"four", None);
        assert_eq!(taken(&mut spool).as_deref(), Some("four"));
        fs::remove_file(path).expect("removed");
    }

    #[test]
    fn what_has_no_room_is_counted_and_the_rest_keeps_its_order() {
        let path = path("room");
        let mut spool = Spool::open(&path).expect("a file");
        spool.most = 8;
        for number in 0..IN_MEMORY + 5 {
            spool.push(format!("{number:03}").as_bytes(), None);
        }
        // Two in the file.
        assert_eq!((spool.dropped(), spool.dropped()), (3, 0));
        for number in 0..IN_MEMORY + 2 {
            assert_eq!(taken(&mut spool), Some(format!("{number:03}")));
        }
        assert_eq!(taken(&mut spool), None);
        spool.push(b"new", None);
        assert_eq!(taken(&mut spool).as_deref(), Some("new"));
        fs::remove_file(path).expect("removed");
    }

    #[test]
    fn the_last_line_of_each_key_comes_in_when_there_is_room() {
        let path = path("last");
        let mut spool = Spool::open(&path).expect("a file");
        spool.most = 0;
        for number in 0..IN_MEMORY {
            spool.push(format!("{number}").as_bytes(), None);
        }
        for (line, key) in [
            ("a1", Some("a")),
            ("other", None),
            ("b1", Some("b")),
            ("a2", Some("a")),
        ] {
            spool.push(line.as_bytes(), key);
        }
        assert_eq!(spool.dropped(), 2, "a1 and other");
        let mut lines = Vec::new();
        while let Some(line) = taken(&mut spool) {
            lines.push(line);
        }
        assert_eq!(lines[IN_MEMORY - 1..], ["999", "a2", "b1"]);
        fs::remove_file(path).expect("removed");
    }

    #[test]
    fn a_file_that_is_never_empty_stays_small() {
        let path = path("small");
        let mut spool = Spool::open(&path).expect("a file");
        let line = |number: usize| format!("{number:01000}");
        spool.push(line(0).as_bytes(), None);
        let mut longest = 0;
        for number in 1..1000 {
            spool.push(line(number).as_bytes(), None);
            assert_eq!(taken(&mut spool), Some(line(number - 1)));
            longest = longest.max(fs::metadata(&path).expect("a file").len());
        }
        assert!(longest < 80_000, "{longest}");
        drop(spool);
        let mut spool = Spool::open(&path).expect("a file");
        assert_eq!(taken(&mut spool), Some(line(999)));
        assert_eq!(taken(&mut spool), None);
        fs::remove_file(path).expect("removed");
    }
}
