//! What each fuzz target does with its bytes. The targets hand them over; the property tests of
//! `tests/` run the same functions on the stable compiler.

use shadow_tui::screen::{Grid, Screen, check_input};
use shadow_tui::{Channels, ProviderChoice, Snapshot, Watch, stack};

/// Any bytes, size and cursor through the whole stack: no panic, JSON comes out, no escape stays
/// in what is ours, and a second look at the same reads nothing.
pub fn stack_reads(data: &[u8]) {
    let (head, text) = data.split_at(data.len().min(4));
    let byte = |index: usize| u16::from(head.get(index).copied().unwrap_or_default());
    let channels = Channels {
        cols: (byte(0) > 0).then(|| byte(0)),
        rows: (byte(1) > 0).then(|| byte(1)),
        cursor: Some((byte(2), byte(3))),
        ..Channels::default()
    };
    assert!(
        check_input(text.len()).is_ok(),
        "fuzzers stay below the cap"
    );
    let snapshot = Snapshot {
        text: text.to_vec(),
        channels,
    };
    let stack = stack();
    for name in ["claude", "codex"] {
        let wanted = ProviderChoice::Named(name);
        let payload = stack.parse(wanted, &snapshot);
        serde_json::to_string(&payload).expect("a payload is JSON");
        let projection = &payload.dialog_projection;
        assert!(!projection.normalized_text.contains('\u{1b}'));
        assert!(!projection.dialog_text.contains('\u{1b}'));
        let mut watch = Watch::default();
        assert!(watch.look(&stack, wanted, &snapshot.text, &snapshot.channels));
        assert!(!watch.look(&stack, wanted, &snapshot.text, &snapshot.channels));
    }
}

/// Any output through the grid, whole and split at a byte: no panic, and the same screen, channels
/// and replies. Then another size, and the output again.
pub fn grid_draws(data: &[u8]) {
    let Some((&cut, output)) = data.split_first() else {
        return;
    };
    let mut whole = Grid::new(20, 6);
    whole.feed(output);
    let mut split = Grid::new(20, 6);
    let (first, second) = output.split_at(usize::from(cut).min(output.len()));
    split.feed(first);
    split.feed(second);
    assert_eq!(shown(&whole), shown(&split));
    assert_eq!(whole.channels(), split.channels());
    assert_eq!(replies(&mut whole), replies(&mut split));
    whole.resize(u16::from(cut), 3);
    whole.feed(output);
    shown(&whole);
}

/// Any capture: rows, spans, columns and words found agree with each other.
pub fn screen_holds_together(data: &[u8]) {
    let screen = Screen::from_capture(data, &Channels::default());
    assert!(screen.height() == 0 || screen.normalized_text().ends_with('\n'));
    for row in screen.rows() {
        let text = row.text();
        assert_eq!(text.trim_end(), text);
        assert_eq!(text.trim_start(), row.trimmed());
        assert_eq!(text.trim_start().chars().next(), row.first_char());
        let spans: String = row.spans().map(|span| span.text).collect();
        assert_eq!(spans, text);
        assert!(row.column_at_byte(text.len()) == row.width());
        assert!(text.is_char_boundary(row.byte_at_column(row.width() / 2)));
    }
    let again = Screen::from_capture(screen.normalized_text().as_bytes(), &Channels::default());
    assert_eq!(again.normalized_text(), screen.normalized_text());
}

fn shown(grid: &Grid) -> String {
    let mut screen = Screen::default();
    grid.write_screen(&mut screen);
    screen.normalized_text().to_owned()
}

fn replies(grid: &mut Grid) -> Vec<u8> {
    let mut bytes = Vec::new();
    grid.take_replies(&mut bytes);
    bytes
}
