//! Terminals, dumps and settings lose part of the styles: colors, or one attribute. A sample of the
//! captures is read without each, and what is lost may cost an answer, but never make a screen ready that is not.

use shadow_fixtures::Capture;
use shadow_tests::sample::sample;
use shadow_tests::{Mode, development, sweep};
use shadow_tui::screen::Screen;
use shadow_tui::{Memory, Observed, Reading, Snapshot, Stack};

/// One capture in so many loses them.
const ONE_IN: usize = 4;

/// What of the styles is lost.
#[derive(Debug, Clone, Copy)]
enum Loss {
    Colors,
    Backgrounds,
    Dim,
    Bold,
    Inverse,
}

impl Loss {
    const EACH: [Self; 5] = [
        Self::Colors,
        Self::Backgrounds,
        Self::Dim,
        Self::Bold,
        Self::Inverse,
    ];

    /// Whether an SGR parameter goes with it; a color by number comes whole.
    fn takes(self, code: u16) -> bool {
        match self {
            Self::Colors => matches!(code, 30..=49 | 90..=107),
            Self::Backgrounds => matches!(code, 40..=49 | 100..=107),
            Self::Dim => code == 2,
            Self::Bold => code == 1,
            Self::Inverse => code == 7,
        }
    }

    /// The text of a capture without it.
    fn fade(self, text: &[u8]) -> Vec<u8> {
        let mut faded = Vec::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.windows(2).position(|pair| pair == b"\x1b[") {
            faded.extend_from_slice(&rest[..start]);
            let sequence = &rest[start + 2..];
            let end = sequence.iter().position(|b| !matches!(b, b'0'..=b';'));
            let Some(end) = end.filter(|&end| sequence[end] == b'm') else {
                faded.extend_from_slice(b"\x1b[");
                rest = sequence;
                continue;
            };
            self.keep(&sequence[..end], &mut faded);
            rest = &sequence[end + 1..];
        }
        faded.extend_from_slice(rest);
        faded
    }

    /// Writes what is left of one SGR sequence.
    fn keep(self, parameters: &[u8], faded: &mut Vec<u8>) {
        let codes: Vec<&[u8]> = parameters.split(|&b| b == b';').collect();
        let mut kept = Vec::new();
        let mut index = 0;
        while index < codes.len() {
            let code = number(codes[index]);
            let length = match (code, codes.get(index + 1).map(|kind| number(kind))) {
                (38 | 48 | 58, Some(2)) => 5,
                (38 | 48 | 58, _) => 3,
                _ => 1,
            };
            let end = (index + length).min(codes.len());
            if !self.takes(code) {
                kept.extend_from_slice(&codes[index..end]);
            }
            index = end;
        }
        if !kept.is_empty() {
            faded.extend_from_slice(b"\x1b[");
            faded.extend_from_slice(&kept.join(&b';'));
            faded.push(b'm');
        }
    }
}

fn number(code: &[u8]) -> u16 {
    let text = std::str::from_utf8(code).expect("digits are text");
    text.parse().unwrap_or(0)
}

/// The capture with a loss, with or without what is known beside its text, if it is called ready and
/// is not.
fn false_ready(stack: &Stack, capture: &Capture, reading: &mut Reading) -> Vec<String> {
    if capture.case.truth.submit_ready() {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    for loss in Loss::EACH {
        for mode in [Mode::All, Mode::Sgr] {
            let Snapshot { text, channels } = mode.snapshot(capture);
            let screen = Screen::from_capture(&loss.fade(&text), &channels);
            let mut memory = Memory::default();
            let wanted = mode.provider(capture);
            let observed = Observed::drawn(&screen, &channels);
            let assessed = stack.assess(wanted, observed, &mut memory, reading);
            if assessed.reading().verdict().submit_ready() {
                wrong.push(format!("{} without {loss:?} ({mode})", capture.id()));
            }
        }
    }
    wrong
}

#[test]
fn a_lost_style_makes_nothing_ready() {
    let some = sample("faded", development(), ONE_IN);
    assert!(some.len() > 1000, "{} captures", some.len());
    let wrong = sweep(&some, false_ready);
    assert!(
        wrong.is_empty(),
        "{} falsely ready:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_color_by_number_is_lost_whole_and_nothing_else() {
    let text = b"\x1b[1;38;5;6;2mx\x1b[48;2;1;2;3mz\x1b[0m\x1b[K";
    assert_eq!(Loss::Colors.fade(text), b"\x1b[1;2mxz\x1b[0m\x1b[K");
    assert_eq!(
        Loss::Dim.fade(text),
        b"\x1b[1;38;5;6mx\x1b[48;2;1;2;3mz\x1b[0m\x1b[K"
    );
}
