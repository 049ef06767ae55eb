//! What stood on a pane between two looks, drawn from what it wrote meanwhile. Pure: views and output in, screens out.
//!
//! A grid is filled with what the earlier view showed, and fed. It is believed only if it shows in the end what the later
//! view shows: tmux may know more than a view tells (scroll regions, tab stops), and a view is not taken at a known byte
//! of the output.

use std::time::{Duration, Instant};

use memchr::memmem;
use shadow_tmux::{View, Written};
use shadow_tui::Channels;
use shadow_tui::screen::{Grid, Screen};

use super::pacing::REST;

/// What ends a synchronized frame.
const FRAME_END: &[u8] = b"\x1b[?2026l";

/// Screens that are drawn between two looks.
const MOST: usize = 32;

/// A screen that has been.
pub struct Past {
    /// When it was drawn.
    pub at: Instant,
    pub screen: Screen,
    /// What was known beside it.
    pub channels: Channels,
}

/// The screens that stood there between two views; none where they cannot be known.
pub fn between(before: &View, after: &View, written: &Written) -> Vec<Past> {
    let pieces = pieces(written);
    let whole: Vec<bool> = (0..pieces.len()).map(|at| is_whole(&pieces, at)).collect();
    let extent = |view: &View| (view.pane.cols, view.pane.rows, view.pane.alternate);
    if extent(before) != extent(after) || !whole.contains(&true) {
        return Vec::new();
    }
    let mut grid = filled(before);
    let mut past = Vec::new();
    for ((at, piece), whole) in pieces.into_iter().zip(whole) {
        grid.feed(piece);
        if whole && grid.is_settled() && grid.is_dirty() && past.len() < MOST {
            grid.clear_dirty();
            past.push(shown(&grid, before, at));
        }
    }
    match agree(&grid, after) {
        true => past,
        false => Vec::new(),
    }
}

/// Output, cut where synchronized frames end.
fn pieces(written: &Written) -> Vec<(Instant, &[u8])> {
    let mut pieces = Vec::new();
    for (at, mut rest) in written.pieces() {
        while let Some(end) = memmem::find(rest, FRAME_END) {
            let (frame, after) = rest.split_at(end + FRAME_END.len());
            pieces.push((at, frame));
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push((at, rest));
        }
    }
    pieces
}

/// Whether what is drawn by a piece is whole, and not the last thing drawn: its frame ends, or nothing follows for a while.
fn is_whole(pieces: &[(Instant, &[u8])], at: usize) -> bool {
    let (came, piece) = pieces[at];
    let next = pieces.get(at + 1);
    let rest = Duration::from_secs_f64(REST);
    next.is_some_and(|(then, _)| piece.ends_with(FRAME_END) || *then >= came + rest)
}

/// A grid that shows what a view shows.
fn filled(view: &View) -> Grid {
    let pane = &view.pane;
    let mut grid = Grid::new(pane.cols, pane.rows);
    if pane.alternate {
        grid.feed(b"\x1b[?1049h");
    }
    // Styles last beyond the end of a line, as they do in a capture.
    for (y, line) in view.text.split(|byte| *byte == b'\n').enumerate() {
        if y < usize::from(pane.rows) {
            grid.feed(format!("\x1b[{};1H", y + 1).as_bytes());
            grid.feed(line);
        }
    }
    let shown = if pane.cursor_visible { 'h' } else { 'l' };
    let [x, y] = pane.cursor;
    grid.feed(format!("\x1b[m\x0f\x1b[?25{shown}\x1b[{};{}H", y + 1, x + 1).as_bytes());
    grid.clear_dirty();
    grid
}

fn shown(grid: &Grid, before: &View, at: Instant) -> Past {
    let mut screen = Screen::default();
    grid.write_screen(&mut screen);
    let drawn = grid.channels();
    let known = before.pane.channels();
    let channels = Channels {
        cursor: drawn.cursor,
        cursor_visible: drawn.cursor_visible,
        title: drawn.title.or(known.title),
        ..known
    };
    Past {
        at,
        screen,
        channels,
    }
}

