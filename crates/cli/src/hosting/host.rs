//! The pty, the terminal and the watcher put together.

use std::env;
use std::ffi::OsString;
use std::io;
use std::time::Duration;

use clap::Args;
use shadow_pty::{Carried, Command, Host, Observer, Signals, Size, Terminal, Terms, carry};
use shadow_tui::event::Event;

use super::watcher::Watcher;
use crate::exit::{Exit, Failure};
use crate::setup;
use crate::snapshot_args::{ReaderArgs, size};

/// What a program is hosted in where there is no terminal.
const NO_TERMINAL: Size = Size::new(80, 24);

/// What is hosted, and how it is read; shared by `run` and `record`.
#[derive(Debug, Clone, Args)]
pub struct HostArgs {
    #[command(flatten)]
    pub reader: ReaderArgs,
    /// Columns and rows where no terminal gives them (120x40)
    #[arg(long, value_name = "CxR", value_parser = size)]
    pub size: Option<[u16; 2]>,
    /// Do not report the program's status (OSC 7501) to the terminal for a CLI that does not
    #[arg(long)]
    pub no_report: bool,
}

/// Who is told what happens. Nothing in it may wait.
pub trait Tell {
    /// The program wrote, at so many seconds.
    fn output(&mut self, _at: f64, _bytes: &[u8]) {}
    /// The size changed.
    fn resized(&mut self, _at: f64, _size: Size) {}
    /// This happened on the screen that the watcher has just looked at.
    fn happened(&mut self, at: f64, events: Vec<Event>, watcher: &Watcher);
    /// The program has ended, with this code, and nothing more happens.
    fn ended(&mut self, _at: f64, _code: i32) {}
}

/// Hosts a command until it ends.
pub fn host(
    args: &HostArgs,
    argv: &[OsString],
    tell: impl FnOnce(Size) -> Result<Box<dyn Tell>, Failure>,
) -> Result<(Exit, Box<dyn Tell>), Failure> {
    let stack = setup::stack()?;
    let terminal = Terminal::open();
    let given = args.size.map(|[cols, rows]| Size::new(cols, rows));
    let size = terminal.size().or(given).unwrap_or(NO_TERMINAL);
    let mut observed = Observed {
        watcher: Watcher::new(
            stack,
            args.reader.provider,
            args.reader.cli_version.clone(),
            size,
        ),
        tell: tell(size)?,
    };
    let code = carry_through(args, argv, &terminal, size, &mut observed)?;
    observed.end(code);
    let code = u8::try_from(code).unwrap_or(u8::MAX);
    Ok((Exit::Hosted(code), observed.tell))
}

fn carry_through(
    args: &HostArgs,
    argv: &[OsString],
    terminal: &Terminal,
    size: Size,
    observed: &mut Observed,
) -> Result<i32, Failure> {
    let terms = Terms {
        report: terminal.has_screen() && !args.no_report,
        answer: !(terminal.has_keys() && terminal.has_screen()),
    };
    let command = Command {
        argv: argv.to_vec(),
        keeper: keeper().map_err(|error| refuse(&error))?,
        size,
        settings: terminal.settings().cloned(),
    };
    let carried = Signals::catch().and_then(|mut signals| {
        let mut host = Host::spawn(&command)?;
        terminal.guard();
        carry(&mut host, terminal, &mut signals, terms, observed)
    });
    let Carried { code } = carried.map_err(|error| refuse(&error))?;
    Ok(code)
}

/// This binary, as a keeper.
fn keeper() -> io::Result<Vec<OsString>> {
    let own = env::current_exe()?;
    Ok(vec![own.into(), "keep".into(), "--".into()])
}

fn refuse(error: &io::Error) -> Failure {
    Failure::new(
        Exit::NotHeld,
        format!("cannot host the command: {error}; run it without shadow to compare"),
    )
}

struct Observed {
    watcher: Watcher,
    tell: Box<dyn Tell>,
}

impl Observed {
    fn pass_on(&mut self, events: Vec<Event>) {
        if !events.is_empty() {
            let at = self.watcher.looked();
            self.tell.happened(at, events, &self.watcher);
        }
    }

    fn end(&mut self, code: i32) {
        let events = self.watcher.end();
        self.pass_on(events);
        self.tell.ended(self.watcher.now(), code);
    }
}

impl Observer for Observed {
    fn output(&mut self, bytes: &[u8]) {
        self.tell.output(self.watcher.now(), bytes);
        self.watcher.output(bytes);
    }

    fn resized(&mut self, size: Size) {
        self.tell.resized(self.watcher.now(), size);
        self.watcher.resized(size);
    }

    fn replies(&mut self, into: &mut Vec<u8>) {
        self.watcher.replies(into);
    }

    fn due(&self) -> Option<Duration> {
        self.watcher.due()
    }

    fn tick(&mut self) {
        let events = self.watcher.tick();
        self.pass_on(events);
    }

    fn status(&self) -> Option<String> {
        self.watcher.status().map(str::to_owned)
    }
}
