//! The way out: bytes on their way to the outer terminal, written without ever waiting for it.

use std::fs::{File, OpenOptions};
use std::io::{self, Stdout};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;

use rustix::io::Errno;
use rustix::termios::{isatty, ttyname};

/// Bytes of one write where the descriptor may block: a pipe that can be written takes as many.
const PIECE: usize = 4096;

/// Bytes that may wait before the program must.
const FULL: usize = 256 << 10;

/// Standard output, and what has not been written to it yet.
#[derive(Debug)]
pub(crate) struct Outlet {
    /// The terminal once more, not blocking. Standard output itself stays as it is: its mode is
    /// shared with whoever else holds it.
    own: Option<File>,
    stdout: Stdout,
    waiting: Vec<u8>,
    written: usize,
    lost: bool,
}

impl Outlet {
    pub(crate) fn new() -> Self {
        let stdout = io::stdout();
        Self {
            own: reopened(&stdout),
            stdout,
            waiting: Vec::new(),
            written: 0,
            lost: false,
        }
    }

    /// Where bytes are put that are to be written.
    pub(crate) fn queue(&mut self) -> &mut Vec<u8> {
        &mut self.waiting
    }

    /// Whether anything waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether so much waits that the program must wait too.
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.len() >= FULL
    }

    /// Whether its reader is gone.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Writes one piece of what waits; call it when the descriptor can be written.
    pub(crate) fn flush(&mut self) {
        let rest = &self.waiting[self.written..];
        let done = match &self.own {
            Some(own) => rustix::io::write(own, rest),
            None => rustix::io::write(&self.stdout, &rest[..rest.len().min(PIECE)]),
        };
        match done {
            Ok(count) => self.written += count,
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.lost = true,
        }
        if self.lost || self.written == self.waiting.len() {
            self.waiting.clear();
            self.written = 0;
        }
    }
}

impl AsFd for Outlet {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match &self.own {
            Some(own) => own.as_fd(),
            None => self.stdout.as_fd(),
        }
    }
}

/// A second handle of the terminal, whose writes do not block.
fn reopened(stdout: &Stdout) -> Option<File> {
    if !isatty(stdout) {
        return None;
    }
    let name = ttyname(stdout, Vec::new()).ok()?;
    let mut options = OpenOptions::new();
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    options.write(true).custom_flags(flags.bits().cast_signed());
    options
        .open(std::ffi::OsStr::from_bytes(name.to_bytes()))
        .ok()
}
