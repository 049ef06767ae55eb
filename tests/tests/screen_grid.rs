//! The grid by hand-made cases: cells and modes, what programs say beside them, replies, sizes.

use shadow_tui::ReportedState;
use shadow_tui::screen::{Color, Grid, History, MAX_HISTORY_ROWS, Modes, Screen, Style};

use super::growth::is_linear;

fn fed(cols: u16, rows: u16, output: &str) -> Grid {
    let mut grid = Grid::new(cols, rows);
    grid.feed(output.as_bytes());
    grid
}

fn text(grid: &Grid) -> String {
    let mut screen = Screen::default();
    grid.write_screen(&mut screen);
    let rows: Vec<&str> = screen.rows().map(|row| row.text()).collect();
    rows.join("\n").trim_end().to_owned()
}

fn replies(output: &str) -> String {
    let mut grid = fed(20, 5, output);
    let mut sent = Vec::new();
    grid.take_replies(&mut sent);
    let mut again = Vec::new();
    grid.take_replies(&mut again);
    assert!(again.is_empty(), "replies are given once");
    String::from_utf8(sent).expect("replies are text")
}

/// Each output with the text that a 10x4 grid then shows.
#[track_caller]
fn check_each(cases: &[(&str, &str)]) {
    for (output, expected) in cases {
        assert_eq!(text(&fed(10, 4, output)), *expected, "output {output:?}");
    }
}

#[test]
fn text_wraps_and_scrolls() {
    check_each(&[
        ("one\r\ntwo", "one\ntwo"),
        ("0123456789ab", "0123456789\nab"),
        ("0123456789\r\nab", "0123456789\nab"),
        ("1\r\n2\r\n3\r\n4\r\n5", "2\n3\n4\n5"),
        ("\x1b[?7l0123456789ab", "012345678b"),
        ("a\nb", "a\n b"),
        ("\x1b[20ha\nb", "a\nb"),
    ]);
    let grid = fed(10, 4, "0123456789ab");
    assert!(grid.row_wraps(0) && !grid.row_wraps(1));
}

#[test]
fn a_full_row_leaves_the_cursor_at_the_width() {
    assert_eq!(fed(10, 4, "0123456789").cursor(), (10, 0));
    assert_eq!(fed(10, 4, "0123456789\r").cursor(), (0, 0));
    assert_eq!(fed(10, 4, "0123456789a").cursor(), (1, 1));
}

#[test]
fn wide_characters_and_marks() {
    check_each(&[
        ("中文", "中文"),
        ("123456789中", "123456789\n中"),
        ("中\x1b[2Gx", " x"),
        ("中\x1b[1Gx", "x"),
        ("ab中\x1b[3G\x1b[P", "ab"),
        ("a\u{7f}b", "ab"),
        ("e\u{301}x", "e\u{301}x"),
        ("中\u{301}x", "中\u{301}x"),
        ("\u{301}x", "x"),
        ("\x1b[10G中\u{301}", "\n中\u{301}"),
        ("👩\u{200d}👧\x1b[3Gx", "👩\u{200d}👧x"),
        ("👩\u{200d}👧\x1b[2Gx", " x"),
        ("👩\u{200d}x", "👩\u{200d}x"),
        ("\u{200d}👩x", "👩x"),
    ]);
}

#[test]
fn regions_insertion_and_deletion() {
    check_each(&[
        ("1\r\n2\r\n3\r\n4\x1b[2;3r\x1b[3;1H\n5", "1\n3\n5\n4"),
        ("1\r\n2\r\n3\x1b[1;1H\x1b[L", "\n1\n2\n3"),
        ("1\r\n2\r\n3\x1b[1;1H\x1b[M", "2\n3"),
        ("1\r\n2\x1b[1;1H\x1bM0", "0\n1\n2"),
        ("abc\x1b[2G\x1b[@", "a bc"),
        ("abc\x1b[2G\x1b[4hX", "aXbc"),
        ("abcdef\x1b[2G\x1b[2X", "a  def"),
        ("1\r\n2\r\n3\x1b[S", "2\n3"),
        ("1\r\n2\x1b[T", "\n1\n2"),
        ("1\r\n2\x1b[?6h\x1b[2;3r\x1b[1;1HX", "1\nX"),
        ("\x1b#8\x1b[2;1H\x1b[J", "EEEEEEEEEE"),
        ("x\x1b[3b", "xxxx"),
        ("x\x1b[99b", "xxxxxxxxxx"),
    ]);
}

