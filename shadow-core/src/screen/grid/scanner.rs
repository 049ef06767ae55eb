//! What a program says of itself, picked out of raw output without keeping a screen.

use super::signals::Signals;
use super::status::MAX_REPORT;
use crate::snapshot::Channels;

/// Bytes of one control string that are kept; what is longer is ignored.
const STRING_LIMIT: usize = MAX_REPORT + 256;

/// Bytes of a control sequence's parameters that are kept.
const SEQUENCE_LIMIT: usize = 16;

const BEL: u8 = 0x07;
const CAN: u8 = 0x18;
const SUB: u8 = 0x1a;
const ESC: u8 = 0x1b;

/// Its place in the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Within {
    /// Text.
    #[default]
    Ground,
    /// Behind ESC.
    Escape,
    /// In a control sequence.
    Sequence,
    /// In an operating system command.
    Command,
    /// In another control string (DCS, SOS, PM, APC).
    Other,
    /// The same, behind an ESC that may end the string.
    Ending {
        /// Whether the string is an operating system command.
        command: bool,
    },
}

/// Listens to raw output for titles, reports, notifications and the bell, and for the ends of
/// synchronized frames. Cheaper than a [`Grid`](super::Grid), for a watcher that has the screen
/// from elsewhere: a multiplexer keeps these strings from its screen.
///
/// ```
/// # use shadow_tui_core as shadow_tui;
/// use shadow_tui::Channels;
/// use shadow_tui::screen::ReportScanner;
///
/// let mut scanner = ReportScanner::default();
/// scanner.feed(b"text \x1b]9;4;3\x07 text \x1b]9;the build is ");
/// scanner.feed(b"done\x1b\\");
/// let mut channels = Channels::default();
/// scanner.fill(&mut channels);
/// assert_eq!(channels.progress.as_deref(), Some("3"));
/// assert_eq!(channels.notifications, ["the build is done"]);
/// ```
#[derive(Debug, Clone, Default)]
pub struct ReportScanner {
    place: Within,
    string: Vec<u8>,
    signals: Signals,
    drawing: bool,
}

