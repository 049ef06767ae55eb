//! Watching one pane: its buffers, and the shortcut for a screen that has not changed.

use crate::contract::{Parts, Payload};
use crate::parser::{Assessed, Memory, Observed, ProviderChoice, Reading, Stack};
use crate::screen::Screen;
use crate::snapshot::Channels;

/// Reads one pane again and again, and skips a look when nothing has changed.
///
/// It keeps the screen, the reading and the session's memory, so that a look allocates nothing
/// once its buffers are warm. A look with unchanged bytes and channels reads nothing: the comparison is
/// about forty times cheaper than reading.
#[derive(Debug, Default)]
pub struct Watch {
    bytes: Vec<u8>,
    channels: Channels,
    screen: Screen,
    reading: Reading,
    memory: Memory,
    /// The provider whose parser read the last look; `None` before the first.
    provider: Option<&'static str>,
}

impl Watch {
    /// Looks at the pane. Returns whether the screen was read, which is false if nothing has changed.
    ///
    /// Ages of channels are not compared, because they grow, and no verdict of one look rests on them.
    pub fn look(
        &mut self,
        stack: &Stack,
        wanted: ProviderChoice<'_>,
        bytes: &[u8],
        channels: &Channels,
    ) -> bool {
        if self.is_same(wanted, bytes, channels) {
            self.channels.title_age = channels.title_age;
            self.channels.program_status_age = channels.program_status_age;
            return false;
        }
        self.assess(stack, wanted, bytes, channels);
        true
    }

    /// Reads the pane even if it has not changed, and returns the result to write it out. [`Watch::screen`] and
    /// [`Watch::reading`] then belong to this look.
    pub fn assess<'a>(
        &'a mut self,
        stack: &'a Stack,
        wanted: ProviderChoice<'_>,
        bytes: &[u8],
        channels: &Channels,
    ) -> Assessed<'a> {
        self.keep(bytes, channels);
        self.screen.load(bytes, channels);
        let observed = Observed {
            raw: &self.bytes,
            screen: &self.screen,
            channels: &self.channels,
            above: None,
        };
        let assessed = stack.assess(wanted, observed, &mut self.memory, &mut self.reading);
        self.provider = Some(assessed.parser().provider().id());
        assessed
    }

    /// The payload of the last look. `None` before the first look, and if the stack lacks the
    /// provider that read it.
    #[must_use]
    pub fn payload(&self, stack: &Stack) -> Option<Payload> {
        let observed = Observed {
            raw: &self.bytes,
            screen: &self.screen,
            channels: &self.channels,
            above: None,
        };
        let parser = stack.named(self.provider?)?;
        Some(parser.assessed(observed, &self.reading).payload(Parts::ALL))
    }

    /// The screen of the last look.
    #[must_use]
    pub fn screen(&self) -> &Screen {
        &self.screen
    }

    /// The reading of the last look.
    #[must_use]
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    fn is_same(&self, wanted: ProviderChoice<'_>, bytes: &[u8], channels: &Channels) -> bool {
        let Some(provider) = self.provider else {
            return false;
        };
        let same_provider = match wanted {
            ProviderChoice::Auto => true,
            ProviderChoice::Named(name) => name == provider,
        };
        same_provider && self.bytes == bytes && say_the_same(&self.channels, channels)
    }

    fn keep(&mut self, bytes: &[u8], channels: &Channels) {
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        self.channels.copy_from(channels);
    }
}

/// Whether two sets of channels are equal except for their ages.
fn say_the_same(a: &Channels, b: &Channels) -> bool {
    let Channels {
        cols,
        rows,
        cursor,
        cursor_visible,
        alternate,
        title,
        past_titles,
        title_age: _,
        program_status,
        program_status_age: _,
        progress,
        notifications,
        tab_status,
        bell,
        process,
        foreground,
        generation,
        cli_version,
    } = a;
    (*cols, *rows, *cursor) == (b.cols, b.rows, b.cursor)
        && (*cursor_visible, *alternate) == (b.cursor_visible, b.alternate)
        && (*process, *generation, *bell) == (b.process, b.generation, b.bell)
        && (title, past_titles) == (&b.title, &b.past_titles)
        && (progress, cli_version) == (&b.progress, &b.cli_version)
        && (program_status, notifications) == (&b.program_status, &b.notifications)
        && (tab_status, foreground) == (&b.tab_status, &b.foreground)
}