#[test]
fn tabs_and_line_drawing() {
    check_each(&[
        ("a\tb", "a       b"),
        ("a\t\tb", "a        b"),
        ("\x1b[4G\x1bH\ra\tb", "a  b"),
        ("\x1b[3g\tb", "         b"),
        ("123456789\x1b[Zb", "12345678b"),
        ("\x1b(0lqk\x1b(Bq", "┌─┐q"),
        ("\x1b)0\x0ex\x0fx", "│x"),
    ]);
}

#[test]
fn the_alternate_screen_keeps_the_main_one() {
    let mut grid = fed(10, 4, "main\x1b[?1049h\x1b[Halternate");
    assert_eq!(text(&grid), "alternate");
    assert_eq!(grid.channels().alternate, Some(true));
    grid.feed(b"\x1b[?1049l!");
    assert_eq!(text(&grid), "main!");
    assert_eq!(grid.channels().alternate, Some(false));
    grid.feed(b"\x1b[?1049h");
    assert_eq!(text(&grid), "", "it is blank on entering");
}

#[test]
fn saved_cursors_bring_back_place_and_pen() {
    let grid = fed(10, 4, "\x1b[1;31m\x1b7\x1b[m\x1b[3;3Hx\x1b8y");
    let cell = grid.cell(0, 0).expect("a cell");
    assert_eq!(cell.style.fg, Color::Indexed(1));
    assert!(cell.style.bold());
}

#[test]
fn a_caret_behind_a_blank_of_the_margin_is_written() {
    for text in ["❯ \x1b[7m \x1b[m", "❯\u{a0}\x1b[7m \x1b[m"] {
        let mut screen = Screen::default();
        fed(10, 4, text).write_screen(&mut screen);
        assert!(screen.row(0).margin_draws(Style::inverse), "{text:?}");
        assert_eq!(screen.row(0).text(), "❯");
    }
}

#[test]
fn erasing_leaves_the_background() {
    let grid = fed(10, 4, "\x1b[48;5;236m\x1b[2J");
    let bg = |x, y| grid.cell(x, y).expect("a cell").style.bg;
    assert_eq!(
        (bg(0, 0), bg(9, 3)),
        (Color::Indexed(236), Color::Indexed(236))
    );
    let mut screen = Screen::default();
    grid.write_screen(&mut screen);
    assert_eq!(screen.row(1).margin_style().bg, Color::Indexed(236));
    assert!(screen.is_styled());
}

#[test]
fn titles_and_their_stack() {
    let mut grid = fed(10, 4, "\x1b]0;first; and more\x07");
    assert_eq!(grid.channels().title.as_deref(), Some("first; and more"));
    grid.feed(b"\x1b[22;0t\x1b]2;second\x1b\\");
    assert_eq!(grid.channels().title.as_deref(), Some("second"));
    grid.feed(b"\x1b[23;0t");
    assert_eq!(grid.channels().title.as_deref(), Some("first; and more"));
    assert_eq!(text(&grid), "");
}

#[test]
fn links_and_unknown_strings_leave_no_text() {
    check_each(&[
        ("\x1b]8;;http://x/\x1b\\link\x1b]8;;\x1b\\", "link"),
        (
            "a\x1b_Gi=1;AAAA\x1b\\b\x1bPq\x1b\\c\x1b^x\x1b\\d\x1bXy\x1b\\e",
            "abcde",
        ),
        ("a\x1b]52;c;aGk=\x07b", "ab"),
        ("a\x1b[>1u\x1b[<u\x1b[?u\x1b[>4;2mb", "ab"),
    ]);
}

#[test]
fn progress_notifications_and_bell() {
    let mut grid = fed(
        10,
        4,
        "\x1b]9;4;1;50\x1b\\\x1b]9;done\x07\x1b]777;notify;agent;needs you\x07",
    );
    grid.feed(b"\x1b]99;i=1:d=0;title here\x1b\\\x1b]99;i=1:p=body:e=1;aGk=\x1b\\");
    grid.feed(b"\x1b]99;i=1:p=close;\x1b\\\x07\x07\x1b]21337;busy\x07");
    let channels = grid.channels();
    assert_eq!(channels.progress.as_deref(), Some("1;50"));
    let expected = ["done", "agent: needs you", "title here", "hi"];
    assert_eq!(channels.notifications, expected);
    assert_eq!((grid.bells(), grid.tab_status()), (2, Some("busy")));
    assert_eq!(
        (channels.bell, channels.tab_status.as_deref()),
        (true, Some("busy"))
    );
    grid.clear_notifications();
    let later = grid.channels();
    assert!(later.notifications.is_empty() && !later.bell);
    assert_eq!(later.tab_status.as_deref(), Some("busy"));
}

