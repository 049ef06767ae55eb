//! The loop between the outer terminal and the hosted program: bytes, sizes and signals.
//!
//! One thread, one `poll`. Nothing here waits for anybody: what one side cannot take yet is kept,
//! and the other side is not read while too much is.

use std::io;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::Signal;

use crate::host::{Change, Host, Size};
use crate::outlet::Outlet;
use crate::relay::{Heard, Herald, Relay};
use crate::signals::Signals;
use crate::terminal::Terminal;

/// Bytes read at a time.
const PIECE: usize = 64 << 10;
/// Keys that may wait for the program before the terminal is not read any further.
const KEYS_FULL: usize = 64 << 10;
/// How long everything must be quiet after the end of a piped input before it is passed on.
const INPUT_QUIET: Duration = Duration::from_secs(1);
/// How often it is looked whether the program has begun.
const BEGINNING: Duration = Duration::from_millis(5);
/// How long output of what outlives the program is still read.
const LAST_WORDS: Duration = Duration::from_millis(300);
/// How long a terminal that takes nothing is waited for at the end.
const LAST_FLUSH: Duration = Duration::from_secs(5);

/// Ends a sequence that was not finished.
const CANCEL: u8 = 0x18;

/// Who watches the program from inside. Nothing in it may wait: output stands still meanwhile.
pub trait Observer {
    /// The program is there: the process that leads its session, and the device of its terminal.
    fn started(&mut self, _process: u32, _device: Option<&str>) {}
    /// The program wrote this.
    fn output(&mut self, bytes: &[u8]);
    /// The terminal has this size now.
    fn resized(&mut self, size: Size);
    /// Appends the answers that a terminal would have given the program, if no terminal does.
    fn replies(&mut self, into: &mut Vec<u8>);
    /// How long from now until [`Observer::tick`] is due.
    fn due(&self) -> Option<Duration>;
    /// Time has passed, and perhaps something happened.
    fn tick(&mut self);
    /// The program status record (`state=working:app=…`) that holds; none where nothing is known.
    fn status(&self) -> Option<String>;
}

/// What the host does beside carrying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// Report the program's status to the outer terminal, unless it does so itself.
    pub report: bool,
    /// Answer what the program asks a terminal for: nobody else is there to do so.
    pub answer: bool,
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carried {
    /// The program's exit code, or 128 and the signal that killed it.
    pub code: i32,
}

/// Carries until the program has ended and its last words are written.
///
/// # Errors
/// When the pty or the system fails.
pub fn carry(
    host: &mut Host,
    terminal: &Terminal,
    signals: &mut Signals,
    terms: Terms,
    observer: &mut dyn Observer,
) -> io::Result<Carried> {
    observer.started(host.process(), host.device().as_deref());
    let mut carrier = Carrier {
        host,
        terminal,
        signals,
        terms,
        observer,
        relay: Relay::default(),
        herald: Herald::new(terms.report),
        outlet: Outlet::new(),
        keys: Vec::new(),
        input: Input::Open,
        writes: true,
        buffer: vec![0; PIECE],
        busy: Instant::now(),
    };
    terminal.enter_raw();
    let ended = carrier.run();
    let ended = ended.and_then(|code| carrier.end(code).map(|()| code));
    terminal.leave_raw();
    Ok(Carried { code: ended? })
}

/// What has become of standard input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Input {
    Open,
    /// At its end, which the program has not been told.
    Ended,
    Closed,
}

struct Carrier<'a> {
    host: &'a mut Host,
    terminal: &'a Terminal,
    signals: &'a mut Signals,
    terms: Terms,
    observer: &'a mut dyn Observer,
    relay: Relay,
    herald: Herald,
    outlet: Outlet,
    /// Keys on their way to the program.
    keys: Vec<u8>,
    input: Input,
    /// Whether the program's side of the pty is open.
    writes: bool,
    buffer: Vec<u8>,
    /// When anything was last read.
    busy: Instant,
}

/// What can be read or written.
#[derive(Debug, Clone, Copy, Default)]
struct Ready {
    signals: bool,
    /// Keys can be read.
    input: bool,
    /// The program has written.
    written: bool,
    /// The program takes keys.
    takes_keys: bool,
    /// The terminal takes output.
    takes_output: bool,
}

