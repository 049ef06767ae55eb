//! A hosted program's screen over time: bytes in, events out.

use std::time::Duration;

use shadow_core::contract::Payload;
use shadow_core::event::{Event, Stamp};
use shadow_core::screen::Screen;
use shadow_core::{Channels, Followed, Stack, Terminal};
use shadow_pty::Size;
use shadow_tmux::PaneId;

use super::status::record;
use crate::agent::Hint;
use crate::clock::Clock;

/// A hosted program that is being watched.
pub struct Hosted {
    hint: Hint,
    terminal: Terminal,
    clock: Clock,
    /// The process that leads the program's session, and the device of its terminal.
    process: Option<(u32, Option<String>)>,
    status: Option<String>,
}

impl Hosted {
    /// A program that has written nothing. Its dialogs are numbered from the number after `before` on.
    pub(crate) fn new(
        stack: Stack,
        hint: Hint,
        size: Size,
        pane: Option<(String, PaneId)>,
        before: u64,
    ) -> Self {
        let clock = Clock::start();
        let stamp = match pane {
            Some((socket, pane)) => Stamp::pane(pane.to_string(), clock.epoch()).on(socket),
            None => Stamp::pane(format!("run:{}", std::process::id()), clock.epoch()),
        };
        let followed = Followed::new(stack, stamp).wanting(hint.provider);
        let followed = followed.numbering_after(before);
        Self {
            hint,
            terminal: Terminal::new(size.cols, size.rows, followed),
            clock,
            process: None,
            status: None,
        }
    }

    /// The number of the dialog in front.
    pub(crate) fn number(&self) -> Option<u64> {
        let (_, payload) = self.terminal.seen()?;
        payload
            .surface_assessment
            .operator_block
            .as_ref()?
            .appearance
    }

    /// Seconds since it was begun.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.clock.now()
    }

    /// The program is there.
    pub(crate) fn started(&mut self, process: u32, device: Option<&str>) {
        self.terminal.process(process);
        self.process = Some((process, device.map(str::to_owned)));
    }

    /// The program wrote.
    pub(crate) fn output(&mut self, bytes: &[u8]) {
        self.terminal.feed(bytes, self.clock.now());
    }

    /// The terminal's size changed.
    pub(crate) fn resized(&mut self, size: Size) {
        self.terminal.resize(size.cols, size.rows, self.clock.now());
    }

    /// What a terminal would have answered.
    pub(crate) fn replies(&mut self, into: &mut Vec<u8>) {
        self.terminal.take_replies(into);
    }

    /// The program status record that holds.
    #[must_use]
    pub fn status(&self) -> Option<&str> {
        self.status.as_deref()
    }

    /// The screen as it was last looked at.
    #[must_use]
    pub fn screen(&self) -> &Screen {
        self.terminal.screen()
    }

    /// When it was last looked at: what happened happened then.
    #[must_use]
    pub fn looked(&self) -> f64 {
        self.terminal.looked()
    }

    /// Since when the screen has stood.
    #[must_use]
    pub fn read_at(&self) -> f64 {
        self.terminal.read_at()
    }

    /// What was known beside it, and what was made of it.
    #[must_use]
    pub fn seen(&self) -> Option<&(Channels, Payload)> {
        self.terminal.seen()
    }

    /// How long until the next look.
    pub(crate) fn due(&self) -> Option<Duration> {
        let wait = (self.terminal.next_look()? - self.now()).clamp(0.0, 3600.0);
        Some(Duration::from_secs_f64(wait))
    }

    /// Looks, if it is time.
    pub(crate) fn tick(&mut self) -> Vec<Event> {
        let now = self.now();
        match self.terminal.next_look() {
            Some(at) if at <= now => {
                let (hint, process) = (&self.hint, self.process.as_ref());
                let events = self.terminal.look(now, |channels| {
                    channels.cli_version.clone_from(&hint.cli_version);
                    if let Some((process, device)) = process {
                        channels.foreground = shadow_front::of(*process, device.as_deref());
                    }
                });
                self.report();
                events
            }
            _ => Vec::new(),
        }
    }

    /// The program has ended.
    pub(crate) fn end(&mut self) -> Vec<Event> {
        let (now, hint) = (self.now(), &self.hint);
        let events = self.terminal.end(now, |channels| {
            channels.cli_version.clone_from(&hint.cli_version);
        });
        self.report();
        events
    }

    fn report(&mut self) {
        if let Some((_, payload)) = self.terminal.seen() {
            let lifecycle = self.terminal.lifecycle();
            self.status = record(payload, &lifecycle).or(self.status.take());
        }
    }
}
