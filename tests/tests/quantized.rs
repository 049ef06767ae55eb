//! A program that finds 256 colors, as Claude Code does in tmux, draws the nearest of them. A sample of the captures is read as it
//! would be drawn there, and says the same: what a color proves, its neighbor in the palette does.

use shadow_fixtures::Capture;
use shadow_tests::sample::sample;
use shadow_tests::{Mode, known, sweep};
use shadow_tui::{Reading, Snapshot, Stack};

/// One capture in so many is drawn so.
const ONE_IN: usize = 4;

/// The index of the palette that is drawn for a color of 24 bits: ramp for grays, else cube, as Claude Code has it.
fn index(red: u16, green: u16, blue: u16) -> u16 {
    let nearest = |part: u16, steps: u16, of: u16| (2 * part * steps + of) / (2 * of);
    let cube = |part| nearest(part, 5, 255);
    match red {
        _ if red != green || green != blue => 16 + 36 * cube(red) + 6 * cube(green) + cube(blue),
        ..8 => 16,
        8..249 => 232 + nearest(red - 8, 24, 247),
        249.. => 231,
    }
}

/// The text with each color of 24 bits as one of the palette.
fn quantized(text: &[u8]) -> Vec<u8> {
    let mut all = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest
        .windows(5)
        .position(|five| matches!(five, b"38;2;" | b"48;2;"))
    {
        let color = &rest[start + 5..];
        let end = color.iter().position(|byte| !matches!(byte, b'0'..=b';'));
        let parameters = std::str::from_utf8(&color[..end.unwrap_or(0)]).expect("digits are text");
        let parts: Vec<&str> = parameters.splitn(4, ';').collect();
        let part = |at: usize| parts.get(at).and_then(|part| part.parse().ok());
        all.extend_from_slice(&rest[..start + 3]);
        match (part(0), part(1), part(2)) {
            (Some(red), Some(green), Some(blue)) => {
                all.extend_from_slice(format!("5;{}", index(red, green, blue)).as_bytes());
                rest = &color[parts[..3].iter().map(|part| part.len() + 1).sum::<usize>() - 1..];
            }
            _ => rest = &rest[start + 3..],
        }
    }
    all.extend_from_slice(rest);
    all
}

/// The capture if it says something else in 256 colors, with or without what is known beside its text.
fn reads_differently(stack: &Stack, capture: &Capture, _: &mut Reading) -> Vec<String> {
    let differs = |mode: &Mode| {
        let drawn = mode.snapshot(capture);
        let text = quantized(&drawn.text);
        if text == drawn.text {
            return false;
        }
        let channels = drawn.channels.clone();
        let read = |snapshot: &Snapshot| {
            let payload = stack.parse(mode.provider(capture), snapshot);
            (payload.surface_assessment, payload.dialog_projection.cells)
        };
        read(&drawn) != read(&Snapshot { text, channels })
    };
    let modes = [Mode::All, Mode::Sgr].into_iter().filter(differs);
    modes
        .map(|mode| format!("{} ({mode})", capture.id()))
        .collect()
}

#[test]
fn a_screen_in_256_colors_says_the_same() {
    let some = sample("quantized", known(), ONE_IN);
    assert!(some.len() > 1000, "{} captures", some.len());
    let wrong = sweep(&some, reads_differently);
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_color_is_drawn_as_its_neighbor_and_nothing_else_changes() {
    let text =
        b"\x1b[1;38;2;255;193;7;4mx\x1b[48;2;55;55;55m38;2;z\x1b[38;5;6m\x1b[38;2;255;255;255m";
    let drawn = b"\x1b[1;38;5;220;4mx\x1b[48;5;237m38;2;z\x1b[38;5;6m\x1b[38;5;231m";
    assert_eq!(quantized(text), drawn);
}