#[test]
fn program_status_is_read_and_its_question_answered() {
    let mut grid = fed(10, 4, "\x1b]7501;?\x1b\\");
    assert!(grid.program_status_asked());
    let mut sent = Vec::new();
    grid.take_replies(&mut sent);
    assert_eq!(sent, b"\x1b]7501;?\x1b\\");
    grid.feed(b"\x1b]7501;state=blocked:kind=permission:app=codex\x1b\\");
    let records = grid.channels().program_status;
    assert_eq!(records.len(), 1);
    assert_eq!(records[0].state, ReportedState::Blocked);
    assert_eq!(records[0].kind.as_deref(), Some("permission"));
    grid.feed(b"\x1b]133;A\x07");
    assert!(grid.channels().program_status.is_empty());
    grid.feed(b"\x1b]7501;state=working\x1b\\");
    grid.process_ended();
    assert!(grid.channels().program_status.is_empty());
}

#[test]
fn replies_that_programs_wait_for() {
    assert_eq!(replies("\x1b[c"), "\x1b[?62;22c");
    assert_eq!(replies("\x1b[5n"), "\x1b[0n");
    assert_eq!(replies("ab\x1b[6n"), "\x1b[1;3R");
    assert_eq!(replies("\x1b[2;4r\x1b[?6h\x1b[2;2H\x1b[6n"), "\x1b[2;2R");
    assert_eq!(replies("\x1b[?2026$p"), "\x1b[?2026;2$y");
    assert_eq!(replies("\x1b[?2026h\x1b[?2026$p"), "\x1b[?2026;1$y");
    assert_eq!(replies("\x1b[?31$p"), "\x1b[?31;0$y");
    assert_eq!(replies("\x1b[18t"), "\x1b[8;5;20t");
    assert!(replies("\x1b[>q").starts_with("\x1bP>|shadow("));
    assert_eq!(
        replies("\x1b[?u\x1b]11;?\x07"),
        "",
        "what is not supported stays unanswered"
    );
    assert!(replies(&"\x1b[c".repeat(100_000)).len() < 64 << 10);
}

#[test]
fn modes_that_a_host_needs() {
    let mut grid = fed(10, 4, "\x1b[?2004h\x1b[?1h\x1b[?1004h\x1b[?25l\x1b[?2026h");
    let modes = grid.modes();
    for mode in [Modes::BRACKETED_PASTE, Modes::APP_CURSOR_KEYS, Modes::FOCUS] {
        assert!(modes.contains(mode));
    }
    assert_eq!(grid.channels().cursor_visible, Some(false));
    assert!(!grid.is_settled());
    grid.feed(b"\x1b[?2026l\x1b[!p");
    assert!(grid.is_settled());
    assert_eq!(grid.channels().cursor_visible, Some(true));
}

#[test]
fn dirty_rows_tell_what_changed() {
    let mut grid = fed(10, 4, "x");
    assert!(grid.is_dirty());
    grid.clear_dirty();
    assert!(!grid.is_dirty());
    grid.feed(b"\x1b[3;1Hy\x1b[1;31m");
    assert!(grid.is_row_dirty(2) && !grid.is_row_dirty(0));
    assert!(!grid.is_row_dirty(99));
}

#[test]
fn resizing_keeps_what_fits_and_the_cursor_in_it() {
    let mut grid = fed(10, 4, "one\r\ntwo\r\nthree\r\nfour");
    grid.resize(3, 2);
    assert_eq!(text(&grid), "thr\nfou");
    assert_eq!(grid.cursor().1, 1);
    grid.resize(10, 4);
    assert_eq!(text(&grid), "thr\nfou");
    grid.resize(0, 0);
    assert_eq!(grid.size(), (1, 1));
    grid.feed("x中\r\n".as_bytes());
    grid.resize(u16::MAX, 1);
    assert!(grid.size().0 < u16::MAX);
    let mut wide = fed(4, 1, "ab中");
    wide.resize(3, 1);
    assert_eq!(text(&wide), "ab");
}

#[test]
fn a_reset_terminal_is_blank() {
    let grid = fed(10, 4, "x\x1b[?1049h\x1b[31my\x1bcz");
    assert_eq!(text(&grid), "z");
    assert!(grid.cell(0, 0).expect("a cell").style.is_plain());
    assert_eq!(grid.channels().alternate, Some(false));
}

