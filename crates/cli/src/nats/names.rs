//! The subjects and keys of a fleet.
//!
//! | subject | what goes there | from whom |
//! |---|---|---|
//! | `shadow.v1.HOST.SERVER.PANE.EVENT` | the events of a pane, kept in a stream | the host |
//! | `$KV.shadow.beat.HOST` | that the host is there, every two seconds, kept in a bucket | the host |
//! | `$KV.shadow.pane.HOST.SERVER.PANE` | the latest state of a pane, kept in the bucket | the host |
//! | `$KV.shadow.look.HOST.SERVER.PANE` | how a pane looks, without the words of its screen, kept in the bucket | the host |
//! | `shadow.ask.v1.HOST.KEY` | a request that changes nothing | the viewer with this public key |
//! | `shadow.act.v1.HOST.KEY` | a request that acts | the operator with this public key |
//!
//! A response goes to the private inbox of the requester, `_INBOX.KEY.…`, and nowhere else.

/// The stream of events.
pub const EVENTS: &str = "SHADOW";

/// The stream behind the bucket.
pub const STATES: &str = "KV_shadow";

/// The subjects of the stream of events.
pub const ALL_EVENTS: &str = "shadow.v1.*.*.*.*";

/// The subjects of the bucket.
pub const ALL_STATES: &str = "$KV.shadow.>";

/// The keys that say which hosts there are.
pub const ALL_BEATS: &str = "$KV.shadow.beat.*";

/// The keys that say how the panes of all hosts look.
pub const ALL_LOOKS: &str = "$KV.shadow.look.>";

/// The header of a message whose line goes on in the next one.
pub const MORE: &str = "Shadow-More";

/// An empty text as a part of a subject.
const EMPTY: &str = "=";

/// The subject of an event.
pub fn event(host: &str, server: &str, pane: &str, event: &str) -> String {
    let [host, server, pane, event] = [host, server, pane, event].map(escaped);
    format!("shadow.v1.{host}.{server}.{pane}.{event}")
}

/// The subjects of the events of a host.
pub fn events_of(host: &str) -> String {
    format!("shadow.v1.{}.*.*.*", escaped(host))
}

/// The key that says that a host is there.
pub fn beat(host: &str) -> String {
    format!("$KV.shadow.beat.{}", escaped(host))
}

/// The host of such a key.
pub fn host_of_beat(subject: &str) -> Option<String> {
    unescaped(subject.strip_prefix("$KV.shadow.beat.")?)
}

/// The key of the latest state of a pane.
pub fn pane(host: &str, server: &str, pane: &str) -> String {
    let [host, server, pane] = [host, server, pane].map(escaped);
    format!("$KV.shadow.pane.{host}.{server}.{pane}")
}

/// The keys of the latest states of the panes of a host.
pub fn panes_of(host: &str) -> String {
    format!("$KV.shadow.pane.{}.>", escaped(host))
}

/// The key of how a pane looks.
pub fn look(host: &str, server: &str, pane: &str) -> String {
    let [host, server, pane] = [host, server, pane].map(escaped);
    format!("$KV.shadow.look.{host}.{server}.{pane}")
}

/// The keys of how the panes of a host look.
pub fn looks_of(host: &str) -> String {
    format!("$KV.shadow.look.{}.>", escaped(host))
}

/// The subject of a request to a host; `key` is the public key of the requester, or `*` for every one.
pub fn request(acts: bool, host: &str, key: &str) -> String {
    let kind = if acts { "act" } else { "ask" };
    format!("shadow.{kind}.v1.{}.{key}", escaped(host))
}

/// The subjects of the requests of a requester to every host.
pub fn requests(acts: bool, key: &str) -> String {
    let kind = if acts { "act" } else { "ask" };
    format!("shadow.{kind}.v1.*.{key}")
}

/// How the inboxes of a requester begin.
pub fn inbox(key: &str) -> String {
    format!("_INBOX.{key}")
}

/// A text as one part of a subject: a byte that is no letter, digit, `_` or `-` becomes `=` and two hexadecimal digits.
pub fn escaped(text: &str) -> String {
    if text.is_empty() {
        return EMPTY.to_owned();
    }
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'_' | b'-' => escaped.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => escaped.push(byte.into()),
            _ => escaped += &format!("={byte:02X}"),
        }
    }
    escaped
}

/// The text of a part of a subject; none if it is no text.
pub fn unescaped(part: &str) -> Option<String> {
    if part == EMPTY {
        return Some(String::new());
    }
    let mut bytes = Vec::new();
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'=' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?
            }
            _ => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{escaped, event, host_of_beat, unescaped};

    #[test]
    fn any_text_is_one_part_of_a_subject_and_comes_back() {
        for (text, part) in [
            ("devbox", "devbox"),
            ("a.b>c*d", "a=2Eb=3Ec=2Ad"),
            ("/tmp/tmux-0/default", "=2Ftmp=2Ftmux-0=2Fdefault"),
            ("%3", "=253"),
            ("ä =\n", "=C3=A4=20=3D=0A"),
            ("", "="),
        ] {
            assert_eq!(escaped(text), part);
            assert_eq!(unescaped(part).as_deref(), Some(text));
        }
        assert_eq!(unescaped("=F"), None);
        assert_eq!(unescaped("=FF"), None, "no text");
        let subject = event("a.b", "/s", "%1", "turn_ended");
        assert_eq!(subject, "shadow.v1.a=2Eb.=2Fs.=251.turn_ended");
        let host = host_of_beat("$KV.shadow.beat.a=2Eb");
        assert_eq!(host.as_deref(), Some("a.b"));
    }
}
