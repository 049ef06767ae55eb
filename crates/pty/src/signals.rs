//! Signals as a descriptor to wait on.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;

use rustix::process::Signal;
use signal_hook::consts::{
    SIGCHLD, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH,
};
use signal_hook::iterator::backend::SignalDelivery;
use signal_hook::iterator::exfiltrator::SignalOnly;

/// The signals that a host acts on or passes on.
#[derive(Debug)]
pub struct Signals(SignalDelivery<UnixStream, SignalOnly>);

impl Signals {
    /// Catches them from now on.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn catch() -> io::Result<Self> {
        let (read, write) = UnixStream::pair()?;
        let signals = [
            SIGCHLD, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH,
        ];
        SignalDelivery::with_pipe(read, write, SignalOnly, signals).map(Self)
    }

    /// Those that have come since it was last asked.
    pub fn take(&mut self) -> Vec<Signal> {
        let pending = self.0.pending();
        pending.filter_map(Signal::from_named_raw).collect()
    }
}

impl AsFd for Signals {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.get_read().as_fd()
    }
}
