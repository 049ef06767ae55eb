//! The outer terminal: its size, its settings, raw mode, and what is restored however it ends.

use std::io::{self, Write};
use std::panic;

use nix::unistd::{Pid, getpgrp, getsid};
use rustix::process::{Signal, getpid, kill_current_process_group, kill_process};
use rustix::termios::{OptionalActions, Termios, isatty, tcgetattr, tcgetwinsize, tcsetattr};

use crate::host::Size;

/// What a terminal is brought back with when this process panics: string ended, modes off, main
/// screen, cursor shown.
const BACK: &str = "\x18\x1b[?2026l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\
    \x1b[?2004l\x1b[?1l\x1b[?1049l\x1b[?25h\x1b[m\r\n";

/// The terminal of this process, if it has one.
#[derive(Debug)]
pub struct Terminal {
    /// The settings that it had, where standard input is one.
    settings: Option<Termios>,
    output: bool,
}

impl Terminal {
    /// Looks at standard input and output.
    #[must_use]
    pub fn open() -> Self {
        let settings = tcgetattr(io::stdin()).ok();
        Self {
            settings,
            output: isatty(io::stdout()),
        }
    }

    /// Whether keys come from a terminal.
    #[must_use]
    pub fn has_keys(&self) -> bool {
        self.settings.is_some()
    }

    /// Whether output goes to a terminal.
    #[must_use]
    pub fn has_screen(&self) -> bool {
        self.output
    }

    /// The line settings that it had at first.
    #[must_use]
    pub fn settings(&self) -> Option<&Termios> {
        self.settings.as_ref()
    }

    /// Its size, where it has one.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        let asked = [
            tcgetwinsize(io::stdout()),
            tcgetwinsize(io::stdin()),
            tcgetwinsize(io::stderr()),
        ];
        let known = asked.into_iter().flatten();
        let mut known = known.filter(|size| size.ws_col > 0 && size.ws_row > 0);
        known.next().map(|size| Size {
            cols: size.ws_col,
            rows: size.ws_row,
            pixels: (size.ws_xpixel, size.ws_ypixel),
        })
    }

    /// Lets every key through as it is. What it was before comes back when this is dropped, and
    /// when this process panics.
    pub fn enter_raw(&self) {
        let Some(settings) = &self.settings else {
            return;
        };
        let mut raw = settings.clone();
        raw.make_raw();
        // A terminal that is gone is noticed when it is read.
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &raw);
    }

    /// Makes it what it was.
    pub fn leave_raw(&self) {
        if let Some(settings) = &self.settings {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, settings);
        }
    }

    /// Makes a panic restore it before anything is said.
    pub fn guard(&self) {
        let Some(settings) = self.settings.clone() else {
            return;
        };
        let output = self.output;
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, &settings);
            if output {
                let _ = io::stdout().write_all(BACK.as_bytes());
                let _ = io::stdout().flush();
            }
            before(panicked);
        }));
    }

    /// Stops this process and its job, as Ctrl-Z does; returns when it is continued. Where nobody
    /// could continue it (no shell has made it a job), it does nothing and says so.
    #[must_use]
    pub fn suspend(&self) -> bool {
        if !is_job() || !(self.has_keys() || self.output) {
            return false;
        }
        // The rest of the job; this process catches it, and stops below.
        let _ = kill_current_process_group(Signal::TSTP);
        kill_process(getpid(), Signal::STOP).is_ok()
    }
}

/// Whether a shell of this process's own session has made it a job. A session or a group that was
/// begun outside its process namespace has the number 0 here (a container that was entered, a
/// test's sandbox): nobody inside can continue it. `rustix` takes such a number for impossible.
fn is_job() -> bool {
    let outside = Pid::from_raw(0);
    let (group, session) = (getpgrp(), getsid(None));
    group != outside && session.is_ok_and(|leader| leader != outside && leader != group)
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.leave_raw();
    }
}