impl ReportScanner {
    /// Reads output. Pieces may be split anywhere.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            rest = match self.place {
                Within::Ground => self.ground(rest),
                Within::Command | Within::Other => self.string(rest),
                _ => {
                    self.byte(rest[0]);
                    &rest[1..]
                }
            };
        }
    }

    /// Output is missing here: what had begun is not to be believed.
    pub fn skip(&mut self) {
        self.place = Within::Ground;
        self.drawing = false;
    }

    /// Fills in program status, progress, tab status, notifications and bell; leaves the rest as it
    /// is.
    pub fn fill(&self, channels: &mut Channels) {
        let signals = &self.signals;
        channels.program_status = signals.status.in_force().to_vec();
        channels.progress.clone_from(&signals.progress);
        channels.notifications.clone_from(&signals.notifications);
        channels.tab_status.clone_from(&signals.tab_status);
        channels.bell = signals.has_rung();
    }

    /// Forgets the notifications and the bell so far: they have been handed on.
    pub fn clear_notifications(&mut self) {
        self.signals.told();
    }

    /// The title that the program has set.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.signals.title.as_deref()
    }

    /// The tab status (OSC 21337), as received.
    #[must_use]
    pub fn tab_status(&self) -> Option<&str> {
        self.signals.tab_status.as_deref()
    }

    /// How often the bell has rung.
    #[must_use]
    pub fn bells(&self) -> u64 {
        self.signals.bells
    }

    /// How many program status reports (OSC 7501) have come that could be read.
    #[must_use]
    pub fn status_reports(&self) -> u64 {
        self.signals.status.count()
    }

    /// Whether a program has asked for OSC 7501.
    #[must_use]
    pub fn program_status_asked(&self) -> bool {
        self.signals.status.was_asked()
    }

    /// Whether no synchronized frame (mode 2026) is being drawn.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        !self.drawing
    }

    /// The process has ended: its working and blocked records are no longer in force.
    pub fn process_ended(&mut self) {
        self.signals.status.prompt_began();
        self.drawing = false;
    }

    /// Skips text; gives what follows the first control character that matters.
    fn ground<'b>(&mut self, rest: &'b [u8]) -> &'b [u8] {
        let Some(at) = memchr::memchr2(ESC, BEL, rest) else {
            return &[];
        };
        if rest[at] == BEL {
            self.signals.ring();
        } else {
            self.place = Within::Escape;
        }
        &rest[at + 1..]
    }

    /// Takes a string's bytes up to the first that may end it.
    fn string<'b>(&mut self, rest: &'b [u8]) -> &'b [u8] {
        let ends = |byte: &u8| matches!(*byte, BEL | CAN | SUB | ESC);
        let end = rest.iter().position(ends).unwrap_or(rest.len());
        let command = self.place == Within::Command;
        if command && self.string.len() <= STRING_LIMIT {
            self.string.extend_from_slice(&rest[..end]);
        }
        let Some(&byte) = rest.get(end) else {
            return &[];
        };
        match byte {
            ESC => self.place = Within::Ending { command },
            BEL if !command => {}
            _ if command => self.command(),
            _ => self.place = Within::Ground,
        }
        &rest[end + 1..]
    }

    /// One byte of an escape or control sequence.
    fn byte(&mut self, byte: u8) {
        match (self.place, byte) {
            (Within::Ending { command }, _) => self.end_string(command, byte),
            (_, CAN | SUB) => self.place = Within::Ground,
            (_, ESC) => self.place = Within::Escape,
            (_, BEL) => self.signals.ring(),
            (Within::Escape, _) => self.escape(byte),
            (_, 0x40..=0x7e) => self.sequence(byte),
            _ if self.string.len() < SEQUENCE_LIMIT => self.string.push(byte),
            _ => {}
        }
    }

    /// The byte behind ESC.
    fn escape(&mut self, byte: u8) {
        self.string.clear();
        self.place = match byte {
            b']' => Within::Command,
            b'[' => Within::Sequence,
            b'P' | b'X' | b'^' | b'_' => Within::Other,
            0x00..=0x2f => return,
            _ => Within::Ground,
        };
    }

    /// The byte behind an ESC in a string: any ESC ends it.
    fn end_string(&mut self, command: bool, byte: u8) {
        if command {
            self.command();
        }
        self.place = Within::Escape;
        if byte == b'\\' {
            self.place = Within::Ground;
        } else {
            self.byte(byte);
        }
    }

    /// A control sequence is whole.
    fn sequence(&mut self, last: u8) {
        self.place = Within::Ground;
        let private = self.string.strip_prefix(b"?");
        let mut modes = private.unwrap_or_default().split(|&byte| byte == b';');
        if matches!(last, b'h' | b'l') && modes.any(|mode| mode == b"2026") {
            self.drawing = last == b'h';
        }
    }

    /// An operating system command is whole.
    fn command(&mut self) {
        self.place = Within::Ground;
        if self.string.len() <= STRING_LIMIT {
            let params: Vec<&[u8]> = self.string.split(|&byte| byte == b';').collect();
            // An observer answers nothing.
            let _ = self.signals.osc(&params);
        }
        self.string.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::ReportScanner;
    use crate::screen::Grid;
    use crate::snapshot::Channels;

    const STREAM: &[u8] = b"a\x07\x1b]0;t\xc3\xa9; x\x07\x1b[31mb\x1b]7501;state=working:app=x\x1b\\\
        \x1bPq\x07 \x1b]9;inside\x07\x1b\\\x1b]777;notify;one;two\x07\x1b[?2026;25h\x1b]9;4;1;50\x07\
        \x1b]21337;tab\x07\x1b]9;cut\x18\x1b(B\x1b]99;p=body;kitty\x1b\\\x1b[2\x07J\x07\x1b]7501;?\x07";

    fn said(scanner: &ReportScanner) -> String {
        let mut channels = Channels::default();
        scanner.fill(&mut channels);
        let beside = (scanner.title(), scanner.tab_status(), scanner.bells());
        let flags = (scanner.is_settled(), scanner.program_status_asked());
        format!(
            "{channels:?} {beside:?} {flags:?} {}",
            scanner.status_reports()
        )
    }

    #[test]
    fn it_hears_what_the_grid_hears() {
        let (mut grid, mut scanner) = (Grid::new(80, 24), ReportScanner::default());
        grid.feed(STREAM);
        scanner.feed(STREAM);
        let (mut heard, known) = (Channels::default(), grid.channels());
        scanner.fill(&mut heard);
        assert_eq!(heard.program_status, known.program_status);
        assert_eq!(heard.progress, known.progress);
        assert_eq!(heard.notifications, known.notifications);
        assert_eq!(heard.tab_status, known.tab_status);
        assert!(heard.bell && known.bell);
        assert_eq!(scanner.title(), known.title.as_deref());
        assert_eq!(scanner.tab_status(), grid.tab_status());
        assert_eq!(scanner.bells(), grid.bells());
        assert_eq!(scanner.program_status_asked(), grid.program_status_asked());
        assert_eq!(scanner.is_settled(), grid.is_settled());
    }

    #[test]
    fn splits_change_nothing() {
        let mut whole = ReportScanner::default();
        whole.feed(STREAM);
        for at in 0..STREAM.len() {
            let mut split = ReportScanner::default();
            split.feed(&STREAM[..at]);
            split.feed(&STREAM[at..]);
            assert_eq!(said(&split), said(&whole), "split at {at}");
        }
        let mut bytes = ReportScanner::default();
        STREAM.iter().for_each(|byte| bytes.feed(&[*byte]));
        assert_eq!(said(&bytes), said(&whole));
    }

    #[test]
    fn endless_strings_are_bounded_and_a_gap_is_got_over() {
        let mut scanner = ReportScanner::default();
        scanner.feed(b"\x1b]9;");
        (0..1000).for_each(|_| scanner.feed(&[b'x'; 4096]));
        assert!(scanner.string.len() < 16_384);
        scanner.feed(b"\x07\x1b]9;half");
        scanner.skip();
        scanner.feed(b"of it\x07\x1b]9;whole\x07");
        let mut channels = Channels::default();
        scanner.fill(&mut channels);
        assert_eq!(channels.notifications, ["whole"]);
    }
}
