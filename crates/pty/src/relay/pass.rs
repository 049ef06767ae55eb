//! The stream's way through: every byte goes on as it is, but the question whether program status
//! reports (OSC 7501) are read, which whoever hosts the program answers.

use memchr::memchr;

use super::modes::Modes;
use super::scan::{Ended, Scan};

/// How an OSC 7501 begins, behind `ESC ]`.
const NUMBER: &[u8] = b"7501;";

/// Bytes of a report that are held back until it is whole; a longer one is no report.
const MAX_REPORT: usize = 4096 + 64;

/// What was heard in a piece of the stream.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Heard {
    /// What the program is owed: the answers to its questions.
    pub answers: Vec<u8>,
    /// Whether it has reported itself, and then whether at the root.
    pub reported: Option<bool>,
}

/// The relay between a program and the outer terminal.
#[derive(Debug, Clone, Default)]
pub struct Relay {
    scan: Scan,
    /// The beginning of what may become a question; empty where nothing is held back.
    held: Vec<u8>,
    modes: Modes,
}

impl Relay {
    /// Takes what the program wrote, and appends what goes on to `out`.
    pub fn pass(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Heard {
        let mut heard = Heard::default();
        let mut rest = bytes;
        while !rest.is_empty() {
            let text = if self.scan.is_text() {
                memchr(0x1b, rest).unwrap_or(rest.len())
            } else {
                0
            };
            self.scan.text(&rest[..text]);
            out.extend_from_slice(&rest[..text]);
            rest = &rest[text..];
            if let Some((&byte, after)) = rest.split_first() {
                self.step(byte, out, &mut heard);
                rest = after;
            }
        }
        heard
    }

    /// Whether something may be said to the outer terminal now: it is between sequences and
    /// characters.
    #[must_use]
    pub fn is_ground(&self) -> bool {
        self.scan.is_ground() && self.held.is_empty()
    }

    /// Gives what was held back: nothing more will come.
    pub fn finish(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.held);
    }

    /// What the program has switched on.
    #[must_use]
    pub fn modes(&self) -> &Modes {
        &self.modes
    }

    fn step(&mut self, byte: u8, out: &mut Vec<u8>, heard: &mut Heard) {
        if self.scan.is_osc_cut(byte) && !self.held.is_empty() {
            out.append(&mut self.held);
            out.pop();
            self.held.push(0x1b);
        }
        let ended = self.scan.step(byte);
        match ended {
            Ended::Csi(last) => self.modes.csi(self.scan.params(), last),
            Ended::Escape(byte) => self.modes.escape(byte),
            Ended::Osc | Ended::Nothing => {}
        }
        if self.held.is_empty() && byte != 0x1b {
            out.push(byte);
            return;
        }
        // An `ESC` that is not the end of what is held begins anew.
        if byte == 0x1b && !self.scan.is_osc() {
            out.append(&mut self.held);
        }
        self.held.push(byte);
        if ended == Ended::Osc {
            self.judge(heard);
        }
        if !self.may_become_ours() {
            out.append(&mut self.held);
        }
    }

    /// Reads a whole OSC 7501: a question is kept from the outer terminal.
    fn judge(&mut self, heard: &mut Heard) {
        let Some(payload) = payload(&self.held) else {
            return;
        };
        if payload == b"?" {
            heard.answers.append(&mut self.held);
        } else if payload.split(|&byte| byte == b':').any(names_a_state) {
            let at_root = !payload.split(|&byte| byte == b':').any(names_a_path);
            heard.reported = Some(heard.reported.unwrap_or(false) || at_root);
        }
    }

    /// Whether what is held may still become an OSC 7501.
    fn may_become_ours(&self) -> bool {
        match self.held.as_slice() {
            [] => false,
            [0x1b] => !self.scan.is_text(),
            [0x1b, b']', begun @ ..] => {
                let known = begun.len().min(NUMBER.len());
                self.scan.is_osc() && begun[..known] == NUMBER[..known] && begun.len() < MAX_REPORT
            }
            _ => false,
        }
    }
}

/// What is in a whole OSC 7501.
fn payload(whole: &[u8]) -> Option<&[u8]> {
    let body = whole.strip_prefix(b"\x1b]")?.strip_prefix(NUMBER)?;
    body.strip_suffix(b"\x1b\\").or(body.strip_suffix(b"\x07"))
}

fn names_a_state(pair: &[u8]) -> bool {
    pair.starts_with(b"state=")
}

/// `id=…`: the record is not at the root.
fn names_a_path(pair: &[u8]) -> bool {
    pair.strip_prefix(b"id=")
        .is_some_and(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Heard, Relay};

    fn passed(pieces: &[&[u8]]) -> (Vec<u8>, Heard) {
        let mut relay = Relay::default();
        let (mut out, mut all) = (Vec::new(), Heard::default());
        for piece in pieces {
            let heard = relay.pass(piece, &mut out);
            all.answers.extend(heard.answers);
            all.reported = heard.reported.or(all.reported);
        }
        relay.finish(&mut out);
        (out, all)
    }

    #[test]
    fn a_question_is_answered_as_it_was_asked_and_goes_no_further() {
        for question in [&b"\x1b]7501;?\x1b\\"[..], b"\x1b]7501;?\x07"] {
            let stream = [b"a", question, b"b"].concat();
            for cut in 0..stream.len() {
                let (out, heard) = passed(&[&stream[..cut], &stream[cut..]]);
                assert_eq!((&out[..], &heard.answers[..]), (&b"ab"[..], question));
            }
        }
    }

    #[test]
    fn everything_else_goes_on_as_it_is() {
        let streams: [&[u8]; 13] = [
            b"\x1b]7501;state=working:app=x\x1b\\after",
            b"\x1b]7501;?x\x07",
            b"\x1b]7501;\x1b[31m",
            b"\x1b]7501;\x1b]7501;a\x07",
            b"\x1b]75\x07",
            b"\x1b]750\x1b\\",
            b"\x1b]0;title\x07\x1b[?25l",
            b"\x1b",
            b"\x1b\x1b]7501;",
            b"\x1b]7501;state=idle\x18rest",
            b"\x1bPtmux;\x1b\x1b]7501;?\x1b\x1b\\\x1b\\",
            "\u{1b}]7501é".as_bytes(),
            b"\xff\x1b\xff\x1b[\xff",
        ];
        for stream in streams {
            for cut in 0..stream.len() {
                let (out, heard) = passed(&[&stream[..cut], &stream[cut..]]);
                assert_eq!(out, stream, "cut at {cut}");
                assert!(heard.answers.is_empty());
            }
        }
    }

    #[test]
    fn reports_are_heard_with_their_place() {
        let reported = |stream: &[u8]| passed(&[stream]).1.reported;
        assert_eq!(reported(b"\x1b]7501;state=idle:app=x\x07"), Some(true));
        assert_eq!(reported(b"\x1b]7501;state=idle:id=a/b\x07"), Some(false));
        assert_eq!(reported(b"\x1b]7501;state=idle:id=\x07"), Some(true));
        assert_eq!(reported(b"\x1b]9;4;1;50\x07"), None);
    }
}
