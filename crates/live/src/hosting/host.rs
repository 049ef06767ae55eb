//! The pty, the terminal and the hosted program's screen put together.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use shadow_core::Stack;
use shadow_core::event::Event;
use shadow_pty::{Carried, Command, Observer, Signals, Size, Terminal, Terms, carry};
use shadow_tmux::PaneId;

use super::screen::Hosted;
use crate::agent::Hint;
use crate::error::LiveError;
use crate::watching::Tell;

/// What a program is hosted in where there is no terminal.
const NO_TERMINAL: Size = Size::new(80, 24);

/// Receives the events of a hosted program. It must not block, because the program's output waits for it.
pub trait Listener {
    /// The program wrote, at this time in seconds.
    fn output(&mut self, _at: f64, _bytes: &[u8]) {}
    /// The size changed.
    fn resized(&mut self, _at: f64, _size: Size) {}
    /// These events happened on the screen of the last look.
    fn happened(&mut self, at: f64, events: Vec<Event>, hosted: &Hosted);
    /// The program has ended with this exit code. This is the last call.
    fn ended(&mut self, _at: f64, _code: i32) {}
}

/// Hosts a program in its own pty, transparently: keys, sizes, signals, colors and the exit code pass between the program and
/// the terminal of this process.
pub struct Host {
    stack: Stack,
    hint: Hint,
    keeper: Vec<OsString>,
    size: Option<Size>,
    reports: bool,
    pane: Option<(PathBuf, PaneId)>,
    numbers: (u64, Option<Tell>),
}

impl Host {
    /// A host. `keeper` is a command of the caller that calls [`keep`](crate::keep) with the arguments after it. It runs between
    /// the host and the program, so that the program can be suspended.
    #[must_use]
    pub fn new(stack: Stack, keeper: Vec<OsString>) -> Self {
        Self {
            stack,
            hint: Hint::default(),
            keeper,
            size: None,
            reports: true,
            pane: None,
            numbers: (0, None),
        }
    }

    /// Adds what is known about the program.
    #[must_use]
    pub fn hinted(mut self, hint: Hint) -> Self {
        self.hint = hint;
        self
    }

    /// Gives the events the name of the tmux pane around it: the server's socket and the pane's id. Without this, the name is
    /// `run:` and the number of this process.
    #[must_use]
    pub fn within(mut self, socket: &Path, pane: PaneId) -> Self {
        self.pane = Some((socket.to_owned(), pane));
        self
    }

    /// Numbers dialogs (`operator_block.appearance`) from the number after `before` on, and calls the function with the number
    /// whenever it changes, `None` without a dialog. It is called only [`within`](Self::within) a pane.
    #[must_use]
    pub fn numbering_after(
        mut self,
        before: u64,
        tell: impl FnMut(&Path, PaneId, Option<u64>) + Send + 'static,
    ) -> Self {
        self.numbers = (before, Some(Box::new(tell)));
        self
    }

    /// Sets the size to use without a terminal.
    #[must_use]
    pub fn sized(mut self, size: Size) -> Self {
        self.size = Some(size);
        self
    }

    /// Does not report the status (OSC 7501) to the terminal on behalf of the CLI.
    #[must_use]
    pub fn unreported(mut self) -> Self {
        self.reports = false;
        self
    }

    /// Hosts a command until it ends. Returns its exit code, or 128 plus the number of the signal that killed it. `listen` makes the
    /// listener, for the given size.
    ///
    /// # Errors
    /// When there is no pty to be had, and whatever `listen` fails with.
    pub fn run<L: Listener, E: From<LiveError>>(
        self,
        argv: &[OsString],
        listen: impl FnOnce(Size) -> Result<L, E>,
    ) -> Result<(i32, L), E> {
        let terminal = Terminal::open();
        let size = terminal.size().or(self.size).unwrap_or(NO_TERMINAL);
        let terms = Terms {
            report: terminal.has_screen() && self.reports,
            answer: !(terminal.has_keys() && terminal.has_screen()),
        };
        let (before, tell) = self.numbers;
        let named = self.pane.as_ref();
        let named = named.map(|(socket, pane)| (socket.display().to_string(), *pane));
        let mut observed = Observed {
            listener: listen(size)?,
            hosted: Hosted::new(self.stack, self.hint, size, named, before),
            pane: self.pane.zip(tell),
            number: None,
        };
        let command = Command {
            argv: argv.to_vec(),
            keeper: self.keeper,
            size,
            settings: terminal.settings().cloned(),
        };
        let carried = carried(&command, &terminal, terms, &mut observed);
        let code = carried.map_err(LiveError::Host)?;
        observed.end(code);
        Ok((code, observed.listener))
    }
}

fn carried(
    command: &Command,
    terminal: &Terminal,
    terms: Terms,
    observer: &mut dyn Observer,
) -> io::Result<i32> {
    let mut signals = Signals::catch()?;
    let mut host = shadow_pty::Host::spawn(command)?;
    terminal.guard();
    let Carried { code } = carry(&mut host, terminal, &mut signals, terms, observer)?;
    Ok(code)
}

struct Observed<L> {
    hosted: Hosted,
    listener: L,
    /// The pane around the program, and who hears the numbers of its dialogs.
    pane: Option<((PathBuf, PaneId), Tell)>,
    /// The number of the last call.
    number: Option<u64>,
}

impl<L: Listener> Observed<L> {
    fn pass_on(&mut self, events: Vec<Event>) {
        self.tell_number();
        if !events.is_empty() {
            let at = self.hosted.looked();
            self.listener.happened(at, events, &self.hosted);
        }
    }

    /// Says which dialog is in front. This comes before its events, because a listener may act at once.
    fn tell_number(&mut self) {
        let number = self.hosted.number();
        if let Some(((socket, pane), tell)) = &mut self.pane
            && number != self.number
        {
            self.number = number;
            tell(socket, *pane, number);
        }
    }

    fn end(&mut self, code: i32) {
        let events = self.hosted.end();
        self.pass_on(events);
        self.listener.ended(self.hosted.now(), code);
    }
}

impl<L: Listener> Observer for Observed<L> {
    fn started(&mut self, process: u32, device: Option<&str>) {
        self.hosted.started(process, device);
    }

    fn output(&mut self, bytes: &[u8]) {
        self.listener.output(self.hosted.now(), bytes);
        self.hosted.output(bytes);
    }

    fn resized(&mut self, size: Size) {
        self.listener.resized(self.hosted.now(), size);
        self.hosted.resized(size);
    }

    fn replies(&mut self, into: &mut Vec<u8>) {
        self.hosted.replies(into);
    }

    fn due(&self) -> Option<Duration> {
        self.hosted.due()
    }

    fn tick(&mut self) {
        let events = self.hosted.tick();
        self.pass_on(events);
    }

    fn status(&self) -> Option<String> {
        self.hosted.status().map(str::to_owned)
    }
}
