//! Where control strings (OSC, DCS, APC, PM, SOS) end. Their payload is never text.

const BEL: u8 = 0x07;

/// Which bytes may end a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// BEL or ST.
    Osc,
    /// ST only.
    Other,
}

/// Finds the ends of strings, in time linear in the text: an end found once is remembered, as
/// hostile text may open a thousand strings before it.
#[derive(Debug, Default)]
pub(super) struct Strings {
    ends: [Option<End>; 2],
}

/// An end: the string is over at `at`, and the text goes on at `next`.
#[derive(Debug, Clone, Copy)]
struct End {
    at: usize,
    next: usize,
    proper: bool,
}

impl Strings {
    /// Where the text goes on after a string whose payload begins at `from`.
    ///
    /// A string that nothing ends properly (the text stops, another escape begins, CAN or SUB
    /// comes) was cut off: it takes the rest of its line and no more.
    pub(super) fn skip(&mut self, bytes: &[u8], kind: Kind, from: usize) -> usize {
        let slot = &mut self.ends[usize::from(kind == Kind::Other)];
        let end = match slot {
            Some(end) if end.at >= from => *end,
            _ => *slot.insert(find(bytes, kind, from)),
        };
        if end.proper {
            return end.next;
        }
        let line = memchr::memchr(b'\n', &bytes[from..end.at]);
        line.map_or(end.next, |line| from + line)
    }
}

fn find(bytes: &[u8], kind: Kind, from: usize) -> End {
    let mut at = from;
    loop {
        let Some(step) = bytes[at..].iter().position(|&byte| may_end(byte)) else {
            return End {
                at: bytes.len(),
                next: bytes.len(),
                proper: false,
            };
        };
        at += step;
        if let Some(end) = end_at(bytes, kind, at) {
            return end;
        }
        at += 1;
    }
}

const fn may_end(byte: u8) -> bool {
    matches!(byte, BEL | 0x18 | 0x1a | 0x1b | 0xc2)
}

fn end_at(bytes: &[u8], kind: Kind, at: usize) -> Option<End> {
    let (next, proper) = match (bytes[at], bytes.get(at + 1)) {
        (BEL, _) if kind == Kind::Osc => (at + 1, true),
        (0x1b, Some(b'\\')) | (0xc2, Some(0x9c)) => (at + 2, true),
        (0x1b, _) => (at, false),
        (0x18 | 0x1a, _) => (at + 1, false),
        _ => return None,
    };
    Some(End { at, next, proper })
}
