//! The parser over any stream: it never panics, and where the bytes are split does not matter.

use proptest::prelude::*;

use super::parser::{Message, Parser};

fn told(pieces: &[&[u8]]) -> Vec<String> {
    let (mut parser, mut all) = (Parser::default(), Vec::new());
    for piece in pieces {
        parser.feed(piece, |message: Message<'_>| {
            all.push(format!("{message:?}"))
        });
    }
    all
}

/// Lines as tmux sends them, whole and broken, and any bytes.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        &b"%begin 1 2 1\n"[..],
        b"%end 1 2 1\n",
        b"%error 1 2 1\n",
        b"%end 1 2 3\n",
        b"%begin 1 3 0\n",
        b"%end 1 3 0\n",
        b"%output %1 \\033]0;\xe2\x9c\xb3\\007\n",
        b"%output %1 \\3",
        b"%extended-output %1 3 : \xff\n",
        b"%subscription-changed s $0 @0 0 %1 : v\n",
        b"%pause %1\n",
        b"%continue %1\n",
        b"%pane-mode-changed %\n",
        b"%layout-change @1 a b *\r\n",
        b"%exit server exited\n",
        b"%\n",
        b"\n",
    ]);
    let any = prop::collection::vec(any::<u8>(), 0..40);
    prop_oneof![known.prop_map(<[u8]>::to_vec), any]
}

proptest! {
    #[test]
    fn splits_change_nothing(lines in prop::collection::vec(line(), 0..20)) {
        let stream = lines.concat();
        let whole = told(&[&stream]);
        for at in 0..stream.len() {
            let (head, tail) = stream.split_at(at);
            prop_assert_eq!(&told(&[head, tail]), &whole, "split at {}", at);
        }
        let bytes: Vec<&[u8]> = stream.chunks(1).collect();
        prop_assert_eq!(told(&bytes), whole);
    }

    #[test]
    fn output_comes_through_as_it_was_written(written in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut stream = b"%output %7 ".to_vec();
        for &byte in &written {
            match byte {
                0..b' ' | b'\\' => stream.extend(format!("\\{byte:03o}").bytes()),
                _ => stream.push(byte),
            }
        }
        stream.push(b'\n');
        let mut read = Vec::new();
        Parser::default().feed(&stream, |message| {
            if let Message::Notice(super::Notice::Output { data, .. }) = message {
                read.extend_from_slice(data);
            }
        });
        prop_assert_eq!(read, written);
    }

    #[test]
    fn a_screen_comes_through_as_a_reply(
        rows in prop::collection::vec("(%end 1 2 3|%output %1 x|%begin 1 2 1|[ -~]{0,20})", 0..20),
    ) {
        let body: String = rows.iter().map(|row| format!("{row}\n")).collect();
        let stream = format!("%begin 5 6 1\n{body}%end 5 6 1\n");
        let mut bodies = Vec::new();
        Parser::default().feed(stream.as_bytes(), |message| {
            if let Message::Reply(reply) = message {
                bodies.push(reply.body);
            }
        });
        prop_assert_eq!(bodies, [body.into_bytes()]);
    }
}
