//! What stood on a pane between two looks, drawn from what it wrote meanwhile. Pure: views and output in, screens out.
//!
//! A grid is filled with what the earlier view showed, and fed. It is believed only if it shows in the end what the later
//! view shows: tmux may know more than a view tells (scroll regions, tab stops). A view is not taken at a known byte of the
//! output, so where both begin and end there is searched for among the few pieces that came about then.

use std::time::{Duration, Instant};

use memchr::memmem;
use shadow_core::Channels;
use shadow_core::screen::{Grid, History, Screen};
use shadow_tmux::{View, Written};

use super::pacing::REST;

/// What ends a synchronized frame.
const FRAME_END: &[u8] = b"\x1b[?2026l";

/// Screens that are drawn between two looks.
const MOST: usize = 32;

/// How long after a view what it shows may be heard of.
const LATE: Duration = Duration::from_millis(5);

/// First pieces that are left out, one after the other, where the earlier view may show them.
const FIRST: usize = 8;

/// A screen that has been.
pub struct Past {
    /// When it was drawn.
    pub at: Instant,
    pub screen: Screen,
    /// What was known beside it.
    pub channels: Channels,
    /// What had scrolled off its top.
    pub above: History,
}

/// What happened between two views.
#[derive(Default)]
pub struct Way {
    /// The screens that stood there.
    pub past: Vec<Past>,
    /// What has scrolled off the top of the later view, as far as that is known.
    pub above: History,
}

/// The way from a view, and what had scrolled off its top, to a later one; none where what was heard does not lead there.
pub fn between(before: &View, above: &History, after: &View, written: &Written) -> Option<Way> {
    let pieces = pieces(written);
    let extent = |view: &View| (view.pane.cols, view.pane.rows, view.pane.alternate);
    if extent(before) != extent(after) {
        return Some(Way::default());
    }
    // Nothing scrolls off the alternate screen.
    let any_whole = (0..pieces.len()).any(|at| is_whole(&pieces, at));
    if before.pane.alternate && !any_whole {
        return Some(Way::default());
    }
    let seen = Screen::from_capture(&after.text, &after.pane.channels());
    let shows = |grid: &Grid| agree(grid, &seen, after);
    let firsts = 0..=early(&pieces, written);
    let ways = firsts.filter_map(|first| way(before, above, &pieces, first, &shows));
    let ways: Vec<_> = ways.collect();
    let still = || !written.is_torn() && shows(&filled(before));
    match ways.is_empty() {
        false => Some(common(ways)),
        true => still().then(|| Way {
            past: Vec::new(),
            above: above.clone(),
        }),
    }
}

/// The first pieces that the earlier view may show already.
fn early(pieces: &[Piece<'_>], written: &Written) -> usize {
    let Some(looked) = written.looked() else {
        return 0;
    };
    let may_be = |piece: &&Piece<'_>| piece.at <= looked + LATE;
    pieces.iter().take(FIRST).take_while(may_be).count()
}

/// A way that is possible: from which piece on, the screens on it with the piece that drew each, and what has scrolled off
/// the top in the end.
struct Possible {
    first: usize,
    past: Vec<(usize, Past)>,
    above: History,
}

/// The way from a view through the pieces from `first` on, to where it shows what it must.
fn way(
    before: &View,
    above: &History,
    pieces: &[Piece<'_>],
    first: usize,
    shows: &impl Fn(&Grid) -> bool,
) -> Option<Possible> {
    let mut grid = filled(before);
    grid.keep_history(above.clone());
    let kept = |grid: &Grid| grid.history().cloned().unwrap_or_default();
    let mut past = Vec::new();
    for (index, piece) in pieces.iter().enumerate().skip(first) {
        grid.feed(piece.data);
        if piece.ends && shows(&grid) {
            let above = kept(&grid);
            return Some(Possible { first, past, above });
        }
        if is_whole(pieces, index) && grid.is_settled() && grid.is_dirty() && past.len() < MOST {
            grid.clear_dirty();
            let mut shown = shown(&grid, before, piece.at);
            shown.above = kept(&grid);
            past.push((index, shown));
        }
    }
    None
}

/// What is so on every way that is possible.
fn common(ways: Vec<Possible>) -> Way {
    let last = ways.iter().map(|way| way.first).max().unwrap_or(0);
    let above = ways[0].above.clone();
    let agreed = ways.iter().all(|way| way.above.says_same(&above));
    let mut ways = ways.into_iter().map(|mut way| {
        way.past.retain(|(index, _)| *index >= last);
        way.past
    });
    let one = ways.next().unwrap_or_default();
    let rows = |past: &Past| past.screen.normalized_text().to_owned();
    let same = |other: Vec<(usize, Past)>| {
        let mut pairs = one.iter().zip(&other);
        other.len() == one.len() && pairs.all(|(one, other)| rows(&one.1) == rows(&other.1))
    };
    let past = match ways.all(same) {
        true => one.into_iter().map(|(_, past)| past).collect(),
        false => Vec::new(),
    };
    let above = if agreed { above } else { History::default() };
    Way { past, above }
}

/// Output up to the end of a synchronized frame, or as it came.
struct Piece<'w> {
    at: Instant,
    data: &'w [u8],
    /// Whether it may be the last one that the later view shows.
    ends: bool,
}

/// Output, cut where synchronized frames end.
fn pieces(written: &Written) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for (index, (at, mut rest)) in written.pieces().enumerate() {
        let mut cut = |data, whole| {
            let ends = index >= written.sure() || whole && index + 1 == written.sure();
            pieces.push(Piece { at, data, ends });
        };
        while let Some(end) = memmem::find(rest, FRAME_END) {
            let (frame, after) = rest.split_at(end + FRAME_END.len());
            cut(frame, after.is_empty());
            rest = after;
        }
        if !rest.is_empty() {
            cut(rest, true);
        }
    }
    pieces
}