/// Whether a grid shows what a view shows.
fn agree(grid: &Grid, view: &View) -> bool {
    let mut drawn = Screen::default();
    grid.write_screen(&mut drawn);
    let seen = Screen::from_capture(&view.text, &view.pane.channels());
    let [x, y] = view.pane.cursor;
    let same = |y: usize| drawn.row(y).text().trim_end() == seen.row(y).text().trim_end();
    grid.cursor() == (x, y) && (0..usize::from(view.pane.rows)).all(same)
}

#[cfg(test)]
mod tests {
    use shadow_tmux::Pane;

    use super::*;

    const WORKING: &[u8] = b"\x1b[?2026h\x1b[1;1H> two\x1b[2;1Hworking\x1b[?2026l";
    const ASKING: &[u8] = b"\x1b[?2026h\x1b[1;1H\x1b[Kwhich?\x1b[2;1H\x1b[K\x1b[?2026l";

    fn view(text: &str, cursor: [u16; 2]) -> View {
        let pane = Pane {
            id: "%0".parse().expect("an id"),
            session: String::new(),
            session_id: String::new(),
            window: 0,
            index: 0,
            pid: 1,
            command: String::new(),
            title: None,
            cols: 20,
            rows: 3,
            cursor,
            cursor_visible: true,
            alternate: false,
            dead: false,
            in_mode: false,
            synchronized: false,
            input_off: false,
        };
        let text = text.as_bytes().to_vec();
        View { pane, text }
    }

    fn written(pieces: &[(u64, &[u8])]) -> Written {
        let (start, mut written) = (Instant::now(), Written::default());
        for (millis, piece) in pieces {
            written.keep(piece, start + Duration::from_millis(*millis));
        }
        written
    }

    /// The first rows of what stood between an idle screen and a question.
    fn rows(pieces: &[(u64, &[u8])]) -> Vec<String> {
        let (before, after) = (view("> \n\n\n", [2, 0]), view("which?\n\n\n", [0, 1]));
        let past = between(&before, &after, &written(pieces));
        let rows = past.iter().map(|it| it.screen.row(0).text().to_owned());
        rows.collect()
    }

    #[test]
    fn a_frame_that_was_drawn_over_is_seen_however_its_bytes_came() {
        assert_eq!(rows(&[(0, WORKING), (48, ASKING)]), ["> two"]);
        let both = [WORKING, ASKING].concat();
        assert_eq!(rows(&[(0, &both)]), ["> two"]);
        for cut in 1..both.len() {
            let (one, two) = both.split_at(cut);
            let rows = rows(&[(0, one), (1, two)]);
            assert!(
                rows.contains(&"> two".to_owned()) || cut_in_end(cut),
                "{cut}"
            );
        }
    }

    /// Whether a cut stands within the end of the first frame: it is then known by its rest alone.
    fn cut_in_end(cut: usize) -> bool {
        cut < WORKING.len() && cut > WORKING.len() - FRAME_END.len()
    }

    #[test]
    fn without_frames_what_has_rested_is_seen() {
        let asks: &[u8] = b"\x1b[1;1H\x1b[Kwhich?\x1b[2;1H\x1b[K";
        assert_eq!(
            rows(&[(0, b"one"), (5, b" more"), (30, asks)]),
            ["> one more"]
        );
        assert!(rows(&[(0, b"one"), (5, asks)]).is_empty());
    }

    #[test]
    fn nothing_is_believed_that_does_not_lead_to_what_is_seen() {
        let other = b"\x1b[?2026h\x1b[1;1Hwhat?\x1b[?2026l";
        assert!(rows(&[(0, WORKING), (48, other)]).is_empty());
        // Something came between that was not heard of in time.
        assert!(rows(&[(0, WORKING), (48, ASKING), (90, b"x")]).is_empty());
    }

    #[test]
    fn a_title_alone_draws_nothing() {
        let title: &[u8] = b"\x1b]0;busy\x07";
        assert_eq!(rows(&[(0, WORKING), (30, title), (60, ASKING)]), ["> two"]);
    }
}
