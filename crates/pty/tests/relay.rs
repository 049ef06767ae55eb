//! The relay over real recordings, cut anywhere: what reaches the outer terminal, less what was
//! said in between, is what the program wrote, less its question.

use std::path::Path;
use std::sync::OnceLock;

use proptest::prelude::*;
use shadow_pty::Relay;

/// What is said in between: it must stand out in any stream.
const SAID: &[u8] = b"\x1b]7501;state=working:app=said-in-between\x1b\\";
const QUESTIONS: [&[u8]; 2] = [b"\x1b]7501;?\x1b\\", b"\x1b]7501;?\x07"];

/// The streams of recordings of both CLIs, old and new, and one that asks.
fn streams() -> &'static [Vec<u8>] {
    static STREAMS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    STREAMS.get_or_init(|| {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/corpus");
        let read = |name: &str| {
            let session = shadow_fixtures::SessionDir::read(&corpus.join(name)).expect(name);
            let cast = session.cast().expect(name).expect(name);
            let output = cast.events.iter().filter(|event| event.kind == 'o');
            output.flat_map(|event| event.data.bytes()).collect()
        };
        let names = [
            "claude/1.0.0/basic-120x40",
            "claude/2.1.330/basic-120x40",
            "codex/0.20.0/basic-120x40",
            "codex/0.169.0/basic-120x40",
        ];
        let mut streams: Vec<Vec<u8>> = names.iter().map(|name| read(name)).collect();
        let asked = asking(&streams[1]);
        streams.push(asked);
        streams
    })
}

/// A stream whose program asks about every 1000 bytes, before a control sequence: a question inside
/// a character would tear it by itself.
fn asking(stream: &[u8]) -> Vec<u8> {
    let (mut asked, mut since) = (Vec::with_capacity(stream.len()), 0);
    let mut questions = QUESTIONS.iter().cycle();
    for at in memchr::memmem::find_iter(stream, b"\x1b[") {
        if asked.is_empty() || at - since > 1000 {
            asked.extend_from_slice(&stream[since..at]);
            asked.extend(questions.next().copied().into_iter().flatten());
            since = at;
        }
    }
    asked.extend_from_slice(&stream[since..]);
    asked
}

/// A stream without something.
fn without(stream: &[u8], what: &[&[u8]]) -> Vec<u8> {
    let mut left = Vec::with_capacity(stream.len());
    let mut rest = stream;
    while let Some(&byte) = rest.first() {
        match what.iter().find(|what| rest.starts_with(what)) {
            Some(what) => rest = &rest[what.len()..],
            None => {
                left.push(byte);
                rest = &rest[1..];
            }
        }
    }
    left
}

/// Passes a stream in pieces of these sizes, and says something behind each if it may.
fn pass(stream: &[u8], sizes: &[usize]) -> (Vec<u8>, usize, usize) {
    let (mut relay, mut out) = (Relay::default(), Vec::new());
    let (mut rest, mut said, mut answered) = (stream, 0, 0);
    for &size in sizes.iter().cycle() {
        let (piece, after) = rest.split_at(size.min(rest.len()));
        answered += relay.pass(piece, &mut out).answers.len();
        if relay.is_ground() {
            out.extend_from_slice(SAID);
            said += 1;
        }
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    relay.finish(&mut out);
    (out, said, answered)
}

#[test]
fn a_program_asks_many_times_in_the_stream_that_asks() {
    let asked = QUESTIONS.map(|asked| memchr::memmem::find_iter(&streams()[4], asked).count());
    assert!(asked.iter().all(|&times| times > 1), "{asked:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_is_lost_and_nothing_is_torn(
        which in 0_usize..5,
        sizes in prop::collection::vec(1_usize..400, 1..40),
    ) {
        let stream = &streams()[which];
        let (out, said, answered) = pass(stream, &sizes);
        prop_assert!(said > 0);
        let wrote = without(stream, &QUESTIONS);
        prop_assert!(without(&out, &[SAID]) == wrote);
        prop_assert_eq!(answered > 0, wrote.len() < stream.len());
        prop_assert!(is_whole(&out), "something was said inside a sequence");
    }

    #[test]
    fn hostile_bytes_pass_as_they_are(
        stream in prop::collection::vec(
            prop::sample::select(b"\x1b\x1b[]P_k\\7501;?\x07\x18\x9c\xe2\x94\x82hlm0".to_vec()),
            0..200,
        ),
        sizes in prop::collection::vec(1_usize..9, 1..9),
    ) {
        let (out, _, _) = pass(&stream, &sizes);
        prop_assert!(without(&out, &[SAID]) == without(&stream, &QUESTIONS));
    }
}

/// Whether everything said is between whole characters, and outside of every sequence, by the
/// reading of another parser.
fn is_whole(out: &[u8]) -> bool {
    struct Counter(usize);
    impl vte::Perform for Counter {
        fn osc_dispatch(&mut self, params: &[&[u8]], _: bool) {
            let said = params.get(1) == Some(&&b"state=working:app=said-in-between"[..]);
            self.0 += usize::from(said);
        }
    }
    let mut counter = Counter(0);
    vte::Parser::<4352>::default().advance(&mut counter, out);
    let said = memchr::memmem::find_iter(out, SAID).count();
    let torn = String::from_utf8_lossy(out).contains('\u{fffd}');
    counter.0 == said && !torn
}
