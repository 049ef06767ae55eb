//! One line outside a reply, as a notification (names of tmux 1.8 to 3.5).

use super::notice::Notice;
use crate::pane::PaneId;

/// Notifications after which panes may have come, gone, moved or changed their size.
const TOPOLOGY: [&[u8]; 16] = [
    b"%layout-change",
    b"%window-add",
    b"%window-close",
    b"%window-renamed",
    b"%window-pane-changed",
    b"%unlinked-window-add",
    b"%unlinked-window-close",
    b"%unlinked-window-renamed",
    b"%session-changed",
    b"%session-renamed",
    b"%session-window-changed",
    b"%sessions-changed",
    b"%client-session-changed",
    b"%client-detached",
    b"%session-created",
    b"%session-closed",
];

/// Reads a line that begins with `%`. `scratch` takes the unescaped bytes of output.
pub(super) fn read<'a>(line: &'a [u8], scratch: &'a mut Vec<u8>) -> Notice<'a> {
    let (name, rest) = word(line);
    let known = match name {
        b"%output" => output(rest, scratch),
        b"%extended-output" => extended_output(rest, scratch),
        b"%pause" => pane(rest).map(Notice::Paused),
        b"%continue" => pane(rest).map(Notice::Continued),
        b"%pane-mode-changed" => pane(rest).map(Notice::PaneModeChanged),
        b"%subscription-changed" => subscription(rest),
        b"%exit" => Some(Notice::Exit(rest)),
        name if TOPOLOGY.contains(&name) => Some(Notice::Topology(name)),
        _ => None,
    };
    known.unwrap_or(Notice::Other(line))
}

/// The first word, and what follows the space behind it.
fn word(text: &[u8]) -> (&[u8], &[u8]) {
    match memchr::memchr(b' ', text) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &[]),
    }
}

/// The pane that is the first word.
fn pane(rest: &[u8]) -> Option<PaneId> {
    let (id, _) = word(rest);
    std::str::from_utf8(id).ok()?.parse().ok()
}

/// `%PANE DATA`
fn output<'a>(rest: &[u8], scratch: &'a mut Vec<u8>) -> Option<Notice<'a>> {
    let pane = pane(rest)?;
    unescape(word(rest).1, scratch);
    Some(Notice::Output {
        pane,
        late_ms: None,
        data: scratch,
    })
}

/// `%PANE AGE … : DATA`; newer versions may have more words before the colon.
fn extended_output<'a>(rest: &[u8], scratch: &'a mut Vec<u8>) -> Option<Notice<'a>> {
    let pane = pane(rest)?;
    let (age, _) = word(word(rest).1);
    let late_ms = std::str::from_utf8(age).ok()?.parse().ok();
    unescape(behind_colon(rest)?, scratch);
    Some(Notice::Output {
        pane,
        late_ms,
        data: scratch,
    })
}

/// `NAME $SESSION @WINDOW INDEX %PANE … : VALUE`; `-` for what does not apply.
fn subscription(rest: &[u8]) -> Option<Notice<'_>> {
    let (name, places) = word(rest);
    let value = behind_colon(places)?;
    let head = &places[..places.len() - value.len()];
    Some(Notice::Subscription {
        name,
        pane: head.split(|&byte| byte == b' ').find_map(pane),
        value,
    })
}

/// What follows the first ` : `.
fn behind_colon(text: &[u8]) -> Option<&[u8]> {
    let at = memchr::memmem::find(text, b" : ")?;
    Some(&text[at + 3..])
}

/// Undoes tmux's escapes: a backslash and three octal digits for control bytes and the backslash.
fn unescape(mut text: &[u8], into: &mut Vec<u8>) {
    into.clear();
    while let Some(at) = memchr::memchr(b'\\', text) {
        into.extend_from_slice(&text[..at]);
        let Some(byte) = octal(&text[at + 1..]) else {
            into.push(b'\\');
            text = &text[at + 1..];
            continue;
        };
        into.push(byte);
        text = &text[at + 4..];
    }
    into.extend_from_slice(text);
}

fn octal(text: &[u8]) -> Option<u8> {
    let digits = text.get(..3)?;
    let digit = |byte: &u8| matches!(byte, b'0'..=b'7').then(|| u16::from(byte - b'0'));
    let value = digits
        .iter()
        .map(digit)
        .try_fold(0u16, |value, digit| Some(value * 8 + digit?))?;
    u8::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::{Notice, read};

    fn told(line: &[u8]) -> String {
        let mut scratch = Vec::new();
        match read(line, &mut scratch) {
            Notice::Output {
                pane,
                late_ms,
                data,
            } => format!("{pane} {late_ms:?} {}", data.escape_ascii()),
            Notice::Subscription { name, pane, value } => format!(
                "{} {} {}",
                name.escape_ascii(),
                pane.map(|pane| pane.to_string()).unwrap_or_default(),
                value.escape_ascii()
            ),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn output_is_unescaped_and_raw_bytes_are_kept() {
        assert_eq!(
            told(b"%output %3 a\\033[1m\\134 \xc3"),
            r"%3 None a\x1b[1m\\ \xc3"
        );
        assert_eq!(told(b"%output %3 "), "%3 None ");
        assert_eq!(told(b"%extended-output %3 12 : a : b"), "%3 Some(12) a : b");
        assert_eq!(told(b"%extended-output %3 12 new : x"), "%3 Some(12) x");
        assert_eq!(told(br"%output %3 \9\400\"), r"%3 None \\9\\400\\");
    }

    #[test]
    fn subscriptions_name_their_pane() {
        assert_eq!(
            told(b"%subscription-changed s $0 @1 0 %4 : a : b"),
            "s %4 a : b"
        );
        assert_eq!(told(b"%subscription-changed s $0 - - - : "), "s  ");
    }

    #[test]
    fn what_is_not_known_or_malformed_is_kept_whole() {
        for line in [
            &b"%paste-buffer-changed buffer0"[..],
            b"%output three x",
            b"%output",
            b"%subscription-changed s",
            b"%",
        ] {
            assert_eq!(read(line, &mut Vec::new()), Notice::Other(line));
        }
        assert_eq!(read(b"%exit", &mut Vec::new()), Notice::Exit(b""));
        assert_eq!(
            read(b"%layout-change @0 x y *", &mut Vec::new()),
            Notice::Topology(b"%layout-change")
        );
    }
}