#[test]
fn a_never_ending_string_and_ever_new_styles_stay_bounded() {
    let mut grid = Grid::new(80, 24);
    grid.feed(b"\x1b]2;");
    for _ in 0..64 {
        grid.feed(&[b'x'; 1 << 16]);
    }
    grid.feed(b"\x07ok");
    assert!(grid.channels().title.expect("a title").len() <= 4096);
    for n in 0..200_000u32 {
        let [_, r, g, b] = n.to_be_bytes();
        grid.feed(format!("\x1b[38;2;{r};{g};{b}mx").as_bytes());
    }
    let last = grid.cell(0, 23).expect("a cell").style.fg;
    assert!(
        matches!(last, Color::Rgb(3, ..)),
        "styles in use survive collecting"
    );
    for n in 0..40_000u32 {
        let mark = char::from_u32(0x300 + n % 0x60).expect("a mark");
        let base = char::from_u32(0x4e00 + n % 20_000).expect("a character");
        grid.feed(format!("{base}{mark}").as_bytes());
    }
    assert!(text(&grid).contains('\u{300}') || text(&grid).chars().count() > 100);
}

#[test]
fn binary_without_escapes_is_read_in_linear_time() {
    let binary = |size: usize| vec![0xff; size];
    fed(80, 24, "").feed(&binary(1 << 20));
    is_linear(binary, 1 << 16, |binary| fed(80, 24, "").feed(&binary));
}

/// A grid that keeps what scrolls off its top, fed.
fn keeping(cols: u16, rows: u16, output: &str) -> Grid {
    let mut grid = Grid::new(cols, rows);
    grid.keep_history(History::default());
    grid.feed(output.as_bytes());
    grid
}

/// The rows above a grid's screen, and those on it.
fn all_rows(grid: &Grid) -> (usize, String) {
    let (mut shown, mut taller) = (Screen::default(), Screen::default());
    grid.write_screen(&mut shown);
    let above = grid.history().cloned().unwrap_or_default();
    taller.stack(&above, &shown);
    let rows: Vec<&str> = taller.rows().map(|row| row.text()).collect();
    (above.len(), rows.join("|"))
}

#[test]
fn rows_that_scroll_off_the_top_stand_above_the_screen() {
    let grid = keeping(
        10,
        2,
        "\x1b[31mone\x1b[m\r\ntwo\r\n\x1b[1mthr\u{e9}\u{301}e\x1b[m\r\nfour",
    );
    assert_eq!(
        all_rows(&grid),
        (2, "one|two|thr\u{e9}\u{301}e|four".to_owned())
    );
    let (mut shown, mut taller) = (Screen::default(), Screen::default());
    grid.write_screen(&mut shown);
    taller.stack(grid.history().expect("kept"), &shown);
    assert_eq!(taller.row(0).first_style().fg, Color::Indexed(1));
    assert!(taller.row(1).first_style().is_plain() && taller.row(2).first_style().bold());
    assert_eq!(
        (taller.cursor(), taller.pane_rows()),
        (Some((4, 3)), Some(4))
    );
    assert_eq!(shown.height(), 2, "the screen itself is as it was");
    // A region that begins at the top scrolls off, too; one below it does not.
    let grid = keeping(
        10,
        3,
        "a\r\nb\r\nc\x1b[1;2r\x1b[2;1H\nd\x1b[2;3r\x1b[3;1H\ne",
    );
    assert_eq!(all_rows(&grid), (1, "a|b|c|e".to_owned()));
    assert!(fed(10, 1, "one\r\ntwo").history().is_none());
}

#[test]
fn what_may_be_printed_anew_is_no_longer_above() {
    let full = "one\r\ntwo\r\nthree";
    for clears in [
        "\x1b[2J",
        "\x1b[H\x1b[J",
        "\x1b[3J",
        "\x1bc",
        "\x1b[2K\x1b[A\x1b[2K",
        "\x1b[1J",
    ] {
        let grid = keeping(10, 2, &format!("{full}{clears}"));
        assert_eq!(all_rows(&grid).0, 0, "{clears:?}");
    }
    for keeps in [
        "\x1b[2K",
        "\x1b[J",
        "\x1b[!p",
        "\x1b[?1049hx\r\ny\r\nz\x1b[?1049l",
    ] {
        let grid = keeping(10, 2, &format!("{full}{keeps}"));
        assert_eq!(all_rows(&grid).0, 1, "{keeps:?}");
    }
    let mut grid = keeping(10, 2, full);
    grid.feed(b"\x1b[?1049h");
    assert!(
        grid.history().is_none(),
        "nothing stands above the alternate screen"
    );
    grid.feed(b"\x1b[?1049l");
    grid.resize(10, 3);
    assert_eq!(all_rows(&grid).0, 0);
}

#[test]
fn the_last_rows_alone_stay_above() {
    let lines: String = (0..MAX_HISTORY_ROWS + 50)
        .map(|n| format!("{n}\r\n"))
        .collect();
    let (above, text) = all_rows(&keeping(10, 1, &lines));
    assert_eq!(above, MAX_HISTORY_ROWS);
    assert!(text.starts_with("50|51|"));
}