/// Whether what is drawn by a piece is whole, and not the last thing drawn: its frame ends, or nothing follows for a while.
fn is_whole(pieces: &[Piece<'_>], index: usize) -> bool {
    let Piece { at, data, .. } = pieces[index];
    let next = pieces.get(index + 1);
    let rest = Duration::from_secs_f64(REST);
    next.is_some_and(|next| data.ends_with(FRAME_END) || next.at >= at + rest)
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
        above: History::default(),
    }
}

/// Whether a grid shows what a view shows, of which the screen is `seen`.
fn agree(grid: &Grid, seen: &Screen, view: &View) -> bool {
    let [x, y] = view.pane.cursor;
    if grid.cursor() != (x, y) {
        return false;
    }
    let mut drawn = Screen::default();
    grid.write_screen(&mut drawn);
    let same = |y: usize| drawn.row(y).text().trim_end() == seen.row(y).text().trim_end();
    (0..usize::from(view.pane.rows)).all(same)
}

#[cfg(test)]
mod tests {
    use shadow_tmux::Pane;

    use super::*;

    const WORKING: &[u8] = b"\x1b[?2026h\x1b[1;1H> two\x1b[2;1Hworking\x1b[?2026l";
    const ASKING: &[u8] = b"\x1b[?2026h\x1b[1;1H\x1b[Kwhich?\x1b[2;1H\x1b[K\x1b[?2026l";

    fn view(text: &str, cursor: [u16; 2]) -> View {
        let pane = Pane {
            tty: String::new(),
            foreground: shadow_core::Foreground::default(),
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
            shows: None,
        };
        let text = text.as_bytes().to_vec();
        View {
            pane,
            text,
            covered: false,
        }
    }

    fn written(pieces: &[(u64, &[u8])]) -> Written {
        let (start, mut written) = (Instant::now(), Written::default());
        for (millis, piece) in pieces {
            written.keep(piece, start + Duration::from_millis(*millis));
        }
        written.close();
        written
    }