impl Carrier<'_> {
    fn run(&mut self) -> io::Result<i32> {
        loop {
            let ready = self.wait()?;
            if ready.signals {
                for signal in self.signals.take() {
                    self.signal(signal);
                }
            }
            if ready.takes_output {
                self.write_output();
            }
            if ready.written {
                self.read_program()?;
            }
            if ready.input {
                self.read_keys();
            }
            if ready.takes_keys {
                self.write_keys();
            }
            if !self.host.takes_keys() {
                self.host.look_forward();
            }
            self.pass_on_end_of_input();
            self.observer.tick();
            self.report();
            match self.host.poll()? {
                Some(Change::Ended(code)) => return Ok(code),
                Some(Change::Stopped) => self.suspend()?,
                None => {}
            }
        }
    }

    /// Waits until something can be done.
    fn wait(&self) -> io::Result<Ready> {
        let stdin = io::stdin();
        let signals = self.signals.as_fd();
        let takes_keys = self.input == Input::Open && self.keys.len() < KEYS_FULL;
        let reads = self.writes && !self.outlet.is_full();
        let mut host = PollFlags::empty();
        host.set(PollFlags::IN, reads);
        host.set(PollFlags::OUT, self.can_type());
        let writes = !self.outlet.is_empty();
        // One that is not wanted would wake the loop with its end again and again.
        let or_signals = |wanted: bool, fd, flags| match wanted {
            true => PollFd::from_borrowed_fd(fd, flags),
            false => PollFd::from_borrowed_fd(signals, PollFlags::IN),
        };
        let mut polled = [
            PollFd::from_borrowed_fd(signals, PollFlags::IN),
            or_signals(takes_keys, stdin.as_fd(), PollFlags::IN),
            or_signals(!host.is_empty(), self.host.as_fd(), host),
            or_signals(writes, self.outlet.as_fd(), PollFlags::OUT),
        ];
        match poll(&mut polled, self.patience().as_ref()) {
            Ok(_) => {}
            Err(Errno::INTR) => return Ok(Ready::default()),
            Err(error) => return Err(error.into()),
        }
        let came = |at: usize| polled[at].revents();
        Ok(Ready {
            signals: !came(0).is_empty(),
            input: takes_keys && !came(1).is_empty(),
            written: reads && came(2).intersects(!PollFlags::OUT),
            takes_keys: self.writes && came(2).contains(PollFlags::OUT),
            takes_output: writes && !came(3).is_empty(),
        })
    }

    /// Whether there are keys, and a program to take them.
    fn can_type(&self) -> bool {
        self.writes && !self.keys.is_empty() && self.host.takes_keys()
    }

    /// How long to wait at most.
    fn patience(&self) -> Option<Timespec> {
        let eof =
            (self.input == Input::Ended).then(|| INPUT_QUIET.saturating_sub(self.busy.elapsed()));
        let begins = (!self.host.takes_keys()).then_some(BEGINNING);
        let due = self.observer.due();
        let patience = due.into_iter().chain(eof).chain(begins).min()?;
        // A wait of nothing at all would spin where what is due cannot be done yet.
        Timespec::try_from(patience.max(Duration::from_millis(1))).ok()
    }

    fn signal(&mut self, signal: Signal) {
        match signal {
            Signal::CHILD => {}
            Signal::WINCH => self.resize(),
            Signal::CONT => self.resume(),
            other => self.host.signal(other),
        }
    }

    fn resize(&mut self) {
        if let Some(size) = self.terminal.size() {
            // A pty that refuses a size keeps the last one.
            let _ = self.host.resize(size);
            self.observer.resized(size);
        }
    }

    /// The terminal may have been used by others.
    fn resume(&mut self) {
        self.terminal.enter_raw();
        self.resize();
    }

    /// The program has stopped: so does its host, if anybody can continue it.
    fn suspend(&mut self) -> io::Result<()> {
        self.drain(LAST_WORDS)?;
        self.flush(LAST_WORDS)?;
        self.terminal.leave_raw();
        if self.terminal.suspend() {
            // Its own, and the one that continued it.
            self.signals.take();
        }
        self.resume();
        self.host.signal(Signal::CONT);
        Ok(())
    }

    fn read_program(&mut self) -> io::Result<bool> {
        let count = match self.host.read(&mut self.buffer)? {
            None => return Ok(false),
            Some(0) => {
                self.writes = false;
                return Ok(false);
            }
            Some(count) => count,
        };
        self.busy = Instant::now();
        let bytes = &self.buffer[..count];
        let heard = self.relay.pass(bytes, self.outlet.queue());
        self.observer.output(bytes);
        self.take(heard);
        Ok(true)
    }

    fn take(&mut self, heard: Heard) {
        let mut replies = Vec::new();
        self.observer.replies(&mut replies);
        // The screen behind an observer answers the program's own question too.
        self.keys.extend(match self.terms.answer {
            true => replies,
            false => heard.answers,
        });
        if let Some(at_root) = heard.reported {
            let last = self.herald.hush(at_root);
            self.interject(last);
        }
    }

    fn report(&mut self) {
        if !self.relay.is_ground() || self.outlet.is_full() {
            return;
        }
        let status = self.observer.status();
        let said = self.herald.say(status.as_deref());
        self.interject(said);
    }

    /// Puts something between the program's bytes.
    fn interject(&mut self, said: Option<Vec<u8>>) {
        if self.relay.is_ground() {
            self.outlet.queue().extend(said.into_iter().flatten());
        }
    }

    fn read_keys(&mut self) {
        match rustix::io::read(io::stdin(), &mut self.buffer) {
            Ok(0) => self.lose_keys(),
            Ok(count) => {
                self.keys.extend_from_slice(&self.buffer[..count]);
                self.busy = Instant::now();
            }
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(_) => self.lose_keys(),
        }
    }

    /// No key will come any more. A terminal has hung up; another input is at its end.
    fn lose_keys(&mut self) {
        self.busy = Instant::now();
        if self.terminal.has_keys() {
            self.input = Input::Closed;
            self.host.signal(Signal::HUP);
        } else {
            self.input = Input::Ended;
        }
    }

    fn write_keys(&mut self) {
        match self.host.write(&self.keys) {
            Ok(count) => drop(self.keys.drain(..count)),
            // The program's side is closed; its end is noticed elsewhere.
            Err(_) => self.keys.clear(),
        }
    }

    /// Tells a program that reads lines that there are no more, once it has had time to read them.
    fn pass_on_end_of_input(&mut self) {
        let quiet = self.keys.is_empty() && self.busy.elapsed() >= INPUT_QUIET;
        if self.input == Input::Ended && quiet {
            self.input = Input::Closed;
            self.keys.extend(self.host.line_end_of_input());
        }
    }

    fn write_output(&mut self) {
        let was_lost = self.outlet.is_lost();
        self.outlet.flush();
        if self.outlet.is_lost() && !was_lost {
            self.host.signal(Signal::HUP);
        }
    }

    /// The program has ended: what is left of its output, and everything that is to be undone.
    fn end(&mut self, code: i32) -> io::Result<()> {
        self.drain(LAST_WORDS)?;
        let tidy = self.relay.is_ground();
        self.relay.finish(self.outlet.queue());
        let farewell = self.herald.farewell();
        let undo = self.relay.modes().undo();
        if code > 128 && !tidy {
            self.outlet.queue().push(CANCEL);
        }
        if tidy || code > 128 {
            self.outlet.queue().extend(farewell.into_iter().flatten());
        }
        if code > 128 {
            self.outlet.queue().extend(undo);
        }
        self.flush(LAST_FLUSH)
    }

    /// Reads what the program has written so far.
    fn drain(&mut self, patience: Duration) -> io::Result<()> {
        let begun = Instant::now();
        while self.writes && begun.elapsed() < patience && self.read_program()? {
            while self.outlet.is_full() && begun.elapsed() < LAST_FLUSH {
                self.flush_piece()?;
            }
        }
        Ok(())
    }

    /// Writes what waits, while the terminal takes any of it.
    fn flush(&mut self, patience: Duration) -> io::Result<()> {
        let begun = Instant::now();
        while !self.outlet.is_empty() && begun.elapsed() < patience {
            self.flush_piece()?;
        }
        Ok(())
    }

    fn flush_piece(&mut self) -> io::Result<()> {
        let mut polled = [PollFd::new(&self.outlet, PollFlags::OUT)];
        let short = Timespec::try_from(Duration::from_millis(50)).ok();
        match poll(&mut polled, short.as_ref()) {
            Ok(0) | Err(Errno::INTR) => Ok(()),
            Ok(_) => {
                self.write_output();
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }
}
