//! What a program says of itself in its stream: title, program status (OSC 7501), progress (OSC 9;4), notifications.

use shadow_fixtures::ProgramStatus;

/// Reports in force after a stream.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reports {
    /// Last title (OSC 0 or 2).
    pub title: Option<String>,
    /// Program status records by id, in order of first report.
    pub status: Vec<ProgramStatus>,
    /// Progress, `state;percent`; absent after state 0.
    pub progress: Option<String>,
    /// Notifications, in order.
    pub notifications: Vec<String>,
}

impl Reports {
    /// Reads a whole stream.
    pub fn read(stream: &[u8]) -> Self {
        let mut reports = Self::default();
        let mut rest = stream;
        while let Some(at) = rest.windows(2).position(|pair| pair == b"\x1b]") {
            rest = &rest[at + 2..];
            let Some(end) = rest.iter().position(|&b| b == 0x07 || b == 0x1b) else {
                break;
            };
            reports.take(&String::from_utf8_lossy(&rest[..end]));
            rest = &rest[end..];
        }
        reports
    }

    fn take(&mut self, osc: &str) {
        match osc.split_once(';') {
            Some(("0" | "2", title)) => self.title = Some(title.to_owned()),
            Some(("9", rest)) => self.nine(rest),
            Some(("777" | "99", _)) => self.notifications.push(osc.to_owned()),
            Some(("7501", rest)) if rest != "?" => self.status(rest),
            _ => {}
        }
    }

    fn nine(&mut self, rest: &str) {
        match rest.strip_prefix("4;") {
            Some(progress) if progress.starts_with('0') => self.progress = None,
            Some(progress) => self.progress = Some(progress.to_owned()),
            None => self.notifications.push(format!("9;{rest}")),
        }
    }

    fn status(&mut self, record: &str) {
        let mut status = ProgramStatus::default();
        for pair in record.split(':') {
            let Some((key, value)) = pair.split_once('=') else {
                continue;
            };
            let value = value.to_owned();
            match key {
                "state" => status.state = value,
                "id" => status.id = Some(value),
                "kind" => status.kind = Some(value),
                "app" => status.app = Some(value),
                "msg" => status.msg = decode(&value),
                _ => {}
            }
        }
        self.status.retain(|old| old.id != status.id);
        if !matches!(status.state.as_str(), "" | "clear") {
            self.status.push(status);
        }
    }
}

/// Base64 of UTF-8, as the protocol writes free text.
fn decode(text: &str) -> Option<String> {
    let digit = |b: u8| match b {
        b'A'..=b'Z' => Some(b - b'A'),
        b'a'..=b'z' => Some(b - b'a' + 26),
        b'0'..=b'9' => Some(b - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::new();
    let (mut bits, mut held) = (0_u32, 0);
    for b in text.trim_end_matches('=').bytes() {
        bits = (bits << 6 | u32::from(digit(b)?)) & 0xffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held & 0xff) as u8);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_each_channel() {
        let stream =
            b"x\x1b]0;one\x07y\x1b]2;two\x1b\\\x1b]9;4;3;50\x07\x1b]9;done\x07\x1b]7501;?\x1b\\\
            \x1b]7501;state=blocked:kind=permission:app=codex:msg=aGk=\x1b\\";
        let reports = Reports::read(stream);
        assert_eq!(reports.title.as_deref(), Some("two"));
        assert_eq!(reports.progress.as_deref(), Some("3;50"));
        assert_eq!(reports.notifications, ["9;done"]);
        assert_eq!(reports.status.len(), 1);
        assert_eq!(reports.status[0].state, "blocked");
        assert_eq!(reports.status[0].msg.as_deref(), Some("hi"));
    }

    #[test]
    fn a_record_is_replaced_whole_and_cleared() {
        let reports = Reports::read(b"\x1b]7501;state=working:kind=x\x07\x1b]7501;state=idle\x07");
        assert_eq!(reports.status[0].state, "idle");
        assert_eq!(reports.status[0].kind, None);
        let cleared = Reports::read(b"\x1b]7501;state=working\x07\x1b]7501;state=clear\x07");
        assert!(cleared.status.is_empty());
    }
}
