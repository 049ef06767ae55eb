//! Replies that a terminal owes to the program, kept for the host to send.

use std::fmt::Write;

/// Bytes kept at most: a program that asks without end and a host that never sends stay bounded.
const LIMIT: usize = 16 << 10;

/// Replies not yet taken.
#[derive(Debug, Clone, Default)]
pub(super) struct Outbox(String);

impl Outbox {
    fn push(&mut self, reply: std::fmt::Arguments<'_>) {
        if self.0.len() < LIMIT {
            // Writing to a string cannot fail.
            let _ = self.0.write_fmt(reply);
        }
    }

    /// Appends all replies to `into` and forgets them.
    pub(super) fn take(&mut self, into: &mut Vec<u8>) {
        into.extend_from_slice(self.0.as_bytes());
        self.0.clear();
    }

    /// DA1: a VT220 with colors.
    pub(super) fn attributes(&mut self) {
        self.push(format_args!("\x1b[?62;22c"));
    }

    /// DA2.
    pub(super) fn secondary_attributes(&mut self) {
        self.push(format_args!("\x1b[>1;1;0c"));
    }

    /// XTVERSION.
    pub(super) fn version(&mut self) {
        let version = env!("CARGO_PKG_VERSION");
        self.push(format_args!("\x1bP>|shadow({version})\x1b\\"));
    }

    /// DSR 5: all is well.
    pub(super) fn status(&mut self) {
        self.push(format_args!("\x1b[0n"));
    }

    /// CPR, with `?` for the private form.
    pub(super) fn cursor(&mut self, mark: &str, x: usize, y: usize) {
        self.push(format_args!("\x1b[{mark}{};{}R", y + 1, x + 1));
    }

    /// DECRPM: set (1), reset (2) or not known (0).
    pub(super) fn mode(&mut self, number: u16, state: Option<bool>) {
        let state = state.map_or(0, |on| if on { 1 } else { 2 });
        self.push(format_args!("\x1b[?{number};{state}$y"));
    }

    /// XTWINOPS 18: rows and columns.
    pub(super) fn size(&mut self, cols: usize, rows: usize) {
        self.push(format_args!("\x1b[8;{rows};{cols}t"));
    }

    /// OSC 7501: yes, reports are read here.
    pub(super) fn program_status(&mut self) {
        self.push(format_args!("\x1b]7501;?\x1b\\"));
    }
}
