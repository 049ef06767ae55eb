//! The pty and the program in it: spawn, read, write, resize, signal, see it stop and end.

use std::env;
use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd};

use crate::keeper::NO_SHELL;
use filedescriptor::FileDescriptor;
use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

/// Columns and rows, with pixels where the terminal knows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub cols: u16,
    /// Rows.
    pub rows: u16,
    /// Width and height in pixels; 0 where not known.
    pub pixels: (u16, u16),
}

impl Size {
    /// A size without pixels.
    #[must_use]
    pub const fn new(cols: u16, rows: u16) -> Self {
        Self {
            cols,
            rows,
            pixels: (0, 0),
        }
    }

    fn pty(self) -> PtySize {
        PtySize {
            rows: self.rows,
            cols: self.cols,
            pixel_width: self.pixels.0,
            pixel_height: self.pixels.1,
        }
    }
}

/// What to run, and in what.
#[derive(Debug, Clone)]
pub struct Command {
    /// The program and its arguments.
    pub argv: Vec<OsString>,
    /// What starts a keeper: a program of which [`keep`](crate::keep) is run with what follows.
    /// Without one the program leads the pty's session itself, and cannot be suspended.
    pub keeper: Vec<OsString>,
    /// The pty's size.
    pub size: Size,
    /// The pty's line settings: those of the outer terminal.
    pub settings: Option<Termios>,
}

/// A change in the hosted program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// It is suspended.
    Stopped,
    /// It has ended: its exit code, or 128 and the signal's number.
    Ended(i32),
}

/// A program in a pty.
pub struct Host {
    master: Box<dyn MasterPty + Send>,
    fd: FileDescriptor,
    child: Pid,
    /// Whether the program itself, and not its keeper, is in the pty's foreground.
    forward: bool,
    ended: Option<i32>,
}

impl Host {
    /// Opens a pty and starts the program in it, in the working folder and environment of this
    /// process.
    ///
    /// # Errors
    /// When there is no pty to be had, or the program cannot be started.
    pub fn spawn(command: &Command) -> io::Result<Self> {
        let pair = native_pty_system()
            .openpty(command.size.pty())
            .map_err(io::Error::other)?;
        let raw = pair.master.as_raw_fd();
        let raw = raw.ok_or_else(|| io::Error::other("the pty has no descriptor"))?;
        let mut fd = FileDescriptor::dup(&raw).map_err(io::Error::other)?;
        fd.set_non_blocking(true).map_err(io::Error::other)?;
        if let Some(settings) = &command.settings {
            tcsetattr(&fd, OptionalActions::Now, settings)?;
        }
        let spawned = pair.slave.spawn_command(builder(command)?);
        let child = spawned.map_err(|error| io::Error::other(format!("{error:#}")))?;
        let id = child.process_id().and_then(|id| i32::try_from(id).ok());
        let child = id.and_then(Pid::from_raw);
        Ok(Self {
            master: pair.master,
            fd,
            child: child.ok_or_else(|| io::Error::other("the program has no process id"))?,
            forward: command.keeper.is_empty(),
            ended: None,
        })
    }

    /// Whether the program is there to be typed to. A key that acts by signal would otherwise stop
    /// or end what is about to become it: keys wait until then.
    #[must_use]
    pub fn takes_keys(&self) -> bool {
        self.forward
    }

    /// Looks whether the program has come to the foreground.
    pub fn look_forward(&mut self) {
        let keeper = self.child.as_raw_nonzero().get();
        let in_front = self.master.process_group_leader();
        self.forward |= in_front.is_some_and(|group| group != keeper);
    }

    /// Reads what the program has written; none where there is nothing yet, 0 at the end.
    ///
    /// # Errors
    /// When the pty cannot be read.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        match rustix::io::read(&self.fd, buffer) {
            Ok(count) => Ok(Some(count)),
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => Ok(None),
            // Every end of the pty's other side is closed.
            Err(rustix::io::Errno::IO) => Ok(Some(0)),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes to the program, as keys; says how many bytes it took.
    ///
    /// # Errors
    /// When the pty cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match rustix::io::write(&self.fd, bytes) {
            Ok(count) => Ok(count),
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// Changes the size; the program is told by the kernel.
    ///
    /// # Errors
    /// When the pty refuses.
    pub fn resize(&self, size: Size) -> io::Result<()> {
        self.master.resize(size.pty()).map_err(io::Error::other)
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: Signal) {
        if self.ended.is_none() {
            // It may have ended this moment; that is seen by `poll`.
            let _ = kill_process(self.child, signal);
        }
    }

    /// What has changed since it was last asked.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn poll(&mut self) -> io::Result<Option<Change>> {
        if let Some(code) = self.ended {
            return Ok(Some(Change::Ended(code)));
        }
        let options = WaitOptions::NOHANG | WaitOptions::UNTRACED;
        let Some((_, status)) = waitpid(Some(self.child), options)? else {
            return Ok(None);
        };
        let signaled = status.terminating_signal().map(|signal| 128 + signal);
        if let Some(code) = status.exit_status().or(signaled) {
            self.ended = Some(code);
            return Ok(Some(Change::Ended(code)));
        }
        Ok(status.stopped().then_some(Change::Stopped))
    }

    /// The process that leads the pty's session: the keeper, or the program itself where there is none.
    #[must_use]
    pub fn process(&self) -> u32 {
        self.child.as_raw_nonzero().get().unsigned_abs()
    }

    /// The device of the pty, where it has a name.
    #[must_use]
    pub fn device(&self) -> Option<String> {
        let name = self.master.tty_name()?;
        Some(name.to_string_lossy().into_owned())
    }

    /// Whether the program reads lines (canonical mode), and the character that ends its input.
    #[must_use]
    pub fn line_end_of_input(&self) -> Option<u8> {
        let settings = tcgetattr(&self.fd).ok()?;
        let lines = settings.local_modes.contains(LocalModes::ICANON);
        lines.then(|| settings.special_codes[rustix::termios::SpecialCodeIndex::VEOF])
    }
}

impl AsFd for Host {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host")
            .field("child", &self.child)
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

/// The command as portable-pty takes it: this environment and folder, and nothing added.
fn builder(command: &Command) -> io::Result<CommandBuilder> {
    let mut argv = command.keeper.clone();
    argv.extend_from_slice(&command.argv);
    if argv.is_empty() {
        return Err(io::Error::other("no program is named"));
    }
    let mut builder = CommandBuilder::from_argv(argv);
    builder.env_clear();
    for (name, value) in env::vars_os() {
        builder.env(name, value);
    }
    if env::var_os("SHELL").is_none() && !command.keeper.is_empty() {
        builder.env(NO_SHELL, "1");
    }
    builder.cwd(env::current_dir()?);
    Ok(builder)
}