    /// The first rows of what stood between an idle screen and a question.
    fn rows(pieces: &[(u64, &[u8])]) -> Vec<String> {
        let (before, after) = (view("> \n\n\n", [2, 0]), view("which?\n\n\n", [0, 1]));
        let past = between(&before, &History::default(), &after, &written(pieces))
            .unwrap_or_default()
            .past;
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

    /// A spinner that turns at the right end of the row on which the cursor stands.
    const SPINS: [&[u8]; 2] = [
        b"\x1b[?2026h\x1b[9C+\x1b[10D\x1b[?2026l",
        b"\x1b[?2026h\x1b[9C*\x1b[10D\x1b[?2026l",
    ];

    #[test]
    fn what_the_later_view_shows_may_be_heard_of_late() {
        let start = Instant::now();
        let before = view("> \n\n\n", [2, 0]);
        for (mark, more) in [("", 0), ("+", 1), ("*", 2)] {
            let after = view(&format!("which?\n{mark:>10}\n\n"), [0, 1]);
            let mut written = written(&[(0, WORKING), (48, ASKING)]);
            for late in SPINS {
                written.keep(late, start + Duration::from_millis(90));
            }
            let past = between(&before, &History::default(), &after, &written)
                .expect("a way")
                .past;
            let rows = past.iter().map(|it| it.screen.row(0).text().to_owned());
            let rows: Vec<_> = rows.collect();
            assert_eq!(rows[0], "> two", "{mark}");
            assert_eq!(rows.len(), 1 + more, "{mark}");
        }
    }

    #[test]
    fn what_the_earlier_view_shows_may_be_heard_of_late() {
        let start = Instant::now();
        let types: &[u8] = b"\x1b[?2026htwo\x1b[?2026l";
        let works: &[u8] = b"\x1b[?2026h\x1b[2;1Hworking\x1b[?2026l";
        // It does not erase all that "two" typed twice would leave.
        let covers: &[u8] = b"\x1b[?2026h\x1b[1;1Hwhich?\x1b[2;1H\x1b[K\x1b[?2026l";
        let cases: [(u64, &[u8], &[&str]); 3] = [
            (3, covers, &["> two"]),
            // Nothing tells whether it was typed once or twice.
            (3, ASKING, &[]),
            (40, ASKING, &["> twotwo", "> twotwo"]),
        ];
        let before = view("> two\n\n\n", [5, 0]);
        let after = view("which?\n\n\n", [0, 1]);
        for (came, asks, seen) in cases {
            let mut written = Written::default();
            Written::default().join(&mut written, start);
            for (millis, piece) in [(came, types), (60, works), (110, asks)] {
                written.keep(piece, start + Duration::from_millis(millis));
            }
            written.close();
            let past = between(&before, &History::default(), &after, &written)
                .expect("a way")
                .past;
            let rows: Vec<_> = past.iter().map(|it| it.screen.row(0).text()).collect();
            assert_eq!(rows, seen, "{came}");
        }
    }

    #[test]
    fn a_title_alone_draws_nothing() {
        let title: &[u8] = b"\x1b]0;busy\x07";
        assert_eq!(rows(&[(0, WORKING), (30, title), (60, ASKING)]), ["> two"]);
    }

    /// A row that has scrolled off.
    fn zero() -> History {
        let mut grid = Grid::new(20, 1);
        grid.keep_history(History::default());
        grid.feed(b"zero\r\n");
        grid.history().cloned().unwrap_or_default()
    }

    /// How many rows stand above `three`, `four` and `five`, where `one`, `two` and `three` were shown before.
    fn scrolled(above: &History, pieces: &[(u64, &[u8])]) -> Option<usize> {
        let before = view("one\ntwo\nthree\n", [5, 2]);
        let after = view("three\nfour\nfive\n", [4, 2]);
        let way = between(&before, above, &after, &written(pieces))?;
        Some(way.above.len())
    }

    #[test]
    fn what_has_scrolled_off_is_known_where_the_output_leads_to_what_is_seen() {
        let none = History::default();
        assert_eq!(scrolled(&none, &[(0, b"\r\nfour\r\nfive")]), Some(2));
        let above = zero();
        assert_eq!(
            scrolled(&above, &[(0, b"\r\nfour"), (40, b"\r\nfive")]),
            Some(3)
        );
        assert_eq!(scrolled(&above, &[(0, b"\r\nfive")]), None);
        // It was cleared, and drawn anew.
        assert_eq!(
            scrolled(&above, &[(0, b"\x1b[H\x1b[Jthree\r\nfour\r\nfive")]),
            Some(0)
        );
    }

    #[test]
    fn what_has_scrolled_off_stays_while_the_pane_stands_still() {
        let above = zero();
        let (still, none) = (view("one\n\n\n", [3, 0]), written(&[]));
        let len = |after: &View, written: &Written| {
            between(&still, &above, after, written).map(|way| way.above.len())
        };
        assert_eq!(len(&still, &none), Some(1));
        let mut torn = Written::default();
        torn.keep(&[b'x'; 1 << 17], Instant::now());
        assert_eq!(len(&still, &torn), None);
        let mut wider = still.clone();
        wider.pane.cols = 30;
        assert_eq!(len(&wider, &none), Some(0));
    }
}
